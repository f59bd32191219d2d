-- SPDX-License-Identifier: Apache-2.0
-- Counts the cycles of a block of ECHO; R = rounds.
--
--   loading              the block enters the state
--   step 0 .. 3 R - 1    three cycles a round; the last one asks for the next block
--   waiting              behind it, as long as the next block is not there
--   ending               behind it, after the last block: hands over the digest, waits for the unloader
--   resting              the initial value is restored; asks for the first block of a message
--
-- One of them is '1' in each cycle, or a step is done. All that decides over the datapath is a register.
--
-- Keys of a round are made in the round before. Those of a block's first round are prepared when the last ones of the block before
-- have gone, and its counter is ready.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.echo_pkg.all;
use work.shell_pkg.all;

entity echo_highspeed_control is
  generic (
    CHAIN_WORDS : positive range 4 to 8
  );
  port (
    clk         : in    std_ulogic;
    rst         : in    std_ulogic;
    want        : out   std_ulogic;
    take        : in    std_ulogic;
    last        : in    std_ulogic;
    quiet       : out   std_ulogic;
    count_ready : in    std_ulogic;
    out_free    : in    std_ulogic;
    out_load    : out   std_ulogic;
    resting     : out   std_ulogic;
    -- of the datapath
    clear_state : out   std_ulogic;
    keep_mixed  : out   std_ulogic;
    keep_copy   : out   std_ulogic;
    keep_folded : out   std_ulogic;
    opens       : out   std_ulogic;
    -- of the keys
    prepare    : out   std_ulogic_vector(1 to 4);
    give       : out   std_ulogic;
    turn       : out   std_ulogic;
    plain_turn : out   std_ulogic;
    carry_turn : out   std_ulogic
  );
end entity echo_highspeed_control;

architecture rtl of echo_highspeed_control is

  constant STEPS : positive := 3 * rounds(CHAIN_WORDS);

  -- The last step in which keys are made for the rounds of this block.
  constant LAST_KEYS : positive := STEPS - 5;

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

  -- Loading: the state copied and keys given as in the last cycle of a round. At rest: nothing but preparing.
  constant LOADING_FLAGS : flags_t := (COPIES => '1', GIVES => '1', TURNS => '1', others => '0');
  constant RESTING_FLAGS : flags_t := (CLEARS => '1', PREPARES => '1', others => '0');

  type table_t is array (0 to 31) of flags_t;

  -- By step: what is known in the next one.
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
  signal flags    : flags_t;
  signal loading  : std_ulogic;
  signal waiting  : std_ulogic;
  signal ending   : std_ulogic;
  signal at_rest  : std_ulogic;
  signal prepared : std_ulogic;
  signal starts   : std_ulogic;
  signal more     : std_ulogic;

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
