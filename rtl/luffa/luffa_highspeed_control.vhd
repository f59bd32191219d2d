-- SPDX-License-Identifier: Apache-2.0
-- Counts the steps of Luffa's permutations, and decides where a block is injected and where a digest is taken.
--
--   busy         steps 0 .. 6 of a round; step 0 injects
--   finish       step 7; takes the next block, or leads to a blank round, or behind the last one of these to `ending`
--   waiting      behind it, as long as the next block is not there
--   holding      behind the first of two blank rounds, as long as the unloader is not free
--   ending       hands over the digest or its second half, waits for the unloader, and leads to `idle`
--   idle         the starting variables are restored; takes the first block of a message
--
-- One of busy, finish, waiting, holding, ending and idle is '1' in each cycle. All outputs but want come from registers: they reach
-- hundreds of places in the datapath.
--
-- BLANKS: blank rounds, each followed by 256 bits of digest; with two, the first half is handed over (load) beside step 0 of the second.
-- quiet: no message is injected from the next cycle on. resting: not busy. clear: busy or idle. step: counts with busy.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.luffa_pkg.all;
use work.shell_pkg.all;

entity luffa_highspeed_control is
  generic (
    BLANKS : positive range 1 to 2
  );
  port (
    clk      : in    std_ulogic;
    rst      : in    std_ulogic;
    take     : in    std_ulogic;
    last     : in    std_ulogic;
    want     : out   std_ulogic;
    out_free : in    std_ulogic;
    load     : out   std_ulogic;
    quiet    : out   std_ulogic;
    busy     : out   std_ulogic;
    resting  : out   std_ulogic;
    finish   : out   std_ulogic;
    clear    : out   std_ulogic;
    step     : out   unsigned(2 downto 0)
  );
end entity luffa_highspeed_control;

architecture rtl of luffa_highspeed_control is

  signal at_last : std_ulogic;
  signal waiting : std_ulogic;
  signal holding : std_ulogic;
  signal ending  : std_ulogic;
  signal idle    : std_ulogic;
  -- in a blank round; in the last of them
  signal blank      : std_ulogic;
  signal last_blank : std_ulogic;
  signal half_ready : std_ulogic;
  signal more       : std_ulogic;
  signal between    : std_ulogic;
  signal go_blank   : std_ulogic;
  signal go_second  : std_ulogic;
  signal ended      : std_ulogic;
  signal next_busy  : std_ulogic;

begin

  more      <= finish and not last;
  between   <= (finish and blank and not last_blank) or holding;
  go_second <= between and out_free;
  go_blank  <= (finish and last and not blank) or go_second;
  ended     <= ending and out_free;
  next_busy <= take or go_blank or (busy and not at_last);
  want      <= idle or waiting or more;
  load      <= ending or half_ready;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      at_last <= to_bit(step = STEPS - 3) and busy;
      if busy = '0' then
        step <= (others => '0');
      else
        step <= step + 1;
      end if;
    end if;
  end process step_reg;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        busy       <= '0';
        resting    <= '1';
        finish     <= '0';
        waiting    <= '0';
        holding    <= '0';
        ending     <= '0';
        idle       <= '1';
        clear      <= '1';
        quiet      <= '0';
        blank      <= '0';
        last_blank <= '0';
        half_ready <= '0';
      else
        busy       <= next_busy;
        resting    <= not next_busy;
        finish     <= busy and at_last;
        waiting    <= (waiting or more) and not take;
        holding    <= between and not out_free;
        ending     <= (finish and last_blank) or (ending and not out_free);
        idle       <= (idle or ended) and not take;
        clear      <= idle or ended or next_busy;
        quiet      <= next_busy or (busy and at_last and last) or (between and not out_free);
        blank      <= go_blank or (blank and not ended);
        half_ready <= go_second;
        if BLANKS = 1 then
          last_blank <= go_blank or (last_blank and not finish);
        else
          last_blank <= go_second or (last_blank and not finish);
        end if;
      end if;
    end if;
  end process state_reg;

end architecture rtl;
