-- SPDX-License-Identifier: Apache-2.0
-- BIG.MixColumns of lightweight ECHO, for one column of AES of each of four words: the four enter in four consecutive cycles, and the four
-- results leave in the next four. Source: "SHA-3 Proposal: ECHO" (see echo_pkg).
--
--   word --> [] --> [] --> [] --> [] --+--> sum with the next --> [pair] --> doubled --(+)--> result
--     +----> [sum of four] ------------+---------------------------------------------^
--
-- Result i is 2 (a_i + a_(i+1)) + a_i + the sum of all four. Phase is the number of cycles modulo 4: 1 when the first of the four words
-- is in the first register.
--
-- Widths: columns of 32 bits, row r in bits 8r + 7 .. 8r, in the basis of aes_sbox_pkg. Latency: five cycles from word i to result i.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.echo_pkg.all;
use work.shell_pkg.all;

entity echo_lightweight_mix is
  port (
    clk    : in    std_ulogic;           -- clock
    phase  : in    unsigned(1 downto 0); -- cycle modulo 4
    word   : in    column_t;             -- word that enters
    result : out   column_t              -- word that leaves
  );
end entity echo_lightweight_mix;

architecture rtl of echo_lightweight_mix is

  type columns_t is array (natural range <>) of column_t;

  signal late  : columns_t(1 to 5); -- words, by the cycles since they entered
  signal first : column_t;
  signal sum   : column_t;
  signal total : column_t;
  signal pair  : column_t;

begin

  late_reg : process (clk) is
    variable next_sum : column_t;
  begin
    if rising_edge(clk) then
      late <= word & late(1 to 4);
      next_sum := late(1) xor sum;
      if phase = 1 then
        next_sum := late(1);
      end if;
      sum  <= next_sum;
      pair <= late(4) xor late(3);
      if phase = 3 then
        pair <= late(4) xor first;
      end if;
      if phase = 0 then
        first <= late(4);
        total <= next_sum;
      end if;
    end if;
  end process late_reg;

  add : process (all) is
  begin
    for i in 0 to 3 loop
      for j in 0 to 7 loop
        result(8 * i + j) <= twice_bit(pair(8 * i + 7 downto 8 * i), j) xor late(5)(8 * i + j) xor total(8 * i + j);
      end loop;
    end loop;
  end process add;

end architecture rtl;
