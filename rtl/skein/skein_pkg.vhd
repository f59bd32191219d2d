-- SPDX-License-Identifier: Apache-2.0
-- The functions and constants of Skein with states of 256 and 512 bits: Threefish (section 3.3), UBI (section 3.4) and the initial
-- value of simple hashing (section 3.5).
-- Source: N. Ferguson et al., "The Skein Hash Function Family", version 1.3. Names and section numbers are those of the
-- specification.
--
-- A state has N_w = 4 or 8 words of 64 bits.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package skein_pkg is

  -- N_R: rounds of Threefish (3.3). UNROLL: rounds in a cycle. CYCLES: cycles for a block. OUTPUT_POSITION: position in the tweak
  -- of the output transformation, in bytes (3.5.3).
  constant N_R             : positive := 72;
  constant UNROLL          : positive := 8;
  constant CYCLES          : positive := N_R / UNROLL;
  constant OUTPUT_POSITION : positive := 8;

  subtype word_t is unsigned(63 downto 0);

  type words_t is array (natural range <>) of word_t;

  -- 3.5.1: the types of the strings that UBI processes: configuration, message, output.
  constant T_CFG : natural := 4;
  constant T_MSG : natural := 48;
  constant T_OUT : natural := 63;

  -- 3.4: the flags, the upper bits of a tweak: bit_pad, the type, first and final. FLAG_LOW is the index of bit_pad in its 64-bit
  -- word.
  constant FLAG_LOW : natural := 119 - 64;

  subtype flags_t is unsigned(63 downto FLAG_LOW);

  function flags (of_type : natural; first : std_ulogic; final : std_ulogic; bit_pad : std_ulogic) return flags_t;

  -- 3.3.1: the rotation R_d,j of MIX j in round d.
  function rotation (n_w : positive; d : natural; j : natural) return positive;

  -- 3.3: rounds d to d + 3 without subkeys. A round is MIX on pairs of words, followed by the permutation of words. d modulo 8 is 0
  -- or 4.
  function four_rounds (v : words_t; d : natural range 0 to 7) return words_t;

  -- The same with d = 0, or with d = 4 if SECOND is '1'. The choice between two rotations and the XOR of MIX fit one LUT4.
  function four_rounds_of (v : words_t; second : std_ulogic) return words_t;

  -- 3.3.2: the constant of the key schedule.
  constant C_240 : word_t := x"1bd11bdaa9fc1a22";

  -- 3.3.2: the key word that makes the XOR of all key words equal to C_240.
  function parity_word (k : words_t) return word_t;

  -- 3.5.4: the initial chaining value, UBI of the configuration string. DIGEST_BITS is the output length.
  function initial_value (n_w : positive; digest_bits : positive) return words_t;

end package skein_pkg;

