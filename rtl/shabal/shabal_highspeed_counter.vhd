-- SPDX-License-Identifier: Apache-2.0
-- The block counter W of Shabal (section 2.3.1). It has 64 bits and works on one half in each step.
--
-- Each `move` exchanges the two halves. Two moves with `count` add one. A move with `offer` puts the lower register on w for one
-- step; in all other steps w is zero. After `clear`, w is 1, the counter of the first block, until the first step.
--
-- Widths: counter 64 bits, w 32 bits. Latency: w comes from a register, one step after offer.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shabal_pkg.all;

entity shabal_highspeed_counter is
  port (
    clk    : in    std_ulogic; -- clock
    clear  : in    std_ulogic; -- set the counter to 0 and w to 1
    a_step : in    std_ulogic; -- the core makes a step that changes A: update w
    move   : in    std_ulogic; -- exchange the halves
    count  : in    std_ulogic; -- with move: add one to the counter; two moves for both halves
    offer  : in    std_ulogic; -- with move: output a half on w in the next step
    w      : out   word_t      -- half of the counter, to be XORed to A; else zero
  );
end entity shabal_highspeed_counter;

architecture rtl of shabal_highspeed_counter is

  signal lower  : word_t;
  signal upper  : word_t;
  signal carry  : std_ulogic;
  signal second : std_ulogic; -- the halves are exchanged, so the upper half is processed
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
