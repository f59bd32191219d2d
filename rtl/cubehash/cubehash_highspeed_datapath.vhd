-- SPDX-License-Identifier: Apache-2.0
-- The 1024-bit state of CubeHash with one round per cycle.
-- Source: paper A, section 4; D. J. Bernstein, "CubeHash specification (2.B.1)".
-- Widths: DIGEST_BITS = 256 or 512; blocks of 256 bits. Latency: one cycle per round.
--
--                  restart: the state one round before the initial state
--                      |
--                      v
--                  +-------+
--             +--> | state | --> round --> xor inject --> xor 1 --+--> digest
--             |    +-------+                                      |
--             +---------------------------------------------------+
--
-- A block, and the 1 of finalisation, are added after the last round before them. A new message starts one round before the initial
-- state, so its first block is processed like all others.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.cubehash_pkg.all;
use work.shell_pkg.all;

entity cubehash_highspeed_datapath is
  generic (
    DIGEST_BITS : positive -- bits of the digest: 256 or 512
  );
  port (
    clk      : in    std_ulogic;                                  -- datapath clock
    advance  : in    std_ulogic;                                  -- the state takes the result of the round
    restart  : in    std_ulogic;                                  -- sets the state to one round before the initial state
    finalise : in    std_ulogic;                                  -- adds the 1 of finalisation after the round
    inject   : in    std_ulogic_vector(255 downto 0);             -- block to add after the round, or zero; first word first
    digest   : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0); -- digest after this round, not registered; inject must be zero
    kept     : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0)  -- the digest of the cycle before, from the state register
  );
end entity cubehash_highspeed_datapath;

architecture rtl of cubehash_highspeed_datapath is

  constant START : state_t := round_before(initial_state(DIGEST_BITS));

  signal state      : state_t;
  signal next_state : state_t;

begin

  transform : process (all) is
    variable x : state_t;
  begin
    x := one_round(state);
    for i in 0 to 7 loop
      x(i) := x(i) xor unsigned(swap_bytes(inject(255 - 32 * i downto 224 - 32 * i)));
    end loop;
    x(31)(0)   := x(31)(0) xor finalise;
    next_state <= x;
  end process transform;

  output_digest : for i in 0 to DIGEST_BITS / 32 - 1 generate
    digest(DIGEST_BITS - 32 * i - 1 downto DIGEST_BITS - 32 * i - 32) <= swap_bytes(std_ulogic_vector(next_state(i)));
    kept(DIGEST_BITS - 32 * i - 1 downto DIGEST_BITS - 32 * i - 32)   <= swap_bytes(std_ulogic_vector(state(i)));
  end generate output_digest;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if restart = '1' then
        state <= START;
      elsif advance = '1' then
        state <= next_state;
      end if;
    end if;
  end process state_reg;

end architecture rtl;
