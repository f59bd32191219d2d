-- SPDX-License-Identifier: Apache-2.0
-- Counts the rounds of Keccak-f[1600] and decides where a block is absorbed and where a digest is taken.
--
--   step 0        idle: the state is zero; absorbing the first block leads to step 1
--   step 1 .. P-1 rounds, UNROLL a step; P = 24 / UNROLL
--   step P        the last of them: absorbs the next block (then step 1), or, behind the last block, hands over the digest (then
--                 step 0). The state keeps the digest for one cycle and is cleared in it
--
-- The state advances in every cycle but the ones that wait: for a block that is not there, for the last word of a block, or for an
-- unloader that is not free. The step that follows does not depend on why a cycle waited, which keeps the paths short.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.keccak_pkg.all;
use work.shell_pkg.all;

entity keccak_highspeed_control is
  generic (
    UNROLL    : positive;
    GENERATOR : natural range 0 to 3
  );
  port (
    clk      : in    std_ulogic;
    rst      : in    std_ulogic;
    absorb   : in    std_ulogic;
    pending  : in    std_ulogic;
    last     : in    std_ulogic;
    want     : out   std_ulogic;
    out_free : in    std_ulogic;
    out_load : out   std_ulogic;
    advance  : out   std_ulogic;
    clear    : out   std_ulogic;
    iota     : out   std_ulogic_vector(64 * UNROLL - 1 downto 0)
  );
end entity keccak_highspeed_control;

architecture rtl of keccak_highspeed_control is

  constant STEPS : positive := ROUNDS / UNROLL;

  signal step          : unsigned(4 downto 0);
  signal next_step     : unsigned(4 downto 0);
  signal before_absorb : std_ulogic;
  signal at_absorb     : std_ulogic;
  signal at_finish     : std_ulogic;
  signal finish        : std_ulogic;
  signal ending        : std_ulogic;
  signal moves         : std_ulogic;
  signal rests         : std_ulogic;

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
