-- SPDX-License-Identifier: Apache-2.0
-- The codes of Hamsi's message expansion, and where their symbols go. They are two linear codes over GF(4): [128, 16, 70] for
-- blocks of 32 bits and [256, 32, 131] for blocks of 64 bits.
-- Source: O. Kucuk, "The Hash Function Hamsi", section 2.2.4. The paper lists generator matrices. This package computes the
-- matrices from the structure of the codes:
--
-- - [128, 16, 70] is quasi-cyclic of index 2, with two additional symbols. The first 63 symbols are a cyclic code. The next 63
--   symbols are a linear filter of the first, and the last two symbols are another filter.
-- - [256, 32, 131] is the Reed-Solomon code [43, 11, 33] over GF(64), each symbol of which the hexacode [6, 3, 4] encodes. One
--   symbol of the message and one symbol of the code are omitted.
--
-- A symbol is two bits, x + y alpha with alpha^2 = alpha + 1; y comes first in the stream. All functions are evaluated at
-- elaboration. The matrix rows that they return become logic.

library ieee;
use ieee.std_logic_1164.all;
use work.hamsi_pkg.all;

package hamsi_expansion_pkg is

  -- A symbol over GF(4): x in bit 0, y in bit 1.
  subtype symbol_t is std_ulogic_vector(1 downto 0);

  type symbols_t is array (natural range <>) of symbol_t;

  -- A row of a matrix: the message bits whose sum is one bit of the result. The index is the position in the stream.
  type rows_16_t is array (natural range <>) of std_ulogic_vector(0 to 15);

  type rows_32_t is array (natural range <>) of std_ulogic_vector(0 to 31);

  -- CYCLE: period of the two cyclic parts of [128, 16, 70], in symbols. LEAD: number of symbols by which the expansion shifts a
  -- codeword.
  constant CYCLE : positive := 63;
  constant LEAD  : positive := 8;

  -- The matrix of [128, 16, 70] for messages whose last eight symbols are zero. Rows 2n and 2n + 1 are bits x and y of symbol n, n
  -- = 0 .. 127. Symbols 128 and 129 are extra: the last two symbols of the codeword of the same message LEAD symbols later.
  function cyclic_rows return rows_16_t;

  -- The matrix of the 32 check symbols over GF(64), for messages whose bits y are zero. A check symbol is three symbols over GF(4).
  -- Rows 2n and 2n + 1 are bits x and y of symbol n over GF(4), n = 0 .. 95.
  function reed_solomon_rows return rows_32_t;

  -- [128, 16, 70] symbol by symbol. For 16 symbols that follow each other in the first cyclic part: the symbol after them, the symbol
  -- of the second part at the position of the first of them, and the same for the two additional symbols. Both parts have the
  -- period CYCLE, so the window may reach beyond the end of the part.
  function next_symbol (series : symbols_t(0 to 15)) return symbol_t;

  function second_symbol (series : symbols_t(0 to 15)) return symbol_t;

  function tail_symbol (series : symbols_t(0 to 15)) return symbol_t;

  -- The word and the bit of the expanded message that are bit x of symbol N of COUNT symbols. Bit y is at the same bit, COUNT/32
  -- words later.
  function word_of (n : natural; count : positive) return natural;

  function bit_of (n : natural; count : positive) return natural;

end package hamsi_expansion_pkg;

