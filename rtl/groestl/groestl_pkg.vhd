-- SPDX-License-Identifier: Apache-2.0
-- Groestl-0, the Round-2 version of Groestl (P. Gauravaram et al., "Groestl - a SHA-3 candidate", 2008): the steps of its permutations
-- P and Q, section 3.4, for states of 8 and of 16 columns, on bytes in the basis of aes_sbox_pkg. SubBytes is there.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.aes_sbox_pkg.all;

package groestl_pkg is

  -- Row 0 first.
  type column_t is array (0 to 7) of byte_t;

  type state_t is array (natural range <>) of column_t;

  -- Between the halves of SubBytes.
  type product_column_t is array (0 to 7) of products_t;

  type product_state_t is array (natural range <>) of product_column_t;

  function rounds (columns : positive) return positive;

  -- 3.4.2 AddRoundConstant: what P adds to row 0 and Q to row 7 of column 0, as written.
  function constant_of_p (round_index : natural) return byte_t;

  function constant_of_q (round_index : natural) return byte_t;

  -- 3.4.4
  function shift_bytes (a : product_state_t) return product_state_t;

  -- 3.4.5 for a column, with two more things to add: `chained` as it is and `spread` after scatter.
  function mix_bytes (a : column_t; chained : column_t; spread : column_t) return column_t;

  -- Prepares a byte of a column for mix_bytes.
  function scatter (a : byte_t) return byte_t;

  -- 3.5: the digest size in bits as a number as wide as the state, in the basis.
  function initial_value (columns : positive; digest_bits : positive) return state_t;

  -- Words of the stream, first column first, row 0 in the most significant byte.
  function to_state (word : std_ulogic_vector) return state_t;

  -- Of a digest kept in the basis, byte by byte: as it is handed over.
  function restored (word : std_ulogic_vector) return std_ulogic_vector;

end package groestl_pkg;

package body groestl_pkg is

  function rounds (columns : positive) return positive is
  begin
    if columns = 8 then
      return 10;
    end if;
    return 14;
  end function rounds;

  function constant_of_p (round_index : natural) return byte_t is
  begin
    return std_ulogic_vector(to_unsigned(round_index, 8));
  end function constant_of_p;

  function constant_of_q (round_index : natural) return byte_t is
  begin
    return not constant_of_p(round_index);
  end function constant_of_q;

  function shift_bytes (a : product_state_t) return product_state_t is
    variable amount : natural;
    variable result : product_state_t(0 to a'length - 1);
  begin
    for row in 0 to 7 loop
      amount := row;
      if row = 7 and a'length = 16 then
        amount := 11;
      end if;
      for column in 0 to a'length - 1 loop
        result(column)(row) := a((column + amount) mod a'length)(row);
      end loop;
    end loop;
    return result;
  end function shift_bytes;

  -- The bit of the sum w of mix_bytes that reaches bit BIT of the result alone, or 8: where a row of TWICE is a sum of two bits, the
  -- function of four inputs that makes the result's bit has no input for w's.
  function entry (bit_index : natural range 0 to 7) return natural is
  begin
    if weight(TWICE(bit_index)) = 1 then
      for i in 0 to 7 loop
        if TWICE(bit_index)(i) = '1' then
          return i;
        end if;
      end loop;
    end if;
    return 8;
  end function entry;

  -- Bits that enter through w reach further bits of the result; these get them twice.
  function scatter (a : byte_t) return byte_t is
    variable result : byte_t := a;
  begin
    for i in 0 to 7 loop
      for j in 0 to 7 loop
        if entry(i) < 8 and j /= i then
          if TWICE(j)(entry(i)) = '1' then
            result(j) := result(j) xor a(i);
          end if;
        end if;
      end loop;
    end loop;
    return result;
  end function scatter;

  -- b_i = 2 w_(i+3) + y_(i+4), indices modulo 8, with the sums t, y and w below; each is one function of four inputs a bit, or two
  -- where a row of TWICE has two bits. `chained` is added in the last sum and so are the bits of `spread` that do not enter in w.
  function mix_bytes (a : column_t; chained : column_t; spread : column_t) return column_t is
    variable t      : column_t;
    variable y      : column_t;
    variable w      : column_t;
    variable result : column_t;
  begin
    for i in 0 to 7 loop
      t(i) := a(i) xor a((i + 1) mod 8);
    end loop;
    for i in 0 to 7 loop
      y(i) := t(i) xor t((i + 2) mod 8) xor a((i + 6) mod 8);
    end loop;
    for i in 0 to 7 loop
      w(i) := (others => '0');
      for j in 0 to 7 loop
        for k in 0 to 7 loop
          if TWICE(j)(k) = '1' then
            w(i)(j) := w(i)(j) xor t(i)(k) xor t((i + 3) mod 8)(k);
          end if;
        end loop;
        w(i)(j) := w(i)(j) xor y((i + 4) mod 8)(j);
        for k in 0 to 7 loop
          if entry(k) = j then
            w(i)(j) := w(i)(j) xor spread((i + 5) mod 8)(k);
          end if;
        end loop;
      end loop;
    end loop;
    for i in 0 to 7 loop
      for j in 0 to 7 loop
        result(i)(j) := chained(i)(j);
        if entry(j) = 8 then
          result(i)(j) := result(i)(j) xor spread(i)(j);
        end if;
        for k in 0 to 7 loop
          if TWICE(j)(k) = '1' then
            result(i)(j) := result(i)(j) xor w((i + 3) mod 8)(k);
          end if;
        end loop;
        result(i)(j) := result(i)(j) xor y((i + 4) mod 8)(j);
      end loop;
    end loop;
    return result;
  end function mix_bytes;

  function initial_value (columns : positive; digest_bits : positive) return state_t is
  begin
    return to_state(std_ulogic_vector(to_unsigned(digest_bits, 64 * columns)));
  end function initial_value;

  function to_state (word : std_ulogic_vector) return state_t is
    constant LENGTH : positive := word'length;
    alias    bits   : std_ulogic_vector(0 to LENGTH - 1) is word;
    variable result : state_t(0 to LENGTH / 64 - 1);
  begin
    for i in 0 to LENGTH / 8 - 1 loop
      result(i / 8)(i mod 8) := to_basis(bits(8 * i to 8 * i + 7));
    end loop;
    return result;
  end function to_state;

  function restored (word : std_ulogic_vector) return std_ulogic_vector is
    constant LENGTH : positive := word'length;
    alias    source : std_ulogic_vector(LENGTH - 1 downto 0) is word;
    variable result : std_ulogic_vector(LENGTH - 1 downto 0);
  begin
    for i in 0 to LENGTH / 8 - 1 loop
      result(8 * i + 7 downto 8 * i) := from_basis(source(8 * i + 7 downto 8 * i));
    end loop;
    return result;
  end function restored;

end package body groestl_pkg;
