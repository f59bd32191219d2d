-- SPDX-License-Identifier: Apache-2.0
-- Steps of the permutations P and Q of Groestl-0, the Round-2 version of Groestl, for states of 8 and of 16 columns. SubBytes is in
-- aes_sbox_pkg.
-- Source: P. Gauravaram et al., "Groestl - a SHA-3 candidate", 2008, sections 3.4 and 3.5.
-- Widths: columns of 8 bytes. Bytes are in the basis of aes_sbox_pkg, except where "written form" is stated: bytes as the
-- specification writes them.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.aes_sbox_pkg.all;

package groestl_pkg is

  -- A column of the state, row 0 first.
  type column_t is array (0 to 7) of byte_t;

  type state_t is array (natural range <>) of column_t;

  -- A column between the two halves of SubBytes.
  type product_column_t is array (0 to 7) of products_t;

  type product_state_t is array (natural range <>) of product_column_t;

  -- Rounds of P and of Q: 10 for 8 columns, 14 for 16 columns.
  function rounds (columns : positive) return positive;

  -- Section 3.4.2, AddRoundConstant, in written form: P adds its constant to row 0 of column 0, Q its own to row 7 of column 0.
  function constant_of_p (round_index : natural) return byte_t;

  function constant_of_q (round_index : natural) return byte_t;

  -- Section 3.4.4, ShiftBytes, the same for P and Q.
  function shift_bytes (a : product_state_t) return product_state_t;

  -- ShiftBytes of Groestl (specification of 2011, section 3.4.4): by how many columns a row of P or of Q moves to the left.
  -- SUBMISSION = 2 is Groestl-0, where both have the same amounts.
  function shift_amount (row : natural; for_q : boolean; submission : positive) return natural;

  -- Section 3.4.5, MixBytes, for one column. Two more columns are added to its result: `chained`, and `spread`, which must have
  -- been prepared by scatter.
  function mix_bytes (a : column_t; chained : column_t; spread : column_t) return column_t;

  -- How bit BIT_INDEX of `spread` enters mix_bytes: the bit of w that it is added to, or 8 if it is added to the result.
  function entry (bit_index : natural range 0 to 7) return natural;

  -- Prepares a byte of `spread` for mix_bytes.
  function scatter (a : byte_t) return byte_t;

  -- Section 3.5, the initial value: the digest size in bits, as a number of the width of the state, in the basis.
  function initial_value (columns : positive; digest_bits : positive) return state_t;

  -- Columns in the basis from words of the stream in written form: first column first, row 0 in the most significant byte.
  function to_state (word : std_ulogic_vector) return state_t;

  -- The written form of digest bytes in the basis.
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

  function shift_amount (row : natural; for_q : boolean; submission : positive) return natural is
  begin
    if for_q and submission = 3 then
      return (2 * row + 1) mod 9;
    end if;
    return row;
  end function shift_amount;

  -- How bit BIT_INDEX of `spread` enters mix_bytes. The LUT4 of a result bit has four inputs already: w, y, the bit of the chaining
  -- value and its gate. So the bit of `spread` is added to w instead. This needs a row of TWICE with a single bit; that bit of w is
  -- returned. Where the row has two bits, the result bit takes two LUT4s, which have inputs free. Then 8 is returned, and the bit
  -- of `spread` is added to the result itself.
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

  -- A bit that is added to w reaches further bits of the result as well. scatter adds it to these bits a second time, which cancels
  -- it there.
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

  -- b_i = 2 w_(i+3) + y_(i+4), indices modulo 8, with the sums t, y and w below. Each sum takes one LUT4 per bit, or two where a
  -- row of TWICE has two bits. `chained` is added in the last sum, and so are the bits of `spread` that are not added to w.
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
