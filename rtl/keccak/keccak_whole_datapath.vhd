-- SPDX-License-Identifier: Apache-2.0
-- One round of Keccak-p[1600] a cycle: theta, rho, pi, chi, then the round constant and a whole block are added.
--
--   state --> theta --> rho --> pi --> chi --> add --> state --+--> block_out
--     ^                                 inject, iota           |
--     +--------------------------------------------------------+
--
-- As keccak_xof_datapath, but all lanes of a block are added in the same cycle, on the fourth input of chi's LUT4. The last lane takes no
-- LUT4 in front of theta.
--
-- Source: FIPS 202, section 3.2; paper A, section 4.
-- Widths: RATE bits of a block, lanes of 64 bits; the first lane and its first byte are on the left of inject and block_out.
-- Latency: one cycle a round.

library ieee;
use ieee.std_logic_1164.all;
use work.keccak_pkg.all;
use work.shell_pkg.all;

entity keccak_whole_datapath is
  generic (
    RATE     : positive; -- bits of a block
    OUT_BITS : positive  -- bits of block_out: whole lanes
  );
  port (
    clk       : in    std_ulogic;                              -- clock
    advance   : in    std_ulogic;                              -- the state changes to the next step
    clear     : in    std_ulogic;                              -- the state becomes zero
    iota      : in    std_ulogic_vector(63 downto 0);          -- round constant
    inject    : in    std_ulogic_vector(RATE - 1 downto 0);    -- a block, first lane on the left; or zero
    block_out : out   std_ulogic_vector(OUT_BITS - 1 downto 0) -- first lanes of the state, from registers
  );
end entity keccak_whole_datapath;

architecture rtl of keccak_whole_datapath is

  signal state      : state_t;
  signal next_state : state_t;

  function rotated (lane : lane_t) return lane_t is
  begin
    return lane(62 downto 0) & lane(63);
  end function rotated;

  -- The sum of two columns and a bit is split as in keccak_pkg: the four upper bits of each column, and the two bits of the bottom plane.
  function split_theta (a : state_t) return state_t is
    type plane_t is array (0 to 4) of lane_t;

    variable upper  : plane_t;
    variable bottom : plane_t;
    variable result : state_t;
  begin
    for x in 0 to 4 loop
      upper(x)  := a(x) xor a(x + 5) xor a(x + 10) xor a(x + 15);
      bottom(x) := a(20 + (x + 4) mod 5) xor rotated(a(20 + (x + 1) mod 5));
    end loop;
    for i in 0 to 24 loop
      result(i) := (a(i) xor bottom(i mod 5)) xor upper((i + 4) mod 5) xor rotated(upper((i + 1) mod 5));
    end loop;
    return result;
  end function split_theta;

begin

  permute : process (all) is
    variable a     : state_t;
    variable added : lane_t; -- added to a lane after chi; one operand, so that chi takes it in one LUT4
  begin
    a := chi(pi(rho(split_theta(state))));
    for i in 0 to RATE / 64 - 1 loop
      added := swap_bytes(inject(RATE - 64 * i - 1 downto RATE - 64 * i - 64));
      if i = 0 then
        added := added xor iota;
      end if;
      a(i) := a(i) xor added;
    end loop;
    next_state <= a;
  end process permute;

  output_block : for i in 0 to OUT_BITS / 64 - 1 generate
    block_out(OUT_BITS - 64 * i - 1 downto OUT_BITS - 64 * i - 64) <= swap_bytes(state(i));
  end generate output_block;

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
