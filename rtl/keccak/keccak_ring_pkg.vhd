-- SPDX-License-Identifier: Apache-2.0
-- Definitions shared by the parts of a ring of Keccak rounds: theta in two halves, and the steps in which each slot has its turn.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.keccak_pkg.all;

package keccak_ring_pkg is

  type plane_t is array (0 to 4) of lane_t;

  -- The column sums of theta. upper: sum of the four upper bits of a column. bottom: sum of the bits of the bottom plane (y = 4)
  -- of the two columns that theta adds to a column (keccak_pkg, theta).
  type sums_t is record
    upper  : plane_t;
    bottom : plane_t;
  end record sums_t;

  type naturals_t is array (natural range <>) of natural;

  -- Returns the column sums of a state: the first half of theta.
  function column_sums (a : state_t) return sums_t;

  -- Returns theta of state a, whose column sums are SUMS: the second half of theta.
  function add_sums (a : state_t; sums : sums_t) return state_t;

  -- Returns the steps, counted from reset, of the first SLOTS turns, one for each slot. After that a slot has its turn every
  -- SLOTS * PASSES steps. The turns are spread as evenly as possible: they are at least PASSES - 1 steps apart.
  function first_turns (slots : positive; passes : positive) return naturals_t;

end package keccak_ring_pkg;

package body keccak_ring_pkg is

  function rotated (lane : lane_t; amount : natural) return lane_t is
  begin
    return std_ulogic_vector(rotate_left(unsigned(lane), amount));
  end function rotated;

  function column_sums (a : state_t) return sums_t is
    variable sums : sums_t;
  begin
    for x in 0 to 4 loop
      sums.upper(x)  := a(x) xor a(x + 5) xor a(x + 10) xor a(x + 15);
      sums.bottom(x) := a((x + 4) mod 5 + 20) xor rotated(a((x + 1) mod 5 + 20), 1);
    end loop;
    return sums;
  end function column_sums;

  function add_sums (a : state_t; sums : sums_t) return state_t is
    variable result : state_t;
  begin
    for x in 0 to 4 loop
      for y in 0 to 4 loop
        result(x + 5 * y) := a(x + 5 * y) xor sums.bottom(x) xor sums.upper((x + 4) mod 5)
                             xor rotated(sums.upper((x + 1) mod 5), 1);
      end loop;
    end loop;
    return result;
  end function add_sums;

  function first_turns (slots : positive; passes : positive) return naturals_t is
    variable turns  : naturals_t(0 to slots - 1);
    variable period : positive := 1;
  begin
    -- After `period` turns that are PASSES steps apart, the next turn would belong to a slot that already has one. Therefore it
    -- is one step earlier.
    while (period * passes) mod slots /= 0 loop
      period := period + 1;
    end loop;
    for turn in turns'range loop
      turns(turn) := turn * passes - turn / period;
    end loop;
    return turns;
  end function first_turns;

end package body keccak_ring_pkg;
