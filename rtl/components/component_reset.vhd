-- SPDX-License-Identifier: Apache-2.0
-- Makes the reset of a core from the reset of AXI4, which may be one cycle long, for components with one clock.
--
-- rst is '1' while aresetn is '0' and for CORE_CYCLES further cycles: some cores need a reset of several cycles.
--
-- Latency: rst rises in the cycle in which aresetn falls.

library ieee;
use ieee.std_logic_1164.all;

entity component_reset is
  generic (
    CORE_CYCLES : positive := 1 -- cycles for which rst must be '1' at least
  );
  port (
    clk     : in    std_ulogic; -- clock of both resets
    aresetn : in    std_ulogic; -- synchronous reset, active low
    rst     : out   std_ulogic  -- synchronous reset, active high
  );
end entity component_reset;

architecture rtl of component_reset is

  signal hold : std_ulogic_vector(CORE_CYCLES - 1 downto 0);

begin

  rst <= hold(CORE_CYCLES - 1) or not aresetn;

  hold_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if aresetn = '0' then
        hold <= (others => '1');
      else
        hold    <= std_ulogic_vector'(hold(CORE_CYCLES - 1 downto 0)) sll 1;
        hold(0) <= '0';
      end if;
    end if;
  end process hold_reg;

end architecture rtl;
