-- SPDX-License-Identifier: Apache-2.0
-- The second stage of the round for one column: the sums of SubBytes, MixBytes, and what is added behind it.
--
--   products (8 x 12) --> sums --> mix_bytes --(+)--(+)--> result        in the basis; no clock, five functions of four inputs deep
--                                   spread -----+    |
--                                   chained --(and)--+
--                                   chain ------+

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;
use work.groestl_pkg.all;

entity groestl0_highspeed_column is
  port (
    products : in    product_column_t;
    chained  : in    column_t;
    chain    : in    std_ulogic;
    spread   : in    column_t;
    result   : out   column_t
  );
end entity groestl0_highspeed_column;

architecture rtl of groestl0_highspeed_column is

begin

  second_stage : process (all) is
    variable a : column_t;
    variable z : column_t;
  begin
    for row in 0 to 7 loop
      a(row) := sbox_sums(products(row));
      z(row) := chained(row) and (7 downto 0 => chain);
    end loop;
    result <= mix_bytes(a, z, spread);
  end process second_stage;

end architecture rtl;
