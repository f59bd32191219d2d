-- SPDX-License-Identifier: Apache-2.0
-- One round of Keccak-f[1600] from theta to pi, with up to two ranks (registers for a whole state) inside.
--
--   a --> column sums --[SUMS_RANK]--> theta --[THETA_RANK]--> rho, pi --> b
--     \----------------[         ]---/
--
-- Rho and pi are only wires. So a rank in front of chi ([5] and [6] of paper D) and a rank after theta (paper D) are the same
-- circuit.
--
-- Source: paper D, section IV-B. Widths: whole states. Latency: one step (cycle of advance) for each rank.

library ieee;
use ieee.std_logic_1164.all;
use work.keccak_pkg.all;
use work.keccak_ring_pkg.all;

entity keccak_ring_round is
  generic (
    SUMS_RANK  : boolean; -- rank after the column sums of theta
    THETA_RANK : boolean  -- rank after theta
  );
  port (
    clk     : in    std_ulogic; -- clock of the ring
    advance : in    std_ulogic; -- this cycle is a step
    a       : in    state_t;    -- state at the input of the round
    b       : out   state_t     -- state after pi, input of chi
  );
end entity keccak_ring_round;

architecture rtl of keccak_ring_round is

  signal summed  : state_t; -- state a, after SUMS_RANK if there is one
  signal sums    : sums_t;  -- column sums of summed
  signal mixed   : state_t; -- state after theta
  signal settled : state_t; -- mixed, after THETA_RANK if there is one

begin

  mixed <= add_sums(summed, sums);
  b     <= pi(rho(settled));

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
        if advance = '1' then
          settled <= mixed;
        end if;
      end if;
    end process theta_reg;

  end generate theta_rank_here;

  no_theta_rank : if not THETA_RANK generate
    settled <= mixed;
  end generate no_theta_rank;

end architecture rtl;
