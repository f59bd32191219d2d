-- SPDX-License-Identifier: Apache-2.0
-- The rounds of SM3, one a cycle, with two additions in series.
--
--   c + W' --> [dw] + FF(a, b, c) --------------------------------+
--                                                                 v
--   a <<< 12, e, T --> carry-save --> + --> <<< 7 --+--> XOR ---> + --> [a]
--                                                   v
--   g + W  --> [hw] + GG(e, f, g) ----------------> + --> P0 ---------> [e]
--
-- Registers a, b, c, e, f, g are those of the standard; D + W'_j and H + W_j are added one round ahead (dw, hw).
--
-- The XOR with the chaining value at the end of a block takes no cycle and lengthens no path:
--   fold (last round)   b, c, f, g and the words in dw and hw get theirs on their way to the next register; E gets it in the LUT4 of P0
--                       (late_e, zero in all other cycles)
--   the cycle after     late_a holds the word of A, which is added where A is used; zero in all other cycles
--
-- `start` loads a state that a round without message turns into the initial value, so that this needs no multiplexer.
--
-- Source: GB/T 32905-2016, section 5.3.3. Widths: words of 32 bits. Latency: one cycle for each round.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.sm3_pkg.all;

entity sm3_highspeed_rounds is
  port (
    clk           : in    std_ulogic;                    -- clock
    advance       : in    std_ulogic;                    -- step to the next round
    start         : in    std_ulogic;                    -- load the state before the initial value
    prepare       : in    std_ulogic;                    -- the next round is the last one of a block
    fold          : in    std_ulogic;                    -- last round of a block
    parity        : in    std_ulogic;                    -- rounds 0 to 15: FF and GG are parity
    constant_word : in    word_t;                        -- 32 bits: T_j <<< j
    word          : in    word_t;                        -- 32 bits: W of the next round
    difference    : in    word_t;                        -- 32 bits: W' of the next round
    chaining      : in    words_t(0 to STATE_WORDS - 1); -- chaining value V
    folded_d      : out   word_t;                        -- 32 bits: new word 3 of the chaining value; valid with fold
    folded_h      : out   word_t;                        -- 32 bits: new word 7; valid with fold
    folded        : out   words_t(0 to STATE_WORDS - 1)  -- other new words; valid in the cycle after fold; words 3 and 7 unused
  );
end entity sm3_highspeed_rounds;

architecture rtl of sm3_highspeed_rounds is

  constant ZERO : word_t := (others => '0');

  -- The inverse of P0: P0 applied 32 times is the identity.
  function inverse_p0 (x : word_t) return word_t is
    variable result : word_t := x;
  begin
    for i in 1 to 31 loop
      result := p0(result);
    end loop;
    return result;
  end function inverse_p0;

  -- The state one round before the initial value, in a cycle with T_0 and without parity.
  constant BEFORE_A   : word_t := INITIAL_VALUE(1);
  constant BEFORE_B   : word_t := rotated_left(INITIAL_VALUE(2), 23);
  constant BEFORE_C   : word_t := INITIAL_VALUE(3);
  constant BEFORE_E   : word_t := INITIAL_VALUE(5);
  constant BEFORE_F   : word_t := rotated_left(INITIAL_VALUE(6), 13);
  constant BEFORE_G   : word_t := INITIAL_VALUE(7);
  constant BEFORE_SS1 : word_t := rotated_left(rotated_left(BEFORE_A, 12) + BEFORE_E + round_constant(0), 7);
  constant BEFORE_SS2 : word_t := BEFORE_SS1 xor rotated_left(BEFORE_A, 12);
  constant BEFORE_DW  : word_t := INITIAL_VALUE(0) - BEFORE_SS2 - ff('0', BEFORE_A, BEFORE_B, BEFORE_C);
  constant BEFORE_HW  : word_t := inverse_p0(INITIAL_VALUE(4)) - BEFORE_SS1 - gg('0', BEFORE_E, BEFORE_F, BEFORE_G);

  signal a      : word_t; -- A without the word of late_a
  signal b      : word_t;
  signal c      : word_t;
  signal e      : word_t;
  signal f      : word_t;
  signal g      : word_t;
  signal dw     : word_t; -- D + W'
  signal hw     : word_t; -- H + W
  signal late_a : word_t; -- word 0 of the chaining value in the cycle after fold, otherwise zero
  signal late_e : word_t; -- word 4 of the chaining value with fold, otherwise zero
  signal full_a : word_t; -- A
  signal sum    : word_t; -- SS1 before its rotation, as a sum of two words
  signal carry  : word_t;
  signal ss1    : word_t;
  signal ss2    : word_t;
  signal tt2    : word_t;
  signal part_a : word_t; -- FF + D + W'
  signal part_e : word_t; -- GG + H + W

  -- The word of the chaining value in the last round of a block, otherwise zero.
  function gated (x : word_t; enable : std_ulogic) return word_t is
  begin
    return x and (word_t'range => enable);
  end function gated;

begin

  -- Carry-save addition of A <<< 12, e and T. It has a and late_a as separate operands, because synthesis would share A = a xor late_a with
  -- other uses, and the slowest path would have one more level of logic.
  save_carries : process (all) is
    variable operand : word_t;
    variable late    : word_t;
    variable carries : word_t;
  begin
    operand := rotated_left(a, 12);
    late    := rotated_left(late_a, 12);
    for i in word_t'range loop
      if late(i) = '1' then
        carries(i) := (e(i) and constant_word(i)) or (not operand(i) and (e(i) or constant_word(i)));
      else
        carries(i) := (e(i) and constant_word(i)) or (operand(i) and (e(i) or constant_word(i)));
      end if;
    end loop;
    carry <= carries(30 downto 0) & '0';
    sum   <= ((e xor constant_word) xor operand) xor late;
  end process save_carries;

  ss1    <= rotated_left(sum + carry, 7);
  ss2    <= (ss1 xor rotated_left(a, 12)) xor rotated_left(late_a, 12);
  full_a <= a xor late_a;
  part_a <= ff(parity, full_a, b, c) + dw;
  part_e <= gg(parity, e, f, g) + hw;
  tt2    <= own_sum(part_e, ss1);

  folded_d <= c xor gated(chaining(3), fold);
  folded_h <= g xor gated(chaining(7), fold);
  folded   <= (0 => full_a, 1 => b, 2 => c, 4 => e, 5 => f, 6 => g, others => ZERO);

  ahead_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        dw <= BEFORE_DW;
        hw <= BEFORE_HW;
      elsif advance = '1' then
        dw <= folded_d + difference;
        hw <= folded_h + word;
      end if;
    end if;
  end process ahead_reg;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        a <= BEFORE_A;
        b <= BEFORE_B;
        c <= BEFORE_C;
        e <= BEFORE_E;
        f <= BEFORE_F;
        g <= BEFORE_G;
      elsif advance = '1' then
        a <= own_sum(part_a, ss2);
        b <= full_a xor gated(chaining(1), fold);
        c <= rotated_left(b, 9) xor gated(chaining(2), fold);
        e <= p0(tt2) xor late_e;
        f <= e xor gated(chaining(5), fold);
        g <= rotated_left(f, 19) xor gated(chaining(6), fold);
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
