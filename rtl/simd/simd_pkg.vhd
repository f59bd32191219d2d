-- SPDX-License-Identifier: Apache-2.0
-- The functions and constants of SIMD, version 1.1: the Feistel ladders, n = 4 or 8 of them, and the constants of both parts of the
-- message expansion. The number-theoretic transform is in simd_field_pkg.
-- Source: G. Leurent, C. Bouillaguet, P.-A. Fouque, "SIMD Is a Message Digest". Names are those of the paper.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package simd_pkg is

  subtype word_t is unsigned(31 downto 0);

  type words_t is array (natural range <>) of word_t;

  -- Cycles for a block, four steps each: eight cycles for the expanded message, one for the feed-forward.
  constant CYCLES : positive := 9;

  type permutation_t is array (0 to 31) of natural range 0 to 31;

  -- Step i uses words Z^(P(i)).
  constant P : permutation_t :=
  (
    4, 6, 0, 2, 7, 5, 3, 1, 15, 11, 12, 8, 9, 13, 10, 14,
    17, 18, 23, 20, 22, 21, 16, 19, 30, 24, 25, 31, 27, 29, 28, 26
  );

  -- Selection of one of eight signals with a chain of four LUT4s. Two select bits and two signals are the inputs of the first LUT4.
  -- Each later LUT4 has the output of the one before, one select bit and two more signals. If its select bit is '0', it passes that
  -- output on. If it is '1', it selects one of its two signals. The output of the LUT4 before then is a constant, which says which
  -- one.
  subtype choice_t is std_ulogic_vector(0 to 4);

  function choice (index : natural range 0 to 7) return choice_t;

  function chosen (of_8 : std_ulogic_vector(0 to 7); by : choice_t) return std_ulogic;

  -- The same for one of four signals, with three select bits and two LUT4s.
  function chosen_of_4 (of_4 : std_ulogic_vector(0 to 3); by : std_ulogic_vector(0 to 2)) return std_ulogic;

  -- WORD rotated by the amount of step SLOT (modulo 4) in the round that BY selects.
  function rotated (word : word_t; slot : natural; by : std_ulogic_vector(0 to 2)) return word_t;

  -- In step I, the A of ladder j xor neighbour(n, i) is added to ladder j.
  function neighbour (n : positive; i : natural) return natural;

  -- The function phi of a step: MAJ if MAJORITY is '1', else IF.
  function phi (a : word_t; b : word_t; c : word_t; majority : std_ulogic) return word_t;

  -- The initial chaining value: A, B, C and D, N words each.
  function initial_value (n : positive) return words_t;

  -- The state from which the four steps of the feed-forward, with words of zero, lead to the initial value.
  function resting_value (n : positive) return words_t;

end package simd_pkg;

