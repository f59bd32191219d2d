-- SPDX-License-Identifier: Apache-2.0
-- Two rounds of SM3 a cycle: the registers, and the sums that are made ahead of a round.
--
--             c + W'_j+1 --> [late_dw] --------+
--   b <<< 9 + W'_j   --> [dw] --+              |
--                               v              v
--   [a, b, c, e, f, g] ---> first round --> second round --> [a, e]
--                               ^              ^
--   f <<< 19 + W_j   --> [hw] --+              |
--                         g + W_j+1 -----------+
--
-- D + W' and H + W of the first round and D + W' of the second one are added one slot ahead. H + W of the second round is not on the
-- slowest path, so it is added in its slot, and W stays where the message expansion stores it.
--
-- The XOR with the chaining value at the end of a block takes no cycle and lengthens no path:
--   fold (last slot of rounds)  all words but those of A and E get theirs on their way to the next register; E gets it in the LUT4 of P0
--                               (late_e, zero in all other cycles)
--   the cycle after             late_a holds the word of A, which is added where A is used; zero in all other cycles
--
-- `start` loads a state that two rounds without message turn into the initial value, so that this needs no multiplexer.
--
-- Source: GB/T 32905-2016, section 5.3.3. Widths: words of 32 bits. Latency: one slot for two rounds.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.sm3_pkg.all;

entity sm3_unrolled_rounds is
  port (
    clk             : in    std_ulogic;                    -- clock
    advance         : in    std_ulogic;                    -- step to the next slot
    start           : in    std_ulogic;                    -- load the state before the initial value
    prepare         : in    std_ulogic;                    -- the next slot has the last rounds of a block
    fold            : in    std_ulogic;                    -- last rounds of a block
    parity          : in    std_ulogic;                    -- rounds 0 to 15: FF and GG are parity
    first_constant  : in    word_t;                        -- 32 bits: T_j <<< j of the first round
    second_constant : in    word_t;                        -- 32 bits: T_j <<< j of the second round
    word            : in    word_t;                        -- 32 bits: W of the first round of the next slot
    late_word       : in    word_t;                        -- 32 bits: W of the second round of this slot
    differences     : in    words_t(0 to 1);               -- 2 x 32 bits: W' of the rounds of the next slot
    chaining        : in    words_t(0 to STATE_WORDS - 1); -- chaining value V
    folded_d        : out   word_t;                        -- 32 bits: new word 3 of the chaining value; valid with fold
    folded_h        : out   word_t;                        -- 32 bits: new word 7; valid with fold
    folded          : out   words_t(0 to STATE_WORDS - 1)  -- other new words; valid in the cycle after fold; words 3 and 7 unused
  );
end entity sm3_unrolled_rounds;

architecture rtl of sm3_unrolled_rounds is

  constant ZERO : word_t := (others => '0');

  -- Returns the state before a round without message and parity whose result is LATER.
  function undone (later : words_t(0 to STATE_WORDS - 1); constant_word : word_t) return words_t is
    variable before : words_t(0 to STATE_WORDS - 1);
    variable ss1    : word_t;
    variable tt2    : word_t;
  begin
    before(0) := later(1);
    before(1) := rotated_left(later(2), 23);
    before(2) := later(3);
    before(4) := later(5);
    before(5) := rotated_left(later(6), 13);
    before(6) := later(7);
    ss1       := rotated_left(rotated_left(before(0), 12) + before(4) + constant_word, 7);
    before(3) := later(0) - (ss1 xor rotated_left(before(0), 12)) - ff('0', before(0), before(1), before(2));
    -- P0 applied 32 times is the identity, so applied 31 times it is its inverse.
    tt2 := later(4);
    for i in 1 to 31 loop
      tt2 := p0(tt2);
    end loop;
    before(7) := tt2 - ss1 - gg('0', before(4), before(5), before(6));
    return before;
  end function undone;

  -- The state two rounds before the initial value.
  constant BEFORE : words_t(0 to STATE_WORDS - 1) := undone(undone(INITIAL_VALUE, round_constant(1)), round_constant(0));

  signal a        : word_t; -- A without the word of late_a
  signal b        : word_t;
  signal c        : word_t;
  signal e        : word_t;
  signal f        : word_t;
  signal g        : word_t;
  signal dw       : word_t; -- D + W'
  signal hw       : word_t; -- H + W
  signal late_dw  : word_t; -- D + W' of the second round
  signal late_hw  : word_t; -- H + W of the second round
  signal late_a   : word_t; -- word 0 of the chaining value in the cycle after fold, otherwise zero
  signal late_e   : word_t; -- word 4 of the chaining value with fold, otherwise zero
  signal full_a   : word_t; -- A
  signal middle_a : word_t; -- A after the first round
  signal middle_e : word_t; -- E after the first round
  signal last_a   : word_t; -- A after the second round
  signal last_e   : word_t; -- E after the second round
  signal turned_b : word_t; -- C after the first round
  signal turned_f : word_t; -- G after the first round
  signal folded_c : word_t; -- C of the next slot
  signal folded_g : word_t; -- G of the next slot

  -- The word of the chaining value in the last rounds of a block, otherwise zero.
  function gated (x : word_t; enable : std_ulogic) return word_t is
  begin
    return x and (word_t'range => enable);
  end function gated;

begin

  full_a   <= a xor late_a;
  turned_b <= rotated_left(b, 9);
  turned_f <= rotated_left(f, 19);
  late_hw  <= g + late_word;

  first_round : entity work.sm3_unrolled_round
    port map (
      parity        => parity,
      constant_word => first_constant,
      a             => a,
      late_a        => late_a,
      b             => b,
      c             => c,
      dw            => dw,
      e             => e,
      f             => f,
      g             => g,
      hw            => hw,
      next_a        => middle_a,
      next_e        => middle_e
    );

  second_round : entity work.sm3_unrolled_round
    port map (
      parity        => parity,
      constant_word => second_constant,
      a             => middle_a,
      late_a        => ZERO,
      b             => full_a,
      c             => turned_b,
      dw            => late_dw,
      e             => middle_e,
      f             => e,
      g             => turned_f,
      hw            => late_hw,
      next_a        => last_a,
      next_e        => last_e
    );

  folded_c <= rotated_left(full_a, 9) xor gated(chaining(2), fold);
  folded_d <= turned_b xor gated(chaining(3), fold);
  folded_g <= rotated_left(e, 19) xor gated(chaining(6), fold);
  folded_h <= turned_f xor gated(chaining(7), fold);
  folded   <= (0 => full_a, 1 => b, 2 => c, 4 => e, 5 => f, 6 => g, others => ZERO);

  ahead_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        dw      <= BEFORE(3);
        hw      <= BEFORE(7);
        late_dw <= BEFORE(2);
      elsif advance = '1' then
        dw      <= folded_d + differences(0);
        hw      <= folded_h + word;
        late_dw <= folded_c + differences(1);
      end if;
    end if;
  end process ahead_reg;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        a <= BEFORE(0);
        b <= BEFORE(1);
        c <= BEFORE(2);
        e <= BEFORE(4);
        f <= BEFORE(5);
        g <= BEFORE(6);
      elsif advance = '1' then
        a <= last_a;
        b <= middle_a xor gated(chaining(1), fold);
        c <= folded_c;
        e <= last_e xor late_e;
        f <= middle_e xor gated(chaining(5), fold);
        g <= folded_g;
      end if;
    end if;
  end process state_reg;

  late_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        late_a <= gated(chaining(0), fold);
        late_e <= gated(chaining(4), prepare);
      end if;
    end if;
  end process late_reg;

end architecture rtl;
