-- SPDX-License-Identifier: Apache-2.0
-- Control of keccak_slices: a counter of steps in a pass over the state, the round constants, and states.
--
--   pass         what it does, in W + 2 steps (W = 64 / N)
--   zeroing      writes zeros to the state, after a reset and after each message
--   starting     adds the first block of a message
--   round 0..22
--   finishing        round 23: last round of a block; adds the next block, or leaves out theta if there is none
--
--   step       reads of the state
--   -1         none; waits here for a block; the last word of the previous pass is written
--   0          word W - 1 for the bits of rho and theta that word 0 takes from it
--   1 .. W     words 0 .. W - 1
--
-- A word is written one step after it is read. `unloading` follows round 23 of the last block: four times W steps read lanes 0 to 3.
--
-- The register `constants` holds bits rc(7 r) to rc(7 r + 7) of FIPS 202, Algorithm 5, in round r. The sequence rc has a period of 255
-- bits, so the register is also the counter of rounds.
--
-- Latency: a block takes 24 (W + 2) cycles.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.keccak_pkg.all;
use work.shell_pkg.all;

entity keccak_slices_control is
  generic (
    N            : positive; -- slices
    ADDRESS_BITS : positive  -- log2(64 / N)
  );
  port (
    clk             : in    std_ulogic;                                   -- clock
    rst             : in    std_ulogic;                                   -- synchronous reset, active high
    full            : in    std_ulogic;                                   -- a block is complete
    loaded_last     : in    std_ulogic;                                   -- that block ends its message
    free_block      : out   std_ulogic;                                   -- the block is read for the last time
    absorb          : out   std_ulogic;                                   -- this pass adds a block
    message_address : out   std_ulogic_vector(ADDRESS_BITS - 1 downto 0); -- word of the block that the next step adds
    iota            : out   std_ulogic_vector(N - 1 downto 0);            -- bits of the round constant for the next step
    advance         : out   std_ulogic;                                   -- the step ends with this cycle
    turn            : out   std_ulogic;                                   -- step -1
    restart         : out   std_ulogic;                                   -- a word of the digest is read for the last time
    clear           : out   std_ulogic;                                   -- with the end of the step: the words after chi become zero
    theta_off       : out   std_ulogic;                                   -- the word that is written is not changed by theta
    write           : out   std_ulogic;                                   -- write a word of each lane
    unloading       : out   std_ulogic;                                   -- the step reads a word of the digest
    unload_lane     : out   std_ulogic_vector(1 downto 0);                -- lane of that word
    unload_part     : out   std_ulogic_vector(ADDRESS_BITS - 1 downto 0); -- index of that word in its lane
    unload_ready    : in    std_ulogic                                    -- the unloader takes it in this cycle
  );
end entity keccak_slices_control;

architecture rtl of keccak_slices_control is

  constant WORDS        : positive := 2 ** ADDRESS_BITS;
  constant DIGEST_LANES : positive := 4;

  subtype constants_t is std_ulogic_vector(0 to 7);

  -- rc(0) to rc(7).
  constant FIRST : constants_t := "10000000";

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

  -- Returns the constants of round 22.
  function before_last return constants_t is
    variable bits : constants_t := FIRST;
  begin
    for r in 1 to ROUNDS - 2 loop
      bits := following(bits);
    end loop;
    return bits;
  end function before_last;

  constant BEFORE_LAST_ROUND : constants_t := before_last;

  signal step       : unsigned(ADDRESS_BITS downto 0); -- step -1 is all ones
  signal constants  : constants_t;
  signal zeroing    : std_ulogic;
  signal starting   : std_ulogic;                      -- first step after the state was set to zero
  signal finishing  : std_ulogic;                      -- round 23
  signal lane       : unsigned(1 downto 0);
  signal last       : std_ulogic;                      -- the block in the state ends its message
  signal at_turn    : std_ulogic;
  signal at_end     : std_ulogic;                      -- step W
  signal absorbing  : std_ulogic;
  signal ending     : std_ulogic;                      -- round 23 of the last block
  signal moves      : std_ulogic;                      -- value of advance: the step has its block, or the unloader takes the part
  signal unload_end : std_ulogic;                      -- the last word of the digest

begin

  at_turn   <= to_bit(step = 2 ** (ADDRESS_BITS + 1) - 1);
  at_end    <= to_bit(step = WORDS);
  absorbing <= starting or (finishing and not last);
  ending    <= finishing and last;
  moves     <= unload_ready when unloading = '1' else
               not (at_turn and absorbing and not full);

  restart         <= moves and unload_end;
  unload_end      <= unloading and to_bit(lane = DIGEST_LANES - 1 and step = WORDS - 1);
  free_block      <= moves and absorbing and to_bit(step = WORDS - 1);
  absorb          <= absorbing;
  message_address <= std_ulogic_vector(step(ADDRESS_BITS - 1 downto 0));
  advance         <= moves;
  turn            <= at_turn;
  clear           <= moves and zeroing;
  unload_lane     <= std_ulogic_vector(lane);
  unload_part     <= std_ulogic_vector(step(ADDRESS_BITS - 1 downto 0));

  -- While the first block is added, `constants` has those of round 0, a single bit.
  constant_bits : process (all) is
    variable word : natural range 0 to WORDS - 1;
    variable bits : std_ulogic_vector(N - 1 downto 0);
    variable one  : std_ulogic;
  begin
    bits := (others => '0');
    for j in 0 to 6 loop
      word := (2 ** j - 1) / N;
      one  := constants(j) and not (starting and to_bit(j = 0));
      bits((2 ** j - 1) mod N) := bits((2 ** j - 1) mod N) or (one and to_bit(step(ADDRESS_BITS - 1 downto 0) = word));
    end loop;
    iota <= bits;
  end process constant_bits;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        step <= (others => '1');
        lane <= (others => '0');
      elsif moves = '1' then
        step <= step + 1;
        if unloading = '1' and step = WORDS - 1 then
          step <= (others => unload_end);
          lane <= lane + 1;
        end if;
        if at_end = '1' then
          step <= (others => not ending);
        end if;
      end if;
    end if;
  end process step_reg;

  pass_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        zeroing   <= '1';
        starting  <= '0';
        finishing     <= '0';
        last      <= '0';
        unloading <= '0';
      elsif moves = '1' then
        unloading <= unloading and not unload_end;
        if at_end = '1' then
          zeroing   <= ending;
          starting  <= zeroing;
          finishing     <= to_bit(constants = BEFORE_LAST_ROUND);
          unloading <= ending;
          if absorbing = '1' then
            last <= loaded_last;
          end if;
        end if;
      end if;
      if zeroing = '1' or starting = '1' then
        constants <= FIRST;
      elsif moves = '1' and at_end = '1' then
        constants <= following(constants);
        if finishing = '1' then
          constants <= FIRST;
        end if;
      end if;
    end if;
  end process pass_reg;

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
