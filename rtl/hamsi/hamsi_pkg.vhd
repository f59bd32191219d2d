-- SPDX-License-Identifier: Apache-2.0
-- The functions and constants of Hamsi, the version of Round 2 of the SHA-3 competition. The message expansion is in
-- hamsi_expansion_pkg.
-- Source: O. Kucuk, "The Hash Function Hamsi". Names are those of the paper; section numbers are those of its version of October
-- 2008.
--
-- A state has four rows of 4 (Hamsi-256) or 8 (Hamsi-512) words of 32 bits. Words are numbered row by row.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package hamsi_pkg is

  subtype word_t is std_ulogic_vector(31 downto 0);

  type words_t is array (natural range <>) of word_t;

  -- Words in a row of the state, and rounds of P (2.3). P_f has twice as many rounds (2.4).
  function columns (digest_bits : positive) return positive;

  function rounds (digest_bits : positive) return positive;

  -- 2.2.2: the initial chaining value, 8 or 16 words.
  function initial_value (digest_bits : positive) return words_t;

  -- 2.2.5, concatenation: the place in the state of word I of the expanded message, and of word I of the chaining value. WIDTH is
  -- the number of words in a row.
  function place_of_message (i : natural; width : positive) return natural;

  function place_of_chaining (i : natural; width : positive) return natural;

  -- 2.3.1: the constant of P for word I of the state, and the XOR of this constant with the one of P_f.
  function alpha (i : natural; width : positive) return word_t;

  function alpha_change (i : natural; width : positive) return word_t;

  -- 2.3.1 and 2.3.2: XORs the constants of P to the state, then applies the S-boxes.
  function substitute (s : words_t) return words_t;

  -- 2.3.3: diffusion. With eight columns it has a second part.
  function diffuse (s : words_t) return words_t;

  -- 2.3.4, truncation: rows 0 and 2.
  function truncate (s : words_t) return words_t;

  -- Bit BIT_INDEX of the constants for the words of ROW of Hamsi-256: those of P for columns 0 to 3, then those of P_f.
  function constants (row, bit_index : natural) return std_ulogic_vector;

  -- The S-boxes of a column of four words, without constants.
  function substitute_column (s : words_t(0 to 3)) return words_t;

  -- A rotated to the left by BY bits, and shifted.
  function rotated (a : word_t; by : positive) return word_t;

  function shifted (a : word_t; by : positive) return word_t;

  -- PATTERN if CONDITION is '1', else zero.
  function mask (pattern : word_t; condition : std_ulogic) return word_t;

end package hamsi_pkg;

