-- SPDX-License-Identifier: Apache-2.0
-- Datapath of a ring of Keccak rounds, with a register for a whole state (a rank) after each round and up to two inside.
--
--   +-------+   +-- round 0 ---+          +-- round K-1 -----+
--   | state |-->| theta rho pi |- chi -[]-| theta rho pi     |- chi - xor inject --+
--   +-------+   +--------------+          +------------------+                     |
--       ^                                     | digest_rows or digest              |
--       +--------------------------------------------------------------------------+
--
-- In its turn a slot ends one message and starts the next in the same step, so that the order of the turns never changes.
-- So the old state must be zeroed before the new block is added, and the digest must be taken before that:
--   THETA_RANK      the old state is zeroed in the rank after theta of its last round. This costs no logic. The planes y = 0 and
--                   y = 1 at the input of that rank are offered to the unloader as digest_rows in the cycle of drop; the
--                   digest is chi of them.
--   no THETA_RANK   the old state is zeroed after chi of its last round. This costs one more LUT4 for each bit of the rate. digest
--                   is taken before that LUT4, in the cycle of drop.
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
    clk         : in    std_ulogic;                                     -- clock of the ring
    advance     : in    std_ulogic;                                     -- this cycle is a step
    drop        : in    std_ulogic;                                     -- zero the state of a slot whose message has ended
    iota        : in    std_ulogic_vector(0 to 7 * ROUNDS_IN_RING - 1); -- round constants: 7 bits for each round
    inject      : in    std_ulogic_vector(RATE - 1 downto 0);           -- a block in the step that absorbs it, else zero
    digest_rows : out   std_ulogic_vector(639 downto 0);                -- with THETA_RANK: ten lanes whose chi is the digest
    digest      : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0)     -- without THETA_RANK: the digest
  );
end entity keccak_ring_datapath;

architecture rtl of keccak_ring_datapath is

  constant LAST_ROUND : natural := ROUNDS_IN_RING - 1;

  type states_t is array (0 to LAST_ROUND) of state_t;

  signal state    : states_t;
  signal arriving : states_t;
  signal b        : states_t;
  signal mixed    : states_t;
  signal clear    : std_ulogic_vector(0 to LAST_ROUND);

begin

  stages : for r in 0 to LAST_ROUND generate

    clear(r) <= drop and to_bit(r = LAST_ROUND and THETA_RANK);

    half : entity work.keccak_ring_round
      generic map (
        SUMS_RANK  => SUMS_RANK,
        THETA_RANK => THETA_RANK
      )
      port map (
        clk      => clk,
        advance  => advance,
        clear    => clear(r),
        a        => state(r),
        arriving => arriving(r),
        b        => b(r)
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

  state_reg : process (clk) is
    variable a : state_t;
  begin
    if rising_edge(clk) then
      if advance = '1' then
        a := mixed(LAST_ROUND);
        if not THETA_RANK and drop = '1' then
          a := (others => (others => '0'));
        end if;
        for i in 0 to RATE / 64 - 1 loop
          a(i) := a(i) xor swap_bytes(inject(RATE - 64 * i - 1 downto RATE - 64 * i - 64));
        end loop;
        state(0) <= a;
      end if;
    end if;
  end process state_reg;

  output_rows : for i in 0 to 9 generate
    digest_rows(639 - 64 * i downto 576 - 64 * i) <= arriving(LAST_ROUND)(i);
  end generate output_rows;

  output_digest : for i in 0 to DIGEST_BITS / 64 - 1 generate
    digest(DIGEST_BITS - 64 * i - 1 downto DIGEST_BITS - 64 * i - 64) <= swap_bytes(mixed(LAST_ROUND)(i));
  end generate output_digest;

end architecture rtl;
