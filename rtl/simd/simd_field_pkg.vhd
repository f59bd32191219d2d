-- SPDX-License-Identifier: Apache-2.0
-- The field of 257 elements, and the constants of SIMD's number-theoretic transform of 32n points (n = 4 or 8) in the way that the
-- core splits it.
-- Source: G. Leurent, C. Bouillaguet, P.-A. Fouque, "SIMD Is a Message Digest", version 1.1.
--
-- A number represents its remainder modulo 257, where 256 is -1. Byte j = 2nw + b of a block is byte b of row w. With k = k0 + 16
-- k1 the transform is
--
--   y_k = sum over b of alpha^(16 b k1) (alpha^(b k0) (sum over w of 2^(w k0) x_j)),
--
-- because alpha^(2n) = 2, and alpha^16 = 2^(8/n) is a power of two too. A cycle m = 0 .. 7 computes k0 = m and k0 = m + 8.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;

package simd_field_pkg is

  constant PRIME : positive := 257;

  -- folded_t: a number after fold. sum_t: a number in a layer of sums. point_t: a number in -128 .. 128.
  subtype folded_t is signed(9 downto 0);

  subtype sum_t is signed(13 downto 0);

  subtype point_t is signed(8 downto 0);

  type folded_array_t is array (natural range <>) of folded_t;

  type sum_array_t is array (natural range <>) of sum_t;

  type point_array_t is array (natural range <>) of point_t;

  -- The lower eight bits of X minus the bits above them, because 256 is -1.
  function fold (x : signed) return signed;

  -- X times 2^POWER, folded.
  function times_power (x : signed; power : natural range 0 to 7) return signed;

  -- The number of -128 .. 128 that is congruent to X, for X in -128 .. 385.
  function centre (x : folded_t) return point_t;

  -- The byte X rotated by W bits, to multiply it by 2^w: bits that leave at the top come back at the bottom with negative weight,
  -- and are inverted. The result is then too large by the sum of these weights; `correction` removes this.
  function turned (x : unsigned(7 downto 0); w : natural range 0 to 7) return unsigned;

  -- Digit P of alpha^(b k0), which is the sum of digit_p 4^p for p = 0 .. 3. Digits are -1, 0, 1 and 2.
  function digit (n : positive; b : natural; k0 : natural; p : natural range 0 to 3) return integer;

  -- The constant to add to y_k. It has two parts. First, the elements after the bytes of the block: they are 0, except the last
  -- one, which is 1, and in the last block of a message the last but two, which is 1 too. Second, what compensates the inverted
  -- bits: those of turned bytes, and those of digits of -1, which lack the 1 of two's complement.
  function correction (n : positive; k : natural; last : boolean) return integer;

  -- The inner code: Y times 185, or times 233 if SECOND is '1', modulo 2^16.
  function coded (y : point_t; second : std_ulogic) return unsigned;

end package simd_field_pkg;

