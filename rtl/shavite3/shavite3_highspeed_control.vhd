-- SPDX-License-Identifier: Apache-2.0
-- Counts the rows of the message expansion; the rounds follow LEAD cycles behind.
--
--   row 0 .. R-1   a cycle each, R = row_count
--        R-1       asks for the next block, or goes on to row 0 of none behind the last block
--   waiting        behind row R-1, as long as the next block is not there
--   starting       the cycle behind the one that takes a block; row 0 follows
--   resting        row R-1 over and over, until the first block of a message comes
--
-- So blocks that follow each other take R + 1 cycles, one of them `starting`, and all that decides over the datapath is a register.
-- Behind the last block the rows of none are zero until the rounds have ended: out_load stands in the cycle before the last AES round,
-- and waits for out_free.
--
-- restart: the counter is that of a new message. quiet: the rounds rest, until their first block comes. counts: the counter is added
-- to row row + 3, by place. For the others see keys, order and feistel.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shavite3_pkg.all;
use work.shell_pkg.all;

entity shavite3_highspeed_control is
  generic (
    BRANCHES : positive range 1 to 2
  );
  port (
    clk      : in    std_ulogic;
    rst      : in    std_ulogic;
    want     : out   std_ulogic;
    take     : in    std_ulogic;
    last     : in    std_ulogic;
    out_free : in    std_ulogic;
    out_load : out   std_ulogic;
    advance  : out   std_ulogic;
    restart  : out   std_ulogic;
    quiet    : out   std_ulogic;
    -- of keys
    stay_linear     : out   std_ulogic;
    enter_linear    : out   std_ulogic;
    stay_nonlinear  : out   std_ulogic;
    enter_nonlinear : out   std_ulogic;
    is_nonlinear    : out   std_ulogic;
    soon_linear     : out   std_ulogic;
    soon_nonlinear  : out   std_ulogic;
    counts          : out   std_ulogic_vector(place_t);
    -- of order
    place : out   std_ulogic_vector(0 to 3);
    -- of feistel
    begins_round : out   std_ulogic;
    begins_block : out   std_ulogic;
    adds_left    : out   std_ulogic;
    adds_right   : out   std_ulogic;
    adds_state   : out   std_ulogic
  );
end entity shavite3_highspeed_control;

