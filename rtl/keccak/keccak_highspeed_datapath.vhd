-- SPDX-License-Identifier: Apache-2.0
-- UNROLL rounds of Keccak-f[1600] a cycle on a state of 1600 bits.
--
--               +-----------------------------------------------------+
--               v                                                     |
--   +-------+  theta -> rho -> pi -> chi -> xor iota -> xor inject ---+      (theta to iota: UNROLL times)
--   | state |->|  ^
--   +-------+  |  +-- last_inject
--       ^      |
--       |      +--> digest
--     clear
--
-- The next block is added after the last round of the previous block, where a LUT4 has an input to spare. A cleared state does not
-- change in a round without round constant, so the first block of a message uses the same logic as all others. The last lane of
-- a block arrives one cycle later and is added before theta. The LUT4s that sum the bottom plane in theta have an input for it.
--
-- Source: paper A, section 4; paper D, cases I and III; FIPS 202, section 3.
-- Widths: RATE and DIGEST_BITS in bits, `iota` 64 bits for each round. "On the left" is in the most significant bits.
-- Latency: one cycle for UNROLL rounds.

library ieee;
use ieee.std_logic_1164.all;
use work.keccak_pkg.all;
use work.shell_pkg.all;

entity keccak_highspeed_datapath is
  generic (
    RATE        : positive; -- bits of a block
    DIGEST_BITS : positive; -- bits of a digest
    UNROLL      : positive  -- rounds of one cycle
  );
  port (
    clk         : in    std_ulogic;                                  -- clock
    advance     : in    std_ulogic;                                  -- the state changes to the next step
    clear       : in    std_ulogic;                                  -- clear the state; has priority over advance
    iota        : in    std_ulogic_vector(64 * UNROLL - 1 downto 0); -- round constants, first round's on the left
    inject      : in    std_ulogic_vector(RATE - 65 downto 0);       -- a block without its last lane, first lane on the left
    last_inject : in    std_ulogic_vector(63 downto 0);              -- last lane of the block, one cycle later; else zero
    digest      : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0)  -- first lanes of the state, first lane on the left
  );
end entity keccak_highspeed_datapath;

architecture rtl of keccak_highspeed_datapath is

  constant LAST_LANE : natural := RATE / 64 - 1;

  signal state      : state_t;
  signal next_state : state_t;

begin

  permute : process (all) is
    variable a     : state_t;
    variable added : lane_t; -- added to a lane after the last round; one operand, so that chi takes it in one LUT4
  begin
    a := chi(pi(rho(theta(state, swap_bytes(last_inject), LAST_LANE))));
    for r in 1 to UNROLL - 1 loop
      a(0) := a(0) xor iota(64 * (UNROLL - r + 1) - 1 downto 64 * (UNROLL - r));
      a    := chi(pi(rho(theta(a, (others => '0'), LAST_LANE))));
    end loop;
    for i in 0 to LAST_LANE - 1 loop
      added := swap_bytes(inject(RATE - 64 * i - 65 downto RATE - 64 * i - 128));
      if i = 0 then
        added := added xor iota(63 downto 0);
      end if;
      a(i) := a(i) xor added;
    end loop;
    next_state <= a;
  end process permute;

  output_digest : for i in 0 to DIGEST_BITS / 64 - 1 generate
    digest(DIGEST_BITS - 64 * i - 1 downto DIGEST_BITS - 64 * i - 64) <= swap_bytes(state(i));
  end generate output_digest;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        state <= (others => (others => '0'));
      elsif advance = '1' then
        state <= next_state;
      end if;
    end if;
  end process state_reg;

end architecture rtl;
