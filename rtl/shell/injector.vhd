-- SPDX-License-Identifier: Apache-2.0
-- Loads the blocks of algorithms that XOR a whole block into their state, and offers each block for exactly the cycle
-- that takes it: at all other times `inject` is zero, so that the datapath needs neither an enable nor a multiplexer in
-- front of its XOR.
--
--            +- block_gatherer -----+  arm   +- second rank ------+
--   word --->| words 0 .. WORDS-3   |------->| words 0 .. WORDS-2 |------> inject
--       |    |         word WORDS-2 |        | zero unless armed  |
--       |    +----------------------+        +--------------------+
--       +--------- word WORDS-1 ----- register or gate -----------------> last_inject
--
-- The datapath raises `want` in the cycle before one in which it can absorb, and keeps it until `absorb`. The word before
-- the last is taken with want and arms the block. What happens to the last word is the datapath's choice:
--   DEFERRED      the block is absorbed in the cycle behind want, without its last word. That word appears on last_inject
--                 one cycle after it was taken, and `pending` holds the datapath's next step until then. All outputs come
--                 from registers.
--   not DEFERRED  last_inject is the word on the port. absorb waits for it and is not from a register.
-- Either way a block whose words arrive without a gap is absorbed in the cycle its last word arrives: loading costs one
-- cycle a word.
--
-- Widths: W bits a word, WORDS words a block; the first word in the most significant bits of inject. last: the block
-- absorbed most recently ends its message; valid from the cycle after absorb and not pending.

library ieee;
use ieee.std_logic_1164.all;

entity injector is
  generic (
    W        : positive := 64;
    WORDS    : positive range 3 to 64;
    DEFERRED : boolean
  );
  port (
    clk         : in    std_ulogic;
    rst         : in    std_ulogic;
    word        : in    std_ulogic_vector(W - 1 downto 0);
    word_valid  : in    std_ulogic;
    word_last   : in    std_ulogic;
    word_ready  : out   std_ulogic;
    want        : in    std_ulogic;
    absorb      : out   std_ulogic;
    pending     : out   std_ulogic;
    inject      : out   std_ulogic_vector(W * (WORDS - 1) - 1 downto 0);
    last_inject : out   std_ulogic_vector(W - 1 downto 0);
    last        : out   std_ulogic
  );
end entity injector;

architecture rtl of injector is

  signal second_rank : std_ulogic_vector(W * (WORDS - 1) - 1 downto 0);
  signal gathered    : std_ulogic_vector(W * (WORDS - 1) - 1 downto 0);
  signal expecting   : std_ulogic;
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
    -- What was offered in this cycle is zero again in the next; reset counts as an offer, so that it clears too.
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
