-- SPDX-License-Identifier: Apache-2.0
-- Counts the nine steps that the blocks of three stages take together: one is loaded, one is transformed, and the ladders go over one.
--
--   step        loader                           transform                       ladders
--   0 .. 6      fills up                         points of k0 = step, step + 8   steps 4 step .. 4 step + 3
--   7           all words but the last move on   the last points                 the last steps with the expanded message
--   8           the last word moves on           words for the first steps       feed-forward; the next block is added
--
-- Step 7 waits for a block if the newest one inside does not end its message or if there is none. Behind a message the ladders hand over
-- the digest in a step 8 of their own, `closing`, and rest; the step 8 that follows leads them to the initial value. Without anything
-- inside, step 7 follows instead.
--
-- present, last, want: see block_loader. choice, second: for the words of the next cycle. rotation, majority, distances: for the
-- steps of this one. N: 4 or 8.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;
use work.simd_pkg.all;

entity simd_highspeed_control is
  generic (
    N : positive
  );
  port (
    clk          : in    std_ulogic;
    rst          : in    std_ulogic;
    want         : out   std_ulogic;
    present      : in    std_ulogic;
    last         : in    std_ulogic;
    out_free     : in    std_ulogic;
    out_load     : out   std_ulogic;
    step         : out   unsigned(3 downto 0);
    advance      : out   std_ulogic;
    at_keep      : out   std_ulogic;
    at_feed      : out   std_ulogic;
    step_ladders : out   std_ulogic;
    rest         : out   std_ulogic;
    by           : out   choice_t;
    second       : out   std_ulogic;
    rotation     : out   std_ulogic_vector(0 to 2);
    majority     : out   std_ulogic;
    distances    : out   std_ulogic_vector(0 to 11)
  );
end entity simd_highspeed_control;

architecture rtl of simd_highspeed_control is

  signal next_step  : unsigned(3 downto 0);
  signal loading    : std_ulogic;
  signal transforms : std_ulogic;
  signal climbs     : std_ulogic;
  signal ends       : std_ulogic;
  signal more       : std_ulogic;
  signal closing    : std_ulogic;
  signal closed     : std_ulogic;
  signal moves      : std_ulogic;

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

  -- What the steps choose by, from registers that follow the step.
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
