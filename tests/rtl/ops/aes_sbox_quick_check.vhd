-- SPDX-License-Identifier: Apache-2.0
-- Prints, for each byte in the basis: its products by aes_sbox_quick_half and by aes_sbox_pkg.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;
use work.aes_sbox_pkg.all;

entity aes_sbox_quick_check is
end entity aes_sbox_quick_check;

architecture rtl of aes_sbox_quick_check is

  signal a        : byte_t;
  signal products : products_t;

begin

  half : entity work.aes_sbox_quick_half
    port map (
      a        => a,
      products => products
    );

  print : process is
    variable text : line;
  begin
    for i in 0 to 255 loop
      a <= std_ulogic_vector(to_unsigned(i, 8));
      wait for 1 ns;
      hwrite(text, products);
      write(text, ' ');
      hwrite(text, sbox_products(a));
      writeline(output, text);
    end loop;
    wait;
  end process print;

end architecture rtl;
