-- SPDX-License-Identifier: Apache-2.0
-- A ring of Keccak rounds with a register rank behind each, and perhaps more inside (paper D, cases II, IV and V, Fig. 3).
--
--   +-------+   +-- round 0 ---+          +-- round K-1 -----+
--   | state |-->| theta rho pi |- chi -[]-| theta rho pi     |- chi - xor inject --+
--   +-------+   +--------------+          +------------------+                     |
--       ^                                     | digest_rows or digest              |
--       +--------------------------------------------------------------------------+
--
-- A message of a slot ends and the next one begins in one step, so that the turns of all slots keep their order. For that the old
-- state is zeroed behind theta of its last round (THETA_RANK; that costs no logic), and the two upper rows of theta's
-- result, of which the digest is chi, are offered to the unloader as they go there: digest_rows, first lane in the most significant
-- bits, in the cycle of drop. Without that rank the state is zeroed behind chi of its last round by one more function for
-- each bit of the rate, and `digest` is taken in front of it in the cycle of drop.
--
-- RATE and DIGEST_BITS in bits; inject: a block, or zero. iota: 7 bits a round. Latency: one cycle of advance for each rank.

library ieee;
use ieee.std_logic_1164.all;
use work.keccak_pkg.all;
use work.keccak_ring_pkg.all;
use work.shell_pkg.all;

entity keccak_ring_datapath is
  generic (
    RATE           : positive;
    DIGEST_BITS    : positive;
    ROUNDS_IN_RING : positive;
    SUMS_RANK      : boolean;
    THETA_RANK     : boolean
  );
  port (
    clk         : in    std_ulogic;
    advance     : in    std_ulogic;
    drop        : in    std_ulogic;
    iota        : in    std_ulogic_vector(0 to 7 * ROUNDS_IN_RING - 1);
    inject      : in    std_ulogic_vector(RATE - 1 downto 0);
    digest_rows : out   std_ulogic_vector(639 downto 0);
    digest      : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0)
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
