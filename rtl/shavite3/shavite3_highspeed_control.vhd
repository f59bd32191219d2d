-- SPDX-License-Identifier: Apache-2.0
-- The control of the SHAvite-3 core. It counts the rows of the message expansion. A row is what one cycle needs: one subkey in
-- C_256, two subkeys in C_512. The rounds follow LEAD cycles later. States:
--
--   row 0 .. R-1   one cycle each; R is row_count
--   row R-1        the next block is requested; or, after the last block of a message, row 0 of an empty block follows
--   waiting        follows row R-1 while the next block is not complete
--   starting       the cycle after the one that takes a block; row 0 follows
--   resting        row R-1 is repeated until the first block of a message arrives
--
-- Blocks that follow each other take R + 1 cycles; one of them is `starting`. All control signals of the datapath are registers.
--
-- After the last block, the rows of the empty block are zero until the rounds have ended. In the cycle before the last AES round,
-- out_load is '1'. The digest of a message is in the registers of the chaining value while the next message is processed. The core
-- stalls before the last round of its first block if the digest has not been sent.
-- Latency: R + 1 cycles for a block; R is 36 in C_256 and 56 in C_512.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shavite3_pkg.all;
use work.shell_pkg.all;

entity shavite3_highspeed_control is
  generic (
    BRANCHES : positive range 1 to 2 -- 1 for C_256, 2 for C_512
  );
  port (
    clk      : in    std_ulogic; -- core clock
    rst      : in    std_ulogic; -- synchronous reset, active high: the next state is resting
    want     : out   std_ulogic; -- to the loader: it may take the last word of a block
    take     : in    std_ulogic; -- from the loader: it takes the last word of a block in this cycle
    last     : in    std_ulogic; -- the block in the message expansion is the last one of its message
    sending  : in    std_ulogic; -- from the sender: the chaining value is a digest that has not been sent completely
    out_load : out   std_ulogic; -- to the sender: the first words of a digest are valid in the next cycle
    advance  : out   std_ulogic; -- the row and the AES round are completed in this cycle
    stalled  : out   std_ulogic; -- the core waits for the receiver of the digest
    restart  : out   std_ulogic; -- to the counter: set it to zero
    quiet    : out   std_ulogic; -- the rounds are reset until the first block of a message reaches them
    -- to shavite3_highspeed_keys and, counts, to the register of the counter that is added
    stay_linear     : out   std_ulogic;                 -- this row and the next are linear
    enter_linear    : out   std_ulogic;                 -- the next row is linear, this one is not
    stay_nonlinear  : out   std_ulogic;                 -- this row and the next are nonlinear
    enter_nonlinear : out   std_ulogic;                 -- the next row is nonlinear, this one is not
    is_nonlinear    : out   std_ulogic;                 -- this row is nonlinear
    takes_late      : out   std_ulogic_vector(0 to 3);  -- the same, undefined at rest: bits 0 and 1, inverted: bits 2 and 3
    soon_linear     : out   std_ulogic;                 -- the row after the next is linear
    soon_nonlinear  : out   std_ulogic;                 -- the row after the next is nonlinear
    counts          : out   std_ulogic_vector(place_t); -- bit i: the row after the next has the counter added, as at place i
    -- to shavite3_highspeed_order
    place : out   std_ulogic_vector(0 to 3); -- C_512: bit i is '1' in row i of a round
    -- to shavite3_highspeed_feistel
    begins_round : out   std_ulogic; -- first AES round of a round
    adds_left    : out   std_ulogic; -- last but one AES round of a round
    adds_right   : out   std_ulogic; -- AES round before the first one of the last round
    adds_state   : out   std_ulogic  -- last but one AES round of a block
  );
end entity shavite3_highspeed_control;

