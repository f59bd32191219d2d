-- SPDX-License-Identifier: Apache-2.0
-- Message words of BLAKE: delivers the words of each round in the order in which G0 to G7 use them, and the constants of each G.
-- Source: BLAKE specification, sections 2.1.1 and 2.1.2; section 2.3 for the property of the permutations named below.
-- Widths: WORD_BITS = 32 or 64; 16 words and 8 constants per round. Latency: one cycle from `loaded` to `order`.
--
--             +--------+     +-------+     +-------+     +------------+
--   loaded -->| select |--+->| words |--+->| older |--+->| much_older |--+
--             +--------+  |  +-------+  |  +-------+  |  +------------+  |
--                 ^       v             v             |                  |
--                 |   next_order      order           |                  |
--                 +---------------------+-------------+------------------+
--
-- In round r, position i of `words` holds word sigma_r(i), `older` holds the words of round r - 1 and `much_older` those of r - 2.
--
-- No word has the same position in two of the ten permutations, so selecting straight from the block needs ten inputs per position.
-- Selecting from the last three rounds needs five to seven, because the word for one position often comes from the same earlier
-- position in several rounds. TAPS lists the fewest sources for each position. An exhaustive search over all positions of three
-- rounds found them.
--
-- Words are stored as m_j xor c_j. G_i adds m_j xor c_k and m_k xor c_j, where j = sigma_r(2i) and k = sigma_r(2i+1). Both equal
-- the stored word xor (c_j xor c_k), so one constant, `pair`, serves both words of a G.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake_pkg.all;

entity blake_highspeed_message is
  generic (
    WORD_BITS : positive -- bits of a word: 32 (BLAKE-32) or 64 (BLAKE-64)
  );
  port (
    clk        : in    std_ulogic;                                     -- datapath clock
    advance    : in    std_ulogic;                                     -- go to the next round at the end of this cycle
    clear      : in    std_ulogic;                                     -- sets order and pair to zero
    step       : in    unsigned(3 downto 0);                           -- number of the current round, from 0
    loaded     : in    std_ulogic_vector(16 * WORD_BITS - 1 downto 0); -- words of the next block, word 0 first
    next_order : out   std_ulogic_vector(16 * WORD_BITS - 1 downto 0); -- stored words of the next round (round 0 after the last)
    order      : out   std_ulogic_vector(16 * WORD_BITS - 1 downto 0); -- stored words of this round, position 0 first
    next_pair  : out   std_ulogic_vector(8 * WORD_BITS - 1 downto 0);  -- constants of the next round (round 0 after the last)
    pair       : out   std_ulogic_vector(8 * WORD_BITS - 1 downto 0)   -- constants c_j xor c_k of G0 .. G7 in this round, G0 first
  );
end entity blake_highspeed_message;

architecture rtl of blake_highspeed_message is

  subtype word_t is unsigned(WORD_BITS - 1 downto 0);

  type words_t is array (word_index_t) of word_t;

  -- A source of a position in the next round: the word that was in position `place`, `back` rounds before it. 0 rounds: unused.
  type tap_t is record
    back  : natural range 0 to 3;
    place : word_index_t;
  end record tap_t;

  constant MOST_TAPS : positive := 7;

  type taps_t is array (1 to MOST_TAPS) of tap_t;

  type candidates_t is array (0 to MOST_TAPS) of word_t;

  type taps_of_words_t is array (word_index_t) of taps_t;

  constant NO_TAP : tap_t := (0, 0);

  constant TAPS : taps_of_words_t :=
  (
    ((1, 14), (1, 12), (1, 1), (1, 13), (1, 15), (1, 4), (1, 5)),
    ((1, 10), (1, 3), (1, 14), (3, 10), (1, 9), (1, 6), (1, 11)),
    ((1, 4), (2, 12), (3, 3), (2, 4), (2, 9), NO_TAP, NO_TAP),
    ((1, 8), (1, 10), (1, 13), (2, 12), (1, 12), (3, 8), NO_TAP),
    ((1, 9), (2, 5), (1, 7), (1, 1), (1, 11), (3, 11), (1, 13)),
    ((1, 15), (1, 11), (1, 2), (2, 15), (1, 6), (1, 0), (1, 10)),
    ((1, 13), (1, 5), (1, 0), (1, 11), (1, 9), (2, 5), NO_TAP),
    ((1, 6), (1, 9), (1, 14), (1, 3), (1, 12), (1, 15), (1, 4)),
    ((1, 1), (1, 5), (1, 4), (1, 2), (1, 7), NO_TAP, NO_TAP),
    ((1, 12), (1, 0), (1, 11), (2, 13), (2, 4), (1, 4), (1, 10)),
    ((1, 0), (1, 15), (1, 4), (3, 12), (2, 12), NO_TAP, NO_TAP),
    ((1, 2), (1, 7), (1, 8), (1, 9), (1, 5), (1, 6), NO_TAP),
    ((1, 11), (1, 13), (1, 15), (1, 9), (1, 5), (1, 7), (1, 14)),
    ((1, 7), (1, 8), (2, 10), (3, 8), (1, 15), (1, 10), NO_TAP),
    ((1, 5), (1, 4), (3, 15), (1, 9), (3, 3), (2, 0), NO_TAP),
    ((1, 3), (1, 2), (3, 8), (3, 6), (2, 1), NO_TAP, NO_TAP)
  );

  -- The source of position I in the round after step AT_STEP: 0 is the loaded block, other numbers are taps of TAPS(I).
  function source (i : word_index_t; at_step : natural) return natural is
    constant ROUND_INDEX : natural := (at_step + 1) mod rounds(WORD_BITS);
  begin
    if ROUND_INDEX = 0 or at_step >= rounds(WORD_BITS) then
      return 0;
    end if;
    for t in 1 to MOST_TAPS loop
      if TAPS(i)(t).back > 0 and TAPS(i)(t).back <= ROUND_INDEX then
        if sigma(ROUND_INDEX - TAPS(i)(t).back, TAPS(i)(t).place) = sigma(ROUND_INDEX, i) then
          return t;
        end if;
      end if;
    end loop;
    assert false
      report "no tap holds the word"
      severity failure;
    return 0;
  end function source;

  type table_t is array (0 to 15) of std_ulogic;

  -- Each bit is selected by a chain of LUT4s. The first LUT4 selects source 0 or 1. LUT4 number `stage` passes the result of the
  -- LUT4 before it, or it selects one of its own sources, 2 * stage and 2 * stage + 1; the table has '1' for the latter. Then the
  -- LUT4s before it output a constant that controls the selection: '0' for the even source, '1' for the odd one.
  function later_table (i : word_index_t; stage : positive) return table_t is
    variable result : table_t := (others => '0');
  begin
    for s in table_t'range loop
      if source(i, s) / 2 = stage then
        result(s) := '1';
      end if;
    end loop;
    return result;
  end function later_table;

  -- '1' where the source belongs to any LUT4 after the first.
  function any_later_table (i : word_index_t) return table_t is
    variable result : table_t := (others => '0');
  begin
    for s in table_t'range loop
      if source(i, s) > 1 then
        result(s) := '1';
      end if;
    end loop;
    return result;
  end function any_later_table;

  -- '1' where the number of the source is odd.
  function odd_table (i : word_index_t) return table_t is
    variable result : table_t := (others => '0');
  begin
    for s in table_t'range loop
      if source(i, s) mod 2 = 1 then
        result(s) := '1';
      end if;
    end loop;
    return result;
  end function odd_table;

  type pair_table_t is array (0 to 15) of word_t;

  -- c_j xor c_k of G_I in the round after each step.
  function pair_table (i : natural range 0 to 7) return pair_table_t is
    variable result      : pair_table_t := (others => (others => '0'));
    variable round_index : natural;
  begin
    for s in 0 to rounds(WORD_BITS) - 1 loop
      round_index := (s + 1) mod rounds(WORD_BITS);
      result(s)   := constant_word(sigma(round_index, 2 * i), WORD_BITS) xor constant_word(sigma(round_index, 2 * i + 1), WORD_BITS);
    end loop;
    return result;
  end function pair_table;

  signal words       : words_t; -- stored words of this round, r
  signal older       : words_t; -- stored words of round r - 1
  signal much_older  : words_t; -- stored words of round r - 2
  signal next_words  : words_t; -- stored words of round r + 1
  signal pairs       : std_ulogic_vector(8 * WORD_BITS - 1 downto 0);
  signal step_number : natural range 0 to 15;

