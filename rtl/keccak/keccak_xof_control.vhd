-- SPDX-License-Identifier: Apache-2.0
-- Counts the rounds of Keccak-p[1600, ROUND_COUNT]. Decides when a block is absorbed and when the state is a block of output.
--
--   step 0        idle: the state is zero; absorbing the first block leads to step FIRST
--   step FIRST .. 24
--                 a round each, with the round constants of the last ROUND_COUNT rounds of Keccak-f; FIRST = 25 - ROUND_COUNT. If another
--                 block follows, it is absorbed in step 24, and step FIRST comes next
--   ending        the state keeps a block of output until `done`. Then step FIRST follows if more output was asked for, else step 0
--
-- The state advances in every cycle, except while the core waits for a block, for the last word of a block, or for the unloader.
--
-- Source: paper A, section 4; FIPS 202, section 3.3; RFC 9861, section 2.2, for 12 rounds.
-- Latency: one cycle a step. The rounds of a further block of output start in the cycle after done.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.keccak_pkg.all;
use work.shell_pkg.all;

entity keccak_xof_control is
  generic (
    ROUND_COUNT : positive range 4 to ROUNDS -- rounds of the permutation
  );
  port (
    clk      : in    std_ulogic;                    -- clock
    rst      : in    std_ulogic;                    -- synchronous reset, active high
    absorb   : in    std_ulogic;                    -- a block is on the injector's outputs in this cycle
    pending  : in    std_ulogic;                    -- the last word of the block has not arrived
    last     : in    std_ulogic;                    -- the absorbed block ends its message
    want     : out   std_ulogic;                    -- the datapath can absorb a block in the next cycle
    out_load : out   std_ulogic;                    -- the state is a block of output from the next cycle on, or in this cycle
    done     : in    std_ulogic;                    -- the block of output is not needed after this cycle
    more     : in    std_ulogic;                    -- with done: another block of output follows
    advance  : out   std_ulogic;                    -- the state changes to the next step
    clear    : out   std_ulogic;                    -- clear the state
    iota     : out   std_ulogic_vector(63 downto 0) -- round constant of this step
  );
end entity keccak_xof_control;

architecture rtl of keccak_xof_control is

  constant FIRST : positive := ROUNDS + 1 - ROUND_COUNT;

  -- Returns number + 1, without a carry chain: it has few bits, and a chain takes more cells.
  function incremented (number : unsigned(4 downto 0)) return unsigned is
    variable result : unsigned(4 downto 0);
    variable carry  : std_ulogic := '1';
  begin
    for i in 0 to 4 loop
      result(i) := number(i) xor carry;
      carry     := number(i) and carry;
    end loop;
    return result;
  end function incremented;

  signal next_step     : unsigned(4 downto 0); -- number of the step after this one
  signal nears         : std_ulogic;           -- step 22
  signal before_absorb : std_ulogic;           -- step 23
  signal wants         : std_ulogic;           -- same as want
  signal waits         : std_ulogic;           -- this step absorbs a block, in step 0 or 24; or `ending`
  signal at_finish     : std_ulogic;           -- step 24, after which the state is a block of output
  signal ending        : std_ulogic;           -- the state is a block of output
  signal moves         : std_ulogic;           -- same as advance
  signal restart       : std_ulogic;           -- step FIRST comes next, without a block
  signal counts        : std_ulogic;           -- the number of the step changes
  signal rests         : std_ulogic;           -- no rounds in the next cycle: the round constant is zero

begin

  moves    <= not ((waits and not absorb) or pending);
  restart  <= done and more;
  counts   <= moves or restart;
  advance  <= moves;
  out_load <= at_finish or ending;
  want     <= wants;
  clear    <= rst or (done and not more);
  rests    <= rst or at_finish;

  constants : entity work.keccak_constants
    generic map (
      UNROLL    => 1,
      GENERATOR => 0
    )
    port map (
      clk       => clk,
      rst       => rst,
      clear     => rests,
      enable    => counts,
      next_step => next_step,
      lanes     => iota
    );

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or at_finish = '1' or before_absorb = '1' then
        next_step <= to_unsigned(FIRST, 5);
      elsif counts = '1' then
        next_step <= incremented(next_step);
      end if;
      if rst = '1' or at_finish = '1' then
        nears         <= '0';
        before_absorb <= '0';
        at_finish     <= '0';
      elsif counts = '1' then
        nears         <= to_bit(next_step = ROUNDS - 2);
        before_absorb <= nears;
        at_finish     <= before_absorb and last;
      end if;
    end if;
  end process step_reg;

  waits_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or done = '1' then
        ending <= '0';
        wants  <= rst or not more;
        waits  <= rst or not more;
      else
        ending <= at_finish or ending;
        if moves = '1' then
          wants <= (nears or before_absorb) and not last;
          waits <= (before_absorb and not last) or at_finish;
        end if;
      end if;
    end if;
  end process waits_reg;

end architecture rtl;
