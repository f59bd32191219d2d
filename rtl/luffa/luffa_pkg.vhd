-- SPDX-License-Identifier: Apache-2.0
-- The functions and constants of Luffa v2, the version of Round 2 of the SHA-3 competition.
-- Source: C. De Canniere, H. Sato and D. Watanabe, "Hash Function Luffa: Specification Ver. 2.0", September 2009. Names and section
-- numbers are those of the specification.
--
-- The state consists of w permutations of eight words of 32 bits: w = 3 for digests of 256 bits, w = 5 for digests of 512 bits.

library ieee;
use ieee.std_logic_1164.all;

package luffa_pkg is

  constant STEPS : positive := 8;

  subtype word_t is std_ulogic_vector(31 downto 0);

  type words_t is array (0 to 7) of word_t;

  type state_t is array (natural range <>) of words_t;

  -- 4.4: the constants that one step adds to words 0 and 4 of a permutation; an array of them has one entry for each permutation.
  type constant_t is array (0 to 1) of word_t;

  type constants_t is array (natural range <>) of constant_t;

  -- The constants of a step as mix_word_add_constant adds them. Word 0 is added to x_1 of the words 0 and 4, word 1 to word 4 before
  -- its last rotation, and word 2, of which only the bits 0 and 1 can be '1', to word 0.
  type spread_constant_t is array (0 to 2) of word_t;

  type spread_constants_t is array (natural range <>) of spread_constant_t;

  -- 2.2: w, the number of permutations.
  function permutations (digest_bits : positive) return positive;

  -- WORD rotated left by AMOUNT bits.
  function rotated (word : word_t; amount : natural range 0 to 31) return word_t;

  function "xor" (a, b : words_t) return words_t;

  function "xor" (a, b : state_t) return state_t;

  -- 3.2: multiplication by 2, that is by x, modulo x^8 + x^4 + x^3 + x + 1. Word k is the coefficient of x^k.
  function twice (a : words_t) return words_t;

  -- The sum (XOR) of all V_j. It is also the output function (3.3).
  function sum (v : state_t) return words_t;

  -- 3.2: 2^j M for the block M and each permutation j.
  function multiples (m : words_t; w : positive) return state_t;

  -- 3.2.1, 3.2.3: message injection MI of the V_j and of a block whose multiples are in BLOCKS.
  function message_injection (v, blocks : state_t) return state_t;

  -- The same for w = 5 as the sum of two parts: mi_of_sum depends only on sum(V) and is the same for all V_j. mi_of_parts depends on the
  -- V_j themselves.
  function mi_of_sum (total : words_t) return words_t;

  function mi_of_parts (v : state_t) return state_t;

  -- 4.5: rotates the words 4 .. 7 of V_j by j bits.
  function tweak (v : state_t) return state_t;

  -- 4.2, 4.3 and 4.4: the two parts of a step of all permutations.
  function sub_crumb (v : state_t) return state_t;

  function mix_word_add_constant (v : state_t; c : spread_constants_t) return state_t;

  -- The constants C of a step in the form in which mix_word_add_constant adds them.
  function spread (c : constants_t) return spread_constants_t;

  -- 4.4 and appendix B: the constants of step STEP for W permutations.
  function step_constants (step : natural range 0 to STEPS - 1; w : positive) return constants_t;

  -- Appendix A: the starting variables V_0 .. V_(w-1).
  function starting_variables (w : positive) return state_t;

end package luffa_pkg;

