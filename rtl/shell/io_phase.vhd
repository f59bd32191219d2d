-- SPDX-License-Identifier: Apache-2.0
-- Marks the cycles of io_clk that end with a rising edge of clk. Registers on io_clk use `tick` to act together with registers on
-- clk.
--
-- Source: the I/O clock of paper A, Table 1 and Equation 3.
-- Widths: one bit. Latency: tick is constant '1' if RATIO is 1. Otherwise it starts in the second period of clk after reset.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity io_phase is
  generic (
    RATIO : positive := 1 -- cycles of io_clk in a period of clk; edges are aligned
  );
  port (
    clk    : in    std_ulogic; -- clock of the datapath
    io_clk : in    std_ulogic; -- I/O clock, RATIO times as fast as clk
    rst    : in    std_ulogic; -- synchronous reset, active high
    tick   : out   std_ulogic  -- this cycle of io_clk ends with a rising edge of clk
  );
end entity io_phase;

architecture rtl of io_phase is

begin

  one_clock : if RATIO = 1 generate
    tick <= '1';
  end generate one_clock;

  two_clocks : if RATIO > 1 generate
    signal parity      : std_ulogic;
    signal seen_parity : std_ulogic;
    signal phase       : unsigned(counter_bits(RATIO) - 1 downto 0);
  begin

    tick <= to_bit(phase = RATIO - 1);

    parity_reg : process (clk) is
    begin
      if rising_edge(clk) then
        parity <= not parity and not rst;
      end if;
    end process parity_reg;

    -- parity changes with each edge of clk. So it differs from seen_parity in the first io_clk cycle of each period of clk.
    phase_reg : process (io_clk) is
    begin
      if rising_edge(io_clk) then
        seen_parity <= parity;
        if rst = '1' then
          phase <= (others => '0');
        elsif parity /= seen_parity then
          phase <= to_unsigned(1, phase'length);
        elsif phase /= 0 then
          phase <= phase + 1;
        end if;
      end if;
    end process phase_reg;

  end generate two_clocks;

end architecture rtl;
