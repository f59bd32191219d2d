-- SPDX-License-Identifier: Apache-2.0
-- The constants of Luffa's steps, as a table. Each bit of the table is one LUT4, whose inputs are `busy` and the three bits of the
-- step number. The generator of the specification would take as many LUT4s.
-- Source: Luffa, Specification Ver. 2.0, section 4.4.
--
-- Latency: one cycle. c holds the constants of step 0 in the cycle after one in which `busy` is '0'. After a cycle in which `busy`
-- is '1', it holds the constants of step `step` + 1.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.luffa_pkg.all;

entity luffa_highspeed_constants is
  generic (
    PERMUTATIONS : positive -- number of permutations: 3 or 5
  );
  port (
    clk  : in    std_ulogic;                        -- core clock
    busy : in    std_ulogic;                        -- steps 0 .. 6 of a round
    step : in    unsigned(2 downto 0);              -- number of the current step
    c    : out   constants_t(0 to PERMUTATIONS - 1) -- two constants of 32 bits for each permutation, for the current step
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
