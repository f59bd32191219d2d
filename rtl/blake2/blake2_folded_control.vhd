-- SPDX-License-Identifier: Apache-2.0
-- Control of the folded BLAKE2 cores: counts the steps of a block, loads the next block and hands the digest over.
--
--   steps            what happens
--   0 .. N - 1       the rounds, N = ROUND_STEPS
--   N and following  the new chaining value, LANES columns in each step, and the state with which the next block begins
--
-- Step N waits for the next block. After the last block of a message it waits for the unloader instead. The digest leaves in the
-- last step, and the control returns to step N without `busy`, which is the state between messages. The first block of a message
-- then starts with the steps from N on.
--
-- The next block is written to the half of the message memory that is not read. It may begin when the steps from N on are done.
--
-- Source: RFC 7693, sections 3.2 and 3.3. Widths: a step is one cycle; STEP_BITS counts N + 4 / LANES steps.
-- Latency: the outputs belong to the current step. A block takes N + 4 / LANES cycles.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity blake2_folded_control is
  generic (
    LANES       : positive range 2 to 4; -- columns or diagonals in a step: 2 or 4
    BLOCK_WORDS : positive;              -- words of the stream in a block: 8 or 16
    ROUND_STEPS : positive;              -- steps of the rounds
    STEP_BITS   : positive               -- width of a step number
  );
  port (
    clk         : in    std_ulogic;                                       -- clock
    rst         : in    std_ulogic;                                       -- synchronous reset, active high
    word_valid  : in    std_ulogic;                                       -- a word of the message is at the input
    word_last   : in    std_ulogic;                                       -- it is the last one of its message
    word_ready  : out   std_ulogic;                                       -- the word is taken in this cycle if word_valid
    write       : out   std_ulogic;                                       -- the message memory takes the word in this cycle
    write_half  : out   std_ulogic;                                       -- half of the message memory that is written
    write_index : out   unsigned(counter_bits(BLOCK_WORDS) - 1 downto 0); -- index of the word in its block
    count       : out   std_ulogic;                                       -- the byte counter goes to the block whose last word is taken
    recount     : out   std_ulogic;                                       -- the byte counter starts a new message
    last        : out   std_ulogic;                                       -- the next block is the last one of its message
    read_half   : out   std_ulogic;                                       -- half of the message memory that is read
    next_step   : out   unsigned(STEP_BITS - 1 downto 0);                 -- number of the step in the next cycle
    next_ahead  : out   unsigned(STEP_BITS - 1 downto 0);                 -- number of the step after that one
    advance     : out   std_ulogic;                                       -- the state takes the result of the step
    chains      : out   std_ulogic;                                       -- this step is one from N on
    ends        : out   std_ulogic;                                       -- this step is the last one
    feeds       : out   std_ulogic;                                       -- the step after this one is one of the rounds
    busy        : out   std_ulogic;                                       -- the state is that of a block
    to_diagonal : out   std_ulogic;                                       -- last step of columns; used with LANES = 2
    to_column   : out   std_ulogic;                                       -- last step of diagonals; used with LANES = 2
    restart     : out   std_ulogic;                                       -- the chaining value takes the initial value of a message
    out_free    : in    std_ulogic;                                       -- the unloader can take a digest
    out_load    : out   std_ulogic                                        -- the digest is complete; the unloader takes it
  );
end entity blake2_folded_control;

architecture rtl of blake2_folded_control is

  constant LAST_STEP : positive := ROUND_STEPS + 4 / LANES - 1;

  -- In step N the step after it: N + 1, or 0 if there is only one step from N on.
  constant AFTER_WAIT : natural := (ROUND_STEPS + 1) mod (LAST_STEP + 1);

  signal step         : unsigned(STEP_BITS - 1 downto 0);
  signal ahead        : unsigned(STEP_BITS - 1 downto 0); -- the step after this one
  signal waits        : std_ulogic;                       -- step N
  signal ends_block   : std_ulogic;                       -- value of ends
  signal reads        : std_ulogic;                       -- step N - 1, the last one that reads the block
  signal index        : unsigned(write_index'range);
  signal full         : std_ulogic;                       -- the next block is in the memory
  signal full_last    : std_ulogic;                       -- it is the last one of its message
  signal current_last : std_ulogic;                       -- the block in process is the last one of its message
  signal final        : std_ulogic;                       -- the steps from N on complete a digest
  signal moves        : std_ulogic;                       -- value of advance: a step that needs a block or the unloader has it
  signal done         : std_ulogic;                       -- the digest is complete
  signal starts       : std_ulogic;                       -- the next block starts after this step
  signal taken        : std_ulogic;                       -- a message word is taken in this cycle
  signal completes    : std_ulogic;                       -- the last word of a block is taken

begin

  word_ready  <= not full;
  taken       <= word_valid and not full;
  completes   <= taken and to_bit(index = BLOCK_WORDS - 1);
  write       <= taken;
  write_index <= index;
  count       <= completes;
  last        <= full_last;
  final       <= busy and current_last;
  moves       <= not waits or (full and not final) or (out_free and final);
  done        <= ends_block and moves and final;
  starts      <= ends_block and moves and not final;
  out_load    <= done;
  advance     <= moves;
  ends        <= ends_block;
  restart     <= rst or done;
  recount     <= rst or (starts and full_last);

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
      step        <= next_step;
      ahead       <= next_ahead;
      chains      <= to_bit(next_step >= ROUND_STEPS);
      feeds       <= to_bit(next_ahead < ROUND_STEPS);
      waits       <= to_bit(next_step = ROUND_STEPS);
      ends_block  <= to_bit(next_step = LAST_STEP);
      reads       <= to_bit(next_step = ROUND_STEPS - 1);
      to_diagonal <= to_bit(next_step mod 4 = 1 and next_step < ROUND_STEPS);
      to_column   <= to_bit(next_step mod 4 = 3);
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
        if ends_block = '1' and moves = '1' then
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
