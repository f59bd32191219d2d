-- SPDX-License-Identifier: Apache-2.0
-- One step of all permutations of Luffa a cycle (paper A, section 4; Luffa, Specification Ver. 2.0, 3 and 4).
--
--            +-----------------------------------------------------------------+
--            v                                                                 |
--      +---------+                                                             |
--      | stepped |--------------- add -- SubCrumb -- MixWord -- AddConstant ---+
--      +---------+                 ^                                           |
--                +---------+       |                                           |
--            +-->| chained |-- MI, tweaks -- inject                            |
--            |   +---------+                                                   |
--            |        +----- sum -----> digest                                 |
--            +-----------------------------------------------------------------+
--
-- Message injection and tweaks are linear. The last step's result goes to `chained`, and nothing chooses between it and `stepped`: each is
-- neutral by its reset when the other one counts. `chained` rests at the starting variables, which are subtracted; `stepped` starts at what
-- MI and tweaks make of them. So the first block of a message takes the same way as all others.
--
-- inject: the block in step 0, the first word in the most significant bits; zero in all other cycles in which a step is done.
-- finish: step 7. resting: stepped starts. clear: chained rests. digest: the sum of all V_j, valid in the cycle behind finish.
-- Latency: one cycle a step.

library ieee;
use ieee.std_logic_1164.all;
use work.luffa_pkg.all;

entity luffa_highspeed_datapath is
  generic (
    PERMUTATIONS : positive
  );
  port (
    clk     : in    std_ulogic;
    resting : in    std_ulogic;
    finish  : in    std_ulogic;
    clear   : in    std_ulogic;
    c       : in    constants_t(0 to PERMUTATIONS - 1);
    inject  : in    std_ulogic_vector(255 downto 0);
    digest  : out   std_ulogic_vector(255 downto 0)
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

  constant STARTING : v_t     := starting_variables(PERMUTATIONS);
  constant SUMMED   : words_t := sum(STARTING);
  constant START    : v_t     := tweak(mi_of_parts(STARTING) xor copies(mi_of_sum(SUMMED, PERMUTATIONS)));

  signal stepped    : v_t;
  signal chained    : v_t;
  signal total      : words_t;
  signal next_state : v_t;

begin

  total <= sum(chained);

  output_digest : for k in 0 to 7 generate
    digest(255 - 32 * k downto 224 - 32 * k) <= total(k);
  end generate output_digest;

  -- The sum is behind the longest way and is added last.
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
