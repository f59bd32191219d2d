-- SPDX-License-Identifier: Apache-2.0
-- BIG.MixColumns of one column of four words; keys enter, and further words are added after it.
-- Source: "SHA-3 Proposal: ECHO" (see echo_pkg).
-- Widths: words of 128 bits, in the basis of aes_sbox_pkg. Latency: none, no registers; two LUT4s in series.
--
--   words --(+)--> sums of neighbours --> MixColumns --(+)--> result
--     left, right ---------+                added ------+
--
-- A LUT4 that adds two neighbours has free inputs for two keys. A value x that enters with neighbours i and i + 1 adds 2 x to word
-- i and x to word i - 2. With 2/5 of the key of word i in left(i), which enters with neighbours i and i + 1, and 1/5 of it in
-- right(i), which enters with neighbours i - 2 and i - 1, the key reaches word i alone: 4/5 + 1/5 of it arrive in word i, and 2/5 +
-- 2/5 = 0 in word i - 2. Factors and sums are in the field GF(2^8) of AES.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;
use work.echo_pkg.all;

entity echo_highspeed_mix is
  generic (
    COLUMN : natural range 0 to 3 -- number of the column of the state
  );
  port (
    words  : in    state_t;        -- state after BIG.ShiftRows; round_of_zero counts as zero
    left   : in    keys_t;         -- keys times 2/5, or zero
    right  : in    keys_t;         -- keys times 1/5, or zero
    added  : in    state_t;        -- words to add after MixColumns
    result : out   words_t(0 to 3) -- the four words of the column
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
