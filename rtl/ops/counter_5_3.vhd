-- SPDX-License-Identifier: Apache-2.0
-- 5-to-3 parallel counters: reduces the sum of five words to the sum of three, without carry propagation.
--
--   a, b, c, d, e --> one counter for each bit position --> ones, twos, fours
--   a + b + c + d + e = ones + twos + fours   (modulo 2^WORD_BITS)
--
-- Each counter counts the ones among the five bits of its position, 0 to 5. The three bits of the count have the weights 1, 2 and 4,
-- so twos and fours are shifted left by one and two positions. It is written as logic, not as additions, so that synthesis does
-- not build carry chains of it.
--
-- Source: paper C, section 4 and Fig. 5. Widths: words of WORD_BITS bits. Latency: none, combinational.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity counter_5_3 is
  generic (
    WORD_BITS : positive -- bits of a word; at least 3
  );
  port (
    a     : in    unsigned(WORD_BITS - 1 downto 0); -- operand
    b     : in    unsigned(WORD_BITS - 1 downto 0); -- operand
    c     : in    unsigned(WORD_BITS - 1 downto 0); -- operand
    d     : in    unsigned(WORD_BITS - 1 downto 0); -- operand
    e     : in    unsigned(WORD_BITS - 1 downto 0); -- operand
    ones  : out   unsigned(WORD_BITS - 1 downto 0); -- bits of weight 1
    twos  : out   unsigned(WORD_BITS - 1 downto 0); -- bits of weight 2, shifted
    fours : out   unsigned(WORD_BITS - 1 downto 0)  -- bits of weight 4, shifted
  );
end entity counter_5_3;

architecture rtl of counter_5_3 is

  signal all_four  : unsigned(WORD_BITS - 1 downto 0); -- a, b, c and d are all one
  signal some_pair : unsigned(WORD_BITS - 1 downto 0); -- at least two of a, b, c, d are one
  signal odd_four  : unsigned(WORD_BITS - 1 downto 0); -- an odd number of a, b, c, d is one
  signal two       : unsigned(WORD_BITS - 1 downto 0); -- bit of weight 2 of the count
  signal four      : unsigned(WORD_BITS - 1 downto 0); -- bit of weight 4 of the count

begin

  all_four  <= a and b and c and d;
  some_pair <= (a and b) or (c and d) or ((a or b) and (c or d));
  odd_four  <= a xor b xor c xor d;

  -- Among a to d: one of them and e, or two, or three make the count 2 or 3. Four, or three and e, make it 4 or 5.
  four <= all_four or (some_pair and odd_four and e);
  two  <= (some_pair or (odd_four and e)) and not four;

  ones  <= odd_four xor e;
  twos  <= two(WORD_BITS - 2 downto 0) & '0';
  fours <= four(WORD_BITS - 3 downto 0) & "00";

end architecture rtl;
