-- SPDX-License-Identifier: Apache-2.0
-- The round constants of SM3: a register that rotates by one bit in each round.
--
-- From round 15 to round 16 the constant changes from one number to another. The bits in which these differ are inverted there. The
-- constant of round 0 is loaded by set and reset of the register.
--
-- Source: GB/T 32905-2016, sections 4.2 and 5.3.3. Widths: words of 32 bits. Latency: constant_word is the constant of round 0 in the cycle
-- after `load`.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sm3_pkg.all;

entity sm3_highspeed_constants is
  port (
    clk           : in    std_ulogic; -- clock
    load          : in    std_ulogic; -- load the constant of round 0
    advance       : in    std_ulogic; -- step to the next round
    change        : in    std_ulogic; -- the current round is 15
    constant_word : out   word_t      -- 32 bits: T_j <<< j
  );
end entity sm3_highspeed_constants;

architecture rtl of sm3_highspeed_constants is

  constant CHANGED_BITS : word_t := rotated_left(round_constant(PARITY_ROUNDS - 1), 1) xor round_constant(PARITY_ROUNDS);

begin

  word_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if load = '1' then
        constant_word <= round_constant(0);
      elsif advance = '1' then
        constant_word <= rotated_left(constant_word, 1) xor (CHANGED_BITS and (word_t'range => change));
      end if;
    end if;
  end process word_reg;

end architecture rtl;
