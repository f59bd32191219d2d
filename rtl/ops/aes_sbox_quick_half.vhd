-- SPDX-License-Identifier: Apache-2.0
-- First half of the AES S-box of one byte, as aes_sbox_first_half, but one LUT4 less deep and nine LUT4s larger. For cores that
-- have other logic in front of the S-box in the same cycle.
--
--   a (8) --+--> N, directly from the byte --> 1/N --+--> products (12)
--           +--> sums -------------------------------+
--
-- Every bit of N is a quadratic form of the bits of a. If it is written as a sum of at most four forms, each of four variables, it
-- is two LUT4s deep. Such sums were found by trying all sets of four variables; here they have three or four forms. 1/N is
-- computed from bits 0, 1 and 2 of N and from the sum of its bits 1 and 3 (`odd`), which needs one form less than bit 3.
--
-- Widths: a is a byte in the basis of aes_sbox_pkg. Latency: none, combinational; four LUT4s deep.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;

entity aes_sbox_quick_half is
  port (
    a        : in    byte_t;    -- byte in the basis of aes_sbox_pkg
    products : out   products_t -- the twelve products that sbox_sums adds
  );
end entity aes_sbox_quick_half;

architecture rtl of aes_sbox_quick_half is

  type functions_t is array (0 to 5) of std_ulogic_vector(15 downto 0);

  -- Truth tables of the three pairs of 1/N, as in aes_sbox_pkg: bit i of each is its value for N = i.
  constant INVERSE : functions_t := (x"52f8", x"e8e2", x"b4cc", x"cf88", x"e634", x"276a");

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

  signal norm : std_ulogic_vector(3 downto 0);
  signal odd  : std_ulogic; -- sum of bits 1 and 3 of N
  signal x    : std_ulogic_vector(11 downto 0);
  signal d    : std_ulogic_vector(5 downto 0);

begin

  norm(0) <= ((a(3) and (a(4) xor a(5) xor a(6))) xor (a(6) and (a(4) xor a(5))) xor a(3) xor a(5) xor a(6))
             xor (((a(0) xor a(1)) and (a(4) xor a(6))) xor a(0))
             xor ((a(3) and (a(0) xor a(1) xor a(7))) xor (a(0) and a(7)))
             xor ((a(2) and a(3)) xor a(2));
  norm(1) <= ((a(6) and (a(2) xor a(5) xor a(7))) xor (a(5) and a(7)) xor a(6))
             xor ((a(4) and (a(0) xor a(3) xor a(7))) xor (a(0) and a(7)) xor a(3) xor a(4))
             xor ((a(0) and (a(1) xor a(2) xor a(5))) xor (a(1) and a(5)) xor a(1))
             xor (a(2) and a(3));
  norm(2) <= (((a(2) xor a(5)) and (a(4) xor a(7))) xor (a(2) and a(5)) xor a(4) xor a(7))
             xor ((a(1) and (a(4) xor a(6))) xor (a(6) and (a(4) xor a(7))) xor a(1) xor a(6))
             xor ((a(4) and (a(0) xor a(3))) xor (a(1) and a(3)) xor a(3))
             xor (a(1) and a(2));
  odd     <= (((a(3) xor a(5)) and (a(4) xor a(7))) xor a(4) xor a(5))
             xor ((a(0) and (a(1) xor a(5) xor a(7))) xor (a(1) and a(7)) xor a(1))
             xor ((a(6) and (a(0) xor a(1) xor a(2))) xor (a(1) and a(2)) xor a(2));
  norm(3) <= odd xor norm(1);

  invert : for i in 0 to 5 generate
    d(i) <= look_up(INVERSE(i), norm);
  end generate invert;

  x(0)  <= a(1) xor a(3) xor a(5);
  x(1)  <= a(2) xor a(3) xor a(7);
  x(2)  <= a(2) xor a(4) xor a(6);
  x(3)  <= a(1) xor a(5) xor a(6) xor a(7);
  x(4)  <= a(4);
  x(5)  <= a(3) xor a(6) xor a(7);
  x(6)  <= a(0) xor a(5);
  x(7)  <= a(0) xor a(2) xor a(6) xor a(7);
  x(8)  <= a(2);
  x(9)  <= a(3) xor a(4) xor a(6);
  x(10) <= a(5) xor a(6) xor a(7);
  x(11) <= a(0) xor a(3) xor a(4) xor a(7);

  products(0)  <= not ((x(1) and (d(5) xor d(4))) xor (x(0) and d(5)));
  products(1)  <= (x(1) and d(4)) xor (x(0) and (d(5) xor d(4)));
  products(2)  <= (x(3) and (d(1) xor d(0))) xor (x(2) and d(0));
  products(3)  <= (x(3) and d(0)) xor (x(2) and d(1));
  products(4)  <= not ((x(5) and d(3)) xor (x(4) and d(2)));
  products(5)  <= (x(5) and d(2)) xor (x(4) and (d(3) xor d(2)));
  products(6)  <= (x(7) and d(4)) xor (x(6) and (d(5) xor d(4)));
  products(7)  <= (x(7) and (d(5) xor d(4))) xor (x(6) and d(5));
  products(8)  <= not ((x(9) and (d(1) xor d(0))) xor (x(8) and d(1)));
  products(9)  <= not ((x(9) and d(1)) xor (x(8) and d(0)));
  products(10) <= (x(11) and d(2)) xor (x(10) and d(3));
  products(11) <= (x(11) and d(3)) xor (x(10) and (d(3) xor d(2)));

end architecture rtl;
