-- SPDX-License-Identifier: Apache-2.0
-- Rounds and initial state of CubeHash16/32: r = 16 rounds per block of b = 32 bytes, 10r rounds before the first block and after
-- the last.
-- Source: D. J. Bernstein, "CubeHash specification (2.B.1)".
-- Widths: 32 words of 32 bits. The specification's word x_ijklm is element 16i + 8j + 4k + 2l + m.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package cubehash_pkg is

  -- Rounds per block, and rounds after the last block.
  constant BLOCK_ROUNDS : positive := 16;
  constant FINAL_ROUNDS : positive := 160;

  subtype word_t is unsigned(31 downto 0);

  type state_t is array (0 to 31) of word_t;

  -- The state after one round, which consists of ten steps.
  function one_round (state : state_t) return state_t;

  -- The state that one round turns into STATE: the inverse of one_round.
  function round_before (state : state_t) return state_t;

  -- The inverse of half a round: five steps with the rotation ROTATION and the swaps MASK_0 and MASK_1.
  function half_round_before (state : state_t; rotation : natural; mask_0 : natural; mask_1 : natural) return state_t;

  -- The initial state: h/8, b and r in the first three words, then 10r rounds. DIGEST_BITS is h.
  function initial_state (digest_bits : positive) return state_t;

end package cubehash_pkg;

package body cubehash_pkg is

  -- The word rotated upwards. Written as a concatenation, because GHDL can evaluate that while it elaborates the initial state.
  function rotated (word : word_t; amount : positive range 1 to 31) return word_t is
  begin
    return word(31 - amount downto 0) & word(31 downto 32 - amount);
  end function rotated;

  -- Swaps, among the 16 words from FIRST, each word with the one whose index differs from its own in the bits of MASK.
  function swapped (words : state_t; first : natural; mask : natural) return state_t is
    variable result : state_t := words;
  begin
    for i in first to first + 15 loop
      result(i) := words(to_integer(to_unsigned(i, 5) xor to_unsigned(mask, 5)));
    end loop;
    return result;
  end function swapped;

  -- Five steps: add x_0jklm into x_1jklm; rotate x_0jklm upwards; swap x_0jklm by MASK_0; xor x_1jklm into x_0jklm; swap x_1jklm by
  -- MASK_1.
  function half_round (state : state_t; rotation : natural; mask_0 : natural; mask_1 : natural) return state_t is
    variable x : state_t := state;
  begin
    for i in 0 to 15 loop
      x(16 + i) := x(16 + i) + x(i);
      x(i)      := rotated(x(i), rotation);
    end loop;
    x := swapped(x, 0, mask_0);
    for i in 0 to 15 loop
      x(i) := x(i) xor x(16 + i);
    end loop;
    return swapped(x, 16, mask_1);
  end function half_round;

  function half_round_before (state : state_t; rotation : natural; mask_0 : natural; mask_1 : natural) return state_t is
    variable x : state_t := swapped(state, 16, mask_1);
  begin
    for i in 0 to 15 loop
      x(i) := x(i) xor x(16 + i);
    end loop;
    x := swapped(x, 0, mask_0);
    for i in 0 to 15 loop
      x(i)      := rotated(x(i), 32 - rotation);
      x(16 + i) := x(16 + i) - x(i);
    end loop;
    return x;
  end function half_round_before;

  function one_round (state : state_t) return state_t is
  begin
    return half_round(half_round(state, 7, 8, 2), 11, 4, 1);
  end function one_round;

  function round_before (state : state_t) return state_t is
  begin
    return half_round_before(half_round_before(state, 11, 4, 1), 7, 8, 2);
  end function round_before;

  function initial_state (digest_bits : positive) return state_t is
    variable x : state_t := (others => (others => '0'));
  begin
    x(0) := to_unsigned(digest_bits / 8, 32);
    x(1) := to_unsigned(32, 32);
    x(2) := to_unsigned(16, 32);
    for i in 1 to FINAL_ROUNDS loop
      x := one_round(x);
    end loop;
    return x;
  end function initial_state;

end package body cubehash_pkg;
