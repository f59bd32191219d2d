-- SPDX-License-Identifier: Apache-2.0
-- Functions and constants of SHA-1: FIPS 180-4, sections 4.1.1, 4.2.1 and 5.3.1. All words have 32 bits.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package sha1_pkg is

  -- Bits of a word.
  constant WORD_BITS : positive := 32;

  -- Words of a chaining value and of a digest.
  constant STATE_WORDS : positive := 5;

  -- Words of a message block.
  constant BLOCK_WORDS : positive := 16;

  -- Rounds for each block, and rounds with the same function f and constant K.
  constant ROUNDS       : positive := 80;
  constant PHASE_ROUNDS : positive := 20;
  constant PHASES       : positive := ROUNDS / PHASE_ROUNDS;

  subtype word_t is unsigned(WORD_BITS - 1 downto 0);

  type words_t is array (natural range <>) of word_t;

  -- Ch, Parity and Maj of section 4.1.1.
  function ch (x, y, z : word_t) return word_t;

  function parity (x, y, z : word_t) return word_t;

  function maj (x, y, z : word_t) return word_t;

  -- Returns f of section 4.1.1 for the rounds PHASE * 20 to PHASE * 20 + 19.
  function f (phase : natural range 0 to PHASES - 1; x, y, z : word_t) return word_t;

  -- Returns x rotated left by AMOUNT bits: ROTL of section 2.2.2.
  function rotl (x : word_t; amount : positive range 1 to WORD_BITS - 1) return word_t;

  -- The constants K of section 4.2.1, one for each phase.
  constant ROUND_CONSTANTS : words_t(0 to PHASES - 1) := (x"5a827999", x"6ed9eba1", x"8f1bbcdc", x"ca62c1d6");

  -- The initial hash value of section 5.3.1.
  constant INITIAL_VALUE : words_t(0 to STATE_WORDS - 1) :=
  (
    x"67452301", x"efcdab89", x"98badcfe", x"10325476", x"c3d2e1f0"
  );

  -- Returns INITIAL_VALUE as a bit vector, H0 in the highest bits.
  function initial_bits return std_ulogic_vector;

end package sha1_pkg;

package body sha1_pkg is

  function ch (x, y, z : word_t) return word_t is
  begin
    return (x and y) xor (not x and z);
  end function ch;

  function parity (x, y, z : word_t) return word_t is
  begin
    return x xor y xor z;
  end function parity;

  function maj (x, y, z : word_t) return word_t is
  begin
    return (x and y) xor (x and z) xor (y and z);
  end function maj;

  function f (phase : natural range 0 to PHASES - 1; x, y, z : word_t) return word_t is
  begin
    if phase = 0 then
      return ch(x, y, z);
    elsif phase = 2 then
      return maj(x, y, z);
    end if;
    return parity(x, y, z);
  end function f;

  -- Written with slices because GHDL's synthesis does not support the rotation of a constant.
  function rotl (x : word_t; amount : positive range 1 to WORD_BITS - 1) return word_t is
  begin
    return x(WORD_BITS - 1 - amount downto 0) & x(WORD_BITS - 1 downto WORD_BITS - amount);
  end function rotl;

  function initial_bits return std_ulogic_vector is
    variable bits : std_ulogic_vector(STATE_WORDS * WORD_BITS - 1 downto 0);
  begin
    for i in INITIAL_VALUE'range loop
      bits(WORD_BITS * (STATE_WORDS - i) - 1 downto WORD_BITS * (STATE_WORDS - i - 1)) := std_ulogic_vector(INITIAL_VALUE(i));
    end loop;
    return bits;
  end function initial_bits;

end package body sha1_pkg;
