-- SPDX-License-Identifier: Apache-2.0
-- The constants of Luffa's steps, stored: each bit is one function of `busy` and the number of the step. The register of the specification
-- (Ver. 2.0, 4.4) would take as many functions.
--
-- Constants of step 0 while not busy and in the cycle behind that, then those of the next step in each cycle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.luffa_pkg.all;

entity luffa_highspeed_constants is
  generic (
    PERMUTATIONS : positive
  );
  port (
    clk  : in    std_ulogic;
    busy : in    std_ulogic;
    step : in    unsigned(2 downto 0);
    c    : out   constants_t(0 to PERMUTATIONS - 1)
  );
end entity luffa_highspeed_constants;

architecture rtl of luffa_highspeed_constants is

  type table_t is array (0 to STEPS - 1) of constants_t(0 to PERMUTATIONS - 1);

  function following_constants return table_t is
    variable table : table_t;
  begin
    for i in 0 to STEPS - 1 loop
      table(i) := step_constants((i + 1) mod STEPS, PERMUTATIONS);
    end loop;
    return table;
  end function following_constants;

  constant FIRST     : constants_t(0 to PERMUTATIONS - 1) := step_constants(0, PERMUTATIONS);
  constant FOLLOWING : table_t                            := following_constants;

begin

  constant_reg : process (clk) is
  begin
    if rising_edge(clk) then
      c <= FIRST;
      if busy = '1' then
        c <= FOLLOWING(to_integer(step));
      end if;
    end if;
  end process constant_reg;

end architecture rtl;