package body simd_pkg is

  constant INITIAL_256 : words_t(0 to 15) :=
  (
    x"4d567983", x"07190ba9", x"8474577b", x"39d726e9", x"aaf3d925", x"3ee20b03", x"afd5e751", x"c96006d3",
    x"c2c2ba14", x"49b3bcb4", x"f67caf46", x"668626c9", x"e2eaa8d2", x"1ff47833", x"d0c661a5", x"55693de1"
  );

  constant INITIAL_512 : words_t(0 to 31) :=
  (
    x"0ba16b95", x"72f999ad", x"9fecc2ae", x"ba3264fc", x"5e894929", x"8e9f30e5", x"2f1daa37", x"f0f2c558",
    x"ac506643", x"a90635a5", x"e25b878b", x"aab7878f", x"88817f7a", x"0a02892b", x"559a7550", x"598f657e",
    x"7eef60a1", x"6b70e3e8", x"9c1714d1", x"b958e2a8", x"ab02675e", x"ed1c014f", x"cd8d65bb", x"fdb7a257",
    x"09254899", x"d699c7bc", x"9019b6dc", x"2b9022e4", x"8fa14956", x"21bf9bd3", x"b94d0943", x"6ffddc22"
  );

  type amounts_t is array (natural range <>) of positive range 1 to 31;

  -- Rotation amounts: four for each of four rounds. The feed-forward uses those of the last round.
  constant ROTATIONS : amounts_t(0 to 15) := (3, 23, 17, 27, 28, 19, 22, 7, 29, 9, 15, 5, 4, 13, 10, 25);

  type neighbours_t is array (natural range <>) of natural range 1 to 7;

  constant NEIGHBOURS_4 : neighbours_t(0 to 2) := (1, 2, 3);
  constant NEIGHBOURS_8 : neighbours_t(0 to 6) := (1, 6, 2, 3, 5, 7, 4);

  function choice (index : natural range 0 to 7) return choice_t is
  begin
    case index is

      when 0 =>
        return "10000";

      when 1 =>
        return "01000";

      when 2 =>
        return "11100";

      when 3 =>
        return "00100";

      when 4 =>
        return "11010";

      when 5 =>
        return "00010";

      when 6 =>
        return "11001";

      when 7 =>
        return "00001";

    end case;
  end function choice;

  function chosen_of_4 (of_4 : std_ulogic_vector(0 to 3); by : std_ulogic_vector(0 to 2)) return std_ulogic is
    variable first : std_ulogic;
  begin
    first := (by(0) and by(1)) or (by(0) and of_4(0)) or (by(1) and of_4(1));
    return (not by(2) and first) or (by(2) and ((first and of_4(2)) or (not first and of_4(3))));
  end function chosen_of_4;

  function chosen (of_8 : std_ulogic_vector(0 to 7); by : choice_t) return std_ulogic is
    variable result : std_ulogic;
  begin
    result := chosen_of_4(of_8(0 to 3), by(0 to 2));
    result := (not by(3) and result) or (by(3) and ((result and of_8(4)) or (not result and of_8(5))));
    return (not by(4) and result) or (by(4) and ((result and of_8(6)) or (not result and of_8(7))));
  end function chosen;

  -- A rotation by concatenation, which GHDL can evaluate during elaboration.
  function rotated_left (word : word_t; amount : positive range 1 to 31) return word_t is
  begin
    return word(31 - amount downto 0) & word(31 downto 32 - amount);
  end function rotated_left;

  function amount (round_index : natural range 0 to 3; slot : natural) return positive is
  begin
    return ROTATIONS(4 * round_index + slot mod 4);
  end function amount;

  function rotated (word : word_t; slot : natural; by : std_ulogic_vector(0 to 2)) return word_t is
    variable options : std_ulogic_vector(0 to 3);
    variable result  : word_t;
  begin
    for i in 0 to 31 loop
      for k in 0 to 3 loop
        options(k) := word((i + 32 - amount(k, slot)) mod 32);
      end loop;
      result(i) := chosen_of_4(options, by);
    end loop;
    return result;
  end function rotated;

  function neighbour (n : positive; i : natural) return natural is
  begin
    if n = 4 then
      return NEIGHBOURS_4(i mod 3);
    end if;
    return NEIGHBOURS_8(i mod 7);
  end function neighbour;

  function phi (a : word_t; b : word_t; c : word_t; majority : std_ulogic) return word_t is
  begin
    return (a and b) or (c and ((not a and not (31 downto 0 => majority)) or ((a or b) and (31 downto 0 => majority))));
  end function phi;

  function initial_value (n : positive) return words_t is
  begin
    if n = 4 then
      return INITIAL_256;
    end if;
    return INITIAL_512;
  end function initial_value;

  function resting_value (n : positive) return words_t is
    variable ladders : words_t(0 to 4 * n - 1) := initial_value(n);
    variable before  : words_t(0 to 4 * n - 1);
    variable added   : word_t;
    variable partner : natural;
  begin
    for i in 35 downto 32 loop
      for j in 0 to n - 1 loop
        before(j)         := rotated_left(ladders(n + j), 32 - amount(3, i));
        before(n + j)     := ladders(2 * n + j);
        before(2 * n + j) := ladders(3 * n + j);
      end loop;
      for j in 0 to n - 1 loop
        partner           := to_integer(to_unsigned(j, 3) xor to_unsigned(neighbour(n, i), 3));
        added             := ladders(j) - ladders(n + partner);
        before(3 * n + j) := rotated_left(added, 32 - amount(3, i + 1)) - phi(before(j), before(n + j), before(2 * n + j), '0');
      end loop;
      ladders := before;
    end loop;
    return ladders;
  end function resting_value;

end package body simd_pkg;
