-- SPDX-License-Identifier: Apache-2.0
-- f_0 of Blue Midnight Wish: computes the first half of the quadruple pipe, q_0 to q_15.
-- Source: Blue Midnight Wish, version of Round 2, the definition of f_0 (see bmw_pkg).
-- Widths: m, h and q are 16 words of WORD_BITS = 32 or 64 bits, word 0 in the most significant bits. Latency: none, no registers.
--
--   m --(xor)--> X --> W_i, sums of five words --> s_(i mod 5) --(+ h_(i+1))--> q_i
--          ^                                                          ^
--   h -----+----------------------------------------------------------+
--
-- W_i is written as two pairs of words and one word. A pair that two sums share is computed once (bmw_pkg).

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.bmw_pkg.all;

entity bmw_highspeed_f0 is
  generic (
    WORD_BITS : positive -- bits of a word: 32 (BMW-256) or 64 (BMW-512)
  );
  port (
    m : in    unsigned(16 * WORD_BITS - 1 downto 0); -- message
    h : in    unsigned(16 * WORD_BITS - 1 downto 0); -- chaining value
    q : out   unsigned(16 * WORD_BITS - 1 downto 0)  -- q_0 to q_15
  );
end entity bmw_highspeed_f0;

architecture rtl of bmw_highspeed_f0 is

  signal x : unsigned(16 * WORD_BITS - 1 downto 0); -- m xor h

  -- The sum of two words, or their difference if the operation is '-'.
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

    signal first  : unsigned(WORD_BITS - 1 downto 0); -- first pair of W_i
    signal second : unsigned(WORD_BITS - 1 downto 0); -- second pair of W_i
    signal both   : unsigned(WORD_BITS - 1 downto 0); -- both pairs together
    signal w      : unsigned(WORD_BITS - 1 downto 0); -- W_i
  begin

    first  <= combined(word_of(x, SUM.a), SUM.to_b, word_of(x, SUM.b));
    second <= combined(word_of(x, SUM.c), SUM.to_d, word_of(x, SUM.d));
    both   <= combined(first, SUM.to_cd, second);
    w      <= combined(both, SUM.to_e, word_of(x, SUM.e));

    q((16 - i) * WORD_BITS - 1 downto (15 - i) * WORD_BITS) <= own_sum(s(i mod 5, w), word_of(h, (i + 1) mod 16));
  end generate every_word;

end architecture rtl;
