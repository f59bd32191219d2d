-- SPDX-License-Identifier: Apache-2.0
-- One AES round of one word, and a word that is added after it.
-- Source: FIPS 197, section 5.1.
-- Widths: words of 128 bits, in the basis of aes_sbox_pkg. Latency: none, no registers; eight LUT4s in series.
--
--   word --> SubBytes --> ShiftRows --> MixColumns --(+)--> result
--                                         added ------+

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;
use work.echo_pkg.all;

entity echo_highspeed_word is
  port (
    word   : in    word_t; -- input of the AES round
    added  : in    word_t; -- word to add after MixColumns
    result : out   word_t  -- result of the AES round plus `added`
  );
end entity echo_highspeed_word;

architecture rtl of echo_highspeed_word is

  type products_of_t is array (0 to 15) of products_t;

  signal products : products_of_t;

begin

  every_byte : for i in 0 to 15 generate

    first_half : entity work.aes_sbox_first_half
      port map (
        a        => word(8 * i + 7 downto 8 * i),
        products => products(i)
      );

  end generate every_byte;

  -- b_i = 2 (a_i + a_(i+1)) + a_(i+1) + a_(i+2) + a_(i+3), indices modulo 4, computed from sums of two neighbours: one LUT4 per
  -- bit, and one more where a row of TWICE has two bits.
  second_half : process (all) is
    variable a : bytes_t;
    variable t : bytes_t;
    variable n : natural range 0 to 15;
  begin
    for column in 0 to 3 loop
      for i in 0 to 3 loop
        a(i) := sbox_sums(products(4 * ((column + i) mod 4) + i));
      end loop;
      for i in 0 to 3 loop
        t(i) := a(i) xor a((i + 1) mod 4);
      end loop;
      for i in 0 to 3 loop
        n := 4 * column + i;
        for j in 0 to 7 loop
          result(8 * n + j) <= twice_bit(t(i), j) xor (a((i + 1) mod 4)(j) xor t((i + 2) mod 4)(j) xor added(8 * n + j));
        end loop;
      end loop;
    end loop;
  end process second_half;

end architecture rtl;
