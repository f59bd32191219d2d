-- SPDX-License-Identifier: Apache-2.0
-- Control of keccak_kt_slices: a counter of steps in a pass over the state, the round constants, and states, as keccak_slices_control; and
-- which lanes of the result of a node leave.
--
--   pass         what it does, in W + 2 steps (W = 16)
--   zeroing      writes zeros to the state, after a reset and after each node
--   starting     adds the first block of a node, or the stored state of the final node
--   rounds       all but the last one
--   finishing    the last round of a block; adds the next block, or leaves out theta if the node has none
--
--   step       reads of the state
--   -1         none; waits here for a block, of which word W - 1 is read; the last word of the previous pass is written
--   0          word W - 1 for the bits of rho and theta that word 0 takes from it
--   1 .. W     words 0 .. W - 1
--
-- A word is written one step after it is read. `unloading` follows the last round of a node: W steps for each lane, 25 lanes of a state or
-- 4 of a chaining value or a digest.
--
-- The register `constants` holds bits rc(7 r) to rc(7 r + 7) of FIPS 202, Algorithm 5, in round r. The sequence rc has a period of 255
-- bits, so the register is also the counter of rounds.
--
-- Source: RFC 9861, section 2.1: 12 rounds. Latency: a block takes 12 (W + 2) cycles.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.keccak_pkg.all;
use work.shell_pkg.all;

entity keccak_kt_slices_control is
  port (
    clk             : in    std_ulogic;                    -- clock
    rst             : in    std_ulogic;                    -- synchronous reset, active high
    full            : in    std_ulogic;                    -- a block is complete
    ends_node       : in    std_ulogic;                    -- with full: it is the last one before the result of its node leaves
    gives_state     : in    std_ulogic;                    -- with ends_node: the result is a state of 25 lanes
    gives_value     : in    std_ulogic;                    -- with ends_node: the result is a chaining value
    free_block      : out   std_ulogic;                    -- the block is read from this cycle on
    absorb          : out   std_ulogic;                    -- this pass adds a block
    message_address : out   std_ulogic_vector(3 downto 0); -- word of the block that the next step adds
    closing         : out   std_ulogic;                    -- last bit of padding for the next step
    iota            : out   std_ulogic_vector(3 downto 0); -- bits of the round constant for the next step
    advance         : out   std_ulogic;                    -- the step ends with this cycle
    turn            : out   std_ulogic;                    -- step -1
    restart         : out   std_ulogic;                    -- a word of the result is read for the last time
    clear           : out   std_ulogic;                    -- with the end of the step: the words after chi become zero
    theta_off       : out   std_ulogic;                    -- the word that is written is not changed by theta
    write           : out   std_ulogic;                    -- write a word of each lane
    unloading       : out   std_ulogic;                    -- the step reads a word of the result
    unload_lane     : out   unsigned(4 downto 0);          -- lane of that word
    unload_part     : out   std_ulogic_vector(3 downto 0); -- index of that word in its lane
    unload_ready    : in    std_ulogic;                    -- the unloader takes it in this cycle
    whole_state     : out   std_ulogic;                    -- the word in the unloader is of a state
    to_trunk        : out   std_ulogic                     -- it is of a state or a chaining value
  );
end entity keccak_kt_slices_control;

architecture rtl of keccak_kt_slices_control is

  constant ROUND_COUNT     : positive := 12;
  constant N               : positive := 4;
  constant WORDS           : positive := 16;
  constant STATE_LAST_LANE : natural  := 24;

  subtype constants_t is std_ulogic_vector(0 to 7);

  -- Returns the constants of the next round, by the recurrence of the feedback polynomial x^8 + x^6 + x^5 + x^4 + 1.
  function following (bits : constants_t) return constants_t is
    variable all_bits : std_ulogic_vector(0 to 14);
  begin
    all_bits(0 to 7) := bits;
    for t in 8 to 14 loop
      all_bits(t) := all_bits(t - 2) xor all_bits(t - 3) xor all_bits(t - 4) xor all_bits(t - 8);
    end loop;
    return all_bits(7 to 14);
  end function following;

  -- Returns the constants of round ROUND_INDEX; those of round 0 are rc(0) to rc(7).
  function constants_of (round_index : natural) return constants_t is
    variable bits : constants_t := "10000000";
  begin
    for r in 1 to round_index loop
      bits := following(bits);
    end loop;
    return bits;
  end function constants_of;

  constant FIRST_ROUND       : constants_t := constants_of(ROUNDS - ROUND_COUNT);
  constant BEFORE_LAST_ROUND : constants_t := constants_of(ROUNDS - 2);

  signal step         : unsigned(4 downto 0); -- step -1 is all ones
  signal constants    : constants_t;
  signal zeroing      : std_ulogic;
  signal starting     : std_ulogic;           -- first pass after the state was set to zero
  signal finishing    : std_ulogic;           -- the last round
  signal lane         : unsigned(4 downto 0);
  signal last         : std_ulogic;           -- the block in the state ends its node
  signal next_last    : std_ulogic;           -- the block that is or was added ends its node
  signal state_leaves : std_ulogic;           -- and the result is a state
  signal value_leaves : std_ulogic;           -- and the result is a chaining value
  signal at_turn      : std_ulogic;
  signal at_end       : std_ulogic;           -- step W
  signal at_last_word : std_ulogic;           -- word W - 1 of the block or of a lane
  signal absorbing    : std_ulogic;
  signal ending       : std_ulogic;           -- the last round of the last block
  signal moves        : std_ulogic;           -- value of advance: the step has its block, or the unloader takes the part
  signal frees        : std_ulogic;           -- value of free_block
  signal last_lane    : std_ulogic;           -- the last lane of the result
  signal unload_end   : std_ulogic;           -- the last word of the result

