-- SPDX-License-Identifier: Apache-2.0
-- The datapath of Luffa with three permutations: one step of all permutations in each clock cycle, and the sum of all V_j at the end of
-- step 7.
-- Source: paper A, section 4; Luffa, Specification Ver. 2.0, sections 3 and 4.
--
--                       2^j M
--      +---------+        v
--   +->| stepped |-----> XOR --> SubCrumb --> MixWord, AddConstant ---+--> sum of all V_j --+  step 7
--   |  +---------+      ^   ^                                         |                     v
--   |     +---------+   |   |   tweaks, times 2                       |                 +-------+
--   |  +->| chained |---+   +-----------------------------------------|-----------------| total |---> digest
--   |  |  +---------+                                                 |                 +-------+
--   +--+--------------------------------------------------------------+
--
-- Message injection (MI) adds to V_j the block and twice the sum of all V_j. The sum is computed in the cycle of step 7 and stored in
-- the register `total`, which is zero in the steps 0 .. 6 of the next round. So one XOR before SubCrumb is all that step 0 adds to a
-- step: each of its bits is one LUT4.
--
-- The tweaks rotate the words 4 .. 7 of V_1 and V_2, but only before step 0. So the result of step 7 is stored apart for these words,
-- in `chained`. No multiplexer selects between chained and `stepped`. Both are XORed, and the register that is not in use holds its
-- reset value, which does not change the sum:
-- - stepped is reset to START, the result of MI and tweaks for the starting variables. So the first block of a message needs no logic
--   of its own.
-- - chained is reset to the same words without tweaks, and these are XORed to its output.
--
-- Word 4 needs two words of `total`. In V_1 and V_2 that would be one input more than a LUT4 has, so chained holds the sum of the word
-- and of one of them.
--
-- Latency: one cycle for each step.

library ieee;
use ieee.std_logic_1164.all;
use work.luffa_pkg.all;

entity luffa_highspeed_datapath_three is
  port (
    clk     : in    std_ulogic;                     -- core clock
    restart : in    std_ulogic;                     -- before the first block: reset `stepped` to START
    advance : in    std_ulogic;                     -- a step runs
    resting : in    std_ulogic;                     -- no step of 0 .. 6 runs: reset the words of stepped that `chained` stores
    finish  : in    std_ulogic;                     -- step 7: store its result in chained and the sum in total
    clear   : in    std_ulogic;                     -- reset chained and total
    c       : in    spread_constants_t(0 to 2);     -- constants of the current step
    blocks  : in    state_t(0 to 2);                -- step 0: 2^j M for the block M; steps 1 .. 7: zero
    digest  : out   std_ulogic_vector(255 downto 0) -- sum of all V_j, 256 bits; valid in the cycle after finish
  );
end entity luffa_highspeed_datapath_three;

architecture rtl of luffa_highspeed_datapath_three is

  subtype v_t is state_t(0 to 2);

  constant ZERO : words_t := (others => (others => '0'));

  -- INJECTED: the result of MI for the starting variables and a block of zeros. START: with the tweaks.
  constant INJECTED : v_t := message_injection(starting_variables(3), multiples(ZERO, 3));
  constant START    : v_t := tweak(INJECTED);

  -- The words that the tweaks rotate.
  function is_tweaked (j, k : natural) return boolean is
  begin
    return j > 0 and k > 3;
  end function is_tweaked;

  signal stepped    : v_t;     -- register after each step; tweaked words: after the steps 0 .. 6
  signal chained    : v_t;     -- tweaked words only: register after step 7
  signal total      : words_t; -- sum of all V_j after step 7
  signal state      : v_t;     -- what the current step transforms
  signal next_state : v_t;     -- its result

begin

  output_digest : for k in 0 to 7 generate
    digest(255 - 32 * k downto 224 - 32 * k) <= total(k);
  end generate output_digest;

  injection : process (all) is
    variable added : v_t;
  begin
    for j in v_t'range loop
      added(j) := twice(total) xor blocks(j);
      for k in words_t'range loop
        if is_tweaked(j, k) then
          if k = 4 then
            added(j)(k) := total(3) xor blocks(j)(k);
          end if;
          added(j)(k) := added(j)(k) xor (chained(j)(k) xor INJECTED(j)(k));
        end if;
      end loop;
    end loop;
    state <= stepped xor tweak(added);
  end process injection;

  next_state <= mix_word_add_constant(sub_crumb(state), c);

  stepped_reg : process (clk) is
  begin
    if rising_edge(clk) then
      for j in v_t'range loop
        for k in words_t'range loop
          if is_tweaked(j, k) then
            if resting = '1' then
              stepped(j)(k) <= START(j)(k);
            else
              stepped(j)(k) <= next_state(j)(k);
            end if;
          elsif restart = '1' then
            stepped(j)(k) <= START(j)(k);
          elsif advance = '1' then
            stepped(j)(k) <= next_state(j)(k);
          end if;
        end loop;
      end loop;
    end if;
  end process stepped_reg;

  chained_reg : process (clk) is
    variable sums : words_t;
  begin
    if rising_edge(clk) then
      sums := sum(next_state);
      if clear = '1' then
        total   <= ZERO;
        chained <= INJECTED;
      elsif finish = '1' then
        total   <= sums;
        chained <= next_state;
        for j in 1 to 2 loop
          chained(j)(4) <= next_state(j)(4) xor sums(7);
        end loop;
      end if;
    end if;
  end process chained_reg;

end architecture rtl;
