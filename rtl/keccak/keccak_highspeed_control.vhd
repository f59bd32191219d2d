-- SPDX-License-Identifier: Apache-2.0
-- Counts the rounds of Keccak-f[1600]. Decides when a block is absorbed and when a digest is handed to the unloader.
--
--   step 0        idle: the state is zero; absorbing the first block leads to step 1
--   step 1 .. P-1 UNROLL rounds each; P = 24 / UNROLL
--   step P        the last rounds of a block. If another block follows, it is absorbed, and step 1 comes next. After the last block
--                 of a message the digest is handed over, and step 0 comes next. The state keeps the digest for one cycle, at
--                 the end of which it is cleared
--
-- The state advances in every cycle, except while the core waits for a block, for the last word of a block, or for the unloader.
-- The number of the next step does not depend on the reason for waiting; this keeps its paths short.
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
    out_free : in    std_ulogic;                                 -- the unloader can take a digest
    out_load : out   std_ulogic;                                 -- the digest is valid: hand it to the unloader
    advance  : out   std_ulogic;                                 -- the state changes to the next step
    clear    : out   std_ulogic;                                 -- clear the state
    iota     : out   std_ulogic_vector(64 * UNROLL - 1 downto 0) -- round constants of this step, first round's on the left
  );
end entity keccak_highspeed_control;

architecture rtl of keccak_highspeed_control is

  constant STEPS : positive := ROUNDS / UNROLL;

  signal step          : unsigned(4 downto 0);
  signal next_step     : unsigned(4 downto 0);
  signal before_absorb : std_ulogic; -- step P-1
  signal at_absorb     : std_ulogic; -- this step absorbs a block: step 0, or step P if another block follows
  signal at_finish     : std_ulogic; -- step P of the last block of a message
  signal finish        : std_ulogic; -- the unloader takes the digest in this cycle
  signal ending        : std_ulogic; -- cycle after finish or reset: the state is cleared
  signal moves         : std_ulogic; -- same as advance
  signal rests         : std_ulogic; -- no rounds in the next cycle: the round constant is zero

begin

  finish    <= at_finish and out_free;
  moves     <= not ((at_absorb and not absorb) or pending or (at_finish and not out_free));
  advance   <= moves;
  out_load  <= at_finish;
  want      <= at_absorb or ending or (before_absorb and not last);
  clear     <= ending;
  rests     <= rst or finish or ending;
  next_step <= to_unsigned(1, 5) when step = STEPS else
               step + 1;

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
      ending <= rst or finish;
      if rst = '1' or finish = '1' then
        step          <= (others => '0');
        before_absorb <= '0';
        at_absorb     <= '0';
        at_finish     <= '0';
      elsif ending = '1' then
        at_absorb <= '1';
      elsif moves = '1' then
        step          <= next_step;
        before_absorb <= to_bit(step = STEPS - 2);
        at_absorb     <= before_absorb and not last;
        at_finish     <= before_absorb and last;
      end if;
    end if;
  end process step_reg;

end architecture rtl;
