-- SPDX-License-Identifier: Apache-2.0
-- Counts the rounds of Keccak-f[1600]. Decides when a block is absorbed and when a digest is handed to the unloader.
--
--   step 0        idle: the state is zero; absorbing the first block leads to step 1
--   step 1 .. P-1 UNROLL rounds each; P = 24 / UNROLL
--   step P        the last rounds of a block. If another block follows, it is absorbed, and step 1 comes next. After the last block
--                 of a message the digest is handed over
--   ending        the state keeps the digest until the unloader has copied it. In that cycle it is cleared, and step 0 comes next
--
-- The state advances in every cycle, except while the core waits for a block, for the last word of a block, or for the unloader.
-- The control of 1600 registers is then one LUT4 of four registers. out_ready does not reach `want`, because a core's outputs do not
-- depend on its inputs in the same cycle. So a message that follows at once begins two cycles after the last step.
--
-- Source: paper A, section 4.
-- Widths: 64 bits of `iota` for each round, the first round's in the most significant bits (on the left).
-- Latency: one cycle a step.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.keccak_pkg.all;
use work.shell_pkg.all;

entity keccak_highspeed_control is
  generic (
    UNROLL    : positive;            -- rounds of one cycle; divides 24
    GENERATOR : natural range 0 to 3 -- circuit of the round constants, see keccak_constants
  );
  port (
    clk      : in    std_ulogic;                                 -- clock
    rst      : in    std_ulogic;                                 -- synchronous reset, active high
    absorb   : in    std_ulogic;                                 -- a block is on the injector's outputs in this cycle
    pending  : in    std_ulogic;                                 -- the last word of the block has not arrived
    last     : in    std_ulogic;                                 -- the absorbed block ends its message
    want     : out   std_ulogic;                                 -- the datapath can absorb a block in the next cycle
    out_load : out   std_ulogic;                                 -- the state is a digest from the next cycle on
    done     : in    std_ulogic;                                 -- the unloader copies the digest in this cycle
    advance  : out   std_ulogic;                                 -- the state changes to the next step
    clear    : out   std_ulogic;                                 -- clear the state
    iota     : out   std_ulogic_vector(64 * UNROLL - 1 downto 0) -- round constants of this step, first round's on the left
  );
end entity keccak_highspeed_control;

architecture rtl of keccak_highspeed_control is

  constant STEPS : positive := ROUNDS / UNROLL;

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
  signal nears         : std_ulogic;           -- step P-2
  signal before_absorb : std_ulogic;           -- step P-1
  signal wants         : std_ulogic;           -- same as want
  signal waits         : std_ulogic;           -- this step absorbs a block, in step 0 or P; or `ending`
  signal at_finish     : std_ulogic;           -- step P of the last block of a message
  signal ending        : std_ulogic;           -- the state is a digest that has not been copied
  signal moves         : std_ulogic;           -- same as advance
  signal rests         : std_ulogic;           -- no rounds in the next cycle: the round constant is zero

begin

  moves     <= not ((waits and not absorb) or pending);
  advance   <= moves;
  out_load  <= at_finish or ending;
  want      <= wants;
  clear     <= rst or done;
  rests     <= rst or at_finish;

  constants : entity work.keccak_constants
    generic map (
      UNROLL    => UNROLL,
      GENERATOR => GENERATOR
    )
    port map (
      clk       => clk,
      rst       => rst,
      clear     => rests,
      enable    => moves,
      next_step => next_step,
      lanes     => iota
    );

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or at_finish = '1' or before_absorb = '1' then
        next_step <= to_unsigned(1, 5);
      elsif moves = '1' then
        next_step <= incremented(next_step);
      end if;
      if rst = '1' or at_finish = '1' then
        nears         <= '0';
        before_absorb <= '0';
        at_finish     <= '0';
      elsif moves = '1' then
        nears         <= to_bit(next_step = STEPS - 2);
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
        wants  <= '1';
        waits  <= '1';
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
