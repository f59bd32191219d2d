-- SPDX-License-Identifier: Apache-2.0
-- Counts the rounds of a block; R = ROUNDS, step r is round r.
--
--   step R-2   waits for all words of the next block but the last
--   step R-1   the new hash value is in front of the registers; waits for the last word of the next block, then step 0. Behind the last
--              block it hands over the digest
--
-- Between messages the control rests in step R-2 with `idle`, in which `clear` holds the state; step R-1 then leads to the initial value.
--
-- restart: the hash value and the counter go back to those of a new message. hold: the hash value is kept beside the state, for the
-- last round. fold: the last round. keep: the new hash value is taken.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity blake_highspeed_control is
  generic (
    ROUNDS : positive
  );
  port (
    clk      : in    std_ulogic;
    rst      : in    std_ulogic;
    want     : out   std_ulogic;
    present  : in    std_ulogic;
    last     : in    std_ulogic;
    out_free : in    std_ulogic;
    out_load : out   std_ulogic;
    advance  : out   std_ulogic;
    clear    : out   std_ulogic;
    restart  : out   std_ulogic;
    hold     : out   std_ulogic;
    fold     : out   std_ulogic;
    keep     : out   std_ulogic;
    count    : out   std_ulogic;
    step     : out   unsigned(3 downto 0)
  );
end entity blake_highspeed_control;

architecture rtl of blake_highspeed_control is

  constant GATHER : natural := ROUNDS - 2;

  signal next_step : unsigned(3 downto 0);
  signal idle      : std_ulogic;
  signal at_gather : std_ulogic;
  signal at_last   : std_ulogic;
  signal more      : std_ulogic;
  signal wants     : std_ulogic;
  signal done      : std_ulogic;
  signal moves     : std_ulogic;

begin

  more     <= idle or not last;
  wants    <= (at_gather or at_last) and more;
  done     <= at_last and not more;
  moves    <= not ((wants and not present) or (done and not out_free));
  want     <= wants;
  out_load <= done;
  advance  <= moves;
  clear    <= idle and at_gather;
  restart  <= rst or (done and out_free);
  hold     <= (at_gather and moves) or (at_last and not moves);
  fold     <= at_last;
  keep     <= at_last and moves;
  count    <= at_gather and wants and present;

  choose_step : process (all) is
  begin
    next_step <= step + 1;
    if at_last = '1' then
      next_step <= to_unsigned(0, 4);
      if done = '1' then
        next_step <= to_unsigned(GATHER, 4);
      end if;
    end if;
  end process choose_step;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        step      <= to_unsigned(GATHER, 4);
        idle      <= '1';
        at_gather <= '1';
        at_last   <= '0';
      elsif moves = '1' then
        step      <= next_step;
        at_gather <= to_bit(step = GATHER - 1) or done;
        at_last   <= at_gather;
        if at_last = '1' then
          idle <= done;
        end if;
      end if;
    end if;
  end process step_reg;

end architecture rtl;