architecture rtl of shavite3_highspeed_control is

  constant ROWS       : positive := row_count(BRANCHES);
  constant AES_ROUNDS : positive := aes_rounds_of_f(BRANCHES);
  constant LEAD       : positive := 3 * BRANCHES - 1;

  -- What each row's cycle needs to know, in registers.
  constant FLAG_COUNT   : positive := 21;
  constant STAY_L       : natural  := 0;
  constant ENTER_L      : natural  := 1;
  constant STAY_N       : natural  := 2;
  constant ENTER_N      : natural  := 3;
  constant IS_N         : natural  := 4;
  constant SOON_L       : natural  := 5;
  constant SOON_N       : natural  := 6;
  constant COUNT_0      : natural  := 7;
  constant PLACE_0      : natural  := 11;
  constant ROUND_BEGINS : natural  := 15;
  constant BLOCK_BEGINS : natural  := 16;
  constant LEFT_ADDED   : natural  := 17;
  constant RIGHT_ADDED  : natural  := 18;
  constant STATE_ADDED  : natural  := 19;
  constant ROWS_END     : natural  := 20;

  subtype flags_t is std_ulogic_vector(0 to FLAG_COUNT - 1);

  function flags_of (row : natural) return flags_t is
    variable flags     : flags_t := (others => '0');
    variable this      : step_t;
    variable following : step_t;
    variable aes_round : natural;
  begin
    this      := made_by(row, BRANCHES);
    following := made_by(row + 1, BRANCHES);
    aes_round := (row + ROWS - LEAD) mod ROWS;

    flags(STAY_L)  := to_bit(this = linear and following = linear);
    flags(ENTER_L) := to_bit(this = nonlinear and following = linear);
    flags(STAY_N)  := to_bit(this = nonlinear and following = nonlinear);
    flags(ENTER_N) := to_bit(this /= nonlinear and following = nonlinear);
    flags(IS_N)    := to_bit(this = nonlinear);
    flags(SOON_L)  := to_bit(made_by(row + 2, BRANCHES) = linear);
    flags(SOON_N)  := to_bit(made_by(row + 2, BRANCHES) = nonlinear);
    for i in place_t loop
      flags(COUNT_0 + i) := to_bit(row + 3 = place_of_counter(i, BRANCHES));
    end loop;
    for i in 0 to 3 loop
      flags(PLACE_0 + i) := to_bit(row mod 4 = i and BRANCHES = 2);
    end loop;
    flags(ROUND_BEGINS) := to_bit(aes_round mod AES_ROUNDS = 0);
    flags(BLOCK_BEGINS) := to_bit(aes_round = 0);
    flags(LEFT_ADDED)   := to_bit(aes_round mod AES_ROUNDS = AES_ROUNDS - 2);
    flags(RIGHT_ADDED)  := to_bit(aes_round = ROWS - AES_ROUNDS - 1);
    flags(STATE_ADDED)  := to_bit(aes_round = ROWS - 2);
    flags(ROWS_END)     := to_bit(row = ROWS - 1);
    return flags;
  end function flags_of;

  type table_t is array (0 to 63) of flags_t;

  -- By row: what is known in the next one.
  function following_flags return table_t is
    variable table : table_t := (others => (others => '0'));
  begin
    for row in 0 to ROWS - 1 loop
      table(row) := flags_of((row + 1) mod ROWS);
    end loop;
    return table;
  end function following_flags;

  constant FOLLOWING : table_t := following_flags;

  signal row      : unsigned(5 downto 0);
  signal flags    : flags_t;
  signal at_rest  : std_ulogic;
  signal waiting  : std_ulogic;
  signal starting : std_ulogic;
  signal closing  : std_ulogic;
  signal ending   : std_ulogic;
  signal asks     : std_ulogic;
  signal done     : std_ulogic;
  signal moves    : std_ulogic;
  signal steps    : std_ulogic;

begin

  asks     <= flags(ROWS_END) and (at_rest or not last) and not starting;
  done     <= flags(STATE_ADDED) and closing;
  moves    <= not (waiting or starting or (done and not out_free));
  steps    <= starting or (moves and not asks);
  want     <= asks;
  out_load <= done;
  advance  <= moves;
  restart  <= rst or ending;

  stay_linear     <= flags(STAY_L);
  enter_linear    <= flags(ENTER_L);
  stay_nonlinear  <= flags(STAY_N);
  enter_nonlinear <= flags(ENTER_N);
  is_nonlinear    <= flags(IS_N);
  soon_linear     <= flags(SOON_L);
  soon_nonlinear  <= flags(SOON_N);
  counts          <= flags(COUNT_0 to COUNT_0 + 3);
  place           <= flags(PLACE_0 to PLACE_0 + 3);
  begins_round    <= flags(ROUND_BEGINS);
  begins_block    <= flags(BLOCK_BEGINS);
  adds_left       <= flags(LEFT_ADDED);
  adds_right      <= flags(RIGHT_ADDED);
  adds_state      <= flags(STATE_ADDED);

  row_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or ending = '1' then
        row   <= to_unsigned(ROWS - 1, 6);
        flags <= flags_of(ROWS - 1);
      elsif steps = '1' then
        row <= row + 1;
        if flags(ROWS_END) = '1' then
          row <= (others => '0');
        end if;
        flags <= FOLLOWING(to_integer(row));
      end if;
    end if;
  end process row_reg;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or ending = '1' then
        at_rest  <= '1';
        quiet    <= '1';
        waiting  <= '0';
        starting <= '0';
        closing  <= '0';
        ending   <= '0';
      else
        starting <= take;
        waiting  <= asks and not at_rest and not take;
        ending   <= done and out_free;
        if starting = '1' then
          at_rest <= '0';
        elsif flags(ROWS_END) = '1' and moves = '1' and at_rest = '0' then
          closing <= last;
        end if;
        if flags(STATE_ADDED) = '1' then
          quiet <= '0';
        end if;
      end if;
    end if;
  end process state_reg;

end architecture rtl;
