-- SPDX-License-Identifier: Apache-2.0
-- Keccak-f[1600] as in FIPS 202, section 3.2: the five step mappings, in the order of the specification.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package keccak_pkg is

  -- Number of rounds.
  constant ROUNDS : positive := 24;

  subtype lane_t is std_ulogic_vector(63 downto 0);

  -- The state: lane A[x, y] is element x + 5y. Elements 20 to 24 are its bottom plane, y = 4.
  type state_t is array (0 to 24) of lane_t;

  -- The bits of a round constant that can be '1': element j is bit 2**j - 1 of the lane, j = 0 .. 6 (section 3.2.5).
  subtype constant_bits_t is std_ulogic_vector(0 to 6);

  -- Returns theta of the state to which LANE is added first, at lane LANE_INDEX (section 3.2.1). This lane is not in the bottom
  -- plane.
  function theta (a : state_t; lane : lane_t; lane_index : natural range 0 to 19) return state_t;

  -- Section 3.2.2.
  function rho (a : state_t) return state_t;

  -- Returns by how many bits rho rotates lane LANE_INDEX to the left.
  function rho_offset (lane_index : natural range 0 to 24) return natural;

  -- Section 3.2.3.
  function pi (a : state_t) return state_t;

  -- Section 3.2.4.
  function chi (a : state_t) return state_t;

  -- Returns the lane that iota adds, from the bits of a round constant (section 3.2.5).
  function iota_lane (bits : constant_bits_t) return lane_t;

  -- Returns the bits of the constant of round ROUND_INDEX (0 .. 23): element j is rc(j + 7 ROUND_INDEX) of Algorithm 5.
  function round_constant (round_index : natural range 0 to ROUNDS - 1) return constant_bits_t;

end package keccak_pkg;

package body keccak_pkg is

  type offsets_t is array (0 to 24) of natural;

  function rotated (lane : lane_t; amount : natural) return lane_t is
  begin
    return std_ulogic_vector(rotate_left(unsigned(lane), amount));
  end function rotated;

  -- Returns the rotation of each lane by rho: section 3.2.2, Algorithm 2, steps 2 and 3.
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

  constant OFFSETS : offsets_t := rho_offsets;

  -- Theta adds C[x-1] xor rot(C[x+1], 1) to each lane: a sum of ten bits. The sum is split into three groups, so that theta takes
  -- two levels of LUT4s. Two groups are the four upper bits of a column each; the third group is the two bits of the bottom
  -- plane. Each group is one LUT4. The sum of the three groups and the bit of A is one more. The added lane joins the third
  -- group, which has the fewest inputs. The lane to which it is added has a third group of its own: added in front of the sum it
  -- would be one level more.
  function theta (a : state_t; lane : lane_t; lane_index : natural range 0 to 19) return state_t is
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
    row(lane_index mod 5) := row(lane_index mod 5) xor lane;
    for x in 0 to 4 loop
      bottom(x) := row((x + 4) mod 5) xor rotated(row((x + 1) mod 5), 1);
    end loop;
    for x in 0 to 4 loop
      for y in 0 to 4 loop
        own := a(x + 5 * y) xor bottom(x);
        if x + 5 * y = lane_index then
          own := (a(x + 5 * y) xor row((x + 4) mod 5)) xor (lane xor rotated(row((x + 1) mod 5), 1));
        end if;
        result(x + 5 * y) := own xor upper((x + 4) mod 5) xor rotated(upper((x + 1) mod 5), 1);
      end loop;
    end loop;
    return result;
  end function theta;

  function rho (a : state_t) return state_t is
    variable result : state_t;
  begin
    for i in 0 to 24 loop
      result(i) := rotated(a(i), OFFSETS(i));
    end loop;
    return result;
  end function rho;

  function rho_offset (lane_index : natural range 0 to 24) return natural is
  begin
    return OFFSETS(lane_index);
  end function rho_offset;

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

  -- Algorithm 5: returns the output bit of the LFSR x^8 + x^6 + x^5 + x^4 + 1 after t steps.
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
