-- SPDX-License-Identifier: Apache-2.0
-- AES rounds of whole columns: SubBytes, MixColumns and the XOR of a value. ShiftRows has already been applied to the input bytes.
-- Source: FIPS 197, section 5.1.
--
--   entering --> SubBytes --> MixColumns --> XOR --> result        in the basis of aes_sbox_pkg
--                                 added -----^
--
-- Widths: columns of 32 bits.
-- No clock: combinational. QUICK selects the larger S-box, which makes the depth seven LUT4s instead of eight.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;
use work.shavite3_pkg.all;

entity shavite3_highspeed_round is
  generic (
    COLUMNS : positive; -- columns side by side
    QUICK   : boolean   -- true: larger S-box, shorter path
  );
  port (
    entering : in    columns_t(0 to COLUMNS - 1); -- input columns, after ShiftRows
    added    : in    columns_t(0 to COLUMNS - 1); -- value that is XORed to the result
    result   : out   columns_t(0 to COLUMNS - 1)  -- output columns
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
