-- SPDX-License-Identifier: Apache-2.0
-- Control of keccak_xof_slices: a counter of steps in a pass over the state, the round constants, and states, as keccak_slices_control;
-- and how much output is left.
--
--   pass         what it does, in W + 2 steps (W = 64 / N)
--   zeroing      writes zeros to the state, after a reset and after each message
--   starting     adds the first block of a message
--   rounds       all but the last one
--   finishing    the last round of a block; adds the next block, if there is one
--
--   step       reads of the state
--   -1         none; waits here for a block; the last word of the previous pass is written
--   0          word W - 1 for the bits of rho and theta that word 0 takes from it
--   1 .. W     words 0 .. W - 1
--
-- `unloading` follows the last round of the last block: W steps for each lane, until all output is sent or the lanes of a block are. Then
-- the rounds of the next block of output follow.
--
-- The register `constants` holds bits rc(7 r) to rc(7 r + 7) of FIPS 202, Algorithm 5, in round r. The sequence rc has a period of 255
-- bits, so the register is also the counter of rounds.
--
-- `left` is the number of bytes that have not been sent, without the current one's: a word of output is the last one if at most one byte
-- is left before its second byte.
--
-- Latency: a block takes ROUND_COUNT (W + 2) cycles.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.keccak_pkg.all;
use work.shell_pkg.all;

entity keccak_xof_slices_control is
  generic (
    N            : positive range 1 to 8;     -- slices: a power of two
    ADDRESS_BITS : positive;                  -- log2(64 / N)
    BLOCK_LANES  : positive;                  -- lanes of a block
    ROUND_COUNT  : positive range 4 to ROUNDS -- rounds of the permutation
  );
  port (
    clk             : in    std_ulogic;                                   -- clock
    rst             : in    std_ulogic;                                   -- synchronous reset, active high
    full            : in    std_ulogic;                                   -- a block is complete
    loaded_last     : in    std_ulogic;                                   -- that block ends its message
    output_bytes    : in    std_ulogic_vector(31 downto 0);               -- how much output that message asks for
    free_block      : out   std_ulogic;                                   -- the block is read for the last time
    absorb          : out   std_ulogic;                                   -- this pass adds a block
    message_address : out   std_ulogic_vector(ADDRESS_BITS - 1 downto 0); -- word of the block that the next step adds
    iota            : out   std_ulogic_vector(N - 1 downto 0);            -- bits of the round constant for the next step
    advance         : out   std_ulogic;                                   -- the step ends with this cycle
    turn            : out   std_ulogic;                                   -- step -1
    restart         : out   std_ulogic;                                   -- the last byte of the output is read
    clear           : out   std_ulogic;                                   -- with the end of the step: the words after chi become zero
    write           : out   std_ulogic;                                   -- write a word of each lane
    written_part    : out   std_ulogic_vector(ADDRESS_BITS - 1 downto 0); -- index of that word
    unloading       : out   std_ulogic;                                   -- the step reads a word of the output
    output_lane     : out   unsigned(4 downto 0);                         -- lane of that word
    output_column   : out   std_ulogic_vector(0 to 4);                    -- its column, one-hot
    unload_part     : out   std_ulogic_vector(ADDRESS_BITS - 1 downto 0); -- index of that word in its lane
    unload_ready    : in    std_ulogic                                    -- the unloader takes it in this cycle
  );
end entity keccak_xof_slices_control;

architecture rtl of keccak_xof_slices_control is

  constant WORDS      : positive := 2 ** ADDRESS_BITS;
  constant BYTE_PARTS : positive := 8 / N; -- steps that read a byte of output

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

  signal step       : unsigned(ADDRESS_BITS downto 0); -- step -1 is all ones
  signal constants  : constants_t;
  signal zeroing    : std_ulogic;
  signal starting   : std_ulogic;                      -- first pass after the state was set to zero
  signal finishing  : std_ulogic;                      -- the last round
  signal lane       : unsigned(4 downto 0);
  signal column     : std_ulogic_vector(0 to 4);
  signal last       : std_ulogic;                      -- the block in the state ends its message
  signal left       : unsigned(31 downto 0);           -- bytes of output
  signal at_turn    : std_ulogic;
  signal at_end     : std_ulogic;                      -- step W
  signal absorbing  : std_ulogic;
  signal ending     : std_ulogic;                      -- last round of the last block, or of a block of output
  signal moves      : std_ulogic;                      -- value of advance: the step has its block, or the unloader takes the part
  signal frees      : std_ulogic;                      -- value of free_block
  signal lane_ends  : std_ulogic;                      -- the last word of a lane
  signal last_lane  : std_ulogic;                      -- the last lane of a block
  signal byte_ends  : std_ulogic;                      -- the last part of a byte of output
  signal sent       : std_ulogic;                      -- the last byte of the output
  signal unload_end : std_ulogic;                      -- the last word of the output or of the block

