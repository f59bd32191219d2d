-- SPDX-License-Identifier: Apache-2.0
-- Resets both sides of a component with two clocks by the reset of the bus, which may be one cycle long.
--
--   aresetn --> request --two flip-flops--> core_rst --> held --> done
--                  ^                                               |
--   bus_rst <------+---------------- two flip-flops ---------------+
--
-- `request` lasts until the core's side has been in reset for CORE_CYCLES cycles. bus_rst lasts from the fall of aresetn until the
-- core's side has left its reset, so that both sides are in reset together and no word is offered to a side in reset.
--
-- After power-up, aresetn must be '0' for at least CORE_CYCLES + 4 cycles of each clock, because registers start with any value.
-- Latency: bus_rst rises in the cycle in which aresetn falls; the whole reset takes CORE_CYCLES + 6 cycles of core_clk at most and 6 of
-- bus_clk.

library ieee;
use ieee.std_logic_1164.all;

entity reset_crossing is
  generic (
    CORE_CYCLES : positive := 1 -- cycles of core_clk for which core_rst is '1' at least
  );
  port (
    bus_clk  : in    std_ulogic; -- clock of the bus
    aresetn  : in    std_ulogic; -- synchronous reset, active low, of bus_clk
    bus_rst  : out   std_ulogic; -- synchronous reset, active high, of bus_clk
    core_clk : in    std_ulogic; -- clock of the core
    core_rst : out   std_ulogic  -- synchronous reset, active high, of core_clk
  );
end entity reset_crossing;

architecture rtl of reset_crossing is

  -- The FIFOs need three cycles of reset. A shift register counts them, because simulators never learn the value of a counter that starts
  -- undefined.
  constant LAST : positive := maximum(CORE_CYCLES, 3);

  signal request     : std_ulogic;
  signal request_raw : std_ulogic;
  signal requested   : std_ulogic;                       -- request in core_clk, two registers
  signal held        : std_ulogic_vector(LAST downto 0); -- bit i: the core has been in reset for more than i cycles
  signal done_raw    : std_ulogic;
  signal seen        : std_ulogic;                       -- held(LAST) in bus_clk, two registers

begin

  bus_rst  <= request or seen or not aresetn;
  core_rst <= requested;

  request_reg : process (bus_clk) is
  begin
    if rising_edge(bus_clk) then
      done_raw <= held(LAST);
      seen     <= done_raw;
      if aresetn = '0' then
        request <= '1';
      elsif seen = '1' then
        request <= '0';
      end if;
    end if;
  end process request_reg;

  core_reg : process (core_clk) is
  begin
    if rising_edge(core_clk) then
      request_raw <= request;
      requested   <= request_raw;
      if requested = '0' then
        held <= (others => '0');
      else
        held <= held(LAST - 1 downto 0) & '1';
      end if;
    end if;
  end process core_reg;

end architecture rtl;
