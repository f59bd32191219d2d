-- SPDX-License-Identifier: Apache-2.0
-- The state of Ascon: UNROLL rounds a cycle.
--
--   +-------+
--   | state |--> substitution --> diffusion --> XOR inject (word 0) and constant of the next round (word 2) ---+
--   +-------+--> rate             (UNROLL times)                                                              |
--       ^                                                                                                     |
--       +-----------------------------------------------------------------------------------------------------+
--
-- Block and round constant are added after the diffusion, where a LUT4 has an input to spare: three levels of logic and twelve LUT4s a
-- column for each round. `rest` loads the state that the last rounds turn into the initial state, so the first block of a message uses the
-- same logic as all others.
--
-- Source: NIST SP 800-232, sections 3 and 5.1. Widths: a state of five words of 64 bits. Latency: one cycle for UNROLL rounds.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.ascon_pkg.all;

entity ascon_highspeed_datapath is
  generic (
    UNROLL : positive; -- rounds of one cycle; divides 4
    IV     : lane_t    -- initial value
  );
  port (
    clk       : in    std_ulogic;           -- clock
    rest      : in    std_ulogic;           -- load the state before a message; has priority over advance
    advance   : in    std_ulogic;           -- UNROLL rounds
    step      : in    unsigned(3 downto 0); -- number of the first round of this cycle
    next_step : in    unsigned(3 downto 0); -- number of the first round of the next cycle
    inject    : in    lane_t;               -- 64 bits: block, added after the last round; else zero
    rate      : out   lane_t                -- 64 bits: word 0 of the state, a word of the digest after the last round
  );
end entity ascon_highspeed_datapath;

architecture rtl of ascon_highspeed_datapath is

  -- The state before the last UNROLL rounds and without a block, whose result is the initial state. The state's registers hold word 2 with
  -- the round constant added.
  function resting_state return state_t is
    variable state : state_t := initial_state(IV);
  begin
    for round_index in ROUNDS - 1 downto ROUNDS - UNROLL loop
      state := inverse_substituted(inverse_diffused(state));
      state := add_constant(state, round_constant(to_unsigned(round_index, 4)));
    end loop;
    return add_constant(state, round_constant(to_unsigned(ROUNDS - UNROLL, 4)));
  end function resting_state;

  constant RESTING : state_t := resting_state;

  signal state      : state_t;
  signal next_state : state_t;

begin

  rate <= state(0);

  permute : process (all) is
    variable s : state_t;
  begin
    s := diffused(substituted(state));
    for r in 1 to UNROLL - 1 loop
      -- step is a multiple of UNROLL, a power of two, so this is an addition without carry
      s := diffused(substituted(add_constant(s, round_constant(step or to_unsigned(r, 4)))));
    end loop;
    s          := add_constant(s, round_constant(next_step));
    s(0)       := s(0) xor inject;
    next_state <= s;
  end process permute;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rest = '1' then
        state <= RESTING;
      elsif advance = '1' then
        state <= next_state;
      end if;
    end if;
  end process state_reg;

end architecture rtl;