begin

  at_turn      <= to_bit(step = 31);
  at_end       <= to_bit(step = WORDS);
  at_last_word <= to_bit(step = WORDS - 1);
  absorbing    <= starting or (finishing and not last);
  ending       <= finishing and last;
  moves        <= unload_ready when unloading = '1' else
                  not (at_turn and absorbing and not full);
  frees        <= at_turn and absorbing and full;
  last_lane    <= to_bit(lane = STATE_LAST_LANE) or (not state_leaves and to_bit(lane(1 downto 0) = 3));
  unload_end   <= unloading and last_lane and at_last_word;

  restart         <= moves and unload_end;
  free_block      <= frees;
  absorb          <= absorbing;
  message_address <= std_ulogic_vector(step(3 downto 0));
  closing         <= absorbing and ((at_last_word and next_last and not state_leaves) or (at_turn and ends_node and not gives_state));
  advance         <= moves;
  turn            <= at_turn;
  clear           <= moves and zeroing;
  unload_lane     <= lane;
  unload_part     <= std_ulogic_vector(step(3 downto 0));

  -- While the first block is added, no round constant is.
  constant_bits : process (all) is
    variable word : natural range 0 to WORDS - 1;
    variable bits : std_ulogic_vector(N - 1 downto 0);
  begin
    bits := (others => '0');
    for j in 0 to 6 loop
      word := (2 ** j - 1) / N;
      bits((2 ** j - 1) mod N) := bits((2 ** j - 1) mod N) or (constants(j) and not starting and to_bit(step(3 downto 0) = word));
    end loop;
    iota <= bits;
  end process constant_bits;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        step <= (others => '1');
      elsif moves = '1' then
        step <= step + 1;
        if unloading = '1' and at_last_word = '1' then
          step <= (others => unload_end);
        end if;
        if at_end = '1' then
          step <= (others => not ending);
        end if;
      end if;
      if unloading = '0' then
        lane <= (others => '0');
      elsif moves = '1' and at_last_word = '1' then
        lane <= lane + 1;
      end if;
    end if;
  end process step_reg;

  pass_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        zeroing   <= '1';
        starting  <= '0';
        finishing <= '0';
        last      <= '0';
        unloading <= '0';
      elsif moves = '1' then
        unloading <= unloading and not unload_end;
        if at_end = '1' then
          zeroing   <= ending;
          starting  <= zeroing;
          finishing <= to_bit(constants = BEFORE_LAST_ROUND);
          unloading <= ending;
          if absorbing = '1' then
            last <= next_last;
          end if;
        end if;
      end if;
      if zeroing = '1' or starting = '1' then
        constants <= FIRST_ROUND;
      elsif moves = '1' and at_end = '1' then
        constants <= following(constants);
        if finishing = '1' then
          constants <= FIRST_ROUND;
        end if;
      end if;
    end if;
  end process pass_reg;

  result_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if frees = '1' then
        next_last    <= ends_node;
        state_leaves <= gives_state;
        value_leaves <= gives_value;
      end if;
      -- The last word of a digest may wait in the unloader while the next message is processed.
      if unloading = '1' and unload_ready = '1' then
        whole_state <= state_leaves;
        to_trunk    <= state_leaves or value_leaves;
      end if;
    end if;
  end process result_reg;

  write_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        write <= '0';
      elsif moves = '1' then
        write     <= not (unloading or at_turn or to_bit(step = 0));
        theta_off <= ending;
      end if;
    end if;
  end process write_reg;

end architecture rtl;