package body skein_pkg is

  type amounts_t is array (natural range <>) of positive;

  -- 3.3.1: the rotations R_d,j; the order is all j of d = 0, then all j of d = 1, ...
  constant R_256 : amounts_t(0 to 15) := (14, 16, 52, 57, 23, 40, 5, 37, 25, 33, 46, 12, 58, 22, 32, 32);

  constant R_512 : amounts_t(0 to 31) :=
  (
    46, 36, 19, 37, 33, 27, 14, 42, 17, 49, 36, 39, 44, 9, 54, 56,
    39, 30, 34, 24, 13, 50, 10, 17, 25, 29, 39, 43, 8, 35, 56, 22
  );

  type places_t is array (natural range <>) of natural;

  -- 3.3: word i of a round's result is word pi(i) of the output of the MIX functions.
  constant PI_256 : places_t(0 to 3) := (0, 3, 2, 1);
  constant PI_512 : places_t(0 to 7) := (2, 1, 4, 7, 6, 5, 0, 3);

  -- "SHA3" and version 1, least significant byte first.
  constant SCHEMA : word_t := x"0000000133414853";

  constant CONFIGURATION_BYTES : positive := 32;

  -- A rotation by concatenation, which GHDL can evaluate during the elaboration of the initial value.
  function rotated_left (word : word_t; amount : positive range 1 to 63) return word_t is
  begin
    return word(63 - amount downto 0) & word(63 downto 64 - amount);
  end function rotated_left;

  function rotation (n_w : positive; d : natural; j : natural) return positive is
  begin
    if n_w = 4 then
      return R_256(2 * (d mod 8) + j);
    end if;
    return R_512(4 * (d mod 8) + j);
  end function rotation;

  function place (n_w : positive; i : natural) return natural is
  begin
    if n_w = 4 then
      return PI_256(i);
    end if;
    return PI_512(i);
  end function place;

  function flags (of_type : natural; first : std_ulogic; final : std_ulogic; bit_pad : std_ulogic) return flags_t is
    variable result : flags_t;
  begin
    result(63)           := final;
    result(62)           := first;
    result(61 downto 56) := to_unsigned(of_type, 6);
    result(55)           := bit_pad;
    return result;
  end function flags;

  function four_rounds (v : words_t; d : natural range 0 to 7) return words_t is
    constant N_W : positive              := v'length;
    variable e   : words_t(0 to N_W - 1) := v;
    variable f   : words_t(0 to N_W - 1);
  begin
    for r in d to d + 3 loop
      for j in 0 to N_W / 2 - 1 loop
        f(2 * j)     := e(2 * j) + e(2 * j + 1);
        f(2 * j + 1) := rotated_left(e(2 * j + 1), rotation(N_W, r, j)) xor f(2 * j);
      end loop;
      for i in 0 to N_W - 1 loop
        e(i) := f(place(N_W, i));
      end loop;
    end loop;
    return e;
  end function four_rounds;

  function four_rounds_of (v : words_t; second : std_ulogic) return words_t is
    constant N_W    : positive              := v'length;
    variable e      : words_t(0 to N_W - 1) := v;
    variable f      : words_t(0 to N_W - 1);
    variable turned : word_t;
  begin
    for r in 0 to 3 loop
      for j in 0 to N_W / 2 - 1 loop
        f(2 * j) := e(2 * j) + e(2 * j + 1);
        turned   := rotated_left(e(2 * j + 1), rotation(N_W, r, j));
        if second = '1' then
          turned := rotated_left(e(2 * j + 1), rotation(N_W, r + 4, j));
        end if;
        f(2 * j + 1) := turned xor f(2 * j);
      end loop;
      for i in 0 to N_W - 1 loop
        e(i) := f(place(N_W, i));
      end loop;
    end loop;
    return e;
  end function four_rounds_of;

  function parity_word (k : words_t) return word_t is
    variable sum : word_t := C_240;
  begin
    for i in k'range loop
      sum := sum xor k(i);
    end loop;
    return sum;
  end function parity_word;

  function initial_value (n_w : positive; digest_bits : positive) return words_t is
    variable c : words_t(0 to n_w - 1) := (others => (others => '0'));
    variable k : words_t(0 to n_w)     := (others => (others => '0'));
    variable t : words_t(0 to 2)       := (others => (others => '0'));
    variable v : words_t(0 to n_w - 1);
  begin
    c(0)                := SCHEMA;
    c(1)                := to_unsigned(digest_bits, 64);
    k(n_w)              := parity_word(k(0 to n_w - 1));
    t(0)                := to_unsigned(CONFIGURATION_BYTES, 64);
    t(1)(flags_t'range) := flags(T_CFG, '1', '1', '0');
    t(2)                := t(0) xor t(1);
    v                   := c;
    for s in 0 to N_R / 4 loop
      for i in 0 to n_w - 1 loop
        v(i) := v(i) + k((s + i) mod (n_w + 1));
      end loop;
      v(n_w - 3) := v(n_w - 3) + t(s mod 3);
      v(n_w - 2) := v(n_w - 2) + t((s + 1) mod 3);
      v(n_w - 1) := v(n_w - 1) + to_unsigned(s, 64);
      if s < N_R / 4 then
        v := four_rounds(v, 4 * (s mod 2));
      end if;
    end loop;
    for i in 0 to n_w - 1 loop
      v(i) := v(i) xor c(i);
    end loop;
    return v;
  end function initial_value;

end package body skein_pkg;
