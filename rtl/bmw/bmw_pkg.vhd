-- SPDX-License-Identifier: Apache-2.0
-- Functions and constants of Blue Midnight Wish, the version of Round 2, as in the tables of its specification.
-- Source: D. Gligoroski et al., "Cryptographic Hash Function BLUE MIDNIGHT WISH", September 2009.
-- Widths: words have 32 bits (BMW-256) or 64 bits (BMW-512); functions of a word x recognise the algorithm by the length of x.
-- Sixteen words are one vector with word 0 in the most significant bits.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package bmw_pkg is

  subtype word_index_t is natural range 0 to 15;

  -- Word i of a vector of 16 words.
  function word_of (words : unsigned; i : word_index_t) return unsigned;

  -- x rotated to the left by `amount` bits.
  function rotated_left (x : unsigned; amount : positive) return unsigned;

  -- x shifted by `amount` bits to the right (shr) or to the left (shl), filled with zeros.
  function shr (x : unsigned; amount : positive) return unsigned;

  function shl (x : unsigned; amount : positive) return unsigned;

  -- The logic functions s_0 to s_5.
  function s (i : natural range 0 to 5; x : unsigned) return unsigned;

  -- The rotations r_1 to r_7.
  function r (i : positive range 1 to 7; x : unsigned) return unsigned;

  -- The constant K_j of AddElement.
  function k (j : natural range 16 to 31; word_bits : positive) return unsigned;

  -- H(0), the chaining value before a message, and CONST^final, the chaining value of the final invocation of the compression
  -- function.
  function initial_value (word_bits : positive) return unsigned;

  function final_value (word_bits : positive) return unsigned;

  -- The bijective transform of f_0: W_i = ((X_a + X_b) + (X_c + X_d)) + X_e, where each + may be a -, see operation_t. to_b is the
  -- operation before X_b, to_cd the one before (X_c + X_d), and so on.
  type operation_t is ('+', '-');

  type sum_t is record
    a     : word_index_t;
    to_b  : operation_t;
    b     : word_index_t;
    to_cd : operation_t;
    c     : word_index_t;
    to_d  : operation_t;
    d     : word_index_t;
    to_e  : operation_t;
    e     : word_index_t;
  end record sum_t;

  type sums_t is array (word_index_t) of sum_t;

  -- A pair that occurs twice is written in the same form, so that synthesis builds it once. Eleven of 32 pairs are shared.
  constant W_SUMS : sums_t :=
  (
    (5, '+', 10, '-', 7, '-', 14, '+', 13),
    (11, '+', 14, '-', 8, '+', 15, '+', 6),
    (9, '-', 12, '+', 0, '+', 7, '+', 15),
    (0, '+', 8, '-', 1, '+', 10, '+', 13),
    (1, '+', 2, '-', 11, '+', 14, '+', 9),
    (3, '-', 12, '-', 2, '-', 15, '+', 10),
    (4, '-', 0, '+', 13, '-', 3, '-', 11),
    (1, '-', 4, '-', 5, '+', 12, '-', 14),
    (2, '-', 15, '+', 13, '-', 6, '-', 5),
    (6, '-', 3, '-', 7, '-', 14, '+', 0),
    (8, '+', 15, '-', 4, '+', 7, '-', 1),
    (8, '-', 5, '+', 9, '-', 2, '-', 0),
    (1, '+', 10, '-', 6, '-', 3, '-', 9),
    (4, '+', 7, '+', 2, '+', 10, '+', 11),
    (3, '-', 12, '+', 8, '-', 5, '-', 11),
    (13, '-', 6, '-', 9, '-', 12, '-', 4)
  );

end package bmw_pkg;

