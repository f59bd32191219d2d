-- SPDX-License-Identifier: Apache-2.0
-- Control of the CubeHash core: counts the rounds, and decides when a block is absorbed, when finalisation starts and when the
-- digest is taken.
-- Source: D. J. Bernstein, "CubeHash specification (2.B.1)", for the numbers of rounds.
-- Widths: one-hot counters of 16 rounds and 11 groups. Latency: one step per cycle; the outputs belong to the current step.
--
--   step 0          idle. The state is one round before the initial state. The round that absorbs the first block leads to step 1
--   step 1 .. 16    the rounds of a block. Step 16 absorbs the next block and leads to step 1. After the last block, step 16 adds
--                   the 1 of finalisation and leads to step 17
--   step 17 .. 176  the rounds of finalisation. Step 176 hands over the digest and leads to `ending`
--   ending          the state keeps the digest. It restarts at the end of the cycle of `done`, which leads to step 0
--
-- Steps are groups of 16 rounds: step 16 g + r is round r of group g. Both numbers are one-hot, because then they need no LUT4s:
-- cubehash-512 has more LUT4s than registers. In step 0 and in `ending` the numbers are those of round 16 of group 0.

library ieee;
use ieee.std_logic_1164.all;
use work.cubehash_pkg.all;

entity cubehash_highspeed_control is
  port (
    clk      : in    std_ulogic; -- datapath clock
    rst      : in    std_ulogic; -- synchronous reset, active high
    absorb   : in    std_ulogic; -- injector offers a block in this cycle; the state takes it
    last     : in    std_ulogic; -- the block absorbed most recently is the last one of its message
    want     : out   std_ulogic; -- the state can absorb a block in the next cycle; stays until it has
    out_free : in    std_ulogic; -- a digest can be taken
    out_load : out   std_ulogic; -- last round of finalisation: the digest is handed over if out_free
    ending   : out   std_ulogic; -- the state is the digest, and keeps it until done
    done     : in    std_ulogic; -- the digest has been copied; '0' if the state is not the digest
    advance  : out   std_ulogic; -- the state takes the result of the round
    restart  : out   std_ulogic; -- the state goes back to its value before a message
    finalise : out   std_ulogic  -- the 1 of finalisation is added after this round
  );
end entity cubehash_highspeed_control;

architecture rtl of cubehash_highspeed_control is

  constant GROUPS : positive := FINAL_ROUNDS / BLOCK_ROUNDS;

  signal round         : std_ulogic_vector(1 to BLOCK_ROUNDS); -- one-hot: number of the round in its group
  signal group_number  : std_ulogic_vector(0 to GROUPS);       -- one-hot: number of the group; 0 is a block
  signal before_absorb : std_ulogic;                           -- step 15
  signal at_absorb     : std_ulogic;                           -- step 0 or 16: waits for a block
  signal at_finish     : std_ulogic;                           -- step 176: waits for the unloader
  signal finish        : std_ulogic;                           -- the digest is handed over in this cycle
  signal waits         : std_ulogic;                           -- at_absorb or ending
  signal moves         : std_ulogic;                           -- value of advance: nothing is awaited

begin

  before_absorb <= round(BLOCK_ROUNDS - 1) and group_number(0);
  finish        <= at_finish and out_free;
  moves         <= not ((waits and not absorb) or (at_finish and not out_free));
  advance       <= moves;
  out_load      <= at_finish;
  want          <= at_absorb or (before_absorb and not last);
  restart       <= rst or done;

  round_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or finish = '1' then
        round               <= (others => '0');
        round(BLOCK_ROUNDS) <= '1';
      elsif moves = '1' then
        round <= round(BLOCK_ROUNDS) & round(1 to BLOCK_ROUNDS - 1);
      end if;
    end if;
  end process round_reg;

  group_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or finish = '1' then
        group_number    <= (others => '0');
        group_number(0) <= '1';
      elsif round(BLOCK_ROUNDS) = '1' and waits = '0' then
        group_number <= '0' & group_number(0 to GROUPS - 1);
      end if;
    end if;
  end process group_reg;

  flags_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or done = '1' then
        ending    <= '0';
        at_absorb <= '1';
        waits     <= '1';
        finalise  <= '0';
        at_finish <= '0';
      else
        ending <= finish or ending;
        if moves = '1' then
          at_absorb <= before_absorb and not last;
          waits     <= finish or (before_absorb and not last);
          finalise  <= before_absorb and last;
          at_finish <= round(BLOCK_ROUNDS - 1) and group_number(GROUPS);
        end if;
      end if;
    end if;
  end process flags_reg;

end architecture rtl;