architecture rtl of shavite3_highspeed_control is

  constant ROWS       : positive := row_count(BRANCHES);
  constant AES_ROUNDS : positive := aes_rounds_of_f(BRANCHES);
  constant LEAD       : positive := 3 * BRANCHES - 1; -- cycles from a row to the AES round that uses it

  -- The control signals of a row, as bits of one register. These are their indices.
  constant FLAG_COUNT   : positive := 20;
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
  constant LEFT_ADDED   : natural  := 16;
  constant RIGHT_ADDED  : natural  := 17;
  constant STATE_ADDED  : natural  := 18;
  constant ROWS_END     : natural  := 19;

  subtype flags_t is std_ulogic_vector(0 to FLAG_COUNT - 1);

  -- The flags of ROW. aes_round is the number of the AES round of the block in the same cycle.
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
      flags(COUNT_0 + i) := to_bit(row + 2 = place_of_counter(i, BRANCHES));
    end loop;
    for i in 0 to 3 loop
      flags(PLACE_0 + i) := to_bit(row mod 4 = i and BRANCHES = 2);
    end loop;
    flags(ROUND_BEGINS) := to_bit(aes_round mod AES_ROUNDS = 0);
    flags(LEFT_ADDED)   := to_bit(aes_round mod AES_ROUNDS = AES_ROUNDS - 2);
    flags(RIGHT_ADDED)  := to_bit(aes_round = ROWS - AES_ROUNDS - 1);
    flags(STATE_ADDED)  := to_bit(aes_round = ROWS - 2);
    flags(ROWS_END)     := to_bit(row = ROWS - 1);
    return flags;
  end function flags_of;

  type table_t is array (0 to 63) of flags_t;

  -- The flags of the row that follows each row.
  function following_flags return table_t is
    variable table : table_t := (others => (others => '0'));
  begin
    for row in 0 to ROWS - 1 loop
      table(row) := flags_of((row + 1) mod ROWS);
    end loop;
    return table;
  end function following_flags;

  constant FOLLOWING : table_t := following_flags;

  -- Values of takes_late in row R-1 at rest. They and the inversion make the four bits different, because synthesis would merge equal
  -- registers. With a register for each column of S-boxes, the wires in front of them are shorter.
  constant LATE_AT_REST : std_ulogic_vector(0 to 3) := "0101";

  signal row      : unsigned(5 downto 0); -- number of the row
  signal flags    : flags_t;              -- flags of the row
  signal at_rest  : std_ulogic;           -- no message is being processed
  signal waiting  : std_ulogic;           -- state `waiting`
  signal starting : std_ulogic;           -- state `starting`
  signal closing  : std_ulogic;           -- the last block of a message is in the rounds
  signal ending   : std_ulogic;           -- the digest has been stored
  signal asks     : std_ulogic;           -- value of want
  signal done     : std_ulogic;           -- value of out_load
  signal stalls   : std_ulogic;           -- value of stalled
  signal moves    : std_ulogic;           -- value of advance
  signal steps    : std_ulogic;           -- the row changes

begin

  asks     <= flags(ROWS_END) and (at_rest or not last) and not starting;
  done     <= flags(STATE_ADDED) and closing;
  stalls   <= flags(COUNT_0 + 3) and sending;
  moves    <= not (waiting or starting or stalls);
  steps    <= starting or (moves and not asks);
  want     <= asks;
  out_load <= done;
  advance  <= moves;
  stalled  <= stalls;
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
  adds_left       <= flags(LEFT_ADDED);
  adds_right      <= flags(RIGHT_ADDED);
  adds_state      <= flags(STATE_ADDED);

  row_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or ending = '1' then
        row        <= to_unsigned(ROWS - 1, 6);
        flags      <= flags_of(ROWS - 1);
        takes_late <= LATE_AT_REST;
      elsif steps = '1' then
        row <= row + 1;
        if flags(ROWS_END) = '1' then
          row <= (others => '0');
        end if;
        flags             <= FOLLOWING(to_integer(row));
        takes_late(0 to 1) <= (others => FOLLOWING(to_integer(row))(IS_N));
        takes_late(2 to 3) <= (others => not FOLLOWING(to_integer(row))(IS_N));
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
        ending   <= done;
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
