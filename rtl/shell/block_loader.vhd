-- SPDX-License-Identifier: Apache-2.0
-- Loads the next block while the datapath still uses the current one. For algorithms that read a block more than once.
--
--            +- block_gatherer -----+ gather  +- held ---------------+
--   word --->| words 0 .. WORDS-3   |-------->| words 0 .. WORDS-2   |------> held
--       |    |         word WORDS-2 |         |                      |
--       |    +----------------------+   +---->| word WORDS-1         |
--       |                               |     +----------------------+
--       +--------- word WORDS-1 --------+-----------------------------------> port_word
--
-- The datapath receives a block in two steps:
--   1. It raises `want` in the last cycle in which it needs words 0 .. WORDS-2 of `held`, and keeps it high up to and including
--      the cycle in which `present` is '1'. present may be '1' before want.
--      In the cycle in which both are '1', word WORDS-2 is taken. From the next cycle on, `held` holds words 0 .. WORDS-2 of
--      the new block and still the last word of the old block.
--   2. It requests the last word with `want`, in the next cycle or later. want need not go low in
--      between. In the cycle in which want and present are both
--      '1', the last word is on port_word. From the next cycle on it is in `held`.
-- Each bit of `held`, and of the register `waiting` of block_gatherer, has one data source.
-- So the loader consists of registers and a counter, without multiplexers.
--
-- If the clock of the datapath is slower than clk, want may be '1' only in cycles with `tick` (from io_phase).
--
-- Widths: W bits a word, WORDS words a block; the first word is in the most significant bits of held.
-- Latency: one cycle a word if the words arrive without a gap. `last` is valid from the cycle after the last word.

library ieee;
use ieee.std_logic_1164.all;

entity block_loader is
  generic (
    W     : positive := 64;        -- bits of a word
    WORDS : positive range 3 to 64 -- words of a block
  );
  port (
    clk        : in    std_ulogic;                                -- clock of the words
    rst        : in    std_ulogic;                                -- synchronous reset, active high
    word       : in    std_ulogic_vector(W - 1 downto 0);         -- next word of the message
    word_valid : in    std_ulogic;                                -- word holds a word
    word_last  : in    std_ulogic;                                -- word is the last one of its message
    word_ready : out   std_ulogic;                                -- word is taken in this cycle if word_valid is '1'
    want       : in    std_ulogic;                                -- the datapath requests the next part of a block (see above)
    present    : out   std_ulogic;                                -- the requested part is taken in this cycle if want is '1'
    held       : out   std_ulogic_vector(W * WORDS - 1 downto 0); -- block for the datapath
    port_word  : out   std_ulogic_vector(W - 1 downto 0);         -- last word of the block, in the cycle that takes it
    last       : out   std_ulogic                                 -- the latest completed block ends its message
  );
end entity block_loader;

architecture rtl of block_loader is

  signal full      : std_ulogic;
  signal expecting : std_ulogic; -- only the last word of the block has not been taken
  signal gather    : std_ulogic;
  signal take_last : std_ulogic;
  signal gathered  : std_ulogic_vector(W * (WORDS - 1) - 1 downto 0);

begin

  present   <= word_valid and (full or expecting);
  port_word <= word;

  gatherer : entity work.block_gatherer
    generic map (
      W     => W,
      WORDS => WORDS
    )
    port map (
      clk        => clk,
      rst        => rst,
      word       => word,
      word_valid => word_valid,
      word_last  => word_last,
      word_ready => word_ready,
      want_block => want,
      want_last  => want,
      full       => full,
      expecting  => expecting,
      gather     => gather,
      take_last  => take_last,
      gathered   => gathered,
      last       => last
    );

  held_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if gather = '1' then
        held(held'high downto W) <= gathered;
      end if;
      if take_last = '1' then
        held(W - 1 downto 0) <= word;
      end if;
    end if;
  end process held_reg;

end architecture rtl;
