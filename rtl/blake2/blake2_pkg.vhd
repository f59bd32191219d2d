-- SPDX-License-Identifier: Apache-2.0
-- Constants of BLAKE2s and BLAKE2b: RFC 7693, sections 2 and 3.
-- Widths: word_bits selects the function: 32 is BLAKE2s, 64 is BLAKE2b.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package blake2_pkg is

  subtype word_index_t is natural range 0 to 15;

  -- Section 2.1: the four rotations of G, in the order of its steps, in bits to the right.
  function rotation (i : natural range 0 to 3; word_bits : positive) return positive;

  -- Section 2.1: rounds of the compression function F.
  function rounds (word_bits : positive) return positive;

  -- Section 2.6: word i of IV.
  function initial_word (i : natural range 0 to 7; word_bits : positive) return unsigned;

  -- Section 2.7: SIGMA[round_index][i].
  function sigma (round_index : natural; i : word_index_t) return word_index_t;

  -- Section 2.5 and 3.3: word i of the chaining value before the first block, without key, for the longest digest.
  function first_chaining_word (i : natural range 0 to 7; word_bits : positive) return unsigned;

  -- Returns the word rotated to the right by `amount` bits.
  function rotated_right (word : unsigned; amount : positive) return unsigned;

end package blake2_pkg;

package body blake2_pkg is

  type wide_words_t is array (0 to 7) of unsigned(63 downto 0);

  type permutation_t is array (word_index_t) of word_index_t;

  type permutations_t is array (0 to 9) of permutation_t;

  type amounts_t is array (0 to 3) of positive;

  -- IV of BLAKE2b. The upper halves are IV of BLAKE2s.
  constant INITIAL_WORDS : wide_words_t :=
  (
    x"6a09e667f3bcc908", x"bb67ae8584caa73b", x"3c6ef372fe94f82b", x"a54ff53a5f1d36f1",
    x"510e527fade682d1", x"9b05688c2b3e6c1f", x"1f83d9abfb41bd6b", x"5be0cd19137e2179"
  );

  constant PERMUTATIONS : permutations_t :=
  (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    (14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3),
    (11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4),
    (7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8),
    (9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13),
    (2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9),
    (12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11),
    (13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10),
    (6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5),
    (10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0)
  );

  constant ROTATIONS_32 : amounts_t := (16, 12, 8, 7);
  constant ROTATIONS_64 : amounts_t := (32, 24, 16, 63);

  function rotation (i : natural range 0 to 3; word_bits : positive) return positive is
  begin
    if word_bits = 32 then
      return ROTATIONS_32(i);
    end if;
    return ROTATIONS_64(i);
  end function rotation;

  function rounds (word_bits : positive) return positive is
  begin
    if word_bits = 32 then
      return 10;
    end if;
    return 12;
  end function rounds;

  function initial_word (i : natural range 0 to 7; word_bits : positive) return unsigned is
  begin
    return INITIAL_WORDS(i)(63 downto 64 - word_bits);
  end function initial_word;

  function sigma (round_index : natural; i : word_index_t) return word_index_t is
  begin
    return PERMUTATIONS(round_index mod 10)(i);
  end function sigma;

  -- The parameter block: digest length in the low byte, then key length 0, fanout 1 and depth 1.
  function first_chaining_word (i : natural range 0 to 7; word_bits : positive) return unsigned is
    variable parameters : unsigned(31 downto 0) := x"01010000";
  begin
    if i > 0 then
      return initial_word(i, word_bits);
    end if;
    parameters := parameters or to_unsigned(word_bits, 32);
    return initial_word(0, word_bits) xor resize(parameters, word_bits);
  end function first_chaining_word;

  -- Written as a concatenation, because GHDL can evaluate that while it elaborates constants.
  function rotated_right (word : unsigned; amount : positive) return unsigned is
    constant LENGTH : positive := word'length;
    alias    bits   : unsigned(LENGTH - 1 downto 0) is word;
  begin
    return bits(amount - 1 downto 0) & bits(LENGTH - 1 downto amount);
  end function rotated_right;

end package body blake2_pkg;
