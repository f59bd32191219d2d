-- SPDX-License-Identifier: Apache-2.0
-- Control of keccak_slices: a counter of steps in a pass over the state, and a counter of passes.
--
--   pass       what it does, in W + 2 steps (W = 64 / N)
--   30         writes zeros to the state, after a reset and after each message
--   31         adds the first block of a message
--   0 .. 22    rounds
--   23         last round of a block; adds the next block, or leaves out theta if there is none
--
--   step       reads of the state
--   -1         none; waits here for a block; the last word of the previous pass is written
--   0          word W - 1 for the bits of rho and theta that word 0 takes from it
--   1 .. W     words 0 .. W - 1
--
-- A word is written one step after it is read. `unloading` follows pass 23 of the last block: four times W steps read lanes 0 to 3.
--
-- Latency: a block takes 24 (W + 2) cycles.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.keccak_pkg.all;
use work.sequence_pkg.all;
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
  constant PASS_BITS    : positive := 5;
  constant ZERO_PASS    : natural  := 30;
  constant FIRST_PASS   : natural  := 31;
  constant LAST_ROUND   : natural  := ROUNDS - 1;
  constant DIGEST_LANES : positive := 4;

  -- Returns the sequence, by pass, of bit 2**J - 1 of the round constant.
  function constants_of (j : natural range 0 to 6) return std_ulogic_vector is
    variable result : std_ulogic_vector(0 to 2 ** PASS_BITS - 1) := (others => '-');
    variable bits   : constant_bits_t;
  begin
    result(ZERO_PASS)  := '0';
    result(FIRST_PASS) := '0';
    for r in 0 to LAST_ROUND loop
      bits      := round_constant(r);
      result(r) := bits(j);
    end loop;
    return result;
  end function constants_of;

  signal step       : unsigned(ADDRESS_BITS downto 0); -- step -1 is all ones
  signal pass       : unsigned(PASS_BITS - 1 downto 0);
  signal lane       : unsigned(1 downto 0);
  signal last       : std_ulogic;                      -- the block in the state ends its message
  signal at_turn    : std_ulogic;
  signal at_end     : std_ulogic;                      -- step W
  signal absorbing  : std_ulogic;
  signal ending     : std_ulogic;                      -- pass 23 of the last block
  signal moves      : std_ulogic;
  signal unload_end : std_ulogic;                      -- the last word of the digest

begin

  at_turn   <= to_bit(step = 2 ** (ADDRESS_BITS + 1) - 1);
  at_end    <= to_bit(step = WORDS);
  absorbing <= to_bit(pass = FIRST_PASS) or (to_bit(pass = LAST_ROUND) and not last);
  ending    <= to_bit(pass = LAST_ROUND) and last;
  moves     <= unload_ready when unloading = '1' else
               not (at_turn and absorbing and not full);

  unload_end      <= unloading and to_bit(lane = DIGEST_LANES - 1 and step = WORDS - 1);
  free_block      <= moves and absorbing and to_bit(step = WORDS - 1);
  absorb          <= absorbing;
  message_address <= std_ulogic_vector(step(ADDRESS_BITS - 1 downto 0));
  advance         <= moves;
  turn            <= at_turn;
  clear           <= moves and to_bit(pass = ZERO_PASS);
  unload_lane     <= std_ulogic_vector(lane);
  unload_part     <= std_ulogic_vector(step(ADDRESS_BITS - 1 downto 0));

  constant_bits : process (all) is
    variable word : natural range 0 to WORDS - 1;
    variable bits : std_ulogic_vector(N - 1 downto 0);
  begin
    bits := (others => '0');
    for j in 0 to 6 loop
      word                    := (2 ** j - 1) / N;
      bits((2 ** j - 1) mod N) := bits((2 ** j - 1) mod N)
                                  or (lookup(constants_of(j), pass) and to_bit(step(ADDRESS_BITS - 1 downto 0) = word));
    end loop;
    iota <= bits;
  end process constant_bits;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        step      <= (others => '1');
        pass      <= to_unsigned(ZERO_PASS, PASS_BITS);
        lane      <= (others => '0');
        last      <= '0';
        unloading <= '0';
      elsif moves = '1' then
        step <= step + 1;
        if unloading = '1' and step = WORDS - 1 then
          step <= (others => '0');
          lane <= lane + 1;
        end if;
        if unload_end = '1' then
          unloading <= '0';
          step      <= (others => '1');
        end if;
        if at_end = '1' then
          step <= (others => not ending);
          pass <= pass + 1;
          if absorbing = '1' then
            last <= loaded_last;
          end if;
          if pass = LAST_ROUND then
            pass <= (others => '0');
            if last = '1' then
              pass      <= to_unsigned(ZERO_PASS, PASS_BITS);
              unloading <= '1';
            end if;
          end if;
        end if;
      end if;
    end if;
  end process step_reg;

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
