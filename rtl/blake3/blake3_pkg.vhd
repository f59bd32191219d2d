-- SPDX-License-Identifier: Apache-2.0
-- Constants of BLAKE3: J. O'Connor, J.-P. Aumasson, S. Neves, Z. Wilcox-O'Hearn, "BLAKE3: one function, fast everywhere", section 2.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package blake3_pkg is

  subtype word_t is unsigned(31 downto 0);

  subtype word_index_t is natural range 0 to 15;

  -- Section 2.2: rounds of the compression function.
  constant ROUNDS : positive := 7;

  -- Section 2.2: the four rotations of G, in the order of its steps, in bits to the right.
  type amounts_t is array (0 to 3) of positive;

  constant ROTATIONS : amounts_t := (16, 12, 8, 7);

  -- Section 2.1: the flags, as bits of the last word of the state.
  constant CHUNK_START : natural := 0;
  constant CHUNK_END   : natural := 1;
  constant PARENT      : natural := 2;
  constant ROOT        : natural := 3;

  -- Section 2.2, Table 1: word i of IV.
  function initial_word (i : natural range 0 to 7) return word_t;

  -- Section 2.2, Table 2: the word of the message in position i of round ROUND_INDEX.
  function message_index (round_index : natural range 0 to ROUNDS - 1; i : word_index_t) return word_index_t;

  -- Returns the word rotated to the right by `amount` bits.
  function rotated_right (word : word_t; amount : positive) return word_t;

end package blake3_pkg;

package body blake3_pkg is

  type words_t is array (0 to 7) of word_t;

  type permutation_t is array (word_index_t) of word_index_t;

  constant INITIAL_WORDS : words_t :=
  (
    x"6a09e667", x"bb67ae85", x"3c6ef372", x"a54ff53a", x"510e527f", x"9b05688c", x"1f83d9ab", x"5be0cd19"
  );

  constant PERMUTATION : permutation_t := (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8);

  function initial_word (i : natural range 0 to 7) return word_t is
  begin
    return INITIAL_WORDS(i);
  end function initial_word;

  function message_index (round_index : natural range 0 to ROUNDS - 1; i : word_index_t) return word_index_t is
    variable result : word_index_t := i;
  begin
    for r in 1 to round_index loop
      result := PERMUTATION(result);
    end loop;
    return result;
  end function message_index;

  -- Written as a concatenation, because GHDL can evaluate that while it elaborates constants.
  function rotated_right (word : word_t; amount : positive) return word_t is
  begin
    return word(amount - 1 downto 0) & word(31 downto amount);
  end function rotated_right;

end package body blake3_pkg;
