-- SPDX-License-Identifier: Apache-2.0
-- Counts the steps of a block, eight rounds each.
--
--   step 7   waits for all words of the next block but the last
--   step 8   the new chaining value is in front of its registers; waits for the last word of the next block, then step 0
--
-- Behind the last block both wait for nothing, and the output transformation follows as one more block (`closing`); its step 8 hands
-- over the digest. Between messages the control rests in step 7 with `resting`, in which the chaining value becomes the initial one.
--
-- absorb: the next block is taken. count: the tweak steps to the next block. close: the next is the output transformation.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;
use work.skein_pkg.all;

entity skein_highspeed_control is
  port (
    clk       : in    std_ulogic;
    rst       : in    std_ulogic;
    want      : out   std_ulogic;
    present   : in    std_ulogic;
    last      : in    std_ulogic;
    out_free  : in    std_ulogic;
    out_load  : out   std_ulogic;
    advance   : out   std_ulogic;
    resting   : out   std_ulogic;
    restart   : out   std_ulogic;
    beginning : out   std_ulogic;
    ending    : out   std_ulogic;
    absorb    : out   std_ulogic;
    count     : out   std_ulogic;
    close     : out   std_ulogic;
    closing   : out   std_ulogic;
    step      : out   unsigned(3 downto 0)
  );
end entity skein_highspeed_control;

architecture rtl of skein_highspeed_control is

  constant GATHER : natural := CYCLES - 2;

  signal at_gather : std_ulogic;
  signal at_last   : std_ulogic;
  signal more      : std_ulogic;
  signal wants     : std_ulogic;
  signal done      : std_ulogic;
  signal moves     : std_ulogic;

begin

  more     <= resting or not last;
  wants    <= (at_gather or at_last) and more;
  done     <= at_last and closing;
  moves    <= not ((wants and not present) or (done and not out_free));
  want     <= wants;
  out_load <= done;
  advance  <= moves;
  restart  <= rst or (done and out_free);
  ending   <= at_last;
  absorb   <= at_last and more and present;
  count    <= at_gather and moves;
  close    <= not more;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        step      <= to_unsigned(GATHER, 4);
        at_gather <= '1';
        at_last   <= '0';
        beginning <= '0';
        resting   <= '1';
        closing   <= '0';
      elsif moves = '1' then
        step      <= step + 1;
        at_gather <= to_bit(step = GATHER - 1) or done;
        at_last   <= at_gather;
        beginning <= at_last and not done;
        if at_last = '1' then
          step <= to_unsigned(0, 4);
          if done = '1' then
            step <= to_unsigned(GATHER, 4);
          end if;
          resting <= done;
          closing <= not more and not done;
        end if;
      end if;
    end if;
  end process step_reg;

end architecture rtl;
