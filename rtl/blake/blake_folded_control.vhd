-- SPDX-License-Identifier: Apache-2.0
-- Control of the folded BLAKE-256 core: counts the steps of a block, loads the next block and hands the digest over.
-- Source: BLAKE specification, version of the third round with 14 rounds: initialisation, round function and finalisation.
-- Widths: a step is one cycle; LANES * HALVES half G functions in each. STEP_BITS counts ROUND_STEPS + 4 / LANES steps.
-- Latency: the outputs belong to the current step. A block takes 14 * 16 / (LANES * HALVES) + 4 / LANES cycles.
--
--   steps            what happens
--   0 .. N - 1       the 14 rounds, N = ROUND_STEPS
--   N and following  LANES columns of the state and of the hash value h in each step: finalisation, which computes the new h, and
--                    initialisation, which gives the state its values for the next block
--
-- Step N waits for the next block. After the last block of a message it waits for the unloader instead. The digest leaves in the
-- last step, and the control returns to step N without `busy`, which is the state between messages. The first block of a message
-- then starts with the initialisation alone.
--
-- The next block is written to the half of the message memory that is not read. It may begin when the steps from N on are done.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sequence_pkg.all;
use work.shell_pkg.all;

entity blake_folded_control is
  generic (
    LANES       : positive range 1 to 4; -- columns or diagonals in a step: 1 or 4
    HALVES      : positive range 1 to 4; -- half G functions one after the other in a step: 1, 2 or 4
    ROUND_STEPS : positive;              -- steps of the 14 rounds
    STEP_BITS   : positive               -- width of a step number
  );
  port (
    clk         : in    std_ulogic;                       -- clock
    rst         : in    std_ulogic;                       -- synchronous reset, active high
    word_valid  : in    std_ulogic;                       -- a word of the message is at the input
    word_last   : in    std_ulogic;                       -- it is the last one of its message
    word_ready  : out   std_ulogic;                       -- the word is taken in this cycle if word_valid
    write       : out   std_ulogic;                       -- the message memory takes the word in this cycle
    write_half  : out   std_ulogic;                       -- half of the message memory that is written
    write_index : out   std_ulogic_vector(2 downto 0);    -- index of the word in its block
    count       : out   std_ulogic;                       -- the bit counter goes to the block whose last word is taken
    recount     : out   std_ulogic;                       -- the bit counter starts a new message
    read_half   : out   std_ulogic;                       -- half of the message memory that is read
    next_step   : out   unsigned(STEP_BITS - 1 downto 0); -- number of the step in the next cycle
    next_ahead  : out   unsigned(STEP_BITS - 1 downto 0); -- number of the step after that one
    advance     : out   std_ulogic;                       -- the state takes the result of the step
    chains      : out   std_ulogic;                       -- this step is one from N on: finalisation and initialisation
    feeds       : out   std_ulogic;                       -- the step after this one is one of the rounds: needs message words
    busy        : out   std_ulogic;                       -- the state is that of a block, so that finalisation includes it
    later_half  : out   std_ulogic;                       -- second half of G; used with HALVES = 1
    turn        : out   std_ulogic;                       -- the state goes from columns to diagonals or back after this step
    diagonal    : out   std_ulogic;                       -- the step ends with diagonals
    column      : out   unsigned(1 downto 0);             -- number of the column in the steps from N on; used with LANES = 1
    restart     : out   std_ulogic;                       -- the hash value takes the initial value of a message
    out_free    : in    std_ulogic;                       -- the unloader can take a digest
    out_load    : out   std_ulogic                        -- the digest is complete; the unloader takes it
  );
end entity blake_folded_control;

