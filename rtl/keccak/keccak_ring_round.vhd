-- SPDX-License-Identifier: Apache-2.0
-- A round of Keccak-f[1600] up to pi, with up to two register ranks inside (paper D, section IV-B).
--
--   a --> column sums --[SUMS_RANK]--> theta --[THETA_RANK]--> rho, pi --> b
--     \----------------[         ]---/                     \-------------> arriving, in front of THETA_RANK
--
-- Rho and pi are wires: a register in front of chi ([5], [6] of paper D) and one behind theta (paper D) are the same.
-- `clear` zeroes THETA_RANK; only with advance. Latency in cycles of advance: one for each rank.

library ieee;
use ieee.std_logic_1164.all;
use work.keccak_pkg.all;
use work.keccak_ring_pkg.all;

entity keccak_ring_round is
  generic (
    SUMS_RANK  : boolean;
    THETA_RANK : boolean
  );
  port (
    clk      : in    std_ulogic;
    advance  : in    std_ulogic;
    clear    : in    std_ulogic;
    a        : in    state_t;
    arriving : out   state_t;
    b        : out   state_t
  );
end entity keccak_ring_round;

architecture rtl of keccak_ring_round is

  signal summed  : state_t;
  signal sums    : sums_t;
  signal mixed   : state_t;
  signal settled : state_t;

begin

  mixed    <= add_sums(summed, sums);
  arriving <= pi(rho(mixed));
  b        <= pi(rho(settled));

  sums_rank_here : if SUMS_RANK generate

    sums_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if advance = '1' then
          summed <= a;
          sums   <= column_sums(a);
        end if;
      end if;
    end process sums_reg;

  end generate sums_rank_here;

  no_sums_rank : if not SUMS_RANK generate
    summed <= a;
    sums   <= column_sums(a);
  end generate no_sums_rank;

  theta_rank_here : if THETA_RANK generate

    theta_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if clear = '1' then
          settled <= (others => (others => '0'));
        elsif advance = '1' then
          settled <= mixed;
        end if;
      end if;
    end process theta_reg;

  end generate theta_rank_here;

  no_theta_rank : if not THETA_RANK generate
    settled <= mixed;
  end generate no_theta_rank;

end architecture rtl;
