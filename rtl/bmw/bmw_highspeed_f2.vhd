-- SPDX-License-Identifier: Apache-2.0
-- f_2 of Blue Midnight Wish: folds the quadruple pipe q and the message into the new double pipe.
--
--   XL = q_16 xor .. xor q_23, XH = XL xor q_24 xor .. xor q_31
--   result_0 to result_7:   (XH shifted, q, m) + (XL, q, q)
--   result_8 to result_15:  (XH, q, m) + (XL shifted, q, q) + one of the first eight rotated
--
-- m, lower and upper half of q, result: 16 words, word 0 in the most significant bits. WORD_BITS: 32 or 64. No clock.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.bmw_pkg.all;

entity bmw_highspeed_f2 is
  generic (
    WORD_BITS : positive
  );
  port (
    m      : in    unsigned(16 * WORD_BITS - 1 downto 0);
    lower  : in    unsigned(16 * WORD_BITS - 1 downto 0);
    upper  : in    unsigned(16 * WORD_BITS - 1 downto 0);
    result : out   unsigned(16 * WORD_BITS - 1 downto 0)
  );
end entity bmw_highspeed_f2;

architecture rtl of bmw_highspeed_f2 is

  subtype word_t is unsigned(WORD_BITS - 1 downto 0);

  type words_t is array (natural range <>) of word_t;

  type shifts_t is array (0 to 7) of integer range -11 to 8;

  -- To the left; to the right where negative. Of XH and of q_16 to q_23 in the first eight words, of XL in the others.
  constant SHIFTS_XH : shifts_t := (5, -7, -5, -1, -3, 6, -4, -11);
  constant SHIFTS_Q  : shifts_t := (-5, 8, 5, 5, 0, -6, 6, 2);
  constant SHIFTS_XL : shifts_t := (8, -6, 6, 4, -3, -4, -7, -2);

  signal xl    : word_t;
  signal xh    : word_t;
  signal first : words_t(0 to 7);

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
    signal late   : word_t;
    signal early  : word_t;
    signal second : word_t;
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
