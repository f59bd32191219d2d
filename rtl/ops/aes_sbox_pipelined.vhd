-- SPDX-License-Identifier: Apache-2.0
-- The S-box of one byte up to its products, as aes_sbox_first_half, with a register in the middle and one after the products: the
-- longest path is three LUT4s. The second half is sbox_sums of aes_sbox_pkg. Logic may precede the byte.
--
--   a (8) --> sums --> products of N --> [18] --> N --> 1/N --> products --> [12]
--
-- Widths: a is a byte in the basis of aes_sbox_pkg. Latency: two cycles.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;

entity aes_sbox_pipelined is
  port (
    clk      : in    std_ulogic; -- clock
    a        : in    byte_t;     -- byte in the basis of aes_sbox_pkg
    clear    : in    std_ulogic; -- the products are zero in the next cycle
    products : out   products_t  -- the twelve products that sbox_sums adds
  );
end entity aes_sbox_pipelined;

architecture rtl of aes_sbox_pipelined is

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

  signal x    : std_ulogic_vector(11 downto 0); -- sums of the byte
  signal n    : std_ulogic_vector(5 downto 0);  -- parts of N
  signal held : std_ulogic_vector(11 downto 0); -- x, one cycle later
  signal part : std_ulogic_vector(5 downto 0);  -- n, one cycle later
  signal norm : std_ulogic_vector(3 downto 0);
  signal d    : std_ulogic_vector(5 downto 0);

begin

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

  n(0) <= (x(1) and x(6)) xor (x(0) and (x(7) xor x(6))) xor x(0) xor x(1) xor x(6);
  n(1) <= (x(1) and x(7)) xor (x(0) and x(6)) xor x(0) xor x(6) xor x(7);
  n(2) <= (x(3) and (x(9) xor x(8))) xor (x(2) and x(8)) xor x(2) xor x(3) xor x(8) xor x(9);
  n(3) <= (x(3) and x(9)) xor (x(2) and (x(9) xor x(8))) xor x(2) xor x(8);
  n(4) <= (x(5) and x(11)) xor (x(4) and (x(11) xor x(10))) xor x(5) xor x(10) xor x(11);
  n(5) <= (x(5) and x(10)) xor (x(4) and x(11)) xor x(5) xor x(10);

  norm(0) <= part(3) xor part(4);
  norm(1) <= part(1) xor part(5) xor held(5);
  norm(2) <= part(2) xor part(5) xor held(1);
  norm(3) <= part(0) xor part(4) xor held(3);

  invert : for i in 0 to 5 generate
    d(i) <= look_up(INVERSE(i), norm);
  end generate invert;

  stages_reg : process (clk) is
  begin
    if rising_edge(clk) then
      held         <= x;
      part         <= n;
      products(0)  <= not ((held(1) and (d(5) xor d(4))) xor (held(0) and d(5)));
      products(1)  <= (held(1) and d(4)) xor (held(0) and (d(5) xor d(4)));
      products(2)  <= (held(3) and (d(1) xor d(0))) xor (held(2) and d(0));
      products(3)  <= (held(3) and d(0)) xor (held(2) and d(1));
      products(4)  <= not ((held(5) and d(3)) xor (held(4) and d(2)));
      products(5)  <= (held(5) and d(2)) xor (held(4) and (d(3) xor d(2)));
      products(6)  <= (held(7) and d(4)) xor (held(6) and (d(5) xor d(4)));
      products(7)  <= (held(7) and (d(5) xor d(4))) xor (held(6) and d(5));
      products(8)  <= not ((held(9) and (d(1) xor d(0))) xor (held(8) and d(1)));
      products(9)  <= not ((held(9) and d(1)) xor (held(8) and d(0)));
      products(10) <= (held(11) and d(2)) xor (held(10) and d(3));
      products(11) <= (held(11) and d(3)) xor (held(10) and (d(3) xor d(2)));
      if clear = '1' then
        products <= (others => '0');
      end if;
    end if;
  end process stages_reg;

end architecture rtl;
