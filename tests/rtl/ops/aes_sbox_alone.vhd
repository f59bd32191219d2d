-- SPDX-License-Identifier: Apache-2.0
-- The S-box in its basis and nothing else, to be mapped alone. Combinational; 8 bits in, 8 bits out.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;

entity aes_sbox_alone is
  port (
    a : in    byte_t;
    b : out   byte_t
  );
end entity aes_sbox_alone;

architecture rtl of aes_sbox_alone is

begin

  b <= sbox_sums(sbox_products(a));

end architecture rtl;
