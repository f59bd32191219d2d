-- SPDX-License-Identifier: Apache-2.0
-- The datapath of Luffa with five permutations: one step of all permutations in each clock cycle.
-- Source: paper A, section 4; Luffa, Specification Ver. 2.0, sections 3 and 4.
--
--            +-----------------------------------------------------------------+
--            v                                                                 |
--      +---------+                                                             |
--      | stepped |--------------> XOR --> SubCrumb --> MixWord, AddConstant ---+  steps 0 .. 6
--      +---------+                 ^                                           |
--                +---------+       |                                           |
--            +-->| chained |--> MI, tweaks <-- 2^j M                           |
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

entity luffa_highspeed_datapath_five is
  port (
    clk     : in    std_ulogic;                     -- core clock
    resting : in    std_ulogic;                     -- no step of 0 .. 6 runs: reset `stepped` to START
    finish  : in    std_ulogic;                     -- step 7: store its result in `chained`
    clear   : in    std_ulogic;                     -- reset `chained` to the starting variables
    c       : in    spread_constants_t(0 to 4);     -- constants of the current step
    blocks  : in    state_t(0 to 4);                -- step 0: 2^j M for the block M; steps 1 .. 7: zero
    digest  : out   std_ulogic_vector(255 downto 0) -- sum of all V_j, 256 bits; valid in the cycle after finish
  );
end entity luffa_highspeed_datapath_five;

architecture rtl of luffa_highspeed_datapath_five is

  subtype v_t is state_t(0 to 4);

  constant ZERO : words_t := (others => (others => '0'));

  -- STARTING: V_j before the first block. START: reset value of `stepped`, MI and tweaks of STARTING.
  constant STARTING : v_t     := starting_variables(5);
  constant SUMMED   : words_t := sum(STARTING);
  constant START    : v_t     := tweak(message_injection(STARTING, multiples(ZERO, 5)));

  signal stepped    : v_t;     -- register after steps 0 .. 6
  signal chained    : v_t;     -- register after step 7: the chaining value V_j
  signal total      : words_t; -- sum of all V_j of chained
  signal state      : v_t;     -- what the current step transforms
  signal next_state : v_t;     -- its result

begin

  total <= sum(chained);

  output_digest : for k in 0 to 7 generate
    digest(255 - 32 * k downto 224 - 32 * k) <= total(k);
  end generate output_digest;

  -- The sum of all V_j has the longest delay of all operands, so `late` is XORed last.
  injection : process (all) is
    variable early : v_t;
    variable late  : words_t;
  begin
    early := mi_of_parts(chained xor STARTING) xor blocks;
    late  := mi_of_sum(total xor SUMMED);
    state <= tweak(early) xor (stepped xor tweak((0 to 4 => late)));
  end process injection;

  next_state <= mix_word_add_constant(sub_crumb(state), c);

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
