-- SPDX-License-Identifier: Apache-2.0
-- ECHO with one AES round of all 16 words a cycle, and BIG.MixColumns in a cycle of its own (paper A, section 4 and Table 1).
--
--   +--> state --> 16 AES rounds ------(+)--+--> next
--   |    (zero in the third cycle)      ^   |
--   +--> mixed --> BIG.ShiftRows, BIG.MixColumns
--   |    (none in the others)           ^
--   |            keys, block -----------+
--   +--> copied --> folded --(+)--> chaining variable: block's first words, digest
--                              ^
--                  kept_sum ---+
--
--   cycle of a round   state      mixed     next
--   1                  the round  none      first AES round and key
--   2                  its result none      second AES round
--   3                  zero       result    BIG.MixColumns
--   load               zero       none      the block
--
-- The two ways are added where functions of four inputs have one to spare, instead of chosen; each is neutral when the other one counts.
-- AES makes a constant of zeros; `mixed` and the block have it added, and what comes out of either is right.
--
-- BIG.Final adds words before and after all rounds: folded words of a block are kept from its first cycle, and the last state is copied
-- before it is cleared.
--
-- CHAIN_WORDS: 4 or 8. Inputs: see the control. block_words: zero but in the cycle of load. digest: the chaining variable plus
-- round_of_zero, in cycles with `opens`. Latency: three cycles a round.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;
use work.echo_pkg.all;

entity echo_highspeed_datapath is
  generic (
    CHAIN_WORDS : positive range 4 to 8
  );
  port (
    clk         : in    std_ulogic;
    resting     : in    std_ulogic;
    clear_state : in    std_ulogic;
    keep_mixed  : in    std_ulogic;
    keep_copy   : in    std_ulogic;
    keep_folded : in    std_ulogic;
    opens       : in    std_ulogic;
    left        : in    keys_t;
    right       : in    keys_t;
    block_words : in    words_t(CHAIN_WORDS to 15);
    digest      : out   words_t(0 to CHAIN_WORDS - 1)
  );
end entity echo_highspeed_datapath;

architecture rtl of echo_highspeed_datapath is

  constant OFFSET  : word_t := round_of_zero;
  constant INITIAL : word_t := initial_word(64 * CHAIN_WORDS);

  signal state      : state_t;
  signal mixed      : state_t;
  signal shifted    : state_t;
  signal entering   : state_t;
  signal added      : state_t;
  signal next_state : state_t;
  signal copied     : state_t;
  signal folded     : words_t(0 to CHAIN_WORDS - 1);
  signal kept_sum   : words_t(0 to CHAIN_WORDS - 1);
  signal chain      : words_t(0 to CHAIN_WORDS - 1);

begin

  shifted <= big_shift_rows(mixed);
  digest  <= chain;

  every_column : for column in 0 to 3 generate
    signal column_words : words_t(0 to 3);
  begin

    mix : entity work.echo_highspeed_mix
      generic map (
        COLUMN => column
      )
      port map (
        words  => shifted,
        left   => left,
        right  => right,
        added  => entering,
        result => column_words
      );

    every_row : for row in 0 to 3 generate
      added(4 * column + row) <= column_words(row);
    end generate every_row;

  end generate every_column;

  every_word : for i in 0 to 15 generate

    aes : entity work.echo_highspeed_word
      port map (
        word   => state(i),
        added  => added(i),
        result => next_state(i)
      );

    of_chain : if i < CHAIN_WORDS generate
      entering(i) <= chain(i);
    end generate of_chain;

    of_block : if i >= CHAIN_WORDS generate
      entering(i) <= block_words(i);
    end generate of_block;

  end generate every_word;

  fold : process (all) is
    variable sum : word_t;
  begin
    for i in 0 to CHAIN_WORDS - 1 loop
      sum := NO_WORD;
      for j in 0 to 16 / CHAIN_WORDS - 1 loop
        sum := sum xor copied(i + CHAIN_WORDS * j);
      end loop;
      folded(i) <= sum;
      chain(i)  <= (sum xor kept_sum(i) xor OFFSET) and (127 downto 0 => opens);
    end loop;
  end process fold;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear_state = '1' then
        state <= (others => NO_WORD);
      else
        state <= next_state;
      end if;
    end if;
  end process state_reg;

  mixed_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if keep_mixed = '0' then
        mixed <= (others => OFFSET);
      else
        mixed <= next_state;
      end if;
    end if;
  end process mixed_reg;

  chain_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if resting = '1' then
        copied <= (others => NO_WORD);
        kept_sum <= (others => INITIAL);
      else
        if keep_copy = '1' then
          copied <= next_state;
        end if;
        if keep_folded = '1' then
          kept_sum <= folded;
        end if;
      end if;
    end if;
  end process chain_reg;

end architecture rtl;
