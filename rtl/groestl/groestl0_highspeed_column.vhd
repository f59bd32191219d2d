-- SPDX-License-Identifier: Apache-2.0
-- The second pipeline stage of a round for one column: the sums of SubBytes, then MixBytes, and the additions after it.
-- Source: Groestl specification, section 3.4 (see groestl_pkg); S-box as in aes_sbox_pkg.
-- Widths: columns of 8 bytes, in the basis of aes_sbox_pkg. Latency: none, no registers; five LUT4s in series.
--
--   products (8 x 12) --> sums --> mix_bytes --(+)--(+)--> result
--                                   spread -----+    |
--                                   chained --(and)--+
--                                   chain ------+

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;
use work.groestl_pkg.all;

entity groestl0_highspeed_column is
  port (
    products : in    product_column_t; -- S-box products of 8 bytes, row 0 first, after ShiftBytes
    chained  : in    column_t;         -- chaining value of this column
    chain    : in    std_ulogic;       -- adds the chaining value
    spread   : in    column_t;         -- column to add after MixBytes, prepared by scatter
    result   : out   column_t          -- column after the round
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