begin

  at_turn   <= to_bit(step = 2 ** (ADDRESS_BITS + 1) - 1);
  at_end    <= to_bit(step = WORDS);
  absorbing <= starting or (finishing and not last);
  ending    <= finishing and last;
  moves     <= unload_ready when unloading = '1' else
               not (at_turn and absorbing and not full);
  frees     <= moves and absorbing and to_bit(step = WORDS - 1);

  lane_ends  <= to_bit(step(ADDRESS_BITS - 1 downto 0) = WORDS - 1);
  byte_ends  <= unloading and to_bit(step mod BYTE_PARTS = BYTE_PARTS - 1);
  sent       <= unloading and to_bit(step mod (2 * BYTE_PARTS) = 2 * BYTE_PARTS - 1) and to_bit(left(31 downto 1) = 0);
  unload_end <= sent or (unloading and lane_ends and last_lane);

  restart         <= moves and sent;
  free_block      <= frees;
  absorb          <= absorbing;
  message_address <= std_ulogic_vector(step(ADDRESS_BITS - 1 downto 0));
  advance         <= moves;
  turn            <= at_turn;
  clear           <= moves and zeroing;
  output_lane     <= lane;
  output_column   <= column;
  unload_part     <= std_ulogic_vector(step(ADDRESS_BITS - 1 downto 0));

  -- While the first block is added, no round constant is.
  constant_bits : process (all) is
    variable word : natural range 0 to WORDS - 1;
    variable bits : std_ulogic_vector(N - 1 downto 0);
  begin
    bits := (others => '0');
    for j in 0 to 6 loop
      word := (2 ** j - 1) / N;
      bits((2 ** j - 1) mod N) := bits((2 ** j - 1) mod N)
                                  or (constants(j) and not starting and to_bit(step(ADDRESS_BITS - 1 downto 0) = word));
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
        if unloading = '1' and lane_ends = '1' then
          step <= (others => '0');
        end if;
        if unload_end = '1' then
          step <= (others => '1');
        elsif at_end = '1' then
          step <= (others => not ending);
        end if;
      end if;
      if unloading = '0' then
        lane      <= (others => '0');
        column    <= "10000";
        last_lane <= '0';
      elsif moves = '1' and lane_ends = '1' then
        lane      <= lane + 1;
        column    <= column(4) & column(0 to 3);
        last_lane <= to_bit(lane = BLOCK_LANES - 2);
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
        if unload_end = '1' then
          unloading <= '0';
          zeroing   <= sent;
        elsif at_end = '1' and unloading = '0' then
          zeroing   <= '0';
          starting  <= zeroing;
          finishing <= to_bit(constants = BEFORE_LAST_ROUND);
          unloading <= ending;
          if absorbing = '1' then
            last <= loaded_last;
          end if;
        end if;
      end if;
      if zeroing = '1' or starting = '1' then
        constants <= FIRST_ROUND;
      elsif moves = '1' and at_end = '1' and unloading = '0' then
        constants <= following(constants);
        if finishing = '1' then
          constants <= FIRST_ROUND;
        end if;
      end if;
    end if;
  end process pass_reg;

  left_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if frees = '1' then
        left <= unsigned(output_bytes);
      elsif byte_ends = '1' and unload_ready = '1' then
        left <= left - 1;
      end if;
    end if;
  end process left_reg;

  write_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        write <= '0';
      elsif moves = '1' then
        write <= not (unloading or at_turn or to_bit(step = 0));
      end if;
      if moves = '1' then
        written_part <= std_ulogic_vector(step(ADDRESS_BITS - 1 downto 0) - 1);
      end if;
    end if;
  end process write_reg;

end architecture rtl;
