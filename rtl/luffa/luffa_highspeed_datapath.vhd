-- SPDX-License-Identifier: Apache-2.0
-- The datapath of Luffa: one step of all permutations in each clock cycle.
-- Source: paper A, section 4; Luffa, Specification Ver. 2.0, sections 3 and 4.
--
--            +-----------------------------------------------------------------+
--            v                                                                 |
--      +---------+                                                             |
--      | stepped |--------------> XOR --> SubCrumb --> MixWord, AddConstant ---+  steps 0 .. 6
--      +---------+                 ^                                           |
--                +---------+       |                                           |
--            +-->| chained |--> MI, tweaks <-- block                           |
--            |   +---------+                                                   |
--            |        |                                                        |
--            |        +----> sum of all V_j ----> digest                       |
--            +-----------------------------------------------------------------+  step 7
--
-- The result of step 7 is stored in the register `chained`. In the next round it passes through message injection (MI) and the
-- tweaks, and is XORed in step 0. No multiplexer selects between `chained` and `stepped`. Both are XORed, and the register that is
-- not in use holds its reset value, which does not change the sum:
-- - `chained` is reset to the starting variables, and these are XORed to its output.
-- - `stepped` is reset to START, the result of MI and tweaks for the starting variables. MI and tweaks are linear, so START cancels
--   the starting variables that are XORed to `chained`.
--
-- With both registers reset the sum is START. So the first block of a message needs no logic of its own.
--
-- Latency: one cycle for each step.

library ieee;
use ieee.std_logic_1164.all;
use work.luffa_pkg.all;

entity luffa_highspeed_datapath is
  generic (
    PERMUTATIONS : positive -- number of permutations: 3 or 5
  );
  port (
    clk     : in    std_ulogic;                         -- core clock
    resting : in    std_ulogic;                         -- no step of 0 .. 6 runs: reset `stepped` to START
    finish  : in    std_ulogic;                         -- step 7: store its result in `chained`
    clear   : in    std_ulogic;                         -- reset `chained` to the starting variables
    c       : in    constants_t(0 to PERMUTATIONS - 1); -- constants of the current step
    inject  : in    std_ulogic_vector(255 downto 0);    -- step 0: the block, first word most significant; steps 1 .. 7: zero
    digest  : out   std_ulogic_vector(255 downto 0)     -- sum of all V_j, 256 bits; valid in the cycle after finish
  );
end entity luffa_highspeed_datapath;

architecture rtl of luffa_highspeed_datapath is

  subtype v_t is state_t(0 to PERMUTATIONS - 1);

  function copies (a : words_t) return v_t is
    variable result : v_t;
  begin
    for j in 0 to PERMUTATIONS - 1 loop
      result(j) := a;
    end loop;
    return result;
  end function copies;

  -- STARTING: V_j before the first block. START: reset value of `stepped`, MI and tweaks of STARTING.
  constant STARTING : v_t     := starting_variables(PERMUTATIONS);
  constant SUMMED   : words_t := sum(STARTING);
  constant START    : v_t     := tweak(mi_of_parts(STARTING) xor copies(mi_of_sum(SUMMED, PERMUTATIONS)));

  signal stepped    : v_t;     -- register after steps 0 .. 6
  signal chained    : v_t;     -- register after step 7: the chaining value V_j
  signal total      : words_t; -- sum of all V_j of chained
  signal next_state : v_t;     -- result of the current step

begin

  total <= sum(chained);

  output_digest : for k in 0 to 7 generate
    digest(255 - 32 * k downto 224 - 32 * k) <= total(k);
  end generate output_digest;

  -- The sum of all V_j has the longest delay of all operands, so `late` is XORed last.
  one_step : process (all) is
    variable m     : words_t;
    variable rests : v_t;
    variable early : v_t;
    variable late  : v_t;
    variable v     : v_t;
  begin
    for k in 0 to 7 loop
      m(k) := inject(255 - 32 * k downto 224 - 32 * k);
    end loop;
    rests      := chained xor STARTING;
    early      := tweak(mi_of_parts(rests) xor mi_of_message(m, PERMUTATIONS));
    late       := tweak(copies(mi_of_sum(total xor SUMMED, PERMUTATIONS)));
    v          := early xor (stepped xor late);
    next_state <= mix_word_add_constant(sub_crumb(v), c);
  end process one_step;

  stepped_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if resting = '1' then
        stepped <= START;
      else
        stepped <= next_state;
      end if;
    end if;
  end process stepped_reg;

  chained_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        chained <= STARTING;
      elsif finish = '1' then
        chained <= next_state;
      end if;
    end if;
  end process chained_reg;

end architecture rtl;