architecture rtl of blake_folded_control is

  constant SIZE        : positive := 2 ** STEP_BITS;
  constant CHAIN_STEPS : positive := 4 / LANES;
  constant LAST_STEP   : positive := ROUND_STEPS + CHAIN_STEPS - 1;

  -- Steps in which columns or diagonals are processed.
  function phase_steps return positive is
  begin
    if HALVES = 4 then
      return 1;
    end if;
    return 8 / (LANES * HALVES);
  end function phase_steps;

  -- '1' in the last step of columns or diagonals.
  function turn_sequence return std_ulogic_vector is
    variable result : std_ulogic_vector(0 to SIZE - 1) := (others => '-');
  begin
    for s in 0 to LAST_STEP loop
      result(s) := '0';
      if s < ROUND_STEPS and s mod phase_steps = phase_steps - 1 then
        result(s) := '1';
      end if;
    end loop;
    return result;
  end function turn_sequence;

  -- '1' in the steps that end with diagonals.
  function diagonal_sequence return std_ulogic_vector is
    variable result : std_ulogic_vector(0 to SIZE - 1) := (others => '-');
  begin
    for s in 0 to ROUND_STEPS - 1 loop
      result(s) := '1';
      if HALVES < 4 and (s / phase_steps) mod 2 = 0 then
        result(s) := '0';
      end if;
    end loop;
    return result;
  end function diagonal_sequence;

  constant TURN_AT     : std_ulogic_vector(0 to SIZE - 1) := turn_sequence;
  constant DIAGONAL_AT : std_ulogic_vector(0 to SIZE - 1) := diagonal_sequence;

  -- In step N the step after it: N + 1, or 0 if there is only one step from N on.
  constant AFTER_WAIT : natural := (ROUND_STEPS + 1) mod (LAST_STEP + 1);

  signal step         : unsigned(STEP_BITS - 1 downto 0);
  signal ahead        : unsigned(STEP_BITS - 1 downto 0); -- the step after this one
  signal waits        : std_ulogic;                       -- step N
  signal ends         : std_ulogic;                       -- last step
  signal reads        : std_ulogic;                       -- step N - 1, the last one that reads the block
  signal index        : unsigned(2 downto 0);
  signal full         : std_ulogic;                       -- the next block is in the memory
  signal full_last    : std_ulogic;                       -- it is the last one of its message
  signal current_last : std_ulogic;                       -- the block in process is the last one of its message
  signal final        : std_ulogic;                       -- the steps from N on complete a digest
  signal moves        : std_ulogic;                       -- value of advance: a step that needs a block or the unloader has it
  signal done         : std_ulogic;
  signal starts       : std_ulogic;                       -- the next block starts after this step
  signal taken        : std_ulogic;                       -- a message word is taken in this cycle
  signal completes    : std_ulogic;                       -- the last word of a block is taken

begin

  word_ready  <= not full;
  taken       <= word_valid and not full;
  completes   <= taken and to_bit(index = 7);
  write       <= taken;
  write_index <= std_ulogic_vector(index);
  count       <= completes;
  final       <= busy and current_last;
  moves       <= not waits or (full and not final) or (out_free and final);
  done        <= ends and moves and final;
  starts      <= ends and moves and not final;
  out_load    <= done;
  advance     <= moves;
  restart     <= rst or done;
  recount     <= rst or (starts and full_last);
  later_half  <= step(2);
  column      <= step(1 downto 0);

  choose_step : process (all) is
  begin
    next_step  <= step;
    next_ahead <= ahead;
    if rst = '1' or done = '1' then
      next_step  <= to_unsigned(ROUND_STEPS, STEP_BITS);
      next_ahead <= to_unsigned(AFTER_WAIT, STEP_BITS);
    elsif moves = '1' then
      next_step  <= ahead;
      next_ahead <= ahead + 1;
      if ahead = LAST_STEP then
        next_ahead <= (others => '0');
      end if;
    end if;
  end process choose_step;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      step     <= next_step;
      ahead    <= next_ahead;
      chains   <= to_bit(next_step >= ROUND_STEPS);
      feeds    <= to_bit(next_ahead < ROUND_STEPS);
      waits    <= to_bit(next_step = ROUND_STEPS);
      ends     <= to_bit(next_step = LAST_STEP);
      reads    <= to_bit(next_step = ROUND_STEPS - 1);
      turn     <= lookup(TURN_AT, next_step);
      diagonal <= lookup(DIAGONAL_AT, next_step);
    end if;
  end process step_reg;

  block_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        index      <= (others => '0');
        full       <= '0';
        write_half <= '0';
        read_half  <= '0';
        busy       <= '0';
      else
        if taken = '1' then
          index <= index + 1;
        end if;
        if completes = '1' then
          full       <= '1';
          write_half <= not write_half;
        elsif starts = '1' then
          full <= '0';
        end if;
        if reads = '1' then
          read_half <= not read_half;
        end if;
        if ends = '1' and moves = '1' then
          busy <= not final;
        end if;
      end if;
      if completes = '1' then
        full_last <= word_last;
      end if;
      if starts = '1' then
        current_last <= full_last;
      end if;
    end if;
  end process block_reg;

end architecture rtl;