package body luffa_pkg is

  type generators_t is array (0 to 4) of std_ulogic_vector(63 downto 0);

  -- Appendix B-1: the initial values of the generators, t_L in the upper half, t_R in the lower half.
  constant GENERATOR : generators_t := (
                                         x"181cca53380cde06",
                                         x"5b6f0876f16f8594",
                                         x"7e106ce938979cb0",
                                         x"bb62f36492e93c29",
                                         x"9a025047cff2a940"
                                       );

  function permutations (digest_bits : positive) return positive is
  begin
    if digest_bits = 256 then
      return 3;
    end if;
    return 5;
  end function permutations;

  function rotated (word : word_t; amount : natural range 0 to 31) return word_t is
  begin
    if amount = 0 then
      return word;
    end if;
    return word(31 - amount downto 0) & word(31 downto 32 - amount);
  end function rotated;

  function "xor" (a, b : words_t) return words_t is
    variable result : words_t;
  begin
    for k in 0 to 7 loop
      result(k) := a(k) xor b(k);
    end loop;
    return result;
  end function "xor";

  function "xor" (a, b : state_t) return state_t is
    variable result : state_t(0 to a'length - 1);
  begin
    for j in 0 to a'length - 1 loop
      result(j) := a(j) xor b(j);
    end loop;
    return result;
  end function "xor";

  function twice (a : words_t) return words_t is
    variable result : words_t;
  begin
    result(0) := a(7);
    for k in 1 to 7 loop
      result(k) := a(k - 1);
    end loop;
    result(1) := result(1) xor a(7);
    result(3) := result(3) xor a(7);
    result(4) := result(4) xor a(7);
    return result;
  end function twice;

  function sum (v : state_t) return words_t is
    variable result : words_t := v(0);
  begin
    for j in 1 to v'length - 1 loop
      result := result xor v(j);
    end loop;
    return result;
  end function sum;

  function multiples (m : words_t; w : positive) return state_t is
    variable result : state_t(0 to w - 1);
  begin
    result(0) := m;
    for j in 1 to w - 1 loop
      result(j) := twice(result(j - 1));
    end loop;
    return result;
  end function multiples;

  -- 6 sum(V) for w = 5, whose word k is the sum of up to four words of sum(V). Grouped into LUT4s by hand, because it is on the
  -- critical path: the sum of the first four V_j is one LUT4, and V_4 is added in the LUT4s after it.
  function six_sums (v : state_t) return words_t is
    variable four   : words_t;
    variable five   : words_t := v(v'length - 1);
    variable result : words_t;
  begin
    four      := (v(0) xor v(1)) xor (v(2) xor v(3));
    result(0) := (four(7) xor five(7)) xor (four(6) xor five(6));
    result(1) := (four(0) xor five(0)) xor (four(6) xor five(6));
    result(2) := (four(0) xor four(1) xor four(7)) xor (five(0) xor five(1) xor five(7));
    result(3) := (four(1) xor four(2) xor four(6) xor four(7)) xor (five(1) xor five(2) xor five(6) xor five(7));
    result(4) := (four(2) xor four(3) xor four(6)) xor (five(2) xor five(3) xor five(6));
    result(5) := (four(3) xor four(4) xor four(7)) xor (five(3) xor five(4) xor five(7));
    result(6) := (four(4) xor five(4)) xor (four(5) xor five(5));
    result(7) := (four(5) xor five(5)) xor (four(6) xor five(6));
    return result;
  end function six_sums;

  -- For w = 5 the three steps of 3.2.3 are combined to two, which take one LUT4 for each bit: W_j = 2 V_j + V_(j+1) + 6 sum(V), and
  -- then 2 W_j + W_(j-1).
  function message_injection (v, blocks : state_t) return state_t is
    constant W : positive := v'length;

    variable sums   : words_t;
    variable half   : state_t(0 to W - 1);
    variable result : state_t(0 to W - 1);
  begin
    if W = 5 then
      sums := six_sums(v);
      for j in 0 to W - 1 loop
        half(j) := (twice(v(j)) xor v((j + 1) mod W)) xor sums;
      end loop;
      for j in 0 to W - 1 loop
        result(j) := (twice(half(j)) xor half((j + W - 1) mod W)) xor blocks(j);
      end loop;
    else
      for j in 0 to W - 1 loop
        result(j) := (v(j) xor twice(sum(v))) xor blocks(j);
      end loop;
    end if;
    return result;
  end function message_injection;

  -- The three steps of 3.2.3 combined are 5 V_j + 2 (V_(j+1) + V_(j-1)) + 10 sum(V).
  function mi_of_sum (total : words_t) return words_t is
  begin
    return twice(total xor twice(twice(total)));
  end function mi_of_sum;

  function mi_of_parts (v : state_t) return state_t is
    variable result : state_t(0 to 4);
  begin
    for j in 0 to 4 loop
      result(j) := v(j) xor twice((v((j + 1) mod 5) xor v((j + 4) mod 5)) xor twice(v(j)));
    end loop;
    return result;
  end function mi_of_parts;

  function tweak (v : state_t) return state_t is
    variable result : state_t(0 to v'length - 1) := v;
  begin
    for j in 0 to v'length - 1 loop
      for k in 4 to 7 loop
        result(j)(k) := rotated(v(j)(k), j);
      end loop;
    end loop;
    return result;
  end function tweak;

  -- The S-box on 32 groups of four bits, one bit from each word; a3 is the most significant.
  procedure substitute (
    variable a0, a1, a2, a3 : inout word_t
  ) is
    variable p : word_t;
    variable q : word_t;
    variable m : word_t;
    variable n : word_t;
    variable s : word_t;
    variable x : word_t;
    variable y : word_t;
  begin
    p  := (a0 or a1) xor a3;
    q  := a2 xor a3;
    m  := a0 and a3;
    n  := m xor not a1;
    s  := m xor q;
    x  := n xor (p and q);
    y  := n or s;
    a0 := a0 xor y;
    a1 := not (p xor y);
    a2 := x and y;
    a3 := s xor x;
  end procedure substitute;

  function sub_crumb (v : state_t) return state_t is
    variable result : state_t(0 to v'length - 1) := v;

    variable a0 : word_t;
    variable a1 : word_t;
    variable a2 : word_t;
    variable a3 : word_t;
  begin
    for j in 0 to v'length - 1 loop
      a0           := v(j)(0);
      a1           := v(j)(1);
      a2           := v(j)(2);
      a3           := v(j)(3);
      substitute(a0, a1, a2, a3);
      result(j)(0) := a0;
      result(j)(1) := a1;
      result(j)(2) := a2;
      result(j)(3) := a3;
      a0           := v(j)(5);
      a1           := v(j)(6);
      a2           := v(j)(7);
      a3           := v(j)(4);
      substitute(a0, a1, a2, a3);
      result(j)(5) := a0;
      result(j)(6) := a1;
      result(j)(7) := a2;
      result(j)(4) := a3;
    end loop;
    return result;
  end function sub_crumb;

  -- The four equations of MixWord, substituted into one another. x_1 is one LUT4 and shared; each result bit is one more LUT4 after
  -- it. Their XORs are grouped in different ways, because synthesis makes a LUT4 of a sum that they share. Word 0 has no input left
  -- for its constant, so most of it is added to x_1, which has one: see `spread`.
  function mix_word_add_constant (v : state_t; c : spread_constants_t) return state_t is
    variable result : state_t(0 to v'length - 1) := v;

    variable x   : word_t; -- word k, rotated as y_2 takes it
    variable y   : word_t; -- word k + 4, rotated likewise
    variable x_1 : word_t;
  begin
    for j in 0 to v'length - 1 loop
      for k in 0 to 3 loop
        x   := rotated(v(j)(k), 14);
        y   := rotated(v(j)(k + 4), 14);
        x_1 := v(j)(k) xor v(j)(k + 4) xor rotated(v(j)(k), 2);
        if k = 0 then
          x_1          := x_1 xor c(j)(0);
          result(j)(0) := ((x xor c(j)(2)) xor x_1) xor (y xor rotated(x_1, 10));
          result(j)(4) := rotated((x xor (y xor c(j)(1))) xor x_1, 1);
        else
          result(j)(k)     := (x xor x_1) xor (y xor rotated(x_1, 10));
          result(j)(k + 4) := rotated((x xor y) xor x_1, 1);
        end if;
      end loop;
    end loop;
    return result;
  end function mix_word_add_constant;

  -- A constant D that is added to x_1 reaches word 0 as D xor rotated(D, 10), in which the bits of even numbers have an even sum, and
  -- those of odd numbers too. The bits 0 and 1 of the third word correct both sums. D reaches word 4 as well; the second word
  -- cancels it there.
  function spread (c : constants_t) return spread_constants_t is
    variable result : spread_constants_t(0 to c'length - 1);
    variable d      : word_t;
    variable i      : natural range 0 to 31;
  begin
    for j in 0 to c'length - 1 loop
      result(j)(2) := (others => '0');
      for first in 0 to 1 loop
        i    := first;
        d(i) := '0';
        for n in 1 to 15 loop
          d((i + 10) mod 32) := d(i) xor c(j)(0)((i + 10) mod 32);
          i                  := (i + 10) mod 32;
        end loop;
        result(j)(2)(first) := d(i) xor c(j)(0)(first);
      end loop;
      result(j)(0) := d;
      result(j)(1) := d xor rotated(c(j)(1), 31);
    end loop;
    return result;
  end function spread;

  -- 4.4: for each constant the generator makes one step, and then its halves are exchanged. The constant is the left half before
  -- the exchange.
  function step_constants (step : natural range 0 to STEPS - 1; w : positive) return constants_t is
    constant FEEDBACK : std_ulogic_vector(63 downto 0) := x"c4d6496c55c61c8d";

    variable t      : std_ulogic_vector(63 downto 0);
    variable first  : std_ulogic;
    variable result : constants_t(0 to w - 1);
  begin
    for j in 0 to w - 1 loop
      t := GENERATOR(j);
      for r in 0 to step loop
        for half in 0 to 1 loop
          first := t(63);
          t     := t(62 downto 0) & '0';
          if first = '1' then
            t := t xor FEEDBACK;
          end if;
          t               := t(31 downto 0) & t(63 downto 32);
          result(j)(half) := t(31 downto 0);
        end loop;
      end loop;
    end loop;
    return result;
  end function step_constants;

  function starting_variables (w : positive) return state_t is
    type table_t is array (0 to 4) of words_t;

    constant V : table_t := (
                              (x"6d251e69", x"44b051e0", x"4eaa6fb4", x"dbf78465", x"6e292011", x"90152df4", x"ee058139", x"def610bb"),
                              (x"c3b44b95", x"d9d2f256", x"70eee9a0", x"de099fa3", x"5d9b0557", x"8fc944b3", x"cf1ccf0e", x"746cd581"),
                              (x"f7efc89d", x"5dba5781", x"04016ce5", x"ad659c05", x"0306194f", x"666d1836", x"24aa230a", x"8b264ae7"),
                              (x"858075d5", x"36d79cce", x"e571f7d7", x"204b1f67", x"35870c6a", x"57e9e923", x"14bcb808", x"7cde72ce"),
                              (x"6c68e9be", x"5ec41e22", x"c825b7c7", x"affb4363", x"f5df3999", x"0fc688f1", x"b07224cc", x"03e86cea")
                            );

    variable result : state_t(0 to w - 1);
  begin
    for j in 0 to w - 1 loop
      result(j) := V(j);
    end loop;
    return result;
  end function starting_variables;

end package body luffa_pkg;
