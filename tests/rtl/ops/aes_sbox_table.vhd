-- SPDX-License-Identifier: Apache-2.0
-- Prints, for each byte as written: its S-box and its double, both by way of the basis, and the sums of no products.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;
use work.aes_sbox_pkg.all;

entity aes_sbox_table is
end entity aes_sbox_table;

architecture rtl of aes_sbox_table is

  function twice_of (a : byte_t) return byte_t is
    variable result : byte_t;
  begin
    for i in 0 to 7 loop
      result(i) := xor (a and TWICE(i));
    end loop;
    return result;
  end function twice_of;

begin

  print : process is
    variable text : line;
    variable a    : byte_t;
  begin
    for i in 0 to 255 loop
      a := to_basis(std_ulogic_vector(to_unsigned(i, 8)));
      hwrite(text, from_basis(sbox_sums(sbox_products(a))));
      write(text, ' ');
      hwrite(text, from_basis(twice_of(a)));
      write(text, ' ');
      hwrite(text, sbox_sums((others => '0')));
      writeline(output, text);
    end loop;
    wait;
  end process print;

end architecture rtl;
