-- SPDX-License-Identifier: Apache-2.0
-- Counts the rounds of CubeHash and decides where a block is absorbed, where finalisation begins and where a digest is taken.
--
--   step 0          idle, one round before the initial state: absorbing the first block leads to step 1
--   step 1 .. 16    the rounds of a block; step 16 absorbs the next block (then step 1), or, behind the last block, adds the 1 of
--                   finalisation (then step 17)
--   step 17 .. 176  the rounds of finalisation; step 176 hands over the digest (then step 0).
--                   The state keeps the digest for one cycle and restarts in it

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.cubehash_pkg.all;
use work.shell_pkg.all;

entity cubehash_highspeed_control is
  port (
    clk      : in    std_ulogic;
    rst      : in    std_ulogic;
    absorb   : in    std_ulogic;
    last     : in    std_ulogic;
    want     : out   std_ulogic;
    out_free : in    std_ulogic;
    out_load : out   std_ulogic;
    advance  : out   std_ulogic;
    restart  : out   std_ulogic;
    finalise : out   std_ulogic
  );
end entity cubehash_highspeed_control;

architecture rtl of cubehash_highspeed_control is

  constant LAST_STEP : positive := BLOCK_ROUNDS + FINAL_ROUNDS;

  signal step          : unsigned(7 downto 0);
  signal before_absorb : std_ulogic;
  signal at_absorb     : std_ulogic;
  signal at_finish     : std_ulogic;
  signal finish        : std_ulogic;
  signal ending        : std_ulogic;
  signal moves         : std_ulogic;

begin

  finish   <= at_finish and out_free;
  moves    <= not ((at_absorb and not absorb) or (at_finish and not out_free));
  advance  <= moves;
  out_load <= at_finish;
  want     <= at_absorb or ending or (before_absorb and not last);
  restart  <= ending;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      ending <= rst or finish;
      if rst = '1' or finish = '1' then
        step          <= (others => '0');
        before_absorb <= '0';
        at_absorb     <= '0';
        at_finish     <= '0';
        finalise      <= '0';
      elsif ending = '1' then
        at_absorb <= '1';
      elsif moves = '1' then
        step <= step + 1;
        if at_absorb = '1' then
          step <= to_unsigned(1, 8);
        end if;
        before_absorb <= to_bit(step = BLOCK_ROUNDS - 2);
        at_absorb     <= before_absorb and not last;
        finalise      <= before_absorb and last;
        at_finish     <= to_bit(step = LAST_STEP - 1);
      end if;
    end if;
  end process step_reg;

end architecture rtl;
