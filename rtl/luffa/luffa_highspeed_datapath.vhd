-- SPDX-License-Identifier: Apache-2.0
-- One step of all permutations of Luffa a cycle (paper A, section 4; Luffa, Specification Ver. 2.0, 3 and 4).
--
--            +-------------------------------------------------------------------+
--            v                                                                   |
--      +---------+                                                               |
--      | stepped |--------------- add -- SubCrumb -- MixWord -- AddConstant -----+
--      +---------+                 ^                                             |
--                +---------+       |                                             |
--            +-->| chained |-- MI, tweaks                                        |
--            |   +---------+   |   ^                                             |
--            |                 |   +-- inject                                    |
--            |                 +-- sum ---> digest                               |
--            +-------------------------------------------------------------------+
--
-- Message injection and tweaks are linear. The last step's result goes to `chained`, and nothing chooses between the two registers: each is
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

  constant STARTING : v_t := starting_variables(PERMUTATIONS);
  constant START    : v_t := tweak(mi(STARTING, sum(STARTING)));

  signal stepped    : v_t;
  signal chained    : v_t;
  signal total      : words_t;
  signal next_state : v_t;

begin

  total <= sum(chained);

  output_digest : for k in 0 to 7 generate
    digest(255 - 32 * k downto 224 - 32 * k) <= total(k);
  end generate output_digest;

  one_step : process (all) is
    variable m        : words_t;
    variable messages : v_t;
    variable rests    : v_t;
    variable injected : v_t;
    variable v        : v_t;
  begin
    for k in 0 to 7 loop
      m(k) := inject(255 - 32 * k downto 224 - 32 * k);
    end loop;
    messages := mi_of_message(m, PERMUTATIONS);
    for j in 0 to PERMUTATIONS - 1 loop
      rests(j) := chained(j) xor STARTING(j);
    end loop;
    injected := mi(rests, total xor sum(STARTING));
    for j in 0 to PERMUTATIONS - 1 loop
      injected(j) := injected(j) xor messages(j);
    end loop;
    injected := tweak(injected);
    for j in 0 to PERMUTATIONS - 1 loop
      v(j) := stepped(j) xor injected(j);
    end loop;
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
