-- SPDX-License-Identifier: Apache-2.0
-- f_2 of Blue Midnight Wish: combines the quadruple pipe q and the message m into the new double pipe.
-- Source: Blue Midnight Wish, version of Round 2, the definition of f_2 (see bmw_pkg).
-- Widths: m, lower, upper and result are 16 words of WORD_BITS = 32 or 64 bits, word 0 in the most significant bits. Latency: none,
-- no registers.
--
--   XL = q_16 xor .. xor q_23                      XH = XL xor q_24 xor .. xor q_31
--   result_0 to result_7     (XH shifted xor q shifted xor m) + (XL xor q xor q)
--   result_8 to result_15    (XH xor q xor m) + (XL shifted xor q xor q) + (one of result_0 to result_7, rotated)

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.bmw_pkg.all;

entity bmw_highspeed_f2 is
  generic (
    WORD_BITS : positive -- bits of a word: 32 (BMW-256) or 64 (BMW-512)
  );
  port (
    m      : in    unsigned(16 * WORD_BITS - 1 downto 0); -- message
    lower  : in    unsigned(16 * WORD_BITS - 1 downto 0); -- q_0 to q_15, from f_0
    upper  : in    unsigned(16 * WORD_BITS - 1 downto 0); -- q_16 to q_31, from f_1
    result : out   unsigned(16 * WORD_BITS - 1 downto 0)  -- new double pipe
  );
end entity bmw_highspeed_f2;

architecture rtl of bmw_highspeed_f2 is

  subtype word_t is unsigned(WORD_BITS - 1 downto 0);

  type words_t is array (natural range <>) of word_t;

  type shifts_t is array (0 to 7) of integer range -11 to 8;

  -- Shifts in bits to the left, or to the right where negative: of XH and of q_16 to q_23 in result_0 to result_7, and of XL in
  -- result_8 to result_15.
  constant SHIFTS_XH : shifts_t := (5, -7, -5, -1, -3, 6, -4, -11);
  constant SHIFTS_Q  : shifts_t := (-5, 8, 5, 5, 0, -6, 6, 2);
  constant SHIFTS_XL : shifts_t := (8, -6, 6, 4, -3, -4, -7, -2);

  signal xl    : word_t;
  signal xh    : word_t;
  signal first : words_t(0 to 7); -- result_0 to result_7

  -- x shifted by constants as in the tables above.
  function shifted (x : unsigned; amount : integer) return unsigned is
  begin
    if amount > 0 then
      return shl(x, amount);
    elsif amount < 0 then
      return shr(x, -amount);
    end if;
    return x;
  end function shifted;

begin

  fold_upper : process (all) is
    variable sum : word_t;
  begin
    sum := word_of(upper, 0);
    for i in 1 to 7 loop
      sum := sum xor word_of(upper, i);
    end loop;
    xl <= sum;
    for i in 8 to 15 loop
      sum := sum xor word_of(upper, i);
    end loop;
    xh <= sum;
  end process fold_upper;

  every_word : for i in 0 to 7 generate
    signal late   : word_t; -- operand that depends on XH
    signal early  : word_t; -- operand that depends on XL only
    signal second : word_t; -- result_(8+i) without its third operand
  begin

    late     <= shifted(xh, SHIFTS_XH(i)) xor shifted(word_of(upper, i), SHIFTS_Q(i)) xor word_of(m, i);
    early    <= xl xor word_of(upper, 8 + i) xor word_of(lower, i);
    first(i) <= own_sum(late, early);
    second   <= own_sum(xh xor word_of(upper, 8 + i) xor word_of(m, 8 + i),
                        shifted(xl, SHIFTS_XL(i)) xor word_of(upper, (i + 7) mod 8) xor word_of(lower, 8 + i));

    result((16 - i) * WORD_BITS - 1 downto (15 - i) * WORD_BITS) <= first(i);
    result((8 - i) * WORD_BITS - 1 downto (7 - i) * WORD_BITS)   <= own_sum(second, rotated_left(first((i + 4) mod 8), i + 9));
  end generate every_word;

end architecture rtl;
