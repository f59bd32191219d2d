-- SPDX-License-Identifier: Apache-2.0
-- The round constants of JH, 256 bits each. A register holds the constant of the current step, and the round function R_6 computes
-- the next one from it. Source: H. Wu, "The Hash Function JH", section 4.6.
--
-- A table would need more logic: each of its 256 bits depends on all six bits of the step number.
--
--   c <-- register <-- C_0 while resting, R_6(c) otherwise
--
-- Latency: one cycle for each constant. Step i of a block (i = 0 .. 35) uses C_i.

library ieee;
use ieee.std_logic_1164.all;
use work.jh_pkg.all;

entity jh_highspeed_constants is
  port (
    clk     : in    std_ulogic; -- core clock
    resting : in    std_ulogic; -- no full round runs in this cycle: c is C_0 in the next cycle
    c       : out   constant_t  -- constant of the current step: 64 elements of 4 bits
  );
end entity jh_highspeed_constants;

architecture rtl of jh_highspeed_constants is

  constant C_0 : constant_t := first_constant;

begin

  constant_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if resting = '1' then
        c <= C_0;
      else
        c <= next_constant(c);
      end if;
    end if;
  end process constant_reg;

end architecture rtl;
