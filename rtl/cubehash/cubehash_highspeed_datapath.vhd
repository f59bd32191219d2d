-- SPDX-License-Identifier: Apache-2.0
-- One round of CubeHash a cycle on a 1024-bit state (paper A, section 4; CubeHash specification).
--
--             +----------------------------+
--             v                            |
--   +-------+  round -> xor inject, xor 1 -+--> digest
--   | state |->|
--   +-------+
--       ^ restart: the state one round before the initial state
--
-- The message and the 1 of finalisation are added behind the last round before them. Starting one round early, the first block of a
-- message takes the same way as all others.
--
-- DIGEST_BITS in bits; inject: 256 bits, first word in the most significant bits. The digest is that of the next state, taken when
-- inject is zero (kept: the same a cycle later). Latency: one cycle a round.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.cubehash_pkg.all;
use work.shell_pkg.all;

entity cubehash_highspeed_datapath is
  generic (
    DIGEST_BITS : positive
  );
  port (
    clk      : in    std_ulogic;
    advance  : in    std_ulogic;
    restart  : in    std_ulogic;
    finalise : in    std_ulogic;
    inject   : in    std_ulogic_vector(255 downto 0);
    digest   : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0);
    kept     : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0)
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
