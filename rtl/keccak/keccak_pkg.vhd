-- SPDX-License-Identifier: Apache-2.0
-- Keccak-f[1600] as in FIPS 202, section 3.2: the five step mappings, in the order of the specification.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package keccak_pkg is

  constant ROUNDS : positive := 24;

  subtype lane_t is std_ulogic_vector(63 downto 0);

  -- A[x, y] is element x + 5y.
  type state_t is array (0 to 24) of lane_t;

  -- Bits of a round constant that can be one: positions 2**j - 1, j = 0 .. 6 (section 3.2.5).
  subtype constant_bits_t is std_ulogic_vector(0 to 6);

  -- theta of the state with LANE added to lane LANE_INDEX, which is not in the bottom row.
  function theta (a : state_t; lane : lane_t; lane_index : natural range 0 to 19) return state_t;

  function rho (a : state_t) return state_t;

  function pi (a : state_t) return state_t;

  function chi (a : state_t) return state_t;

  -- The constant of round ROUND_INDEX (0 .. 23) spread over its lane.
  function iota_lane (bits : constant_bits_t) return lane_t;

  -- rc[j + 7 i_r] for all j (Algorithm 5).
  function round_constant (round_index : natural range 0 to ROUNDS - 1) return constant_bits_t;

end package keccak_pkg;

package body keccak_pkg is

  type offsets_t is array (0 to 24) of natural;

  function rotated (lane : lane_t; amount : natural) return lane_t is
  begin
    return std_ulogic_vector(rotate_left(unsigned(lane), amount));
  end function rotated;

  -- Section 3.2.2, Algorithm 2, steps 2 and 3.
  function rho_offsets return offsets_t is
    variable offset : offsets_t := (others => 0);
    variable x      : natural   := 1;
    variable y      : natural   := 0;
    variable next_y : natural;
  begin
    for t in 0 to 23 loop
      offset(x + 5 * y) := ((t + 1) * (t + 2) / 2) mod 64;
      next_y            := (2 * x + 3 * y) mod 5;
      x                 := y;
      y                 := next_y;
    end loop;
    return offset;
  end function rho_offsets;

  constant RHO_OFFSET : offsets_t := rho_offsets;

  -- C[x-1] xor rot(C[x+1], 1) is a sum of ten bits. Grouping it as two columns without their last row, and both last rows together,
  -- lets four-input logic build theta in two levels: each group is one function of at most four bits, and so is their sum with A.
  -- The added lane joins the sums of the bottom row, the smallest of them.
  function theta (a : state_t; lane : lane_t; lane_index : natural range 0 to 19) return state_t is
    type plane_t is array (0 to 4) of lane_t;

    variable upper  : plane_t;
    variable row    : plane_t;
    variable bottom : plane_t;
    variable result : state_t;
  begin
    for x in 0 to 4 loop
      upper(x) := a(x) xor a(x + 5) xor a(x + 10) xor a(x + 15);
      row(x)   := a(x + 20);
    end loop;
    row(lane_index mod 5) := row(lane_index mod 5) xor lane;
    for x in 0 to 4 loop
      bottom(x) := row((x + 4) mod 5) xor rotated(row((x + 1) mod 5), 1);
    end loop;
    result             := a;
    result(lane_index) := a(lane_index) xor lane;
    for x in 0 to 4 loop
      for y in 0 to 4 loop
        result(x + 5 * y) := result(x + 5 * y) xor bottom(x) xor upper((x + 4) mod 5) xor rotated(upper((x + 1) mod 5), 1);
      end loop;
    end loop;
    return result;
  end function theta;

  function rho (a : state_t) return state_t is
    variable result : state_t;
  begin
    for i in 0 to 24 loop
      result(i) := rotated(a(i), RHO_OFFSET(i));
    end loop;
    return result;
  end function rho;

  function pi (a : state_t) return state_t is
    variable result : state_t;
  begin
    for x in 0 to 4 loop
      for y in 0 to 4 loop
        result(x + 5 * y) := a((x + 3 * y) mod 5 + 5 * x);
      end loop;
    end loop;
    return result;
  end function pi;

  function chi (a : state_t) return state_t is
    variable result : state_t;
  begin
    for x in 0 to 4 loop
      for y in 0 to 4 loop
        result(x + 5 * y) := a(x + 5 * y) xor (not a((x + 1) mod 5 + 5 * y) and a((x + 2) mod 5 + 5 * y));
      end loop;
    end loop;
    return result;
  end function chi;

  function iota_lane (bits : constant_bits_t) return lane_t is
    variable lane : lane_t := (others => '0');
  begin
    for j in 0 to 6 loop
      lane(2 ** j - 1) := bits(j);
    end loop;
    return lane;
  end function iota_lane;

  -- Algorithm 5: the output of the LFSR x^8 + x^6 + x^5 + x^4 + 1 after t steps.
  function rc (t : natural) return std_ulogic is
    variable r       : std_ulogic_vector(0 to 7) := "10000000";
    variable out_bit : std_ulogic;
  begin
    for i in 1 to t mod 255 loop
      out_bit := r(7);
      r       := '0' & r(0 to 6);
      r(0)    := r(0) xor out_bit;
      r(4)    := r(4) xor out_bit;
      r(5)    := r(5) xor out_bit;
      r(6)    := r(6) xor out_bit;
    end loop;
    return r(0);
  end function rc;

  function round_constant (round_index : natural range 0 to ROUNDS - 1) return constant_bits_t is
    variable bits : constant_bits_t;
  begin
    for j in 0 to 6 loop
      bits(j) := rc(j + 7 * round_index);
    end loop;
    return bits;
  end function round_constant;

end package body keccak_pkg;
