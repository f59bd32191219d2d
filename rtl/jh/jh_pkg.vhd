-- SPDX-License-Identifier: Apache-2.0
-- The functions and constants of JH with 35.5 rounds, the version of Round 2 of the SHA-3 competition.
-- Source: H. Wu, "The Hash Function JH". Names and section numbers are those of the paper.
--
-- The paper's element is a group of four bits; bit 0 is the most significant. States and constants are arrays of elements, q_0
-- first.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package jh_pkg is

  -- 4.5: E_d has 5 (d - 1) full rounds and a half round; d = 8.
  constant FULL_ROUNDS : positive := 35;

  subtype element_t is std_ulogic_vector(0 to 3);

  type elements_t is array (natural range <>) of element_t;

  subtype state_t is elements_t(0 to 255);

  subtype constant_t is elements_t(0 to 63);

  -- A state before grouping, and half a state, which is also the size of a block. All indices ascend, because GHDL's synthesis
  -- reverses a vector that a function receives with a descending range.
  subtype bits_t is std_ulogic_vector(0 to 1023);

  subtype half_t is std_ulogic_vector(0 to 511);

  -- 4.1: the S-box S_0 of element A if the constant's bit C is '0', else S_1. LEADING is XORed to bit 0 of A before the S-box, and
  -- TRAILING to bit 2 of the result. The LUT4s of these two bits have an input to spare.
  function s (
    a        : element_t;
    c        : std_ulogic;
    trailing : std_ulogic := '0'
  ) return element_t;

  -- The same function without TRAILING, with a depth of two LUT4s in place of three. It takes eight LUT4s.
  -- LEADING is XORed to bit 0 of A before the S-box, where the LUT4s have an input to spare.
  function s_two_levels (
    a       : element_t;
    c       : std_ulogic;
    leading : std_ulogic
  ) return element_t;

  -- 4.2: replaces each pair of elements (A, B) by (C, D) = (5 A + 2 B, 2 A + B) in GF(2^4).
  function l (a : elements_t) return elements_t;

  function l_inverse (a : elements_t) return elements_t;

  -- 4.3: the permutation P_d of 2^d elements.
  function p (a : elements_t) return elements_t;

  function p_inverse (a : elements_t) return elements_t;

  -- 4.5: C_0, the first 256 bits of the fractional part of sqrt(2).
  -- 4.6: next_constant computes C_(r+1) from C_r.
  function first_constant return constant_t;

  function next_constant (c : constant_t) return constant_t;

  -- Bit I of a round constant. It selects the S-box of element I.
  function bit_of (c : constant_t; i : natural range 0 to 255) return std_ulogic;

  -- 4.5: the grouping of 1024 bits into 256 elements.
  function group_bits (h : bits_t) return state_t;

  -- 6.3: the initial value H(0) after grouping.
  function initial_value (digest_bits : positive) return state_t;

end package jh_pkg;

