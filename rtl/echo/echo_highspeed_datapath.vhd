-- SPDX-License-Identifier: Apache-2.0
-- State of ECHO: one AES round of all 16 words per cycle, and BIG.MixColumns in a cycle of its own.
-- Source: paper A, section 4 and Table 1; "SHA-3 Proposal: ECHO" (see echo_pkg).
-- Widths: CHAIN_WORDS = 4 or 8 of the 16 words of 128 bits. Bytes are in the basis of aes_sbox_pkg. Latency: three cycles per
-- round.
--
--   +--> state --> 16 AES rounds ------(+)--+--> next
--   |    (zero in the third cycle)      ^   |
--   +--> mixed --> BIG.ShiftRows, BIG.MixColumns
--   |    (neutral otherwise)            ^
--   |            keys, block -----------+
--   +--> copied --> folded --(+)--> chaining variable: first words of the block, digest
--                              ^
--                  kept_sum ---+
--
--   cycle of a round   state         mixed     next
--   1                  input         neutral   first AES round, with key
--   2                  result of 1   neutral   second AES round
--   3                  zero          result    BIG.MixColumns
--   load               zero          neutral   the block
--
-- The two paths, AES rounds and BIG.MixColumns, are added and not selected, where LUT4s have a free input. Each path has a neutral
-- input for the cycles in which the other one counts.
--
-- An AES round turns a word of zeros into a constant, round_of_zero. In cycle 3 and in load, the AES rounds output this constant.
-- The second path adds it as well, so that it cancels: the block is stored with it, and BIG.MixColumns adds it to its result. The
-- neutral value of `mixed` is the constant itself, with which BIG.MixColumns adds zero.
--
-- BIG.Final adds the words before all rounds to the words after them. The folded words of a block are stored from its first cycle,
-- and the last state is copied before it is cleared.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;
use work.echo_pkg.all;

entity echo_highspeed_datapath is
  generic (
    CHAIN_WORDS : positive range 4 to 8 -- words of the chaining variable: 4 (COMPRESS_512) or 8 (COMPRESS_1024)
  );
  port (
    clk         : in    std_ulogic;                   -- datapath clock
    resting     : in    std_ulogic;                   -- restores the initial value
    clear_state : in    std_ulogic;                   -- sets the state to zero at the end of the cycle
    keep_mixed  : in    std_ulogic;                   -- mixed takes the result; else its neutral value
    keep_copy   : in    std_ulogic;                   -- copied takes the result
    keep_folded : in    std_ulogic;                   -- kept_sum takes the folded words of copied
    opens       : in    std_ulogic;                   -- passes the chaining variable; else it is zero
    left        : in    keys_t;                       -- keys times 2/5, zero except in cycle 1 of a round
    right       : in    keys_t;                       -- keys times 1/5, zero except in cycle 1 of a round
    block_words : in    words_t(CHAIN_WORDS to 15);   -- block words plus round_of_zero in load; zero in the rounds
    digest      : out   words_t(0 to CHAIN_WORDS - 1) -- chaining variable plus round_of_zero; valid with opens
  );
end entity echo_highspeed_datapath;

architecture rtl of echo_highspeed_datapath is

  constant OFFSET  : word_t := round_of_zero;
  constant INITIAL : word_t := initial_word(64 * CHAIN_WORDS);

  signal state      : state_t;
  signal mixed      : state_t;
  signal shifted    : state_t;                       -- mixed after BIG.ShiftRows
  signal entering   : state_t;                       -- words to add: chaining variable and block, or zero
  signal added      : state_t;                       -- result of BIG.MixColumns, with keys and entering words
  signal next_state : state_t;
  signal copied     : state_t;
  signal folded     : words_t(0 to CHAIN_WORDS - 1); -- sum of the words of copied, in groups of the chaining variable
  signal kept_sum   : words_t(0 to CHAIN_WORDS - 1); -- folded words before the rounds of this block
  signal chain      : words_t(0 to CHAIN_WORDS - 1); -- chaining variable plus round_of_zero, while opens is set

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
