-- SPDX-License-Identifier: Apache-2.0
-- Shabal with (p, r) = (3, 12): E. Bresson et al., "Shabal, a Submission to NIST's Cryptographic Hash Algorithm Competition",
-- October 2008. Round 2 did not change it. Section numbers and names are those of this document.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package shabal_pkg is

  -- Section 2.5: number of words of A (R), and of B, C and M (L_M).
  constant R   : positive := 12;
  constant L_M : positive := 16;

  subtype word_t is unsigned(31 downto 0);

  type words_t is array (natural range <>) of word_t;

  type state_t is record
    a : words_t(0 to R - 1);
    b : words_t(0 to L_M - 1);
    c : words_t(0 to L_M - 1);
  end record state_t;

  -- Returns WORD rotated left by AMOUNT bits.
  function rotated (word : word_t; amount : positive range 1 to 31) return word_t;

  -- Section 2.3.2: U multiplies by 3 modulo 2^32.
  function u (x : word_t) return word_t;

  -- Section 2.3.2: V multiplies by 5 modulo 2^32.
  function v (x : word_t) return word_t;

  -- Section 2.3.1: returns the state after initialization and prefixing.
  function initial_state (digest_bits : positive) return state_t;

end package shabal_pkg;

package body shabal_pkg is

  function rotated (word : word_t; amount : positive range 1 to 31) return word_t is
  begin
    return word(31 - amount downto 0) & word(31 downto 32 - amount);
  end function rotated;

  function u (x : word_t) return word_t is
    constant TWICE : word_t := x(30 downto 0) & "0";
  begin
    return x + TWICE;
  end function u;

  function v (x : word_t) return word_t is
    constant FOUR_TIMES : word_t := x(29 downto 0) & "00";
  begin
    return x + FOUR_TIMES;
  end function v;

  -- Section 2.3.2: returns the state after the keyed permutation P with block M.
  function permuted (state : state_t; m : words_t(0 to L_M - 1)) return state_t is
    variable s     : state_t := state;
    variable inner : word_t;
    variable outer : word_t;
    variable place : natural range 0 to R - 1;
  begin
    for i in 0 to L_M - 1 loop
      s.b(i) := rotated(s.b(i), 17);
    end loop;
    for j in 0 to 2 loop
      for i in 0 to L_M - 1 loop
        place      := (i + L_M * j) mod R;
        inner      := s.a(place) xor v(rotated(s.a((place + R - 1) mod R), 15)) xor s.c((L_M + 8 - i) mod L_M);
        outer      := s.b((i + 13) mod L_M) xor (s.b((i + 9) mod L_M) and not s.b((i + 6) mod L_M)) xor m(i);
        s.a(place) := u(inner) xor outer;
        s.b(i)     := rotated(s.b(i), 1) xor not s.a(place);
      end loop;
    end loop;
    for i in 0 to R - 1 loop
      s.a(i) := s.a(i) + s.c((i + 3) mod L_M) + s.c((i + 15) mod L_M) + s.c((i + 11) mod L_M);
    end loop;
    return s;
  end function permuted;

  -- The prefix is the blocks -1 and 0. Their 32 words are DIGEST_BITS, DIGEST_BITS + 1, and so on.
  function initial_state (digest_bits : positive) return state_t is
    variable s    : state_t;
    variable m    : words_t(0 to L_M - 1);
    variable kept : words_t(0 to L_M - 1);
  begin
    s.a := (others => (others => '0'));
    s.b := (others => (others => '0'));
    s.c := (others => (others => '0'));
    for w in -1 to 0 loop
      for i in 0 to L_M - 1 loop
        m(i)   := to_unsigned(digest_bits + L_M * (w + 1) + i, 32);
        s.b(i) := s.b(i) + m(i);
      end loop;
      if w = -1 then
        s.a(0) := not s.a(0);
        s.a(1) := not s.a(1);
      end if;
      s    := permuted(s, m);
      kept := s.b;
      for i in 0 to L_M - 1 loop
        s.b(i) := s.c(i) - m(i);
      end loop;
      s.c := kept;
    end loop;
    return s;
  end function initial_state;

end package body shabal_pkg;
