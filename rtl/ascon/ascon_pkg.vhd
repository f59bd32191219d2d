-- SPDX-License-Identifier: Apache-2.0
-- The Ascon permutation: NIST SP 800-232, section 3, and the initial states of Ascon-Hash256 and Ascon-XOF128, section 5.
-- Widths: a state of 320 bits, five words of 64 bits; bit 0 of a word is its least significant one.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package ascon_pkg is

  subtype lane_t is std_ulogic_vector(63 downto 0);

  type state_t is array (0 to 4) of lane_t;

  -- Section 3.4: the two rotations of each word in the linear diffusion layer, in bits to the right.
  type amounts_t is array (0 to 4, 0 to 1) of natural;

  constant ROTATIONS : amounts_t := ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41));

  -- Rounds of the permutation Ascon-p[12].
  constant ROUNDS : positive := 12;

  -- Sections 5.1 and 5.2: the initial values of Ascon-Hash256 and Ascon-XOF128, word 0 of the state before initialisation.
  constant HASH256_IV : lane_t := x"0000080100cc0002";
  constant XOF128_IV  : lane_t := x"0000080000cc0003";

  -- Section 3.2: the constant of round STEP of Ascon-p[12], added to the low byte of word 2.
  function round_constant (step : unsigned(3 downto 0)) return std_ulogic_vector;

  -- Section 3.2: the state with CONSTANT_BYTE added to word 2.
  function add_constant (state : state_t; constant_byte : std_ulogic_vector(7 downto 0)) return state_t;

  -- Section 3.3: the substitution layer, with seven LUT4s a column in two levels. The second one is for N columns: five groups of N bits,
  -- word 0 in the most significant ones.
  function substituted (state : state_t) return state_t;

  function substituted (columns : std_ulogic_vector) return std_ulogic_vector;

  -- Section 3.4: the linear diffusion layer.
  function diffused (state : state_t) return state_t;

  -- The inverses of the two layers.
  function inverse_substituted (state : state_t) return state_t;

  function inverse_diffused (state : state_t) return state_t;

  -- Sections 5.1 and 5.2: the state after initialisation with IV.
  function initial_state (iv : lane_t) return state_t;

end package ascon_pkg;

package body ascon_pkg is

  -- Written as a concatenation, because GHDL can evaluate that while it elaborates constants.
  function rotated_right (lane : lane_t; amount : positive) return lane_t is
  begin
    return lane(amount - 1 downto 0) & lane(63 downto amount);
  end function rotated_right;

  function round_constant (step : unsigned(3 downto 0)) return std_ulogic_vector is
  begin
    return std_ulogic_vector(not step & step);
  end function round_constant;

  function add_constant (state : state_t; constant_byte : std_ulogic_vector(7 downto 0)) return state_t is
    variable result : state_t := state;
  begin
    result(2)(7 downto 0) := state(2)(7 downto 0) xor constant_byte;
    return result;
  end function add_constant;

  -- The algebraic normal form of section 3.3 with shared parts. Each statement is a function of four bits.
  function substituted (columns : std_ulogic_vector) return std_ulogic_vector is
    constant N : positive := columns'length / 5;

    subtype part_t is std_ulogic_vector(N - 1 downto 0);

    alias    bits   : std_ulogic_vector(5 * N - 1 downto 0) is columns;
    variable x0     : part_t;
    variable x1     : part_t;
    variable x2     : part_t;
    variable x3     : part_t;
    variable x4     : part_t;
    variable y0     : part_t;
    variable y1     : part_t;
    variable y2     : part_t;
    variable y3     : part_t;
    variable y4     : part_t;
    variable ends   : part_t;
    variable middle : part_t;
  begin
    x0     := bits(5 * N - 1 downto 4 * N);
    x1     := bits(4 * N - 1 downto 3 * N);
    x2     := bits(3 * N - 1 downto 2 * N);
    x3     := bits(2 * N - 1 downto N);
    x4     := bits(N - 1 downto 0);
    ends   := x0 xor x4;
    middle := x1 xor x2;
    y4     := (x1 and not (x0 xor x4)) xor x4 xor x3;
    y2     := not ((x4 and not x3) xor x2 xor x1);
    y3     := ((x3 xor x4) and not x0) xor x0 xor middle;
    y1     := ((x3 and not (x1 xor x2)) xor (x1 or x2)) xor ends;
    y0     := (x2 and not x1) xor ends xor y4;
    return y0 & y1 & y2 & y3 & y4;
  end function substituted;

  function substituted (state : state_t) return state_t is
    variable columns : std_ulogic_vector(319 downto 0);
    variable result  : state_t;
  begin
    columns := substituted(state(0) & state(1) & state(2) & state(3) & state(4));
    for i in state_t'range loop
      result(i) := columns(319 - 64 * i downto 256 - 64 * i);
    end loop;
    return result;
  end function substituted;

  function diffused (state : state_t) return state_t is
    variable result : state_t;
  begin
    for i in state_t'range loop
      result(i) := state(i) xor rotated_right(state(i), ROTATIONS(i, 0)) xor rotated_right(state(i), ROTATIONS(i, 1));
    end loop;
    return result;
  end function diffused;

  -- Tries all values of each column.
  function inverse_substituted (state : state_t) return state_t is
    variable result : state_t;
    variable trial  : state_t;
    variable value  : unsigned(4 downto 0);
    variable column : std_ulogic_vector(0 to 4);
  begin
    for candidate in 0 to 31 loop
      value := to_unsigned(candidate, 5);
      for i in state_t'range loop
        trial(i) := (others => value(i));
      end loop;
      trial := substituted(trial);
      for bit_index in lane_t'range loop
        column := (others => '0');
        for i in state_t'range loop
          column(i) := trial(i)(bit_index) xor state(i)(bit_index);
        end loop;
        if column = "00000" then
          for i in state_t'range loop
            result(i)(bit_index) := value(i);
          end loop;
        end if;
      end loop;
    end loop;
    return result;
  end function inverse_substituted;

  -- The 64th power of the layer is the identity, because the 64th power of 1 + x^a + x^b is one modulo 2 and x^64 + 1.
  function inverse_diffused (state : state_t) return state_t is
    variable result : state_t := state;
  begin
    for power in 1 to 63 loop
      result := diffused(result);
    end loop;
    return result;
  end function inverse_diffused;

  function initial_state (iv : lane_t) return state_t is
    variable state : state_t := (0 => iv, others => (others => '0'));
  begin
    for step in 0 to ROUNDS - 1 loop
      state := diffused(substituted(add_constant(state, round_constant(to_unsigned(step, 4)))));
    end loop;
    return state;
  end function initial_state;

end package body ascon_pkg;
