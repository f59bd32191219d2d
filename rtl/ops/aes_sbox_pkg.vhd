-- SPDX-License-Identifier: Apache-2.0
-- The S-box of AES (FIPS 197, section 5.1.1) and the multiplication by 2 in its field, in a basis in which both take few LUT4s.
-- The AES-based families share this package. They keep their state in this basis and convert only words that enter or leave.
--
-- GF(2^8) is represented as an extension of GF(2^4), and GF(2^4) as an extension of GF(2^2), each of degree two. Let N = a^17,
-- which is an element of GF(2^4). The inverse of a is a^16 / N. So every bit of the S-box is a sum of products; one factor is a
-- part of 1/N and the other a part of a:
--
--   a --> six pairs of sums --> N (quadratic) --> three pairs of 1/N
--                  |                                    |
--                  +--> twelve products of pairs <------+
--                                 |
--                                 +--> sums of at most four products --> b
--
-- A pair of bits is an element of GF(2^2). Two pairs are the inputs of one LUT4. With three pairs for each factor, a product in
-- GF(2^4) takes six LUT4s instead of eight.
--
-- The basis was found by a search for the smallest sums, among all bases in which no row of TWICE has more than two ones. The
-- S-box takes 10 LUT4s for the pairs, 10 for N, 6 for 1/N, 12 for the products and 8 for b; the change of basis takes none.
--
-- sbox_products and sbox_sums are the two halves of the S-box. A pipeline register can be placed between them.

library ieee;
use ieee.std_logic_1164.all;

package aes_sbox_pkg is

  subtype byte_t is std_ulogic_vector(7 downto 0);

  subtype products_t is std_ulogic_vector(11 downto 0);

  -- A matrix over GF(2), by rows: bit i of the result is the sum of the input bits that row i selects.
  type matrix_t is array (0 to 7) of byte_t;

  -- The multiplication by 2 (FIPS 197, section 4.2.1) in the basis.
  constant TWICE : matrix_t := (
                                 "11000000", "00000001", "00000010", "00000100", "00001001", "00010000", "00100000", "01000000"
                               );

  -- Converts a byte from the representation of FIPS 197 to the basis.
  function to_basis (a : byte_t) return byte_t;

  -- Converts a byte from the basis to the representation of FIPS 197.
  function from_basis (a : byte_t) return byte_t;

  -- The first half of the S-box: sbox_sums(sbox_products(a)) is the S-box of a. Both bytes are in the basis.
  function sbox_products (a : byte_t) return products_t;

  -- The second half of the S-box. It returns zero if all products are zero, as after a reset of a register between the halves.
  function sbox_sums (p : products_t) return byte_t;

  -- Returns the number of '1' bits of a.
  function weight (a : byte_t) return natural;

end package aes_sbox_pkg;

