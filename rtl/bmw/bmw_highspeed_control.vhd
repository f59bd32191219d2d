-- SPDX-License-Identifier: Apache-2.0
-- Control of the BMW core: decides for each cycle whether the datapath compresses a block, computes the final invocation, or waits.
-- Source: Blue Midnight Wish, version of Round 2: the final invocation of the compression function after the last block.
-- Latency: outputs are registers of clk, or one gate level after them.
--
--   running                  the message register holds a block; its result is stored at the end of the cycle
--   running and closing      the block is the last one of its message; the next cycle is the final invocation
--   finishing                final invocation: the digest is handed over, and the next block may be taken
--   finishing and hold       the unloader was not free in the cycle before; all registers keep their values
--
-- The control sees the state of the unloader through a register, so that all inputs of the datapath come from registers of clk. For
-- this reason a digest that follows another one very soon waits one cycle longer than necessary.

library ieee;
use ieee.std_logic_1164.all;

entity bmw_highspeed_control is
  port (
    clk      : in    std_ulogic; -- datapath clock
    rst      : in    std_ulogic; -- synchronous reset, active high
    want     : out   std_ulogic; -- the message register can take a block at the end of this cycle
    present  : in    std_ulogic; -- the gatherer holds a block, at the end of this cycle
    last     : in    std_ulogic; -- that block is the last one of its message
    out_free : in    std_ulogic; -- the unloader can take a digest
    out_load : out   std_ulogic; -- the datapath outputs a digest; the unloader takes it
    hold     : out   std_ulogic; -- the message register keeps its value
    running  : out   std_ulogic; -- the message register holds a block
    closing  : out   std_ulogic; -- the message register holds the last block of a message
    restart  : out   std_ulogic  -- sets the chaining value to H(0), the value before a message
  );
end entity bmw_highspeed_control;

architecture rtl of bmw_highspeed_control is

  signal ends      : std_ulogic; -- the block in the message register is the last one of its message
  signal finishing : std_ulogic; -- the last block was compressed; the output transformation runs or waits for the unloader
  signal blocked   : std_ulogic; -- the unloader was not free in the cycle before
  signal closes    : std_ulogic; -- value of closing: the last block is compressed in this cycle
  signal holds     : std_ulogic; -- value of hold: the digest waits for the unloader

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
