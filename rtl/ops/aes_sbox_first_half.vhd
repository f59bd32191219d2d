-- SPDX-License-Identifier: Apache-2.0
-- First half of the AES S-box of one byte: the products, see aes_sbox_pkg. It is an entity, so that tools process its logic once
-- and not once for each byte.
--
--   a (8) --> sums --> N --> 1/N --> products (12)
--
-- Widths: a is a byte in the basis of aes_sbox_pkg. Latency: none, combinational; five LUT4s deep.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;

entity aes_sbox_first_half is
  port (
    a        : in    byte_t;    -- byte in the basis of aes_sbox_pkg
    products : out   products_t -- the twelve products that sbox_sums adds
  );
end entity aes_sbox_first_half;

architecture rtl of aes_sbox_first_half is

begin

  products <= sbox_products(a);

end architecture rtl;
