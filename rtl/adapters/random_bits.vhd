-- SPDX-License-Identifier: Apache-2.0
-- Random bits for the testbench of masked cores: generators xorshift64 side by side (Marsaglia, Xorshift RNGs, 2003, section 3, shifts
-- 13, 7, 17), which start from different states. They are good enough to test that shares are combined rightly, not to protect a
-- secret.
--
--              +---------------------+
--   advance -->| generators of 64 b. |--> bits
--              +---------------------+
--
-- The states are initial values and no reset changes them, so that the bits after a reset differ from those before it.
--
-- Widths: BITS. Latency: the bits after advance are there in the next cycle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity random_bits is
  generic (
    BITS : positive := 64; -- number of bits a cycle
    SEED : natural  := 1   -- selects the sequence
  );
  port (
    clk     : in    std_ulogic;                          -- clock
    advance : in    std_ulogic;                          -- other bits in the next cycle
    random  : out   std_ulogic_vector(BITS - 1 downto 0) -- random bits
  );
end entity random_bits;

architecture rtl of random_bits is

  constant LANE_BITS : positive := 64;
  constant LANES     : positive := (BITS + LANE_BITS - 1) / LANE_BITS;

  -- steps between the first states of two generators, after which all bits of the state differ
  constant APART : positive := 16;

  -- any state but zero; these are the first fraction bits of pi
  constant START : std_ulogic_vector(LANE_BITS - 1 downto 0) := x"243F6A8885A308D3";

  function next_state (state : std_ulogic_vector(LANE_BITS - 1 downto 0)) return std_ulogic_vector is
    variable mixed : std_ulogic_vector(LANE_BITS - 1 downto 0);
  begin
    mixed := state xor (state(LANE_BITS - 14 downto 0) & (1 to 13 => '0'));
    mixed := mixed xor ((1 to 7 => '0') & mixed(LANE_BITS - 1 downto 7));
    return mixed xor (mixed(LANE_BITS - 18 downto 0) & (1 to 17 => '0'));
  end function next_state;

  function first_states return std_ulogic_vector is
    variable state  : std_ulogic_vector(LANE_BITS - 1 downto 0);
    variable states : std_ulogic_vector(LANES * LANE_BITS - 1 downto 0);
  begin
    state := START xor std_ulogic_vector(to_unsigned(SEED, LANE_BITS));
    for lane in 0 to LANES - 1 loop
      for step in 1 to APART loop
        state := next_state(state);
      end loop;
      states((lane + 1) * LANE_BITS - 1 downto lane * LANE_BITS) := state;
    end loop;
    return states;
  end function first_states;

  signal states : std_ulogic_vector(LANES * LANE_BITS - 1 downto 0) := first_states;

begin

  random <= states(BITS - 1 downto 0);

  states_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        for lane in 0 to LANES - 1 loop
          states((lane + 1) * LANE_BITS - 1 downto lane * LANE_BITS)
            <= next_state(states((lane + 1) * LANE_BITS - 1 downto lane * LANE_BITS));
        end loop;
      end if;
    end if;
  end process states_reg;

end architecture rtl;
