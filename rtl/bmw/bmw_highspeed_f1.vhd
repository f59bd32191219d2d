-- SPDX-License-Identifier: Apache-2.0
-- f_1 of Blue Midnight Wish: the second half of the quadruple pipe, Q_16 to Q_31, each from the sixteen words before it: twice by expand_1,
-- then by expand_2.
--
--   expand_1   q_j = sum of s_1, s_2, s_3, s_0 of four words each, and AddElement
--   expand_2   q_j = AddElement + rotated words + words of the first half + words of this half + r_7 + s_4 + s_5
--                    |------------ early ------------------------------|
--
-- The words that expand_2 adds as they are make windows of seven words, every second one of 13 in a row. All of them hold q_14, or q_15:
-- so a window is a sum of words up to there, `older`, and one of words behind it, `newer`, and each of these takes one addition more
-- than the one before. What comes late is added late: between two words of the result there are s_5 and one addition.
--
-- m, h, lower and upper half of q: 16 words, word 0 in the most significant bits. WORD_BITS: 32 or 64. No clock.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.bmw_pkg.all;

entity bmw_highspeed_f1 is
  generic (
    WORD_BITS : positive
  );
  port (
    m     : in    unsigned(16 * WORD_BITS - 1 downto 0);
    h     : in    unsigned(16 * WORD_BITS - 1 downto 0);
    lower : in    unsigned(16 * WORD_BITS - 1 downto 0);
    upper : out   unsigned(16 * WORD_BITS - 1 downto 0)
  );
end entity bmw_highspeed_f1;

architecture rtl of bmw_highspeed_f1 is

  subtype word_t is unsigned(WORD_BITS - 1 downto 0);

  type words_t is array (natural range <>) of word_t;

  -- AddElement(i)
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

  -- Of all words before q_j; what is known first is added first, and s_0(q_(j-1)) last.
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

  -- older(i): q_i and every second word behind it, up to q_15. newer(i): q_i and every second one before it, down to q_16.
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
