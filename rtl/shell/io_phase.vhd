-- SPDX-License-Identifier: Apache-2.0
-- Marks the cycles of io_clk whose end is also an edge of clk, so that parts on io_clk can act in step with parts on clk.
--
-- RATIO: rising edges of io_clk in a period of clk, the edges of clk among them. tick is '1' for ever when RATIO = 1. Otherwise it
-- starts in the second period of clk after reset.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity io_phase is
  generic (
    RATIO : positive := 1
  );
  port (
    clk    : in    std_ulogic;
    io_clk : in    std_ulogic;
    rst    : in    std_ulogic;
    tick   : out   std_ulogic
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

    -- A change of parity is seen in the first io_clk cycle of each period of clk.
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
