-- SPDX-License-Identifier: Apache-2.0
-- Functions and constants of SM3: GB/T 32905-2016, sections 4 and 5. The words have 32 bits.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package sm3_pkg is

  -- Number of words of a chaining value and of a digest.
  constant STATE_WORDS : positive := 8;

  -- Number of words of a message block.
  constant BLOCK_WORDS : positive := 16;

  constant ROUNDS : positive := 64;

  -- The rounds before this one have the first constant T, and parity as FF and GG.
  constant PARITY_ROUNDS : positive := 16;

  subtype word_t is unsigned(31 downto 0);

  type words_t is array (natural range <>) of word_t;

  -- Section 4.1: the initial value IV.
  constant INITIAL_VALUE : words_t(0 to STATE_WORDS - 1) :=
  (
    x"7380166f", x"4914b2b9", x"172442d7", x"da8a0600", x"a96f30bc", x"163138aa", x"e38dee4d", x"b0fb0e4e"
  );

  -- Section 4.2: T_j rotated by j bits to the left, as round j uses it.
  function round_constant (round_index : natural range 0 to ROUNDS - 1) return word_t;

  -- Section 4.3: FF_j and GG_j; PARITY is '1' in the first 16 rounds.
  function ff (parity : std_ulogic; x, y, z : word_t) return word_t;

  function gg (parity : std_ulogic; x, y, z : word_t) return word_t;

  -- Section 4.4: P0 and P1.
  function p0 (x : word_t) return word_t;

  function p1 (x : word_t) return word_t;

  -- Returns X rotated to the left by AMOUNT bits.
  function rotated_left (x : word_t; amount : natural range 0 to 31) return word_t;

end package sm3_pkg;

package body sm3_pkg is

  constant FIRST_CONSTANT  : word_t := x"79cc4519";
  constant SECOND_CONSTANT : word_t := x"7a879d8a";

  function round_constant (round_index : natural range 0 to ROUNDS - 1) return word_t is
  begin
    if round_index < PARITY_ROUNDS then
      return rotated_left(FIRST_CONSTANT, round_index);
    end if;
    return rotated_left(SECOND_CONSTANT, round_index mod 32);
  end function round_constant;

  function ff (parity : std_ulogic; x, y, z : word_t) return word_t is
  begin
    if parity = '1' then
      return x xor y xor z;
    end if;
    return (x and y) or (x and z) or (y and z);
  end function ff;

  function gg (parity : std_ulogic; x, y, z : word_t) return word_t is
  begin
    if parity = '1' then
      return x xor y xor z;
    end if;
    return (x and y) or (not x and z);
  end function gg;

  function p0 (x : word_t) return word_t is
  begin
    return x xor rotated_left(x, 9) xor rotated_left(x, 17);
  end function p0;

  function p1 (x : word_t) return word_t is
  begin
    return x xor rotated_left(x, 15) xor rotated_left(x, 23);
  end function p1;

  -- Written as a concatenation, because GHDL can evaluate that while it elaborates constants.
  function rotated_left (x : word_t; amount : natural range 0 to 31) return word_t is
  begin
    if amount = 0 then
      return x;
    end if;
    return x(31 - amount downto 0) & x(31 downto 32 - amount);
  end function rotated_left;

end package body sm3_pkg;