package body bmw_pkg is

  type amounts_t is array (natural range <>) of positive;

  -- For each of s_0 to s_3, in bits: the shift to the right, the shift to the left and two rotations to the left.
  constant SHIFTS_32 : amounts_t(0 to 15) := (1, 3, 4, 19, 1, 2, 8, 23, 2, 1, 12, 25, 2, 2, 15, 29);
  constant SHIFTS_64 : amounts_t(0 to 15) := (1, 3, 4, 37, 1, 2, 13, 43, 2, 1, 19, 53, 2, 2, 28, 59);

  -- r_1 to r_7, in bits to the left.
  constant ROTATIONS_32 : amounts_t(1 to 7) := (3, 7, 13, 16, 19, 23, 27);
  constant ROTATIONS_64 : amounts_t(1 to 7) := (5, 11, 27, 32, 37, 43, 53);

  function word_of (words : unsigned; i : word_index_t) return unsigned is
    constant WORD_BITS : positive := words'length / 16;
    constant LAST      : natural  := words'length - 1;
    alias    source    : unsigned(LAST downto 0) is words;
  begin
    return source((16 - i) * WORD_BITS - 1 downto (15 - i) * WORD_BITS);
  end function word_of;

  function rotated_left (x : unsigned; amount : positive) return unsigned is
    constant LAST   : natural := x'length - 1;
    alias    source : unsigned(LAST downto 0) is x;
  begin
    return source(LAST - amount downto 0) & source(LAST downto LAST - amount + 1);
  end function rotated_left;

  function shr (x : unsigned; amount : positive) return unsigned is
    constant LAST   : natural := x'length - 1;
    alias    source : unsigned(LAST downto 0) is x;
  begin
    return resize(source(LAST downto amount), LAST + 1);
  end function shr;

  function shl (x : unsigned; amount : positive) return unsigned is
    constant LAST   : natural := x'length - 1;
    alias    source : unsigned(LAST downto 0) is x;
  begin
    return source(LAST - amount downto 0) & to_unsigned(0, amount);
  end function shl;

  -- Amount n of the four amounts of s_i.
  function shift (i : natural range 0 to 3; n : natural range 0 to 3; word_bits : positive) return positive is
  begin
    if word_bits = 64 then
      return SHIFTS_64(4 * i + n);
    end if;
    return SHIFTS_32(4 * i + n);
  end function shift;

  function s (i : natural range 0 to 5; x : unsigned) return unsigned is
    constant BITS : positive := x'length;
  begin
    if i = 4 then
      return shr(x, 1) xor x;
    end if;
    if i = 5 then
      return shr(x, 2) xor x;
    end if;
    return shr(x, shift(i, 0, BITS)) xor shl(x, shift(i, 1, BITS)) xor rotated_left(x, shift(i, 2, BITS)) xor
           rotated_left(x, shift(i, 3, BITS));
  end function s;

  function r (i : positive range 1 to 7; x : unsigned) return unsigned is
  begin
    if x'length = 64 then
      return rotated_left(x, ROTATIONS_64(i));
    end if;
    return rotated_left(x, ROTATIONS_32(i));
  end function r;

  -- j times the constant 0555...5. It is added up, because it does not fit into an integer.
  function k (j : natural range 16 to 31; word_bits : positive) return unsigned is
    constant UNIT   : unsigned(63 downto 0) := x"0555555555555555";
    variable result : unsigned(63 downto 0) := (others => '0');
  begin
    for i in 1 to j loop
      result := result + UNIT(63 downto 64 - word_bits);
    end loop;
    return result(word_bits - 1 downto 0);
  end function k;

  function initial_value (word_bits : positive) return unsigned is
    variable result : unsigned(16 * word_bits - 1 downto 0);
    variable first  : natural := 16#40#;
  begin
    if word_bits = 64 then
      first := 16#80#;
    end if;
    for i in 0 to 2 * word_bits - 1 loop
      result(16 * word_bits - 8 * i - 1 downto 16 * word_bits - 8 * i - 8) := to_unsigned(first + i, 8);
    end loop;
    return result;
  end function initial_value;

  function final_value (word_bits : positive) return unsigned is
    constant PATTERN : unsigned(63 downto 0) := x"aaaaaaaaaaaaaaa0";
    variable result  : unsigned(16 * word_bits - 1 downto 0);
  begin
    for i in 0 to 15 loop
      result((16 - i) * word_bits - 1 downto (15 - i) * word_bits) := PATTERN(word_bits - 1 downto 4) & to_unsigned(i, 4);
    end loop;
    return result;
  end function final_value;

end package body bmw_pkg;
