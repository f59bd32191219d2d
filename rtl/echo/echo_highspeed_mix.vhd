-- SPDX-License-Identifier: Apache-2.0
-- BIG.MixColumns of one column of four words, into which the keys enter, and what is added behind it.
--
--   words --(+)--> sums of neighbours --> MixColumns --(+)--> result       in the basis; no clock, two functions of four inputs deep
--     left, right ---------+                added ------+
--
-- A function of four inputs that adds two neighbours has room for two keys. What enters there with neighbours i and i + 1 reaches
-- word i twice and word i - 2 once. With 2/5 of word i's key in left(i), and 1/5 of it in right(i), which enters with neighbours
-- i - 2 and i - 1, the key comes to word i alone: 4/5 + 1/5 of it there, 2/5 + 2/5 of it in the other one.
--
-- words: each byte is the one meant plus that of round_of_zero.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;
use work.echo_pkg.all;

entity echo_highspeed_mix is
  generic (
    COLUMN : natural range 0 to 3
  );
  port (
    words  : in    state_t;
    left   : in    keys_t;
    right  : in    keys_t;
    added  : in    state_t;
    result : out   words_t(0 to 3)
  );
end entity echo_highspeed_mix;

architecture rtl of echo_highspeed_mix is

  constant OFFSET : word_t := round_of_zero;

begin

  mix_column : process (all) is
    variable a : words_t(0 to 3);
    variable t : words_t(0 to 3);
    variable u : byte_t;
  begin
    for i in 0 to 3 loop
      a(i) := words(4 * COLUMN + i);
    end loop;
    for i in 0 to 3 loop
      t(i)              := a(i) xor a((i + 1) mod 4);
      t(i)(63 downto 0) := t(i)(63 downto 0) xor left(4 * COLUMN + i) xor right(4 * COLUMN + (i + 2) mod 4);
    end loop;
    for i in 0 to 3 loop
      for n in 0 to 15 loop
        u := t(i)(8 * n + 7 downto 8 * n);
        for j in 0 to 7 loop
          result(i)(8 * n + j) <= twice_bit(u, j)
                                  xor (a((i + 1) mod 4)(8 * n + j) xor OFFSET(8 * n + j) xor t((i + 2) mod 4)(8 * n + j)
                                       xor added(4 * COLUMN + i)(8 * n + j));
        end loop;
      end loop;
    end loop;
  end process mix_column;

end architecture rtl;
