-- SPDX-License-Identifier: Apache-2.0
-- Constants and permutations of BLAKE-32 and BLAKE-64, the Round-2 versions with 10 and 14 rounds, without salt.
-- Source: J.-P. Aumasson, L. Henzen, W. Meier, R. C.-W. Phan, "SHA-3 proposal BLAKE", version 1.3, sections 2.1 and 2.2.
-- Widths: word_bits selects the algorithm: 32 is BLAKE-32, 64 is BLAKE-64.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package blake_pkg is

  subtype word_index_t is natural range 0 to 15;

  -- Rounds per block: 10 (BLAKE-32) or 14 (BLAKE-64).
  function rounds (word_bits : positive) return positive;

  -- Sections 2.1.1 and 2.2.1: the constant c_i, from the first digits of pi.
  function constant_word (i : word_index_t; word_bits : positive) return unsigned;

  -- Sections 2.1.1 and 2.2.1: word i of the initial value, which is that of SHA-256 or SHA-512.
  function initial_value (i : natural range 0 to 7; word_bits : positive) return unsigned;

  -- Section 2.1.1: sigma_r(i), the number of the message word in position i of round r. Rounds repeat modulo 10.
  function sigma (round_index : natural; i : word_index_t) return word_index_t;

  -- Sections 2.1.2 and 2.2.2: the four rotations of G, in the order of its steps, in bits to the right.
  function rotation (i : natural range 0 to 3; word_bits : positive) return positive;

  -- The word rotated to the right by `amount` bits.
  function rotated_right (word : unsigned; amount : positive) return unsigned;

end package blake_pkg;

package body blake_pkg is

  type wide_words_t is array (natural range <>) of unsigned(63 downto 0);

  type permutation_t is array (word_index_t) of word_index_t;

  type permutations_t is array (0 to 9) of permutation_t;

  type amounts_t is array (0 to 3) of positive;

  -- c_0 to c_15 of BLAKE-64. The upper and lower halves of the first eight are c_0 to c_15 of BLAKE-32.
  constant PI_DIGITS : wide_words_t(0 to 15) :=
  (
    x"243f6a8885a308d3", x"13198a2e03707344", x"a4093822299f31d0", x"082efa98ec4e6c89",
    x"452821e638d01377", x"be5466cf34e90c6c", x"c0ac29b7c97c50dd", x"3f84d5b5b5470917",
    x"9216d5d98979fb1b", x"d1310ba698dfb5ac", x"2ffd72dbd01adfb7", x"b8e1afed6a267e96",
    x"ba7c9045f12c7f99", x"24a19947b3916cf7", x"0801f2e2858efc16", x"636920d871574e69"
  );

  -- Initial value of BLAKE-64. The upper halves are the initial value of BLAKE-32.
  constant SHA_512_INITIAL : wide_words_t(0 to 7) :=
  (
    x"6a09e667f3bcc908", x"bb67ae8584caa73b", x"3c6ef372fe94f82b", x"a54ff53a5f1d36f1",
    x"510e527fade682d1", x"9b05688c2b3e6c1f", x"1f83d9abfb41bd6b", x"5be0cd19137e2179"
  );

  -- sigma_0 to sigma_9.
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
  constant ROTATIONS_64 : amounts_t := (32, 25, 16, 11);

  function rounds (word_bits : positive) return positive is
  begin
    if word_bits = 32 then
      return 10;
    end if;
    return 14;
  end function rounds;

  function constant_word (i : word_index_t; word_bits : positive) return unsigned is
  begin
    if word_bits = 64 then
      return PI_DIGITS(i);
    elsif i mod 2 = 0 then
      return PI_DIGITS(i / 2)(63 downto 32);
    end if;
    return PI_DIGITS(i / 2)(31 downto 0);
  end function constant_word;

  function initial_value (i : natural range 0 to 7; word_bits : positive) return unsigned is
  begin
    return SHA_512_INITIAL(i)(63 downto 64 - word_bits);
  end function initial_value;

  function sigma (round_index : natural; i : word_index_t) return word_index_t is
  begin
    return PERMUTATIONS(round_index mod 10)(i);
  end function sigma;

  function rotation (i : natural range 0 to 3; word_bits : positive) return positive is
  begin
    if word_bits = 32 then
      return ROTATIONS_32(i);
    end if;
    return ROTATIONS_64(i);
  end function rotation;

  -- Written as a concatenation, because GHDL can evaluate that while it elaborates constants.
  function rotated_right (word : unsigned; amount : positive) return unsigned is
    constant LENGTH : positive := word'length;
    alias    bits   : unsigned(LENGTH - 1 downto 0) is word;
  begin
    return bits(amount - 1 downto 0) & bits(LENGTH - 1 downto amount);
  end function rotated_right;

end package body blake_pkg;
