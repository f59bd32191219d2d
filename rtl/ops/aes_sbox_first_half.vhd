-- SPDX-License-Identifier: Apache-2.0
-- The products of the AES S-box of one byte, see aes_sbox_pkg. An entity, so that tools meet its logic once and not in every byte.
--
--   a (8) --> sums --> N --> 1/N --> products (12)        in the basis; no clock, five functions of four inputs deep

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;

entity aes_sbox_first_half is
  port (
    a        : in    byte_t;
    products : out   products_t
  );
end entity aes_sbox_first_half;

architecture rtl of aes_sbox_first_half is

begin

  products <= sbox_products(a);

end architecture rtl;
