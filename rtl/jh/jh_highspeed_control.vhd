-- SPDX-License-Identifier: Apache-2.0
-- Counts the rounds of JH and decides where a block is absorbed and where a digest is taken.
--
--   busy         steps 0 .. 34 of a block: the full rounds; `first` marks step 0, in which the block is offered
--   finish       step 35, the half round; takes the next block, or leads to `ending` behind the last one
--   waiting      behind it, as long as the next block is not there
--   ending       hands over the digest, waits for the unloader, and leads to `idle`
--   idle         the initial value is restored; takes the first block of a message
--
-- One of busy, finish, waiting, ending and idle is '1' in each cycle. All outputs but want come from registers: they reach hundreds of
-- places in the datapath.
--
-- resting: not busy. clear: busy or idle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.jh_pkg.all;
use work.shell_pkg.all;

entity jh_highspeed_control is
  port (
    clk      : in    std_ulogic;
    rst      : in    std_ulogic;
    take     : in    std_ulogic;
    last     : in    std_ulogic;
    want     : out   std_ulogic;
    out_free : in    std_ulogic;
    ending   : out   std_ulogic;
    busy     : out   std_ulogic;
    resting  : out   std_ulogic;
    first    : out   std_ulogic;
    finish   : out   std_ulogic;
    clear    : out   std_ulogic
  );
end entity jh_highspeed_control;

architecture rtl of jh_highspeed_control is

  signal step    : unsigned(5 downto 0);
  signal at_last : std_ulogic;
  signal waiting : std_ulogic;
  signal idle    : std_ulogic;
  signal more    : std_ulogic;
  signal ended   : std_ulogic;

begin

  more    <= finish and not last;
  want    <= idle or waiting or more;
  ended   <= ending and out_free;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      at_last <= to_bit(step = FULL_ROUNDS - 2) and busy;
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
        busy    <= '0';
        resting <= '1';
        first   <= '0';
        finish  <= '0';
        waiting <= '0';
        ending  <= '0';
        idle    <= '1';
        clear   <= '1';
      else
        first   <= take;
        busy    <= take or (busy and not at_last);
        resting <= not (take or (busy and not at_last));
        finish  <= busy and at_last;
        waiting <= (waiting or more) and not take;
        ending  <= (finish and last) or (ending and not out_free);
        idle    <= (idle or ended) and not take;
        clear   <= idle or ended or take or (busy and not at_last);
      end if;
    end if;
  end process state_reg;

end architecture rtl;
