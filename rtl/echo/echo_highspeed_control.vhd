-- SPDX-License-Identifier: Apache-2.0
-- Control of the ECHO core: counts the cycles of a block and controls the datapath, the keys, the loader and the unloader.
-- Source: paper A, section 4 and Table 1, for three cycles per round.
-- Widths: CHAIN_WORDS = 4 or 8, which gives R = 8 or 10 rounds. Latency: the outputs belong to the current cycle.
--
--   loading              the block enters the state
--   step 0 .. 3 R - 1    the rounds, three cycles each; the last step requests the next block
--   waiting              after the last step of a block: the next block has not arrived
--   ending               after the last step of the last block: hands the digest over, waits for the unloader
--   at_rest              the initial value is restored; requests the first block of a message
--
-- In each cycle one of loading, waiting, ending and at_rest is '1', or a step is done. All outputs that control the datapath are
-- registers.
--
-- The keys of a round are computed during the round before. The keys of the first round of a block are prepared when the last keys
-- of the block before have been used and the counter of the new block is ready.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.echo_pkg.all;
use work.shell_pkg.all;

entity echo_highspeed_control is
  generic (
    CHAIN_WORDS : positive range 4 to 8 -- words of the chaining variable: 4 (COMPRESS_512) or 8 (COMPRESS_1024)
  );
  port (
    clk         : in    std_ulogic; -- datapath clock
    rst         : in    std_ulogic; -- synchronous reset, active high
    want        : out   std_ulogic; -- requests a block from whole_injector
    take        : in    std_ulogic; -- whole_injector has the whole block; it enters the state in the next cycle
    last        : in    std_ulogic; -- the block in process is the last one of its message
    quiet       : out   std_ulogic; -- keeps the output of whole_injector at zero from the next cycle on
    count_ready : in    std_ulogic; -- the counter has the value of the next block
    out_free    : in    std_ulogic; -- the unloader can take a digest
    out_load    : out   std_ulogic; -- the datapath outputs the digest; the unloader takes it if out_free
    resting     : out   std_ulogic; -- no message is in process: the initial value is restored
    -- Outputs to the datapath.
    clear_state : out   std_ulogic; -- sets the state to zero at the end of this cycle
    keep_mixed  : out   std_ulogic; -- mixed takes the result of this cycle; else its neutral value
    keep_copy   : out   std_ulogic; -- copied takes the result of this cycle
    keep_folded : out   std_ulogic; -- kept_sum takes the folded words of copied
    opens       : out   std_ulogic; -- passes the chaining variable on; else it is zero
    -- Outputs to the keys.
    prepare    : out   std_ulogic_vector(1 to 4); -- one-hot: the four cycles that prepare the keys of the first round of a block
    give       : out   std_ulogic;                -- left and right take the waiting keys, for the next cycle
    turn       : out   std_ulogic;                -- starts the keys of the next round
    plain_turn : out   std_ulogic;                -- words without a carry take their keys of the next round
    carry_turn : out   std_ulogic                 -- words with a carry take their keys of the next round
  );
end entity echo_highspeed_control;

