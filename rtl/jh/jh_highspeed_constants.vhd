-- SPDX-License-Identifier: Apache-2.0
-- The round constants of JH, made while they are needed by the round function R_6 (H. Wu, "The Hash Function JH", 4.6). Stored, each of
-- the 256 bits would be a function of the six bits of the round's number.
--
-- C_0 while resting and in the cycle behind it, then the next one in each cycle.

library ieee;
use ieee.std_logic_1164.all;
use work.jh_pkg.all;

entity jh_highspeed_constants is
  port (
    clk     : in    std_ulogic;
    resting : in    std_ulogic;
    c       : out   constant_t
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
