-- SPDX-License-Identifier: Apache-2.0
-- The control of the Skein core. It counts the steps of a block, 0 .. 8; each step computes eight rounds.
--
--   step 7   waits until all words of the next block except the last one are there
--   step 8   the new chaining value is at the input of the registers; waits for the last word of the block; step 0 follows
--
-- After the last block of a message, steps 7 and 8 do not wait. The output transformation follows as one more block, with
-- `closing`. Its step 8 hands over the digest. Between two messages the control stays in step 7 with `resting`; the chaining value
-- is then set to the initial value.
-- Latency: nine cycles for a block, and nine for the output transformation.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;
use work.skein_pkg.all;

entity skein_highspeed_control is
  port (
    clk       : in    std_ulogic;          -- core clock
    rst       : in    std_ulogic;          -- synchronous reset, active high: the control returns to step 7 with resting
    want      : out   std_ulogic;          -- to the loader: the datapath can take the next part of a block
    present   : in    std_ulogic;          -- from the loader: that part is there
    last      : in    std_ulogic;          -- from the loader: the latest completed block is the last one of its message
    out_free  : in    std_ulogic;          -- from the unloader: it can store a digest in this cycle
    out_load  : out   std_ulogic;          -- to the unloader: the digest is valid; taken when out_free is high
    advance   : out   std_ulogic;          -- the step is completed in this cycle; registers of a step change only then
    resting   : out   std_ulogic;          -- no block is being processed; the chaining value is set to the initial value
    restart   : out   std_ulogic;          -- a message has ended, or reset: the position of the tweak becomes zero
    beginning : out   std_ulogic;          -- step 0
    ending    : out   std_ulogic;          -- step 8
    absorb    : out   std_ulogic;          -- the next block of the message is taken in this cycle
    count     : out   std_ulogic;          -- the tweak changes to that of the next block
    close     : out   std_ulogic;          -- the next block is the output transformation
    closing   : out   std_ulogic;          -- the current block is the output transformation
    step      : out   unsigned(3 downto 0) -- number of the step, 0 .. 8
  );
end entity skein_highspeed_control;

architecture rtl of skein_highspeed_control is

  constant GATHER : natural := CYCLES - 2; -- step 7

  signal at_gather : std_ulogic; -- step 7
  signal at_last   : std_ulogic; -- step 8
  signal more      : std_ulogic; -- a block of a message follows
  signal wants     : std_ulogic; -- value of want
  signal done      : std_ulogic; -- the digest is valid
  signal moves     : std_ulogic; -- value of advance

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