architecture rtl of echo_highspeed_control is

  constant STEPS : positive := 3 * rounds(CHAIN_WORDS);

  -- The last step in which keys for the rounds of this block are computed.
  constant LAST_KEYS : positive := STEPS - 5;

  -- One flag for each output of a step, under these numbers.
  constant FLAG_COUNT : positive := 10;
  constant CLEARS     : natural  := 0;
  constant MIXES      : natural  := 1;
  constant COPIES     : natural  := 2;
  constant FOLDS      : natural  := 3;
  constant GIVES      : natural  := 4;
  constant TURNS      : natural  := 5;
  constant PLAIN      : natural  := 6;
  constant CARRY      : natural  := 7;
  constant PREPARES   : natural  := 8;
  constant ENDS       : natural  := 9;

  subtype flags_t is std_ulogic_vector(0 to FLAG_COUNT - 1);

  -- The flags of a step.
  function flags_of (step : natural) return flags_t is
    variable flags : flags_t := (others => '0');
  begin
    flags(CLEARS)   := to_bit(step mod 3 = 1 or step = STEPS - 1);
    flags(MIXES)    := to_bit(step mod 3 = 1);
    flags(COPIES)   := to_bit(step = STEPS - 1);
    flags(FOLDS)    := to_bit(step = 0);
    flags(GIVES)    := to_bit(step mod 3 = 2 and step /= STEPS - 1);
    flags(TURNS)    := to_bit(step mod 3 = 2 and step < LAST_KEYS);
    flags(PLAIN)    := to_bit(step mod 3 = 0 and step < LAST_KEYS);
    flags(CARRY)    := to_bit(step mod 3 = 1 and step <= LAST_KEYS);
    flags(PREPARES) := to_bit(step >= LAST_KEYS - 1);
    flags(ENDS)     := to_bit(step = STEPS - 1);
    return flags;
  end function flags_of;

  -- Loading copies the state and gives keys, as the last cycle of a round does. At rest, only keys are prepared.
  constant LOADING_FLAGS : flags_t := (COPIES => '1', GIVES => '1', TURNS => '1', others => '0');
  constant RESTING_FLAGS : flags_t := (CLEARS => '1', PREPARES => '1', others => '0');

  type table_t is array (0 to 31) of flags_t;

  -- Entry s is the flags of the step after step s.
  function following_flags return table_t is
    variable table : table_t := (others => RESTING_FLAGS);
  begin
    for step in 0 to STEPS - 2 loop
      table(step) := flags_of(step + 1);
    end loop;
    return table;
  end function following_flags;

  constant FOLLOWING : table_t := following_flags;

  signal step     : unsigned(4 downto 0);
  signal flags    : flags_t;    -- the flags of this step
  signal loading  : std_ulogic;
  signal waiting  : std_ulogic; -- a block is due and has not been taken
  signal ending   : std_ulogic; -- the digest is complete and waits for the unloader
  signal at_rest  : std_ulogic;
  signal prepared : std_ulogic; -- the keys of the first round of the next block have been started
  signal starts   : std_ulogic; -- starts to prepare these keys in this cycle
  signal more     : std_ulogic; -- last step of a block that is not the last of its message

begin

  more     <= flags(ENDS) and not last;
  want     <= at_rest or waiting or more;
  quiet    <= not (at_rest or waiting or ending or flags(ENDS));
  out_load <= ending;
  resting  <= at_rest;

  clear_state <= flags(CLEARS);
  keep_mixed  <= flags(MIXES);
  keep_copy   <= flags(COPIES);
  keep_folded <= flags(FOLDS);
  give        <= flags(GIVES);
  turn        <= flags(TURNS);
  plain_turn  <= flags(PLAIN);
  carry_turn  <= flags(CARRY);
  starts      <= flags(PREPARES) and count_ready and not prepared;
  prepare(1)  <= starts;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        flags <= RESTING_FLAGS;
      elsif take = '1' then
        flags <= LOADING_FLAGS;
      elsif loading = '1' then
        flags <= flags_of(0);
      elsif at_rest = '1' or waiting = '1' or ending = '1' then
        flags <= RESTING_FLAGS;
      else
        flags <= FOLLOWING(to_integer(step));
      end if;
      step <= step + 1;
      if loading = '1' then
        step <= (others => '0');
      end if;
    end if;
  end process step_reg;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        loading <= '0';
        waiting <= '0';
        ending  <= '0';
        at_rest <= '1';
        opens   <= '0';
      else
        loading <= take;
        waiting <= (waiting or more) and not take;
        ending  <= (flags(ENDS) and last) or (ending and not out_free);
        at_rest <= (at_rest or (ending and out_free)) and not take;
        opens   <= take or (flags(ENDS) and last) or (ending and not out_free);
      end if;
    end if;
  end process state_reg;

  prepare_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or loading = '1' then
        prepared        <= '0';
        prepare(2 to 4) <= (others => '0');
      else
        prepared        <= prepared or starts;
        prepare(2 to 4) <= starts & prepare(2 to 3);
      end if;
    end if;
  end process prepare_reg;

end architecture rtl;