package body aes_sbox_pkg is

  type functions_t is array (natural range <>) of std_ulogic_vector(15 downto 0);

  constant BASIS : matrix_t := (
                                 "00100111", "01001110", "10011100", "00111001", "00111100", "01111000", "11110001", "11100010"
                               );

  constant BASIS_INVERSE : matrix_t := (
                                         "01011111", "11100011", "01000111", "11010001",
                                         "01111100", "11111010", "01110111", "11101110"
                                       );

  -- Truth tables of the three pairs of 1/N: bit i of each is its value for N = i. 1/N is zero if N is zero.
  constant INVERSE : functions_t(0 to 5) := (x"52f8", x"e8e2", x"b4cc", x"cf88", x"e634", x"276a");

  function times (m : matrix_t; a : byte_t) return byte_t is
    variable result : byte_t := (others => '0');
  begin
    for row in 0 to 7 loop
      for column in 0 to 7 loop
        if m(row)(column) = '1' then
          result(row) := result(row) xor a(column);
        end if;
      end loop;
    end loop;
    return result;
  end function times;

  function to_basis (a : byte_t) return byte_t is
  begin
    return times(BASIS, a);
  end function to_basis;

  function from_basis (a : byte_t) return byte_t is
  begin
    return times(BASIS_INVERSE, a);
  end function from_basis;

  -- Returns the sum of the products u(1)v(1), u(1)v(0), u(0)v(1), u(0)v(0) that `terms` selects, in this order.
  function bilinear (u, v : std_ulogic_vector(1 downto 0); terms : std_ulogic_vector(3 downto 0)) return std_ulogic is
    variable result : std_ulogic := '0';
  begin
    for i in 0 to 1 loop
      for j in 0 to 1 loop
        if terms(2 * i + j) = '1' then
          result := result xor (u(i) and v(j));
        end if;
      end loop;
    end loop;
    return result;
  end function bilinear;

  -- Returns bit `index` of `table`, written as multiplexers of two inputs.
  function look_up (table : std_ulogic_vector(15 downto 0); index : std_ulogic_vector(3 downto 0)) return std_ulogic is
    variable left   : std_ulogic_vector(15 downto 0) := table;
    variable length : positive                       := 16;
  begin
    for i in 3 downto 0 loop
      length := length / 2;
      for j in 0 to length - 1 loop
        left(j) := (left(j) and not index(i)) or (left(j + length) and index(i));
      end loop;
    end loop;
    return left(0);
  end function look_up;

  function sbox_products (a : byte_t) return products_t is
    variable x    : std_ulogic_vector(11 downto 0);
    variable n    : std_ulogic_vector(5 downto 0);
    variable norm : std_ulogic_vector(3 downto 0);
    variable d    : std_ulogic_vector(5 downto 0);
    variable p    : products_t;
  begin
    x(0)    := a(1) xor a(3) xor a(5);
    x(1)    := a(2) xor a(3) xor a(7);
    x(2)    := a(2) xor a(4) xor a(6);
    x(3)    := a(1) xor a(5) xor a(6) xor a(7);
    x(4)    := a(4);
    x(5)    := a(3) xor a(6) xor a(7);
    x(6)    := a(0) xor a(5);
    x(7)    := a(0) xor a(2) xor a(6) xor a(7);
    x(8)    := a(2);
    x(9)    := a(3) xor a(4) xor a(6);
    x(10)   := a(5) xor a(6) xor a(7);
    x(11)   := a(0) xor a(3) xor a(4) xor a(7);
    n(0)    := bilinear(x(1 downto 0), x(7 downto 6), "0111") xor x(0) xor x(1) xor x(6);
    n(1)    := bilinear(x(1 downto 0), x(7 downto 6), "1001") xor x(0) xor x(6) xor x(7);
    n(2)    := bilinear(x(3 downto 2), x(9 downto 8), "1101") xor x(2) xor x(3) xor x(8) xor x(9);
    n(3)    := bilinear(x(3 downto 2), x(9 downto 8), "1011") xor x(2) xor x(8);
    n(4)    := bilinear(x(5 downto 4), x(11 downto 10), "1011") xor x(5) xor x(10) xor x(11);
    n(5)    := bilinear(x(5 downto 4), x(11 downto 10), "0110") xor x(5) xor x(10);
    norm(0) := n(3) xor n(4);
    norm(1) := n(1) xor n(5) xor x(5);
    norm(2) := n(2) xor n(5) xor x(1);
    norm(3) := n(0) xor n(4) xor x(3);
    for i in 0 to 5 loop
      d(i) := look_up(INVERSE(i), norm);
    end loop;
    p(0)  := not bilinear(x(1 downto 0), d(5 downto 4), "1110");
    p(1)  := bilinear(x(1 downto 0), d(5 downto 4), "0111");
    p(2)  := bilinear(x(3 downto 2), d(1 downto 0), "1101");
    p(3)  := bilinear(x(3 downto 2), d(1 downto 0), "0110");
    p(4)  := not bilinear(x(5 downto 4), d(3 downto 2), "1001");
    p(5)  := bilinear(x(5 downto 4), d(3 downto 2), "0111");
    p(6)  := bilinear(x(7 downto 6), d(5 downto 4), "0111");
    p(7)  := bilinear(x(7 downto 6), d(5 downto 4), "1110");
    p(8)  := not bilinear(x(9 downto 8), d(1 downto 0), "1110");
    p(9)  := not bilinear(x(9 downto 8), d(1 downto 0), "1001");
    p(10) := bilinear(x(11 downto 10), d(3 downto 2), "0110");
    p(11) := bilinear(x(11 downto 10), d(3 downto 2), "1011");
    return p;
  end function sbox_products;

  function sbox_sums (p : products_t) return byte_t is
    variable b : byte_t;
  begin
    b(0) := p(2) xor p(5) xor p(8) xor p(11);
    b(1) := p(3) xor p(4) xor p(6) xor p(8);
    b(2) := p(0) xor p(5) xor p(8) xor p(11);
    b(3) := p(0) xor p(5) xor p(7) xor p(9);
    b(4) := p(1) xor p(4) xor p(7) xor p(10);
    b(5) := p(1) xor p(4) xor p(7) xor p(9);
    b(6) := p(3) xor p(4);
    b(7) := p(2) xor p(5) xor p(9) xor p(10);
    return b;
  end function sbox_sums;

  function weight (a : byte_t) return natural is
    variable result : natural := 0;
  begin
    for i in 0 to 7 loop
      if a(i) = '1' then
        result := result + 1;
      end if;
    end loop;
    return result;
  end function weight;

end package body aes_sbox_pkg;
