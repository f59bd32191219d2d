-- SPDX-License-Identifier: Apache-2.0
-- Says of each cycle whether it compresses a block, a message's last block, or the double pipe at the end.
--
--   running                  a block is in its register; its result is taken at the end of the cycle
--   running and closing      it is the last of its message; the next cycle finishes
--   finishing                the digest is handed over, and the next block may be taken
--   finishing and hold       the unloader was not free a cycle ago: nothing moves
--
-- The unloader's state is looked at through a register, so that all that reaches the datapath comes from registers of clk: a digest
-- that follows another one too soon waits a cycle more than it must.
--
-- present, last: from the gatherer, at the end of a cycle of clk. want: a block may be taken at that time.

library ieee;
use ieee.std_logic_1164.all;

entity bmw_highspeed_control is
  port (
    clk      : in    std_ulogic;
    rst      : in    std_ulogic;
    want     : out   std_ulogic;
    present  : in    std_ulogic;
    last     : in    std_ulogic;
    out_free : in    std_ulogic;
    out_load : out   std_ulogic;
    hold     : out   std_ulogic;
    running  : out   std_ulogic;
    closing  : out   std_ulogic;
    restart  : out   std_ulogic
  );
end entity bmw_highspeed_control;

architecture rtl of bmw_highspeed_control is

  signal ends      : std_ulogic;
  signal finishing : std_ulogic;
  signal blocked   : std_ulogic;
  signal closes    : std_ulogic;
  signal holds     : std_ulogic;

begin

  closes   <= running and ends;
  holds    <= finishing and blocked;
  closing  <= closes;
  hold     <= holds;
  want     <= not closes and not holds;
  out_load <= finishing and not blocked;
  restart  <= rst or (finishing and not blocked);

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      blocked <= not out_free;
      ends    <= last;
      if rst = '1' then
        running   <= '0';
        finishing <= '0';
      else
        running   <= present and want;
        finishing <= closes or holds;
      end if;
    end if;
  end process control_reg;

end architecture rtl;
