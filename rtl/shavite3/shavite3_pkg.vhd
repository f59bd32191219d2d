-- SPDX-License-Identifier: Apache-2.0
-- The functions and constants of SHAvite-3 as submitted for Round 2.
-- Source: E. Biham and O. Dunkelman, "The SHAvite-3 Hash Function", tweaked version, 2009. Names are those of the paper. Words are
-- numbered as in the submitted code: the first byte of the stream is row 3 of its word. The salt is zero.
--
-- A column is a word of 32 bits. Row r of it is bits 8r + 7 .. 8r, each byte in the basis of aes_sbox_pkg. A subkey is four
-- columns. A row of the message expansion is what one cycle uses: one subkey in C_256, two subkeys in C_512.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.aes_sbox_pkg.all;

package shavite3_pkg is

  subtype column_t is std_ulogic_vector(31 downto 0);

  type columns_t is array (natural range <>) of column_t;

  -- How a row of the message expansion is computed. The first four rows are the block; then four nonlinear and four linear rows
  -- take turns.
  type step_t is (from_block, nonlinear, linear);

  constant NONE : column_t := (others => '0');

  -- BRANCHES: 1 for C_256, which has one F in a round; 2 for C_512, which has two F side by side. aes_rounds_of_f is the number of
  -- AES rounds of one F; row_count is the number of rows of the message expansion.
  function aes_rounds_of_f (branches : positive) return positive;

  function row_count (branches : positive) return positive;

  -- How ROW is computed. ROW may be larger than the last row; then it is a row of the next block.
  function made_by (row : natural; branches : positive) return step_t;

  -- The counter is added to four rows of a block, PLACE = 0 .. 3. place_of_counter is the number of the row.
  subtype place_t is natural range 0 to 3;

  function place_of_counter (place : place_t; branches : positive) return natural;

  -- The end of an AES round of one column: the second half of SubBytes, from the products of its first half, MixColumns, and ADDED.
  type product_column_t is array (0 to 3) of products_t;

  function sums_and_mix (products : product_column_t; added : column_t) return column_t;

  -- The column of which SubBytes and MixColumns make RESULT.
  function column_before (result : column_t) return column_t;

  -- The initial chaining value for digests of 256 or 512 bits: C(C(0, 0, 0), m, 0), where m starts with the size of the digest.
  function initial_value (digest_bits : positive) return columns_t;

  -- Columns as one vector, the first column in the most significant bits, and the inverse.
  function columns_bits (columns : columns_t) return std_ulogic_vector;

  function bits_columns (bits : std_ulogic_vector) return columns_t;

  -- A column with its bytes in the basis.
  function to_basis_column (a : column_t) return column_t;

  -- The same with a conversion: words as they are in the stream to columns in the basis, and the inverse.
  function to_columns (word : std_ulogic_vector) return columns_t;

  function to_word (columns : columns_t) return std_ulogic_vector;

end package shavite3_pkg;

