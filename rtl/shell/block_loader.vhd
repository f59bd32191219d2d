-- SPDX-License-Identifier: Apache-2.0
-- Loads the next block while the datapath still needs the current one, for algorithms that use a block more than once.
--
--            +- block_gatherer -----+ gather  +- held ---------------+
--   word --->| words 0 .. WORDS-3   |-------->| words 0 .. WORDS-2   |------> held
--       |    |         word WORDS-2 |         |                      |
--       |    +----------------------+   +---->| word WORDS-1         |
--       |                               |     +----------------------+
--       +--------- word WORDS-1 --------+-----------------------------------> port_word
--
-- Both ranks have one source for each bit, so that the loader is made of registers and a counter. The datapath raises `want` in
-- the cycle after which it can do without the words of `held`, and keeps it until `present`: the word before the last has come, and
-- all but the last word of `held` change. It raises want again, in the cycle behind or later, for the last word, which it finds
-- on port_word in that cycle of present and in `held` from the next one. A block whose words arrive without a gap costs one cycle
-- a word.
--
-- Widths: W bits a word, WORDS words a block; the first word in the most significant bits of held. last: the block that was
-- gathered most recently ends its message; valid from the cycle after its last word.

library ieee;
use ieee.std_logic_1164.all;

entity block_loader is
  generic (
    W     : positive := 64;
    WORDS : positive range 3 to 64
  );
  port (
    clk        : in    std_ulogic;
    rst        : in    std_ulogic;
    word       : in    std_ulogic_vector(W - 1 downto 0);
    word_valid : in    std_ulogic;
    word_last  : in    std_ulogic;
    word_ready : out   std_ulogic;
    want       : in    std_ulogic;
    present    : out   std_ulogic;
    held       : out   std_ulogic_vector(W * WORDS - 1 downto 0);
    port_word  : out   std_ulogic_vector(W - 1 downto 0);
    last       : out   std_ulogic
  );
end entity block_loader;

architecture rtl of block_loader is

  signal full      : std_ulogic;
  signal expecting : std_ulogic;
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
