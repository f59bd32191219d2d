-- SPDX-License-Identifier: Apache-2.0
-- f_1 of Blue Midnight Wish: computes the second half of the quadruple pipe, q_16 to q_31. Each word depends on the 16 words before
-- it. expand_1 computes the first two, expand_2 the other 14.
-- Source: Blue Midnight Wish, version of Round 2, the definition of f_1 (see bmw_pkg).
-- Widths: m, h, lower and upper are 16 words of WORD_BITS = 32 or 64 bits, word 0 in the most significant bits. Latency: none, no
-- registers.
--
--   expand_1   q_j = four sums of four words each, after s_1, s_2, s_3 and s_0, + AddElement
--   expand_2   q_j = AddElement + rotated words + seven words as they are + r_7 + s_4 + s_5
--                    |----------- known early, added first --------------|
--
-- The seven words that expand_2 adds as they are form a window: every second one of the 13 words q_(j-16) to q_(j-4). Every window
-- contains q_14 or q_15. So a window is the sum of `older`, its words up to q_14 or q_15, and `newer`, its words after that. Each
-- value of `older` and `newer` needs one addition more than the value before it.
--
-- Operands that are known late are added last. The path from one word of the result to the next is s_5 and one addition.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.bmw_pkg.all;

entity bmw_highspeed_f1 is
  generic (
    WORD_BITS : positive -- bits of a word: 32 (BMW-256) or 64 (BMW-512)
  );
  port (
    m     : in    unsigned(16 * WORD_BITS - 1 downto 0); -- message
    h     : in    unsigned(16 * WORD_BITS - 1 downto 0); -- chaining value
    lower : in    unsigned(16 * WORD_BITS - 1 downto 0); -- q_0 to q_15, from f_0
    upper : out   unsigned(16 * WORD_BITS - 1 downto 0)  -- q_16 to q_31
  );
end entity bmw_highspeed_f1;

architecture rtl of bmw_highspeed_f1 is

  subtype word_t is unsigned(WORD_BITS - 1 downto 0);

  type words_t is array (natural range <>) of word_t;

  -- AddElement(i): three rotated words and K_(i+16), then xor a word of the chaining value.
  function add_element (block_words : unsigned; chain : unsigned; i : word_index_t) return word_t is
    variable first  : word_t;
    variable second : word_t;
    variable third  : word_t;
  begin
    first  := rotated_left(word_of(block_words, i), i + 1);
    second := rotated_left(word_of(block_words, (i + 3) mod 16), (i + 3) mod 16 + 1);
    third  := rotated_left(word_of(block_words, (i + 10) mod 16), (i + 10) mod 16 + 1);
    return own_difference(own_sum(own_sum(first, k(i + 16, WORD_BITS)), second), third) xor word_of(chain, (i + 7) mod 16);
  end function add_element;

  -- q_j from all 16 words before it. Operands that are known first are added first, and s_0(q_(j-1)) is added last.
  function expand_1 (q : words_t; j : natural; added : word_t) return word_t is
    variable fours : words_t(0 to 3);
  begin
    for i in 0 to 2 loop
      fours(i) := own_sum(own_sum(s(1, q(j - 16 + 4 * i)), s(2, q(j - 15 + 4 * i))),
                          own_sum(s(3, q(j - 14 + 4 * i)), s(0, q(j - 13 + 4 * i))));
    end loop;
    fours(3) := own_sum(own_sum(own_sum(s(1, q(j - 4)), s(2, q(j - 3))), own_sum(s(3, q(j - 2)), added)), fours(2));
    return own_sum(own_sum(own_sum(fours(0), fours(1)), fours(3)), s(0, q(j - 1)));
  end function expand_1;

  -- older(i): the sum of q_i and every second word after it, up to q_15. newer(i): the sum of q_i and every second word before it,
  -- down to q_16.
  function expand_2 (q : words_t; j : natural; added : word_t; older : words_t; newer : words_t) return word_t is
    variable sum : word_t;
  begin
    sum := own_sum(own_sum(added, r(1, q(j - 15))), own_sum(r(2, q(j - 13)), r(3, q(j - 11))));
    sum := own_sum(sum, own_sum(r(4, q(j - 9)), r(5, q(j - 7))));
    sum := own_sum(own_sum(sum, r(6, q(j - 5))), older(j - 16));
    if j >= 20 then
      sum := own_sum(sum, newer(j - 4));
    end if;
    sum := own_sum(sum, r(7, q(j - 3)));
    return own_sum(own_sum(sum, s(4, q(j - 2))), s(5, q(j - 1)));
  end function expand_2;

begin

  expand : process (all) is
    variable q     : words_t(0 to 31);
    variable older : words_t(0 to 15);
    variable newer : words_t(16 to 31);
    variable added : word_t;
  begin
    for i in 0 to 15 loop
      q(i) := word_of(lower, i);
    end loop;
    older(14) := q(14);
    older(15) := q(15);
    for i in 13 downto 2 loop
      older(i) := own_sum(older(i + 2), q(i));
    end loop;

    for j in 16 to 31 loop
      added := add_element(m, h, j - 16);
      if j < 18 then
        q(j)     := expand_1(q, j, added);
        newer(j) := q(j);
      else
        q(j)     := expand_2(q, j, added, older, newer);
        newer(j) := own_sum(newer(j - 2), q(j));
      end if;
      upper((32 - j) * WORD_BITS - 1 downto (31 - j) * WORD_BITS) <= q(j);
    end loop;
  end process expand;

end architecture rtl;