package body shavite3_pkg is

  function aes_rounds_of_f (branches : positive) return positive is
  begin
    return 2 + branches;
  end function aes_rounds_of_f;

  function row_count (branches : positive) return positive is
  begin
    if branches = 1 then
      return 36;
    end if;
    return 56;
  end function row_count;

  function made_by (row : natural; branches : positive) return step_t is
    variable turn : natural;
  begin
    turn := row mod row_count(branches) / 4;
    if turn = 0 then
      return from_block;
    elsif turn mod 2 = 1 then
      return nonlinear;
    end if;
    return linear;
  end function made_by;

  function place_of_counter (place : place_t; branches : positive) return natural is
    type places_t is array (place_t) of natural;

    constant IN_256 : places_t := (16, 56, 84, 124);
    constant IN_512 : places_t := (32, 164, 316, 440);
  begin
    if branches = 1 then
      return IN_256(place) / 4;
    end if;
    return IN_512(place) / 8;
  end function place_of_counter;

  -- MixColumns: b_i = 2 (a_i + a_(i+1)) + a_(i+1) + a_(i+2) + a_(i+3), indices modulo 4. With the sums t_i of two neighbours, a
  -- result bit is one LUT4, including `added`. Where a row of TWICE has two bits, one more LUT4 is needed.
  type bytes_t is array (0 to 3) of byte_t;

  function mix (a : bytes_t; added : column_t) return column_t is
    variable t      : bytes_t;
    variable double : std_ulogic;
    variable result : column_t;
  begin
    for i in 0 to 3 loop
      t(i) := a(i) xor a((i + 1) mod 4);
    end loop;
    for i in 0 to 3 loop
      for j in 0 to 7 loop
        double := '0';
        for k in 0 to 7 loop
          if TWICE(j)(k) = '1' then
            double := double xor t(i)(k);
          end if;
        end loop;
        result(8 * i + j) := double xor (a((i + 1) mod 4)(j) xor t((i + 2) mod 4)(j) xor added(8 * i + j));
      end loop;
    end loop;
    return result;
  end function mix;

  function sums_and_mix (products : product_column_t; added : column_t) return column_t is
    variable a : bytes_t;
  begin
    for i in 0 to 3 loop
      a(i) := sbox_sums(products(i));
    end loop;
    return mix(a, added);
  end function sums_and_mix;

  function to_bytes (column : column_t) return bytes_t is
    variable result : bytes_t;
  begin
    for i in 0 to 3 loop
      result(i) := column(8 * i + 7 downto 8 * i);
    end loop;
    return result;
  end function to_bytes;

  -- The fourth power of MixColumns is the identity, so its third power is its inverse.
  function column_before (result : column_t) return column_t is
    variable unmixed  : column_t := result;
    variable tried    : byte_t;
    variable original : column_t;
  begin
    for i in 1 to 3 loop
      unmixed := mix(to_bytes(unmixed), NONE);
    end loop;
    for i in 0 to 3 loop
      for value in 0 to 255 loop
        tried := std_ulogic_vector(to_unsigned(value, 8));
        if sbox_sums(sbox_products(tried)) = unmixed(8 * i + 7 downto 8 * i) then
          original(8 * i + 7 downto 8 * i) := tried;
        end if;
      end loop;
    end loop;
    return original;
  end function column_before;

  function initial_value (digest_bits : positive) return columns_t is
    constant IV_256 : std_ulogic_vector(255 downto 0) := x"51f5ec3e9b8110bf5985dce6d53fe2f373ec1a4331f7e379055f3298f1312aa9";
    constant IV_512 : std_ulogic_vector(511 downto 0) := x"632b65d5eae6f125fa488fb1473aeea1077bb6c8d348cebd787b93e38651db05"
                                                         & x"26e33b6103a31fa1d433c89016e3ce790ff01a1e65b12928805fb2239914e121";
  begin
    if digest_bits = 256 then
      return to_columns(IV_256);
    end if;
    return to_columns(IV_512);
  end function initial_value;

  function to_basis_column (a : column_t) return column_t is
    variable result : column_t;
  begin
    for i in 0 to 3 loop
      result(8 * i + 7 downto 8 * i) := to_basis(a(8 * i + 7 downto 8 * i));
    end loop;
    return result;
  end function to_basis_column;

  function columns_bits (columns : columns_t) return std_ulogic_vector is
    constant LENGTH : positive := 32 * columns'length;
    variable result : std_ulogic_vector(LENGTH - 1 downto 0);
  begin
    for i in 0 to columns'length - 1 loop
      result(LENGTH - 32 * i - 1 downto LENGTH - 32 * i - 32) := columns(columns'left + i);
    end loop;
    return result;
  end function columns_bits;

  function bits_columns (bits : std_ulogic_vector) return columns_t is
    constant LENGTH : positive := bits'length;
    alias    source : std_ulogic_vector(LENGTH - 1 downto 0) is bits;
    variable result : columns_t(0 to LENGTH / 32 - 1);
  begin
    for i in 0 to LENGTH / 32 - 1 loop
      result(i) := source(LENGTH - 32 * i - 1 downto LENGTH - 32 * i - 32);
    end loop;
    return result;
  end function bits_columns;

  function to_columns (word : std_ulogic_vector) return columns_t is
    variable result : columns_t(0 to word'length / 32 - 1);
  begin
    result := bits_columns(word);
    for i in 0 to result'length - 1 loop
      result(i) := to_basis_column(result(i));
    end loop;
    return result;
  end function to_columns;

  function to_word (columns : columns_t) return std_ulogic_vector is
    variable result : columns_t(0 to columns'length - 1);
  begin
    result := columns;
    for i in 0 to result'length - 1 loop
      for j in 0 to 3 loop
        result(i)(8 * j + 7 downto 8 * j) := from_basis(result(i)(8 * j + 7 downto 8 * j));
      end loop;
    end loop;
    return columns_bits(result);
  end function to_word;

end package body shavite3_pkg;
