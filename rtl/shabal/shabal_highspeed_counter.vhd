-- SPDX-License-Identifier: Apache-2.0
-- The counter of Shabal's blocks, W (2.3.1), of 64 bits, half of them at a time.
--
-- Each `move` exchanges the halves; two of them with `count` add one. A move with `offer` puts the half that was the lower one on w for one
-- step, in all others w is zero. Behind clear it offers the counter of the first block, 1, until the first step.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shabal_pkg.all;

entity shabal_highspeed_counter is
  port (
    clk    : in    std_ulogic;
    clear  : in    std_ulogic;
    a_step : in    std_ulogic;
    move   : in    std_ulogic;
    count  : in    std_ulogic;
    offer  : in    std_ulogic;
    w      : out   word_t
  );
end entity shabal_highspeed_counter;

architecture rtl of shabal_highspeed_counter is

  signal lower  : word_t;
  signal upper  : word_t;
  signal carry  : std_ulogic;
  signal second : std_ulogic;
  signal sum    : unsigned(32 downto 0);

begin

  sum <= ('0' & lower) + (count and (carry or not second));

  halves_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        lower  <= (others => '0');
        upper  <= (others => '0');
        second <= '0';
      elsif move = '1' then
        lower  <= upper;
        upper  <= sum(31 downto 0);
        carry  <= sum(32);
        second <= not second;
      end if;
    end if;
  end process halves_reg;

  offer_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        w <= to_unsigned(1, 32);
      elsif a_step = '1' then
        w <= (others => '0');
        if offer = '1' then
          w <= lower;
        end if;
      end if;
    end if;
  end process offer_reg;

end architecture rtl;