package body simd_field_pkg is

  type powers_t is array (0 to 255) of natural range 0 to 256;

  function powers_of_alpha (n : positive) return powers_t is
    variable alpha  : positive := 139;
    variable result : powers_t;
  begin
    if n = 8 then
      alpha := 41;
    end if;
    result(0) := 1;
    for i in 1 to 255 loop
      result(i) := result(i - 1) * alpha mod PRIME;
    end loop;
    return result;
  end function powers_of_alpha;

  constant POWERS_4 : powers_t := powers_of_alpha(4);
  constant POWERS_8 : powers_t := powers_of_alpha(8);

  function power_of_alpha (n : positive; exponent : natural) return natural is
  begin
    if n = 4 then
      return POWERS_4(exponent mod 256);
    end if;
    return POWERS_8(exponent mod 256);
  end function power_of_alpha;

  function fold (x : signed) return signed is
    constant LAST : positive := x'length - 1;
    alias    bits : signed(LAST downto 0) is x;
  begin
    return signed(resize(unsigned(bits(7 downto 0)), folded_t'length)) - resize(bits(LAST downto 8), folded_t'length);
  end function fold;

  function times_power (x : signed; power : natural range 0 to 7) return signed is
    constant LENGTH  : positive := x'length;
    variable shifted : signed(LENGTH + power - 1 downto 0);
  begin
    if power = 0 then
      return x;
    end if;
    shifted                                  := (others => '0');
    shifted(LENGTH + power - 1 downto power) := x;
    return signed(resize(unsigned(shifted(7 downto 0)), 11)) - resize(shifted(LENGTH + power - 1 downto 8), 11);
  end function times_power;

  function centre (x : folded_t) return point_t is
    variable large : std_ulogic;
    variable added : unsigned(8 downto 0);
  begin
    large := not x(9) and (x(8) or (x(7) and (x(6) or x(5) or x(4) or x(3) or x(2) or x(1) or x(0))));
    added := (7 downto 0 => large, others => '0');
    return signed(unsigned(x(8 downto 0)) + added);
  end function centre;

  function turned (x : unsigned(7 downto 0); w : natural range 0 to 7) return unsigned is
    variable result : unsigned(7 downto 0);
  begin
    for i in 0 to 7 loop
      if i < w then
        result(i) := not x(i + 8 - w);
      else
        result(i) := x(i - w);
      end if;
    end loop;
    return result;
  end function turned;

  -- Digits of -1 .. 2 reach -85 .. 170. The remainder 171 is outside of this range, but it is not one of the powers of alpha that
  -- are needed.
  function digit (n : positive; b : natural; k0 : natural; p : natural range 0 to 3) return integer is
    variable rest   : integer;
    variable result : integer;
  begin
    rest := power_of_alpha(n, b * k0);
    if rest > 170 then
      rest := rest - PRIME;
    end if;
    for i in 0 to p loop
      result := rest mod 4;
      if result = 3 then
        result := -1;
      end if;
      rest := (rest - result) / 4;
    end loop;
    return result;
  end function digit;

  -- The excess of a byte of row W after M turns: the sum of the weights of its inverted bits.
  function excess (w : natural; m : natural) return natural is
    constant TURNS : natural := w * m mod 16;
  begin
    if TURNS < 8 then
      return 2 ** TURNS - 1;
    end if;
    return 256 - 2 ** (TURNS - 8);
  end function excess;

  function correction (n : positive; k : natural; last : boolean) return integer is
    constant K0       : natural := k mod 16;
    constant K1       : natural := k / 16;
    variable of_bytes : integer := 0;
    variable of_rows  : integer;
    variable result   : integer;
  begin
    for w in 0 to 7 loop
      if K0 >= 8 and w mod 2 = 1 then
        of_bytes := of_bytes - excess(w, K0 mod 8);
      else
        of_bytes := of_bytes + excess(w, K0 mod 8);
      end if;
    end loop;
    of_bytes := of_bytes mod PRIME;

    result := power_of_alpha(n, (32 * n - 1) * k);
    if last then
      result := result + power_of_alpha(n, (32 * n - 3) * k);
    end if;
    for b in 0 to 2 * n - 1 loop
      of_rows := 0;
      for p in 0 to 3 loop
        if digit(n, b, K0, p) < 0 then
          of_rows := of_rows + 4 ** p;
        end if;
      end loop;
      result := result + of_rows * power_of_alpha(n, 16 * b * K1) - of_bytes * power_of_alpha(n, b * k);
    end loop;

    result := result mod PRIME;
    if result > PRIME / 2 then
      result := result - PRIME;
    end if;
    return result;
  end function correction;

  -- 185 = 257 - 8 - 64, 233 = 257 - 8 - 16.
  function coded (y : point_t; second : std_ulogic) return unsigned is
    variable less   : signed(11 downto 0);
    variable result : unsigned(15 downto 0);
  begin
    less := resize(y & "00", 12);
    if second = '1' then
      less := resize(y, 12);
    end if;
    result              := own_sum(unsigned(y(7 downto 0)), (7 downto 0 => y(8))) & unsigned(y(7 downto 0));
    result(15 downto 3) := own_difference(result(15 downto 3), unsigned(resize(y, 13)));
    result(15 downto 4) := own_difference(result(15 downto 4), unsigned(less));
    return result;
  end function coded;

end package body simd_field_pkg;