package body hamsi_pkg is

  -- In these tables a row has eight words; Hamsi-256 uses the first four. Rows 2 and 3 are rows 0 and 1 with neighbouring words
  -- exchanged.
  type alphas_t is array (0 to 31) of word_t;

  constant ALPHA_P : alphas_t := (
                                   x"ff00f0f0", x"ccccaaaa", x"f0f0cccc", x"ff00aaaa", x"ccccaaaa", x"f0f0ff00", x"aaaacccc", x"f0f0ff00",
                                   x"f0f0cccc", x"aaaaff00", x"ccccff00", x"aaaaf0f0", x"aaaaf0f0", x"ff00cccc", x"ccccf0f0", x"ff00aaaa",
                                   x"ccccaaaa", x"ff00f0f0", x"ff00aaaa", x"f0f0cccc", x"f0f0ff00", x"ccccaaaa", x"f0f0ff00", x"aaaacccc",
                                   x"aaaaff00", x"f0f0cccc", x"aaaaf0f0", x"ccccff00", x"ff00cccc", x"aaaaf0f0", x"ff00aaaa", x"ccccf0f0"
                                 );

  constant ALPHA_P_F : alphas_t := (
                                     x"caf9639c", x"0ff0f9c0", x"639c0ff0", x"caf9f9c0", x"0ff0f9c0", x"639ccaf9", x"f9c00ff0", x"639ccaf9",
                                     x"639c0ff0", x"f9c0caf9", x"0ff0caf9", x"f9c0639c", x"f9c0639c", x"caf90ff0", x"0ff0639c", x"caf9f9c0",
                                     x"0ff0f9c0", x"caf9639c", x"caf9f9c0", x"639c0ff0", x"639ccaf9", x"0ff0f9c0", x"639ccaf9", x"f9c00ff0",
                                     x"f9c0caf9", x"639c0ff0", x"f9c0639c", x"0ff0caf9", x"caf90ff0", x"f9c0639c", x"caf9f9c0", x"0ff0639c"
                                   );

  function columns (digest_bits : positive) return positive is
  begin
    if digest_bits = 256 then
      return 4;
    end if;
    return 8;
  end function columns;

  function rounds (digest_bits : positive) return positive is
  begin
    if digest_bits = 256 then
      return 3;
    end if;
    return 6;
  end function rounds;

  -- The initial values are pieces of the author's postal address, in characters of eight bits.
  function initial_value (digest_bits : positive) return words_t is
    constant TEXT_256 : string := "versiteit Leuven, Departement El";
    constant TEXT_512 : string := "steelpark Arenberg 10, bus 2446, B-3001 Leuven-Heverlee, Belgium";

    variable letter : character;
    variable result : words_t(0 to digest_bits / 32 - 1);
  begin
    for i in 0 to digest_bits / 8 - 1 loop
      if digest_bits = 256 then
        letter := TEXT_256(i + 1);
      else
        letter := TEXT_512(i + 1);
      end if;
      result(i / 4)(31 - 8 * (i mod 4) downto 24 - 8 * (i mod 4)) := std_ulogic_vector(to_unsigned(character'pos(letter), 8));
    end loop;
    return result;
  end function initial_value;

  -- Message and chaining value take turns of two words. Rows 0 and 2 begin with the message, rows 1 and 3 with the chaining value.
  function place_of_message (i : natural; width : positive) return natural is
    constant ROW : natural := 4 * (i / 2) / width;
  begin
    return 4 * (i / 2) + i mod 2 + 2 * (ROW mod 2);
  end function place_of_message;

  function place_of_chaining (i : natural; width : positive) return natural is
    constant ROW : natural := 4 * (i / 2) / width;
  begin
    return 4 * (i / 2) + i mod 2 + 2 * (1 - ROW mod 2);
  end function place_of_chaining;

  -- The tables have eight words in a row.
  function alpha (i : natural; width : positive) return word_t is
  begin
    return ALPHA_P(8 * (i / width) + i mod width);
  end function alpha;

  function alpha_change (i : natural; width : positive) return word_t is
  begin
    return alpha(i, width) xor ALPHA_P_F(8 * (i / width) + i mod width);
  end function alpha_change;

  -- The S-box 8 6 7 9 3 C A F D 1 E 4 0 B 5 2, written as sums of products. Its four bits are in the same column; the bit of row 0
  -- is the least significant.
  function substitute (s : words_t) return words_t is
    constant WIDTH : positive := s'length / 4;

    variable a      : word_t;
    variable b      : word_t;
    variable c      : word_t;
    variable d      : word_t;
    variable result : words_t(0 to 4 * WIDTH - 1) := s;
  begin
    for j in 0 to WIDTH - 1 loop
      a                     := result(j) xor alpha(j, WIDTH);
      b                     := result(WIDTH + j) xor alpha(WIDTH + j, WIDTH);
      c                     := result(2 * WIDTH + j) xor alpha(2 * WIDTH + j, WIDTH);
      d                     := result(3 * WIDTH + j) xor alpha(3 * WIDTH + j, WIDTH);
      result(j)             := b xor c xor d xor (a and c);
      result(WIDTH + j)     := a xor b xor c xor (a and d) xor (b and c) xor (c and d) xor
                               (a and ((b and c) xor (b and d) xor (c and d)));
      result(2 * WIDTH + j) := a xor b xor d xor (b and c) xor (b and d) xor (c and d) xor (a and d and (b xor c));
      result(3 * WIDTH + j) := not (a xor b xor c) xor (b and d) xor (a and b and c);
    end loop;
    return result;
  end function substitute;

  function constants (row, bit_index : natural) return std_ulogic_vector is
    variable result : std_ulogic_vector(0 to 7);
  begin
    for column in 0 to 3 loop
      result(column)     := ALPHA_P(8 * row + column)(bit_index);
      result(4 + column) := ALPHA_P_F(8 * row + column)(bit_index);
    end loop;
    return result;
  end function constants;

  -- substitute adds the constants of P, so these are added before, which cancels them.
  function substitute_column (s : words_t(0 to 3)) return words_t is
    alias    source : words_t(0 to 3) is s;
    variable column : words_t(0 to 3);
  begin
    for row in 0 to 3 loop
      column(row) := source(row) xor alpha(row, 1);
    end loop;
    return substitute(column);
  end function substitute_column;

  function rotated (a : word_t; by : positive) return word_t is
  begin
    return a(31 - by downto 0) & a(31 downto 32 - by);
  end function rotated;

  function shifted (a : word_t; by : positive) return word_t is
  begin
    return a(31 - by downto 0) & (by - 1 downto 0 => '0');
  end function shifted;

  -- The linear transformation L of four words.
  function l (s : words_t(0 to 3)) return words_t is
    variable a : word_t;
    variable b : word_t;
    variable c : word_t;
    variable d : word_t;
  begin
    a := rotated(s(0), 13);
    c := rotated(s(2), 3);
    b := rotated(s(1) xor a xor c, 1);
    d := rotated(s(3) xor c xor shifted(a, 3), 7);
    return (rotated(a xor b xor d, 5), b, rotated(c xor d xor shifted(b, 7), 22), d);
  end function l;

  function diffuse (s : words_t) return words_t is
    type places_t is array (0 to 3) of natural;
    type rows_t is array (0 to 3) of places_t;

    constant WIDTH  : positive := s'length / 4;
    constant SECOND : rows_t   := ((0, 2, 5, 7), (9, 11, 12, 14), (16, 19, 21, 22), (25, 26, 28, 31));

    variable place  : places_t;
    variable four   : words_t(0 to 3);
    variable result : words_t(0 to 4 * WIDTH - 1) := s;
  begin
    for j in 0 to WIDTH - 1 loop
      for row in 0 to 3 loop
        place(row) := row * WIDTH + (j + row) mod WIDTH;
        four(row)  := result(place(row));
      end loop;
      four := l(four);
      for row in 0 to 3 loop
        result(place(row)) := four(row);
      end loop;
    end loop;
    if WIDTH = 8 then
      for row in 0 to 3 loop
        for k in 0 to 3 loop
          four(k) := result(SECOND(row)(k));
        end loop;
        four := l(four);
        for k in 0 to 3 loop
          result(SECOND(row)(k)) := four(k);
        end loop;
      end loop;
    end if;
    return result;
  end function diffuse;

  function truncate (s : words_t) return words_t is
    constant WIDTH : positive := s'length / 4;

    variable source : words_t(0 to 4 * WIDTH - 1) := s;
  begin
    return source(0 to WIDTH - 1) & source(2 * WIDTH to 3 * WIDTH - 1);
  end function truncate;

  function mask (pattern : word_t; condition : std_ulogic) return word_t is
  begin
    return pattern and (31 downto 0 => condition);
  end function mask;

end package body hamsi_pkg;