package body jh_pkg is

  -- S_0 and S_1 share the logic: T is bit 0 of the element with the change that S_1 needs. Each bit of the result depends only on
  -- T, on bits 1 to 3 of the element, and on C. The two S-boxes together take seven LUT4s.
  function s (
    a        : element_t;
    c        : std_ulogic;
    trailing : std_ulogic := '0'
  ) return element_t is
    variable t : std_ulogic;
    variable m : element_t;
    variable v : element_t;
  begin
    t    := a(0) xor (c and not a(2));
    m(0) := t xor (a(2) and not a(3));
    m(3) := not a(3) xor (not a(1) and a(2));
    m(1) := a(1) xor (m(0) and a(2));
    m(2) := a(2) xor (m(0) and not m(3));
    v(0) := m(0) xor (m(1) or m(3));
    v(3) := m(3) xor (m(1) and m(2));
    v(1) := (m(1) xor (t and a(1) and v(0))) xor (c and v(0));
    v(2) := (m(2) xor (t and a(1))) xor (c xor trailing);
    return v;
  end function s;

  -- T is that of s, and bits 0 and 3 of the result are those of s. Bits 1 and 2 depend on C as well. An exhaustive search found
  -- their LUT4s: U, X and Y depend only on the arguments, and both bits depend only on T, U, X, Y and A(3).
  function s_two_levels (
    a       : element_t;
    c       : std_ulogic;
    leading : std_ulogic
  ) return element_t is
    variable t : std_ulogic;
    variable u : std_ulogic;
    variable x : std_ulogic;
    variable y : std_ulogic;
    variable v : element_t;
  begin
    t    := a(0) xor (c and not a(2)) xor leading;
    u    := (a(1) xor a(2)) or ((a(0) xor leading) and a(1) and a(2));
    x    := c xor (a(2) and (a(1) or a(3)));
    y    := (c and not a(1) and (a(2) xor a(3))) or (c and a(1) and a(2) and a(3)) or (not c and a(2) and not a(3));
    v    := s(t & a(1 to 3), '0');
    v(1) := u xor ((t and y) or (not t and x and not y));
    v(2) := x xor (t and (a(3) xor u));
    return v;
  end function s_two_levels;

  -- 2 a in GF(2^4), modulo x^4 + x + 1.
  function twice (a : element_t) return element_t is
    variable result : element_t;
  begin
    result(0 to 2) := a(1 to 3);
    result(2)      := result(2) xor a(0);
    result(3)      := a(0);
    return result;
  end function twice;

  function l (a : elements_t) return elements_t is
    variable result : elements_t(0 to a'length - 1) := a;
  begin
    for i in 0 to a'length / 2 - 1 loop
      result(2 * i + 1) := result(2 * i + 1) xor twice(result(2 * i));
      result(2 * i)     := result(2 * i) xor twice(result(2 * i + 1));
    end loop;
    return result;
  end function l;

  function l_inverse (a : elements_t) return elements_t is
    variable result : elements_t(0 to a'length - 1) := a;
  begin
    for i in 0 to a'length / 2 - 1 loop
      result(2 * i)     := result(2 * i) xor twice(result(2 * i + 1));
      result(2 * i + 1) := result(2 * i + 1) xor twice(result(2 * i));
    end loop;
    return result;
  end function l_inverse;

  -- The index of the element that P_d moves to index I. It applies the inverses of phi_d, P'_d and pi_d, in this order.
  function origin (i : natural; count : positive) return natural is
    variable place : natural;
  begin
    if i < count / 2 then
      place := 2 * i;
    elsif i mod 2 = 0 then
      place := 2 * (i + 1 - count / 2) + 1;
    else
      place := 2 * (i - 1 - count / 2) + 1;
    end if;
    if place mod 4 = 2 then
      return place + 1;
    elsif place mod 4 = 3 then
      return place - 1;
    end if;
    return place;
  end function origin;

  function p (a : elements_t) return elements_t is
    variable result : elements_t(0 to a'length - 1);
  begin
    for i in 0 to a'length - 1 loop
      result(i) := a(origin(i, a'length));
    end loop;
    return result;
  end function p;

  function p_inverse (a : elements_t) return elements_t is
    variable result : elements_t(0 to a'length - 1);
  begin
    for i in 0 to a'length - 1 loop
      result(origin(i, a'length)) := a(i);
    end loop;
    return result;
  end function p_inverse;

  function first_constant return constant_t is
    constant BITS : std_ulogic_vector(0 to 255) := x"6a09e667f3bcc908b2fb1366ea957d3e3adec17512775099da2f590b0667322a";

    variable c : constant_t;
  begin
    for i in 0 to 63 loop
      c(i) := BITS(4 * i to 4 * i + 3);
    end loop;
    return c;
  end function first_constant;

  function next_constant (c : constant_t) return constant_t is
    variable v : constant_t;
  begin
    for i in 0 to 63 loop
      v(i) := s(c(i), '0');
    end loop;
    return p(l(v));
  end function next_constant;

  function bit_of (c : constant_t; i : natural range 0 to 255) return std_ulogic is
  begin
    return c(i / 4)(i mod 4);
  end function bit_of;

  function group_bits (h : bits_t) return state_t is
    variable q : state_t;
  begin
    for i in 0 to 127 loop
      for j in 0 to 3 loop
        q(2 * i)(j)     := h(256 * j + i);
        q(2 * i + 1)(j) := h(256 * j + 128 + i);
      end loop;
    end loop;
    return q;
  end function group_bits;

  -- H(-1) is the length of the digest in 16 bits, followed by zeros. H(0) = F_8(H(-1), 0).
  function initial_value (digest_bits : positive) return state_t is
    variable h : bits_t := (others => '0');
    variable q : state_t;
    variable c : constant_t;
  begin
    h(0 to 15) := std_ulogic_vector(to_unsigned(digest_bits, 16));
    q          := group_bits(h);
    c          := first_constant;
    for r in 0 to FULL_ROUNDS loop
      for i in 0 to 255 loop
        q(i) := s(q(i), bit_of(c, i));
      end loop;
      if r < FULL_ROUNDS then
        q := p(l(q));
        c := next_constant(c);
      end if;
    end loop;
    return q;
  end function initial_value;

end package body jh_pkg;
