-- SPDX-License-Identifier: Apache-2.0
-- Control of the CubeHash core: counts the rounds, and decides when a block is absorbed, when finalisation starts and when the
-- digest is taken.
-- Source: D. J. Bernstein, "CubeHash specification (2.B.1)", for the numbers of rounds.
-- Widths: 8-bit step counter. Latency: one step per cycle; the outputs belong to the current step.
--
--   step 0          idle. The state is one round before the initial state. The round that absorbs the first block leads to step 1
--   step 1 .. 16    the rounds of a block. Step 16 absorbs the next block and leads to step 1. After the last block, step 16 adds
--                   the 1 of finalisation and leads to step 17
--   step 17 .. 176  the rounds of finalisation. Step 176 hands over the digest and leads to step 0. The state keeps the digest in
--                   the first cycle of step 0 and restarts at the end of that cycle

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.cubehash_pkg.all;
use work.shell_pkg.all;

entity cubehash_highspeed_control is
  port (
    clk      : in    std_ulogic; -- datapath clock
    rst      : in    std_ulogic; -- synchronous reset, active high
    absorb   : in    std_ulogic; -- injector offers a block in this cycle; the state takes it
    last     : in    std_ulogic; -- the block absorbed most recently is the last one of its message
    want     : out   std_ulogic; -- the state can absorb a block in the next cycle; stays until it has
    out_free : in    std_ulogic; -- the unloader can take a digest
    out_load : out   std_ulogic; -- last round of finalisation: the unloader takes the digest if out_free
    advance  : out   std_ulogic; -- the state takes the result of the round
    restart  : out   std_ulogic; -- the state goes back to its value before a message
    finalise : out   std_ulogic  -- the 1 of finalisation is added after this round
  );
end entity cubehash_highspeed_control;

architecture rtl of cubehash_highspeed_control is

  constant LAST_STEP : positive := BLOCK_ROUNDS + FINAL_ROUNDS;

  signal step          : unsigned(7 downto 0);
  signal before_absorb : std_ulogic; -- step 15
  signal at_absorb     : std_ulogic; -- step 0 or 16: waits for a block
  signal at_finish     : std_ulogic; -- step 176: waits for the unloader
  signal finish        : std_ulogic; -- the digest is handed over in this cycle
  signal ending        : std_ulogic; -- first cycle of step 0: the state still holds the digest
  signal moves         : std_ulogic; -- value of advance: neither a block nor the unloader is awaited

begin

  finish   <= at_finish and out_free;
  moves    <= not ((at_absorb and not absorb) or (at_finish and not out_free));
  advance  <= moves;
  out_load <= at_finish;
  want     <= at_absorb or ending or (before_absorb and not last);
  restart  <= ending;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      ending <= rst or finish;
      if rst = '1' or finish = '1' then
        step          <= (others => '0');
        before_absorb <= '0';
        at_absorb     <= '0';
        at_finish     <= '0';
        finalise      <= '0';
      elsif ending = '1' then
        at_absorb <= '1';
      elsif moves = '1' then
        step <= step + 1;
        if at_absorb = '1' then
          step <= to_unsigned(1, 8);
        end if;
        before_absorb <= to_bit(step = BLOCK_ROUNDS - 2);
        at_absorb     <= before_absorb and not last;
        finalise      <= before_absorb and last;
        at_finish     <= to_bit(step = LAST_STEP - 1);
      end if;
    end if;
  end process step_reg;

end architecture rtl;