package body hamsi_expansion_pkg is

  -- The recurrence of the cyclic part of [128, 16, 70], and the two filters. The coefficients are symbols, as numbers x + 2y.
  type coefficients_t is array (0 to 15) of natural range 0 to 3;

  constant RECURRENCE : coefficients_t := (2, 1, 1, 0, 2, 1, 1, 2, 0, 1, 3, 0, 0, 3, 1, 3);
  constant SECOND     : coefficients_t := (1, 0, 2, 2, 2, 0, 0, 0, 3, 3, 0, 1, 3, 2, 1, 3);
  constant TAIL       : coefficients_t := (2, 1, 0, 1, 3, 2, 2, 0, 3, 3, 1, 1, 0, 1, 0, 0);

  -- The product of symbol NUMBER and symbol A.
  function times (number : natural; a : symbol_t) return symbol_t is
  begin
    case number is
      when 0 =>
        return "00";
      when 1 =>
        return a;
      when 2 =>
        return (a(1) xor a(0), a(1));
      when others =>
        return (a(0), a(1) xor a(0));
    end case;
  end function times;

  -- The sum of 16 symbols of SERIES, multiplied by COEFFICIENTS.
  function filtered (coefficients : coefficients_t; series : symbols_t(0 to 15)) return symbol_t is
    variable sum : symbol_t := "00";
  begin
    for k in 0 to 15 loop
      sum := sum xor times(coefficients(k), series(k));
    end loop;
    return sum;
  end function filtered;

  function next_symbol (series : symbols_t(0 to 15)) return symbol_t is
  begin
    return filtered(RECURRENCE, series);
  end function next_symbol;

  function second_symbol (series : symbols_t(0 to 15)) return symbol_t is
  begin
    return filtered(SECOND, series);
  end function second_symbol;

  function tail_symbol (series : symbols_t(0 to 15)) return symbol_t is
  begin
    return filtered(TAIL, series);
  end function tail_symbol;

  -- The codeword of the eight symbols MESSAGE followed by eight zero symbols, and the two extra symbols (see cyclic_rows).
  function cyclic_code (message : symbols_t(0 to 7)) return symbols_t is
    variable series : symbols_t(0 to CYCLE + 15) := (others => "00");
    variable result : symbols_t(0 to 2 * CYCLE + 3);
  begin
    series(0 to 7) := message;
    for j in 0 to CYCLE - 1 loop
      series(j + 16) := filtered(RECURRENCE, series(j to j + 15));
    end loop;
    for j in 0 to CYCLE - 1 loop
      result(j)         := series(j);
      result(CYCLE + j) := filtered(SECOND, series(j to j + 15));
    end loop;
    for j in 0 to 1 loop
      result(2 * CYCLE + j)     := filtered(TAIL, series(j to j + 15));
      result(2 * CYCLE + 2 + j) := filtered(TAIL, series(CYCLE - LEAD + j to CYCLE - LEAD + j + 15));
    end loop;
    return result;
  end function cyclic_code;

  function cyclic_rows return rows_16_t is
    variable message : symbols_t(0 to 7);
    variable code    : symbols_t(0 to 2 * CYCLE + 3);
    variable rows    : rows_16_t(0 to 4 * CYCLE + 7);
  begin
    for i in 0 to 15 loop
      message                     := (others => "00");
      message(i / 2)(1 - i mod 2) := '1';
      code                        := cyclic_code(message);
      for n in code'range loop
        rows(2 * n)(i)     := code(n)(0);
        rows(2 * n + 1)(i) := code(n)(1);
      end loop;
    end loop;
    return rows;
  end function cyclic_rows;

  -- GF(64) over GF(4): an element is z(0) + z(1) beta + z(2) beta^2 with beta^3 = beta^2 + beta + alpha.
  subtype element_t is symbols_t(0 to 2);

  constant CHECKS       : positive := 32;
  constant INFORMATIONS : positive := 11;

  -- Symbol 2 of this element of the message is omitted.
  constant SHORTENED : natural := 5;

  type polynomial_t is array (natural range <>) of element_t;

  function "+" (a, b : element_t) return element_t is
  begin
    return (a(0) xor b(0), a(1) xor b(1), a(2) xor b(2));
  end function "+";

  function times_beta (a : element_t) return element_t is
  begin
    return (times(2, a(2)), a(0) xor a(2), a(1) xor a(2));
  end function times_beta;

  function "*" (a, b : element_t) return element_t is
    variable product : element_t := (others => "00");
  begin
    for i in 2 downto 0 loop
      product := times_beta(product);
      for bit_index in 0 to 1 loop
        if b(i)(bit_index) = '1' then
          for j in 0 to 2 loop
            product(j) := product(j) xor times(1 + bit_index, a(j));
          end loop;
        end if;
      end loop;
    end loop;
    return product;
  end function "*";

  -- The generator polynomial: the product of all x + beta^i, i = 1 .. 32.
  function generator return polynomial_t is
    variable root : element_t                 := ("01", "00", "00");
    variable g    : polynomial_t(0 to CHECKS) := (others => (others => "00"));
  begin
    g(0) := root;
    for degree in 1 to CHECKS loop
      root := times_beta(root);
      for i in degree downto 1 loop
        g(i) := g(i - 1) + root * g(i);
      end loop;
      g(0) := root * g(0);
    end loop;
    return g;
  end function generator;

  -- The check symbols of element k are the remainder of x^(32 + k) modulo the generator polynomial.
  function reed_solomon_rows return rows_32_t is
    constant G : polynomial_t(0 to CHECKS) := generator;

    variable checks_of : polynomial_t(0 to CHECKS - 1) := G(0 to CHECKS - 1);
    variable top       : element_t;
    variable unit      : element_t;
    variable product   : element_t;
    variable i         : natural                       := 0;
    variable rows      : rows_32_t(0 to 6 * CHECKS - 1);
  begin
    for k in 0 to INFORMATIONS - 1 loop
      for j in 0 to 2 loop
        if k /= SHORTENED or j < 2 then
          unit    := (others => "00");
          unit(j) := "01";
          for n in 0 to CHECKS - 1 loop
            product := unit * checks_of(n);
            for m in 0 to 2 loop
              rows(6 * n + 2 * m)(i)     := product(m)(0);
              rows(6 * n + 2 * m + 1)(i) := product(m)(1);
            end loop;
          end loop;
          i := i + 1;
        end if;
      end loop;
      top := checks_of(CHECKS - 1);
      for n in CHECKS - 1 downto 1 loop
        checks_of(n) := checks_of(n - 1) + top * G(n);
      end loop;
      checks_of(0) := top * G(0);
    end loop;
    return rows;
  end function reed_solomon_rows;

  function word_of (n : natural; count : positive) return natural is
  begin
    return (n mod (count / 2)) / 16;
  end function word_of;

  function bit_of (n : natural; count : positive) return natural is
  begin
    return 15 - n mod 16 + 16 * (n / (count / 2));
  end function bit_of;

end package body hamsi_expansion_pkg;
