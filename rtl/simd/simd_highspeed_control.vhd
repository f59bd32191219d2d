-- SPDX-License-Identifier: Apache-2.0
-- The control of the SIMD core. Three blocks are in the core at once: one is being loaded, one is being transformed, and the
-- ladders process one. All three stages take nine steps together, one cycle each unless a stage waits:
--
--   step        loader                           transform                       ladders
--   0 .. 6      fills                            points of k0 = step, step + 8   steps 4 step .. 4 step + 3
--   7           all words but the last move on   the last points                 the last steps with the expanded message
--   8           the last word moves on           words for the first steps       feed-forward; the next block is XORed
--
-- Step 7 waits for a block if the newest block in the core does not end its message, or if there is no block in the core. After the
-- last block of a message the ladders hand over the digest in a step 8 of their own, marked by `closing`, and reset to the resting
-- value. The step 8 that follows turns the resting value into the initial value. If the core is empty, step 7 follows step 8.
-- Latency: nine cycles for each of the three stages.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;
use work.simd_pkg.all;

entity simd_highspeed_control is
  generic (
    N : positive -- number of Feistel ladders: 4 or 8
  );
  port (
    clk          : in    std_ulogic;                -- core clock
    rst          : in    std_ulogic;                -- synchronous reset, active high: the core becomes empty
    want         : out   std_ulogic;                -- to the loader: the transform can take the next part of a block
    present      : in    std_ulogic;                -- from the loader: that part is there
    last         : in    std_ulogic;                -- from the loader: the latest completed block is the last one of its message
    out_free     : in    std_ulogic;                -- from the unloader: it can store a digest in this cycle
    out_load     : out   std_ulogic;                -- to the unloader: the digest is valid; taken when out_free is high
    step         : out   unsigned(3 downto 0);      -- number of the step, 0 .. 8
    advance      : out   std_ulogic;                -- the step is completed in this cycle
    at_keep      : out   std_ulogic;                -- step 7
    at_feed      : out   std_ulogic;                -- step 8
    step_ladders : out   std_ulogic;                -- the ladders compute four steps in this cycle
    rest         : out   std_ulogic;                -- reset the ladders: at reset or when a digest is handed over
    by           : out   choice_t;                  -- selects the points for the words of the next cycle, see choice_t
    second       : out   std_ulogic;                -- the words of the next cycle are multiplied by 233, not 185
    rotation     : out   std_ulogic_vector(0 to 2); -- selects the rotation amounts of this cycle's steps, see chosen_of_4
    majority     : out   std_ulogic;                -- phi is MAJ in this cycle's steps, not IF
    distances    : out   std_ulogic_vector(0 to 11) -- distance of the neighbours in each of four steps, three bits each
  );
end entity simd_highspeed_control;

architecture rtl of simd_highspeed_control is

  signal next_step  : unsigned(3 downto 0); -- value of step in the next cycle
  signal loading    : std_ulogic;           -- the loader passes a block to the transform
  signal transforms : std_ulogic;           -- a block is in the transform
  signal climbs     : std_ulogic;           -- the steps of a block run, after its transform
  signal ends       : std_ulogic;           -- the block in the ladders is the last one of its message
  signal more       : std_ulogic;           -- another block of a message is to be loaded
  signal closing    : std_ulogic;           -- a digest is handed over
  signal closed     : std_ulogic;           -- the unloader stores the digest in this cycle
  signal moves      : std_ulogic;           -- value of advance

begin

  more         <= not last when transforms = '1' else
                  not climbs;
  closing      <= at_feed and climbs and ends;
  closed       <= closing and out_free;
  moves        <= present or not more when at_keep = '1' else
                  not closing and (present or not loading) when at_feed = '1' else
                  '1';
  want         <= at_keep or (at_feed and loading and not closing);
  out_load     <= closing;
  advance      <= moves;
  rest         <= rst or closed;
  step_ladders <= moves and transforms when at_feed = '1' else
                  moves and climbs;

  choose_step : process (all) is
  begin
    next_step <= step;
    if moves = '1' then
      next_step <= step + 1;
      if at_feed = '1' then
        next_step <= to_unsigned(0, 4);
        if loading = '0' and transforms = '0' then
          next_step <= to_unsigned(CYCLES - 2, 4);
        end if;
      end if;
    end if;
    if rst = '1' then
      next_step <= to_unsigned(CYCLES - 2, 4);
    end if;
  end process choose_step;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      step    <= next_step;
      at_keep <= to_bit(next_step = CYCLES - 2);
      at_feed <= to_bit(next_step = CYCLES - 1);
      if rst = '1' then
        loading    <= '0';
        transforms <= '0';
        climbs     <= '0';
      else
        if at_keep = '1' then
          loading <= present;
        end if;
        if at_feed = '1' and moves = '1' then
          transforms <= loading;
          climbs     <= transforms;
          ends       <= last;
        elsif closed = '1' then
          climbs <= '0';
        end if;
      end if;
    end if;
  end process step_reg;

  -- The selections of the four steps, in registers that follow the step.
  choices_reg : process (clk) is
    variable distance : unsigned(2 downto 0);
  begin
    if rising_edge(clk) then
      majority  <= next_step(0);
      by        <= (others => '0');
      second    <= '0';
      rotation  <= (others => '0');
      distances <= (others => '0');
      for t in 0 to CYCLES - 1 loop
        if next_step = t then
          by       <= choice((t + 1) mod CYCLES mod 8);
          second   <= to_bit((t + 1) mod CYCLES >= 4);
          rotation <= choice(t / 2 mod 4 + t / 8 * 3)(0 to 2);
          for slot in 0 to 3 loop
            distance := to_unsigned(neighbour(N, 4 * t + slot), 3);
            for k in 0 to 2 loop
              distances(3 * slot + k) <= distance(k);
            end loop;
          end loop;
        end if;
      end loop;
    end if;
  end process choices_reg;

end architecture rtl;
