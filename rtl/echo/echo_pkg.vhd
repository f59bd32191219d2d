-- SPDX-License-Identifier: Apache-2.0
-- Steps of ECHO as submitted for Round 2, under the names of the specification. The salt is zero.
-- Source: R. Benadjila et al., "SHA-3 Proposal: ECHO"; FIPS 197 for the AES field.
-- Widths: the state is four columns of four words of 128 bits; word 4 * column + row. A word is itself a state of AES: byte n of
-- its 16 bytes is in row n mod 4 of column n / 4. Bytes are in the basis of aes_sbox_pkg, except where "written form" is stated:
-- bytes as the specification writes them.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.aes_sbox_pkg.all;

package echo_pkg is

  -- A word of 16 bytes, byte n in bits 8n + 7 .. 8n.
  subtype word_t is std_ulogic_vector(127 downto 0);

  type words_t is array (natural range <>) of word_t;

  subtype state_t is words_t(0 to 15);

  -- Four bytes of a word, a column of AES: row r in bits 8r + 7 .. 8r.
  subtype column_t is std_ulogic_vector(31 downto 0);

  -- A key: bytes 0 to 7 of a word. Its other bytes are zero.
  subtype key_t is std_ulogic_vector(63 downto 0);

  type keys_t is array (0 to 15) of key_t;

  type bytes_t is array (0 to 3) of byte_t;

  constant NO_WORD : word_t := (others => '0');

  -- COMPRESS_512 has a chaining variable of four words and eight rounds, COMPRESS_1024 eight words and ten rounds.
  function rounds (chain_words : positive) return positive;

  -- BIG.ShiftRows.
  function big_shift_rows (w : state_t) return state_t;

  -- Bit BIT_INDEX of the double of T: the sum of the bits of T that this row of TWICE marks.
  function twice_bit (t : byte_t; bit_index : natural range 0 to 7) return std_ulogic;

  -- The result of an AES round without a key on a word of zeros.
  function round_of_zero return word_t;

  -- A factor times each byte of a number, in the field of AES. The number is in written form, the result is in the basis.
  function times (factor : byte_t; number : std_ulogic_vector) return std_ulogic_vector;

  -- The product of two bytes, and the inverse of a byte, in the field of AES (FIPS 197, section 4.2). Bytes are in written form.
  function product (a : byte_t; b : byte_t) return byte_t;

  function inverse (a : byte_t) return byte_t;

  -- A word of the chaining variable before a message: each word is the digest size in bits.
  function initial_word (digest_bits : positive) return word_t;

  -- stream_to_basis and basis_to_stream: bytes of the stream, the first one in the most significant bits, to the basis and back.
  -- to_words and to_bytes: these bytes as words of the state, and back.
  function stream_to_basis (bytes : std_ulogic_vector) return std_ulogic_vector;

  function basis_to_stream (bytes : std_ulogic_vector) return std_ulogic_vector;

  function to_words (bytes : std_ulogic_vector) return words_t;

  function to_bytes (words : words_t) return std_ulogic_vector;

end package echo_pkg;

