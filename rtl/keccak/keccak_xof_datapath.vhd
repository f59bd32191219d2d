-- SPDX-License-Identifier: Apache-2.0
-- One round of Keccak-p[1600] a cycle: theta, rho, pi, chi, then the round constant and a block are added.
--
--   last_inject --> theta --> rho --> pi --> chi --> add --> state --+--> block_out
--                     ^                     inject, iota             |
--                     +----------------------------------------------+
--
-- As keccak_highspeed_datapath, but the last lane of a block may be in the bottom plane, as it is for RATE = 1344.
--
-- Source: FIPS 202, section 3.2; paper A, section 4.
-- Widths: RATE bits of a block, lanes of 64 bits; the first lane and its first byte are on the left of inject and block_out.
-- Latency: one cycle a round.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.keccak_pkg.all;
use work.shell_pkg.all;

entity keccak_xof_datapath is
  generic (
    RATE : positive -- bits of a block
  );
  port (
    clk         : in    std_ulogic;                            -- clock
    advance     : in    std_ulogic;                            -- the state changes to the next step
    clear       : in    std_ulogic;                            -- the state becomes zero
    iota        : in    std_ulogic_vector(63 downto 0);        -- round constant
    inject      : in    std_ulogic_vector(RATE - 65 downto 0); -- a block without its last lane, first lane on the left; or zero
    last_inject : in    std_ulogic_vector(63 downto 0);        -- last lane of the block, one cycle later; else zero
    block_out   : out   std_ulogic_vector(RATE - 1 downto 0)   -- first lanes of the state, from registers
  );
end entity keccak_xof_datapath;

architecture rtl of keccak_xof_datapath is

  constant LAST_LANE : natural := RATE / 64 - 1;

  signal state      : state_t;
  signal next_state : state_t;

  function rotated (lane : lane_t) return lane_t is
  begin
    return lane(62 downto 0) & lane(63);
  end function rotated;

  -- Returns theta of the state to which LANE is added first, at LAST_LANE. The sum of two columns and a bit is split as in keccak_pkg
  -- into the four upper bits of each column, and the two bits of the bottom plane with the added lane. The lane itself has a sum of
  -- its own, of four bits also in the bottom plane.
  function theta_with_lane (a : state_t; lane : lane_t) return state_t is
    type plane_t is array (0 to 4) of lane_t;

    variable upper  : plane_t;
    variable row    : plane_t;
    variable bottom : plane_t;
    variable own    : lane_t;
    variable result : state_t;
  begin
    for x in 0 to 4 loop
      upper(x) := a(x) xor a(x + 5) xor a(x + 10) xor a(x + 15);
      row(x)   := a(x + 20);
    end loop;
    row(LAST_LANE mod 5) := row(LAST_LANE mod 5) xor lane;
    for x in 0 to 4 loop
      bottom(x) := row((x + 4) mod 5) xor rotated(row((x + 1) mod 5));
    end loop;
    for i in 0 to 24 loop
      own := a(i) xor bottom(i mod 5);
      if i = LAST_LANE then
        own := (a(i) xor row((i + 4) mod 5)) xor (lane xor rotated(row((i + 1) mod 5)));
      end if;
      result(i) := own xor upper((i + 4) mod 5) xor rotated(upper((i + 1) mod 5));
    end loop;
    return result;
  end function theta_with_lane;

begin

  permute : process (all) is
    variable a     : state_t;
    variable added : lane_t; -- added to a lane after chi; one operand, so that chi takes it in one LUT4
  begin
    a := chi(pi(rho(theta_with_lane(state, swap_bytes(last_inject)))));
    for i in 0 to LAST_LANE - 1 loop
      added := swap_bytes(inject(RATE - 64 * i - 65 downto RATE - 64 * i - 128));
      if i = 0 then
        added := added xor iota;
      end if;
      a(i) := a(i) xor added;
    end loop;
    next_state <= a;
  end process permute;

  output_block : for i in 0 to LAST_LANE generate
    block_out(RATE - 64 * i - 1 downto RATE - 64 * i - 64) <= swap_bytes(state(i));
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