begin

  step_number <= to_integer(step);
  next_pair   <= pairs;

  every_word : for i in word_index_t generate
    constant ANY_LATER_AT : table_t  := any_later_table(i);
    constant ODD_AT       : table_t  := odd_table(i);
    constant HIGH         : positive := (16 - i) * WORD_BITS - 1;
    constant LOW          : natural  := (15 - i) * WORD_BITS;

    signal candidates : candidates_t; -- the sources of this position
    signal constants  : std_ulogic;   -- the first LUT4 outputs the constant `odd`
    signal odd        : std_ulogic;   -- the number of the selected source is odd
  begin

    constants            <= ANY_LATER_AT(step_number);
    odd                  <= ODD_AT(step_number);
    order(HIGH downto LOW)      <= std_ulogic_vector(words(i));
    next_order(HIGH downto LOW) <= std_ulogic_vector(next_words(i));

    candidates(0) <= unsigned(loaded(HIGH downto LOW)) xor constant_word(i, WORD_BITS);

    every_tap : for t in 1 to MOST_TAPS generate
      candidates(t) <= words(TAPS(i)(t).place) when TAPS(i)(t).back = 1 else
                       older(TAPS(i)(t).place) when TAPS(i)(t).back = 2 else
                       much_older(TAPS(i)(t).place) when TAPS(i)(t).back = 3 else
                       (others => '0');
    end generate every_tap;

    choose_word : process (all) is
      variable chosen   : word_t;
      variable of_stage : word_t;
      variable later_at : table_t;
    begin
      if constants = '1' then
        chosen := (others => odd);
      elsif odd = '1' then
        chosen := candidates(1);
      else
        chosen := candidates(0);
      end if;
      for stage in 1 to MOST_TAPS / 2 loop
        if TAPS(i)(2 * stage).back > 0 then
          later_at := later_table(i, stage);
          for b in chosen'range loop
            of_stage(b) := candidates(2 * stage)(b);
            if chosen(b) = '1' then
              of_stage(b) := candidates(2 * stage + 1)(b);
            end if;
          end loop;
          if later_at(step_number) = '1' then
            chosen := of_stage;
          end if;
        end if;
      end loop;
      next_words(i) <= chosen;
    end process choose_word;

  end generate every_word;

  every_pair : for i in 0 to 7 generate
    constant PAIR_AT : pair_table_t := pair_table(i);
  begin

    pairs((8 - i) * WORD_BITS - 1 downto (7 - i) * WORD_BITS) <= std_ulogic_vector(PAIR_AT(step_number));

  end generate every_pair;

  order_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        words <= (others => (others => '0'));
        pair  <= (others => '0');
      elsif advance = '1' then
        words <= next_words;
        pair  <= pairs;
      end if;
      if advance = '1' then
        older      <= words;
        much_older <= older;
      end if;
    end if;
  end process order_reg;

end architecture rtl;
