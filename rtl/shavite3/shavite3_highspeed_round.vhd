-- SPDX-License-Identifier: Apache-2.0
-- AES rounds of whole columns: SubBytes and MixColumns of bytes that are in their places already, and what is added (FIPS 197, 5.1).
--
--   entering --> SubBytes --> MixColumns --(+)--> result        in the basis of aes_sbox_pkg; no clock
--                                 added ----+
--
-- COLUMNS: columns side by side. QUICK: the larger S-box; seven functions of four inputs deep instead of eight.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;
use work.shavite3_pkg.all;

entity shavite3_highspeed_round is
  generic (
    COLUMNS : positive;
    QUICK   : boolean
  );
  port (
    entering : in    columns_t(0 to COLUMNS - 1);
    added    : in    columns_t(0 to COLUMNS - 1);
    result   : out   columns_t(0 to COLUMNS - 1)
  );
end entity shavite3_highspeed_round;

architecture rtl of shavite3_highspeed_round is

  type products_of_t is array (0 to COLUMNS - 1) of product_column_t;

  signal products : products_of_t;

begin

  every_column : for column in 0 to COLUMNS - 1 generate

    every_row : for row in 0 to 3 generate

      quick_half : if QUICK generate

        first_half : entity work.aes_sbox_quick_half
          port map (
            a        => entering(column)(8 * row + 7 downto 8 * row),
            products => products(column)(row)
          );

      end generate quick_half;

      small_half : if not QUICK generate

        first_half : entity work.aes_sbox_first_half
          port map (
            a        => entering(column)(8 * row + 7 downto 8 * row),
            products => products(column)(row)
          );

      end generate small_half;

    end generate every_row;

    result(column) <= sums_and_mix(products(column), added(column));
  end generate every_column;

end architecture rtl;
