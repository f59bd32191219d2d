-- SPDX-License-Identifier: Apache-2.0
-- Control of the BLAKE core: counts the rounds of a block and controls message words, state, bit counter, loader and unloader.
-- Source: BLAKE specification, sections 2.1.2 (rounds, finalisation) and 2.1.3 (hash values).
-- Widths: ROUNDS = 10 or 14. Latency: the outputs belong to the current step; a step takes one cycle.
--
-- With R = ROUNDS, round r is computed in step r:
--
--   step R-2   also requests the next block; waits until all of its words but the last have arrived
--   step R-1   also computes the new hash value, which the registers take at the end of the step. Waits for the last word of the
--              next block, then goes to step 0. After the last block of a message there is no next block: the step then waits for
--              the unloader, hands the digest over and goes to step R-2 with `idle` set
--
-- Between messages the control stays in step R-2 with `idle` set. `clear` then keeps state and message words at zero. When the
-- first block of a message has arrived, step R-1 computes the initial value from the cleared state (see blake_highspeed_datapath).

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity blake_highspeed_control is
  generic (
    ROUNDS : positive -- rounds per block: 10 (BLAKE-32) or 14 (BLAKE-64)
  );
  port (
    clk      : in    std_ulogic;          -- datapath clock
    rst      : in    std_ulogic;          -- synchronous reset, active high
    want     : out   std_ulogic;          -- asks block_loader for the next block (step R-2) and for its last word (step R-1)
    present  : in    std_ulogic;          -- block_loader delivers what want asks for in this cycle
    last     : in    std_ulogic;          -- the block in process is the last one of its message
    out_free : in    std_ulogic;          -- the unloader can take a digest
    out_load : out   std_ulogic;          -- digest is complete; the unloader takes it if out_free
    advance  : out   std_ulogic;          -- state and message words go to the next round at the end of this cycle
    clear    : out   std_ulogic;          -- sets state and message words to zero: no block is in process
    restart  : out   std_ulogic;          -- sets hash value and bit counter to their values at the start of a message
    hold     : out   std_ulogic;          -- the next cycle is step R-1: copies the hash value for the addition in that step
    fold     : out   std_ulogic;          -- step R-1: the hash value and the other half of the state are added to the result
    keep     : out   std_ulogic;          -- the hash value register takes the result of step R-1
    count    : out   std_ulogic;          -- the bit counter t goes to the next block
    step     : out   unsigned(3 downto 0) -- number of the current round, 0 .. ROUNDS - 1
  );
end entity blake_highspeed_control;

architecture rtl of blake_highspeed_control is

  constant GATHER : natural := ROUNDS - 2;

  signal next_step : unsigned(3 downto 0);
  signal idle      : std_ulogic;
  signal at_gather : std_ulogic; -- step R-2
  signal at_last   : std_ulogic; -- step R-1
  signal more      : std_ulogic; -- another block is needed: of this message, or the first one of a new message
  signal wants     : std_ulogic; -- value of want
  signal done      : std_ulogic; -- last step of a message: the digest is complete
  signal moves     : std_ulogic; -- value of advance: neither a block nor the unloader is awaited

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
