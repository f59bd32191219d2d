-- SPDX-License-Identifier: Apache-2.0
-- The function G of BLAKE2 without the addition of its first message word, which is done outside this entity.
--
--   a (first word added) --> (+b) ------------> (+second) --> (+b) ---------> next_a
--   d ---------------------> (xor) >>> -----------------> (xor) >>> --------> next_d
--   c -----------------------> (+d) ------------------------> (+d) ---------> next_c
--   b ---------------------------> (xor) >>> --------------------> (xor) >>> > next_b
--
-- Time runs from left to right. `second` is added while d, c and b are computed, so this addition is not on the longest path.
--
-- Source: RFC 7693, section 3.1. Widths: words of WORD_BITS = 32 or 64 bits. Latency: none, no registers.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.blake2_pkg.all;

entity blake2_folded_g is
  generic (
    WORD_BITS : positive -- bits of a word: 32 (BLAKE2s) or 64 (BLAKE2b)
  );
  port (
    a      : in    unsigned(WORD_BITS - 1 downto 0); -- word a, to which the first message word has been added
    b      : in    unsigned(WORD_BITS - 1 downto 0); -- word b
    c      : in    unsigned(WORD_BITS - 1 downto 0); -- word c
    d      : in    unsigned(WORD_BITS - 1 downto 0); -- word d
    second : in    unsigned(WORD_BITS - 1 downto 0); -- second message word
    next_a : out   unsigned(WORD_BITS - 1 downto 0); -- word a after G
    next_b : out   unsigned(WORD_BITS - 1 downto 0); -- word b after G
    next_c : out   unsigned(WORD_BITS - 1 downto 0); -- word c after G
    next_d : out   unsigned(WORD_BITS - 1 downto 0)  -- word d after G
  );
end entity blake2_folded_g;

architecture rtl of blake2_folded_g is

  subtype word_t is unsigned(WORD_BITS - 1 downto 0);

  signal a_half : word_t;
  signal a_more : word_t; -- a_half with the second message word added
  signal b_half : word_t;
  signal c_half : word_t;
  signal d_half : word_t;
  signal a_full : word_t;
  signal c_full : word_t;
  signal d_full : word_t;

begin

  a_half <= own_sum(a, b);
  d_half <= rotated_right(d xor a_half, rotation(0, WORD_BITS));
  c_half <= own_sum(c, d_half);
  b_half <= rotated_right(b xor c_half, rotation(1, WORD_BITS));

  a_more <= own_sum(a_half, second);
  a_full <= own_sum(a_more, b_half);
  d_full <= rotated_right(d_half xor a_full, rotation(2, WORD_BITS));
  c_full <= own_sum(c_half, d_full);

  next_a <= a_full;
  next_b <= rotated_right(b_half xor c_full, rotation(3, WORD_BITS));
  next_c <= c_full;
  next_d <= d_full;

end architecture rtl;
