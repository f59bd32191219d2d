-- SPDX-License-Identifier: Apache-2.0
-- f_0 of Blue Midnight Wish: the first half of the quadruple pipe, Q_0 to Q_15.
--
--   m --(xor)--> X --> W_i, sums of five words --> s_(i mod 5) --(+ h_(i+1))--> q_i
--   h ----+--------------------------------------------------------+
--
-- W_i is two pairs of words and one word; pairs that two sums share are made once (bmw_pkg).
--
-- m, h, q: 16 words, word 0 in the most significant bits. WORD_BITS: 32 or 64. No clock.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.bmw_pkg.all;

entity bmw_highspeed_f0 is
  generic (
    WORD_BITS : positive
  );
  port (
    m : in    unsigned(16 * WORD_BITS - 1 downto 0);
    h : in    unsigned(16 * WORD_BITS - 1 downto 0);
    q : out   unsigned(16 * WORD_BITS - 1 downto 0)
  );
end entity bmw_highspeed_f0;

architecture rtl of bmw_highspeed_f0 is

  signal x : unsigned(16 * WORD_BITS - 1 downto 0);

  function combined (a : unsigned; operation : operation_t; b : unsigned) return unsigned is
  begin
    if operation = '-' then
      return own_difference(a, b);
    end if;
    return own_sum(a, b);
  end function combined;

begin

  x <= m xor h;

  every_word : for i in 0 to 15 generate
    constant SUM : sum_t := W_SUMS(i);

    signal first  : unsigned(WORD_BITS - 1 downto 0);
    signal second : unsigned(WORD_BITS - 1 downto 0);
    signal both   : unsigned(WORD_BITS - 1 downto 0);
    signal w      : unsigned(WORD_BITS - 1 downto 0);
  begin

    first  <= combined(word_of(x, SUM.a), SUM.to_b, word_of(x, SUM.b));
    second <= combined(word_of(x, SUM.c), SUM.to_d, word_of(x, SUM.d));
    both   <= combined(first, SUM.to_cd, second);
    w      <= combined(both, SUM.to_e, word_of(x, SUM.e));

    q((16 - i) * WORD_BITS - 1 downto (15 - i) * WORD_BITS) <= own_sum(s(i mod 5, w), word_of(h, (i + 1) mod 16));
  end generate every_word;

end architecture rtl;
