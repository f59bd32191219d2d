-- SPDX-License-Identifier: Apache-2.0
-- Loads blocks for algorithms that XOR a whole block into their state. `inject` holds a block only in the cycle in which the
-- datapath absorbs it and is zero in all other cycles. So the datapath needs no enable and no multiplexer in front of its XOR.
--
--            +- block_gatherer -----+  arm   +- second rank ------+
--   word --->| words 0 .. WORDS-3   |------->| words 0 .. WORDS-2 |------> inject
--       |    |         word WORDS-2 |        | zero unless armed  |
--       |    +----------------------+        +--------------------+
--       +--------- word WORDS-1 ----- register or gate -----------------> last_inject
--
-- The second rank is a second row of registers. The datapath raises `want` in the cycle before one in which it can absorb a
-- block, and keeps it high until `absorb`. The word before the last is taken while want is '1'; this loads the second rank (the
-- block is then armed). DEFERRED selects what happens to the last word:
--   DEFERRED      the block is absorbed, without its last word, in the cycle after the block is armed. The last word appears on
--                 last_inject one cycle after it was taken. `pending` stops the datapath's next step until then. absorb, inject
--                 and last_inject come from registers.
--   not DEFERRED  last_inject is the word on the port. absorb waits for that word and is combinational.
-- In both cases a block whose words arrive without a gap is absorbed in the cycle in which its last word arrives.
--
-- Widths: W bits a word, WORDS words a block; the first word is in the most significant bits of inject.
-- Latency: one cycle a word. `last` is valid from the cycle after absorb in which pending is '0'.

library ieee;
use ieee.std_logic_1164.all;

entity injector is
  generic (
    W        : positive := 64;         -- bits of a word
    WORDS    : positive range 3 to 64; -- words of a block
    DEFERRED : boolean                 -- true: the last word follows one cycle later
  );
  port (
    clk         : in    std_ulogic;                                      -- clock of the words and of the datapath
    rst         : in    std_ulogic;                                      -- synchronous reset, active high
    word        : in    std_ulogic_vector(W - 1 downto 0);               -- next word of the message
    word_valid  : in    std_ulogic;                                      -- word holds a word
    word_last   : in    std_ulogic;                                      -- word is the last one of its message
    word_ready  : out   std_ulogic;                                      -- word is taken in this cycle if word_valid is '1'
    want        : in    std_ulogic;                                      -- the datapath can absorb a block in the next cycle
    absorb      : out   std_ulogic;                                      -- the datapath absorbs inject in this cycle
    pending     : out   std_ulogic;                                      -- the datapath must wait for last_inject
    inject      : out   std_ulogic_vector(W * (WORDS - 1) - 1 downto 0); -- words 0 .. WORDS-2 in the cycle of absorb, else zero
    last_inject : out   std_ulogic_vector(W - 1 downto 0);               -- last word in its one cycle, else zero
    last        : out   std_ulogic                                       -- the latest absorbed block ends its message
  );
end entity injector;

architecture rtl of injector is

  signal second_rank : std_ulogic_vector(W * (WORDS - 1) - 1 downto 0);
  signal gathered    : std_ulogic_vector(W * (WORDS - 1) - 1 downto 0);
  signal expecting   : std_ulogic; -- only the last word of the block has not been taken
  signal armed       : std_ulogic;
  signal arm         : std_ulogic;
  signal take_last   : std_ulogic;

begin

  inject <= second_rank;

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
      want_last  => '1',
      full       => open,
      expecting  => expecting,
      gather     => arm,
      take_last  => take_last,
      gathered   => gathered,
      last       => last
    );

  deferred_last : if DEFERRED generate
    -- `spent` clears the words that the datapath has read. It is also set by reset, so that reset clears them.
    signal spent      : std_ulogic;
    signal last_spent : std_ulogic;
  begin

    absorb  <= armed;
    pending <= expecting and not armed;

    offer_reg : process (clk) is
    begin
      if rising_edge(clk) then
        armed      <= arm and not rst;
        spent      <= arm or rst;
        last_spent <= take_last or rst;
      end if;
    end process offer_reg;

    second_rank_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if spent = '1' then
          second_rank <= (others => '0');
        elsif arm = '1' then
          second_rank <= gathered;
        end if;
        if last_spent = '1' then
          last_inject <= (others => '0');
        elsif take_last = '1' then
          last_inject <= word;
        end if;
      end if;
    end process second_rank_reg;

  end generate deferred_last;

  direct_last : if not DEFERRED generate
    armed       <= expecting;
    absorb      <= word_valid and armed;
    pending     <= '0';
    last_inject <= word and (W - 1 downto 0 => armed);

    second_rank_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if rst = '1' or take_last = '1' then
          second_rank <= (others => '0');
        elsif arm = '1' then
          second_rank <= gathered;
        end if;
      end if;
    end process second_rank_reg;

  end generate direct_last;

end architecture rtl;
