-- SPDX-License-Identifier: Apache-2.0
-- The datapath of Luffa with nine cycles a block: message injection in one cycle, then one step of all permutations in each cycle.
-- Source: paper A, section 4; Luffa, Specification Ver. 2.0, sections 3 and 4.
--
--            +-----------------------------------------------------------------+
--            v                                                                 |
--      +---------+                                                             |
--      | stepped |--> SubCrumb --> MixWord, AddConstant ----> XOR -------------+  injection, steps 0 .. 6
--      +---------+                                             ^               |
--                +---------+                                   |               |
--            +-->| chained |--> MI, tweaks --------------------+               |
--            |   +---------+         ^                                         |
--            |        |            block                                       |
--            |        +----> sum of all V_j ----> digest                       |
--            +-----------------------------------------------------------------+  step 7
--
-- The result of step 7 is stored in the register `chained`. In the cycle of injection it passes through message injection (MI) and
-- the tweaks to `stepped`. No multiplexer selects between a step and MI. Both are XORed after MixWord, and the register that is not
-- in use holds its reset value, which does not change the sum:
-- - `chained` is reset to the starting variables, and these are XORed to its output.
-- - `stepped` is reset to START. A step with the constants of step 0, which are also on c in the cycle of injection, transforms START
--   into the result of MI and tweaks for the starting variables. MI and tweaks are linear, so this cancels the starting variables
--   that are XORed to `chained`.
--
-- So the first block of a message needs no logic of its own.
--
-- Latency: one cycle for injection and for each step.

library ieee;
use ieee.std_logic_1164.all;
use work.luffa_pkg.all;
use work.luffa_inverse_pkg.all;

entity luffa_nine_cycles_datapath is
  generic (
    PERMUTATIONS : positive -- number of permutations: 3 or 5
  );
  port (
    clk     : in    std_ulogic;                                -- core clock
    resting : in    std_ulogic;                                -- neither injection nor steps 0 .. 6: reset `stepped` to START
    finish  : in    std_ulogic;                                -- step 7: store its result in `chained`
    clear   : in    std_ulogic;                                -- reset `chained` to the starting variables
    c       : in    spread_constants_t(0 to PERMUTATIONS - 1); -- constants of the current step; at injection those of step 0
    inject  : in    std_ulogic_vector(255 downto 0);           -- injection: the block, first word most significant; steps: zero
    digest  : out   std_ulogic_vector(255 downto 0)            -- sum of all V_j, 256 bits; valid in the cycle after finish
  );
end entity luffa_nine_cycles_datapath;

architecture rtl of luffa_nine_cycles_datapath is

  constant W : positive := PERMUTATIONS; -- w in the specification

  subtype v_t is state_t(0 to W - 1);

  subtype c_t is spread_constants_t(0 to W - 1);

  constant ZERO : words_t := (others => (others => '0'));

  -- STARTING: V_j before the first block. INJECTED: the result of MI and tweaks for it. START: reset value of `stepped`.
  constant STARTING : v_t := starting_variables(W);
  constant INJECTED : v_t := tweak(message_injection(STARTING, multiples(ZERO, W)));
  constant START    : v_t := step_inverse(INJECTED, step_constants(0, W));

  -- 4.3, 4.4: MixWord and AddConstant of V, XORed with OTHER. The equations of MixWord are substituted into one another: two LUT4s
  -- for each pair of bits, and one after them for each result bit. See `spread` for the constants.
  function mixed (v, other : v_t; c : c_t) return v_t is
    variable result : v_t;
    variable both   : word_t;
    variable x_1    : word_t;
    variable early  : word_t;
  begin
    for j in 0 to W - 1 loop
      for k in 0 to 3 loop
        both  := v(j)(k) xor v(j)(k + 4);
        x_1   := both xor rotated(v(j)(k), 2);
        early := rotated(both, 14);
        if k = 0 then
          x_1          := x_1 xor c(j)(0);
          result(j)(0) := (early xor x_1) xor (rotated(x_1, 10) xor (other(j)(0) xor c(j)(2)));
          result(j)(4) := rotated((early xor c(j)(1)) xor x_1, 1) xor other(j)(4);
        else
          result(j)(k)     := (early xor x_1) xor (rotated(x_1, 10) xor other(j)(k));
          result(j)(k + 4) := rotated(early xor x_1, 1) xor other(j)(k + 4);
        end if;
      end loop;
    end loop;
    return result;
  end function mixed;

  signal stepped    : v_t;     -- register after injection and steps 0 .. 6
  signal chained    : v_t;     -- register after step 7: the chaining value V_j
  signal total      : words_t; -- sum of all V_j of chained
  signal next_state : v_t;     -- result of injection or of the current step

begin

  total <= sum(chained);

  output_digest : for k in 0 to 7 generate
    digest(255 - 32 * k downto 224 - 32 * k) <= total(k);
  end generate output_digest;

  one_cycle : process (all) is
    variable m        : words_t;
    variable after_mi : v_t;
  begin
    for k in 0 to 7 loop
      m(k) := inject(255 - 32 * k downto 224 - 32 * k);
    end loop;
    after_mi   := tweak(message_injection(chained xor STARTING, multiples(m, W)));
    next_state <= mixed(sub_crumb(stepped), after_mi, c);
  end process one_cycle;

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
