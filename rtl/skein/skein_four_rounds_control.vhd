-- SPDX-License-Identifier: Apache-2.0
-- The control of Skein with four rounds in a step. It counts the steps of a block, 0 .. 18. Steps 0 .. 17 compute four rounds each.
--
--   step 17   waits until all words of the next block except the last one are there
--   step 18   adds the last subkey and the block: the new chaining value; waits for the last word of the next block; step 0 follows
--
-- After the last block of a message, steps 17 and 18 do not wait. The output transformation follows as one more block, with
-- `closing`. Its step 18 hands over the digest. Between two messages the control stays in step 17 with `resting`; the chaining value
-- is then set to the initial value.
--
-- `phase` is the number of the step modulo 3, one-hot: subkey s needs tweak words s modulo 3 and s + 1 modulo 3.
-- Source: Skein specification, sections 3.3.2 and 3.4. Latency: 19 cycles for a block, and 19 for the output transformation.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity skein_four_rounds_control is
  port (
    clk       : in    std_ulogic;               -- core clock
    rst       : in    std_ulogic;               -- synchronous reset, active high: the control returns to step 17 with resting
    ready     : in    std_ulogic;               -- from the loader: the last word of the next block is the next one
    take      : in    std_ulogic;               -- from the loader: the last word is taken in this cycle
    last      : in    std_ulogic;               -- from the loader: the latest block is the last one of its message
    want      : out   std_ulogic;               -- to the loader: the datapath can take the last word of a block
    out_free  : in    std_ulogic;               -- from the unloader: it can store a digest in this cycle
    out_load  : out   std_ulogic;               -- to the unloader: the digest is valid; taken when out_free is high
    advance   : out   std_ulogic;               -- the step is completed in this cycle; registers of a step change only then
    resting   : out   std_ulogic;               -- no block is being processed; the chaining value is set to the initial value
    restart   : out   std_ulogic;               -- a message has ended, or reset: the position of the tweak becomes zero
    beginning : out   std_ulogic;               -- step 0
    ending    : out   std_ulogic;               -- step 18
    count     : out   std_ulogic;               -- the tweak changes to that of the next block
    close     : out   std_ulogic;               -- the next block is the output transformation
    step      : out   unsigned(4 downto 0);     -- number of the step, 0 .. 18
    phase     : out   std_ulogic_vector(0 to 2) -- one-hot: step modulo 3
  );
end entity skein_four_rounds_control;

architecture rtl of skein_four_rounds_control is

  constant GATHER : natural := 17;

  signal at_gather : std_ulogic; -- step 17
  signal at_last   : std_ulogic; -- step 18
  signal closing   : std_ulogic; -- the current block is the output transformation
  signal more      : std_ulogic; -- a block of a message follows
  signal done      : std_ulogic; -- the digest is valid

begin

  more     <= resting or not last;
  done     <= at_last and closing;
  want     <= at_last and more;
  advance  <= not ((at_gather and more and not ready) or (at_last and more and not take) or (done and not out_free));
  out_load <= done;
  restart  <= rst or (done and out_free);
  ending   <= at_last;
  count    <= at_gather and advance;
  close    <= not more;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        step      <= to_unsigned(GATHER, 5);
        phase     <= "001";
        at_gather <= '1';
        at_last   <= '0';
        beginning <= '0';
        resting   <= '1';
        closing   <= '0';
      elsif advance = '1' then
        step      <= step + 1;
        phase     <= phase(2) & phase(0 to 1);
        at_gather <= to_bit(step = GATHER - 1) or done;
        at_last   <= at_gather;
        beginning <= at_last and not done;
        if at_last = '1' then
          step    <= to_unsigned(0, 5);
          phase   <= "100";
          resting <= done;
          closing <= not more and not done;
          if done = '1' then
            step  <= to_unsigned(GATHER, 5);
            phase <= "001";
          end if;
        end if;
      end if;
    end if;
  end process step_reg;

end architecture rtl;
