-- SPDX-License-Identifier: Apache-2.0
-- One round of SM3 as logic, with two additions in series.
--
--   dw + FF(a, b, c) ---------------------------------------------+
--                                                                 v
--   a <<< 12, e, T --> carry-save --> + --> <<< 7 --+--> XOR ---> + --> next_a
--                                                   v
--   hw + GG(e, f, g) -----------------------------> + --> P0 ---------> next_e
--
-- The other words of the next state are a, b <<< 9, c, e, f <<< 19 and g.
--
-- Source: GB/T 32905-2016, section 5.3.3. Widths: words of 32 bits. Latency: none, combinational.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.sm3_pkg.all;

entity sm3_unrolled_round is
  port (
    parity        : in    std_ulogic; -- rounds 0 to 15: FF and GG are parity
    constant_word : in    word_t;     -- 32 bits: T_j <<< j
    a             : in    word_t;     -- 32 bits: A is a xor late_a
    late_a        : in    word_t;     -- 32 bits
    b             : in    word_t;     -- 32 bits: B
    c             : in    word_t;     -- 32 bits: C
    dw            : in    word_t;     -- 32 bits: D + W'
    e             : in    word_t;     -- 32 bits: E
    f             : in    word_t;     -- 32 bits: F
    g             : in    word_t;     -- 32 bits: G
    hw            : in    word_t;     -- 32 bits: H + W
    next_a        : out   word_t;     -- 32 bits: A after the round
    next_e        : out   word_t      -- 32 bits: E after the round
  );
end entity sm3_unrolled_round;

architecture rtl of sm3_unrolled_round is

  signal sum    : word_t; -- SS1 before its rotation is sum + carry
  signal carry  : word_t;
  signal ss1    : word_t;
  signal ss2    : word_t;
  signal part_a : word_t; -- FF + D + W'
  signal part_e : word_t; -- GG + H + W
  signal tt2    : word_t;

begin

  -- Carry-save addition of A <<< 12, e and T. It has a and late_a as separate operands, because synthesis would share A = a xor late_a with
  -- other uses, and the slowest path would have one more level of logic. So it is not the function of carry_save_pkg.
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
  part_a <= own_sum(dw, ff(parity, a xor late_a, b, c));
  part_e <= own_sum(hw, gg(parity, e, f, g));
  tt2    <= own_sum(part_e, ss1);
  next_a <= own_sum(part_a, ss2);
  next_e <= p0(tt2);

end architecture rtl;
