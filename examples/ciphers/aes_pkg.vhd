-- SPDX-License-Identifier: Apache-2.0
-- The transformations of AES (FIPS 197, section 5) on bytes in the basis of aes_sbox_pkg. The S-box is smaller in that basis.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;

package aes_pkg is

  -- A state or round key, its byte 0 to the left. Byte i is row i mod 4 of column i / 4 (section 3.4).
  subtype state_t is std_ulogic_vector(127 downto 0);

  -- A column of the state or a word of the key schedule.
  subtype column_t is std_ulogic_vector(31 downto 0);

  -- Converts every byte from the representation of FIPS 197 to the basis.
  function to_basis_state (a : state_t) return state_t;

  -- Converts every byte from the basis to the representation of FIPS 197.
  function from_basis_state (a : state_t) return state_t;

  -- Multiplication by 2 in the basis (section 4.2.1).
  function double (a : byte_t) return byte_t;

  -- SubWord (section 5.2).
  function sub_word (a : column_t) return column_t;

  -- RotWord (section 5.2).
  function rot_word (a : column_t) return column_t;

  -- SubBytes (section 5.1.1).
  function sub_bytes (a : state_t) return state_t;

  -- ShiftRows (section 5.1.2).
  function shift_rows (a : state_t) return state_t;

  -- MixColumns (section 5.1.3).
  function mix_columns (a : state_t) return state_t;

end package aes_pkg;

package body aes_pkg is

  -- Returns byte i of a, counted from the left.
  function byte_of (a : std_ulogic_vector; i : natural) return byte_t is
    constant LEFT : natural := a'length - 1 - 8 * i;
    alias    bits : std_ulogic_vector(a'length - 1 downto 0) is a;
  begin
    return bits(LEFT downto LEFT - 7);
  end function byte_of;

  function to_basis_state (a : state_t) return state_t is
    variable result : state_t;
  begin
    for i in 0 to 15 loop
      result(127 - 8 * i downto 120 - 8 * i) := to_basis(byte_of(a, i));
    end loop;
    return result;
  end function to_basis_state;

  function from_basis_state (a : state_t) return state_t is
    variable result : state_t;
  begin
    for i in 0 to 15 loop
      result(127 - 8 * i downto 120 - 8 * i) := from_basis(byte_of(a, i));
    end loop;
    return result;
  end function from_basis_state;

  function double (a : byte_t) return byte_t is
    variable result : byte_t := (others => '0');
  begin
    for row in 0 to 7 loop
      for column in 0 to 7 loop
        if TWICE(row)(column) = '1' then
          result(row) := result(row) xor a(column);
        end if;
      end loop;
    end loop;
    return result;
  end function double;

  function sub_word (a : column_t) return column_t is
    variable result : column_t;
  begin
    for i in 0 to 3 loop
      result(31 - 8 * i downto 24 - 8 * i) := sbox_sums(sbox_products(byte_of(a, i)));
    end loop;
    return result;
  end function sub_word;

  function rot_word (a : column_t) return column_t is
  begin
    return a(23 downto 0) & a(31 downto 24);
  end function rot_word;

  function sub_bytes (a : state_t) return state_t is
  begin
    return sub_word(a(127 downto 96)) & sub_word(a(95 downto 64)) & sub_word(a(63 downto 32)) & sub_word(a(31 downto 0));
  end function sub_bytes;

  function shift_rows (a : state_t) return state_t is
    variable result : state_t;
  begin
    for i in 0 to 15 loop
      result(127 - 8 * i downto 120 - 8 * i) := byte_of(a, (i + 4 * (i mod 4)) mod 16);
    end loop;
    return result;
  end function shift_rows;

  function mix_columns (a : state_t) return state_t is
    variable result : state_t;
    variable b      : byte_t; -- byte in the same row
    variable c      : byte_t; -- byte in the next row
  begin
    for i in 0 to 15 loop
      b                                      := byte_of(a, i);
      c                                      := byte_of(a, 4 * (i / 4) + (i + 1) mod 4);
      result(127 - 8 * i downto 120 - 8 * i) := double(b xor c) xor c
                                                xor byte_of(a, 4 * (i / 4) + (i + 2) mod 4)
                                                xor byte_of(a, 4 * (i / 4) + (i + 3) mod 4);
    end loop;
    return result;
  end function mix_columns;

end package body aes_pkg;
