-- SPDX-License-Identifier: Apache-2.0
-- Datapath of a ring of Keccak rounds, with a register for a whole state (a rank) after each round and up to two inside.
--
--   +-------+   +-- round 0 ---+          +-- round K-1 -----+
--   | state |-->| theta rho pi |- chi -[]-| theta rho pi     |- chi - xor inject --+
--   +-------+   +--------------+          +------------------+                     |
--       ^                                     | digest                             |
--       +--------------------------------------------------------------------------+
--
-- In its turn a slot ends one message and starts the next in the same step, so that the order of the turns never changes. So the
-- old state must be zeroed before the new block is added, and the digest must be taken before that. digest is taken after chi and
-- iota of the last round. A second LUT4 for each bit of the rate then zeroes the old state and adds the block, so the block needs
-- no register that is zero in all other steps. `drop`, which reaches all bits, passes only that LUT4: written as a choice, and not
-- as an AND of the old state, it cannot be mapped into the first one. The other bits are zeroed by the synchronous reset of their
-- registers.
--
-- Source: paper D, cases II, IV and V, Fig. 3.
-- Widths: RATE and DIGEST_BITS in bits, `iota` 7 bits for each round. The first lane of a vector is in its most significant bits.
-- Latency: one step (cycle of advance) for each rank.

library ieee;
use ieee.std_logic_1164.all;
use work.keccak_pkg.all;
use work.keccak_ring_pkg.all;
use work.shell_pkg.all;

entity keccak_ring_datapath is
  generic (
    RATE           : positive; -- bits of a block
    DIGEST_BITS    : positive; -- bits of a digest
    ROUNDS_IN_RING : positive; -- rounds of the ring (K in the diagram)
    SUMS_RANK      : boolean;  -- rank after the column sums of theta
    THETA_RANK     : boolean   -- rank after theta
  );
  port (
    clk      : in    std_ulogic;                                     -- clock of the ring
    advance  : in    std_ulogic;                                     -- this cycle is a step
    drop     : in    std_ulogic;                                     -- zero the old state in this step; only with advance
    absorb   : in    std_ulogic;                                     -- add block in this step; only with advance
    iota     : in    std_ulogic_vector(0 to 7 * ROUNDS_IN_RING - 1); -- round constants: 7 bits for each round
    block_in : in    std_ulogic_vector(RATE - 1 downto 0);           -- the block, valid with absorb
    digest   : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0)     -- the digest, in a step with drop
  );
end entity keccak_ring_datapath;

architecture rtl of keccak_ring_datapath is

  constant LAST_ROUND : natural := ROUNDS_IN_RING - 1;

  type states_t is array (0 to LAST_ROUND) of state_t;

  constant LANES : natural := RATE / 64;

  signal state : states_t;
  signal b     : states_t;
  signal mixed : states_t;

begin

  stages : for r in 0 to LAST_ROUND generate

    half : entity work.keccak_ring_round
      generic map (
        SUMS_RANK  => SUMS_RANK,
        THETA_RANK => THETA_RANK
      )
      port map (
        clk     => clk,
        advance => advance,
        a       => state(r),
        b       => b(r)
      );

    mix : process (all) is
      variable a : state_t;
    begin
      a        := chi(b(r));
      a(0)     := a(0) xor iota_lane(iota(7 * r to 7 * r + 6));
      mixed(r) <= a;
    end process mix;

  end generate stages;

  between : for r in 1 to LAST_ROUND generate

    round_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if advance = '1' then
          state(r) <= mixed(r - 1);
        end if;
      end if;
    end process round_reg;

  end generate between;

  rate_lanes : for i in 0 to LANES - 1 generate
    signal added : lane_t; -- the block's lane, or zero
  begin

    added <= swap_bytes(block_in(RATE - 64 * i - 1 downto RATE - 64 * i - 64)) and (lane_t'range => absorb);

    rate_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if advance = '1' then
          if drop = '1' then
            state(0)(i) <= added;
          else
            state(0)(i) <= mixed(LAST_ROUND)(i) xor added;
          end if;
        end if;
      end if;
    end process rate_reg;

  end generate rate_lanes;

  capacity_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if drop = '1' then
        state(0)(LANES to 24) <= (others => (others => '0'));
      elsif advance = '1' then
        state(0)(LANES to 24) <= mixed(LAST_ROUND)(LANES to 24);
      end if;
    end if;
  end process capacity_reg;

  output_digest : for i in 0 to DIGEST_BITS / 64 - 1 generate
    digest(DIGEST_BITS - 64 * i - 1 downto DIGEST_BITS - 64 * i - 64) <= swap_bytes(mixed(LAST_ROUND)(i));
  end generate output_digest;

end architecture rtl;