package body echo_pkg is

  function rounds (chain_words : positive) return positive is
  begin
    if chain_words = 4 then
      return 8;
    end if;
    return 10;
  end function rounds;

  function big_shift_rows (w : state_t) return state_t is
    variable result : state_t;
  begin
    for column in 0 to 3 loop
      for row in 0 to 3 loop
        result(4 * column + row) := w((4 * (column + row) + row) mod 16);
      end loop;
    end loop;
    return result;
  end function big_shift_rows;

  function twice_bit (t : byte_t; bit_index : natural range 0 to 7) return std_ulogic is
    variable result : std_ulogic := '0';
  begin
    for i in 0 to 7 loop
      if TWICE(bit_index)(i) = '1' then
        result := result xor t(i);
      end if;
    end loop;
    return result;
  end function twice_bit;

  -- All bytes are equal, so MixColumns does not change them.
  function round_of_zero return word_t is
    constant ZERO : byte_t := (others => '0');

    variable result : word_t;
  begin
    for i in 0 to 15 loop
      result(8 * i + 7 downto 8 * i) := sbox_sums(sbox_products(ZERO));
    end loop;
    return result;
  end function round_of_zero;

  function product (a : byte_t; b : byte_t) return byte_t is
    constant REDUCED : byte_t := x"1b";

    variable multiple : byte_t := a;
    variable result   : byte_t := (others => '0');
  begin
    for i in 0 to 7 loop
      if b(i) = '1' then
        result := result xor multiple;
      end if;
      if multiple(7) = '1' then
        multiple := (multiple(6 downto 0) & '0') xor REDUCED;
      else
        multiple := multiple(6 downto 0) & '0';
      end if;
    end loop;
    return result;
  end function product;

  -- Entry i is what bit i of a byte in written form adds to the product in the basis.
  function multiplication (factor : byte_t) return matrix_t is
    variable bit_alone : byte_t;
    variable result    : matrix_t;
  begin
    for i in 0 to 7 loop
      bit_alone    := (others => '0');
      bit_alone(i) := '1';
      result(i)    := to_basis(product(factor, bit_alone));
    end loop;
    return result;
  end function multiplication;

  function times (factor : byte_t; number : std_ulogic_vector) return std_ulogic_vector is
    constant COLUMNS : matrix_t := multiplication(factor);
    constant LENGTH  : positive := number'length;
    alias    source  : std_ulogic_vector(LENGTH - 1 downto 0) is number;
    variable result  : std_ulogic_vector(LENGTH - 1 downto 0);
  begin
    result := (others => '0');
    for i in 0 to LENGTH / 8 - 1 loop
      for j in 0 to 7 loop
        for k in 0 to 7 loop
          if COLUMNS(k)(j) = '1' then
            result(8 * i + j) := result(8 * i + j) xor source(8 * i + k);
          end if;
        end loop;
      end loop;
    end loop;
    return result;
  end function times;

  function inverse (a : byte_t) return byte_t is
    variable candidate : byte_t;
  begin
    for i in 1 to 255 loop
      candidate := std_ulogic_vector(to_unsigned(i, 8));
      if product(a, candidate) = x"01" then
        return candidate;
      end if;
    end loop;
    return x"00";
  end function inverse;

  function initial_word (digest_bits : positive) return word_t is
    constant SIZE : std_ulogic_vector(15 downto 0) := std_ulogic_vector(to_unsigned(digest_bits, 16));

    variable result : word_t := (others => '0');
  begin
    result(7 downto 0)  := to_basis(SIZE(7 downto 0));
    result(15 downto 8) := to_basis(SIZE(15 downto 8));
    return result;
  end function initial_word;

  function stream_to_basis (bytes : std_ulogic_vector) return std_ulogic_vector is
    constant LENGTH : positive := bytes'length;
    alias    source : std_ulogic_vector(LENGTH - 1 downto 0) is bytes;
    variable result : std_ulogic_vector(LENGTH - 1 downto 0);
  begin
    for i in 0 to LENGTH / 8 - 1 loop
      result(8 * i + 7 downto 8 * i) := to_basis(source(8 * i + 7 downto 8 * i));
    end loop;
    return result;
  end function stream_to_basis;

  function basis_to_stream (bytes : std_ulogic_vector) return std_ulogic_vector is
    constant LENGTH : positive := bytes'length;
    alias    source : std_ulogic_vector(LENGTH - 1 downto 0) is bytes;
    variable result : std_ulogic_vector(LENGTH - 1 downto 0);
  begin
    for i in 0 to LENGTH / 8 - 1 loop
      result(8 * i + 7 downto 8 * i) := from_basis(source(8 * i + 7 downto 8 * i));
    end loop;
    return result;
  end function basis_to_stream;

  function to_words (bytes : std_ulogic_vector) return words_t is
    constant LENGTH : positive := bytes'length;
    alias    source : std_ulogic_vector(LENGTH - 1 downto 0) is bytes;
    variable result : words_t(0 to LENGTH / 128 - 1);
  begin
    for i in 0 to LENGTH / 8 - 1 loop
      result(i / 16)(8 * (i mod 16) + 7 downto 8 * (i mod 16)) := source(LENGTH - 8 * i - 1 downto LENGTH - 8 * i - 8);
    end loop;
    return result;
  end function to_words;

  function to_bytes (words : words_t) return std_ulogic_vector is
    constant LENGTH : positive := 128 * words'length;
    variable word   : word_t;
    variable result : std_ulogic_vector(LENGTH - 1 downto 0);
  begin
    for i in 0 to words'length - 1 loop
      word := words(words'left + i);
      for j in 0 to 15 loop
        result(LENGTH - 128 * i - 8 * j - 1 downto LENGTH - 128 * i - 8 * j - 8) := word(8 * j + 7 downto 8 * j);
      end loop;
    end loop;
    return result;
  end function to_bytes;

end package body echo_pkg;
