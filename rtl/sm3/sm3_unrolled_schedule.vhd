-- SPDX-License-Identifier: Apache-2.0
-- The message expansion of SM3, two words a cycle. Slot t has W_2t and W_2t+1, as words of the block or computed.
--
--   first_word, second_word -->|\
--                              | |--> [w1, w2] --> ... --> [w4, w3] --> ... --> [w14, w13]
--   expanded ----------------->|/                              |
--      ^                                                       +--> words, and their XOR with expanded
--      +-- XOR <--- P1 <--- [mixed]
--
-- With T = 2t, register w(k) holds W_(T-k) in slot t. The core computes
--   W_n = P1(W_(n-16) xor W_(n-9) xor (W_(n-3) <<< 15)) xor (W_(n-13) <<< 7) xor W_(n-6)
-- in two steps: the argument of P1 one slot ahead (mixed), the rest in the slot of W_n. The argument for the odd word needs the even word
-- of the slot before, from in front of its register.
--
-- Rounds j and j+1 use W_j, W'_j = W_j xor W_(j+4) and those of j+1, which are outputs in slot j/2 + 2. So the last rounds need W_64 to
-- W_67, in slots 0 and 1 of the next block. There `expanded` has them, while the registers already take the words of that block.
-- In slots 2 to 7 `expanded` is the message word: `mixed` is zero there, so that the word needs no multiplexer after P1.
--
-- Source: GB/T 32905-2016, section 5.3.2. Widths: words of 32 bits; index 0 is the first round of a slot.
-- Latency: two slots from a pair of words to the outputs.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sm3_pkg.all;

entity sm3_unrolled_schedule is
  port (
    clk         : in    std_ulogic;     -- clock
    advance     : in    std_ulogic;     -- step to the next slot
    start       : in    std_ulogic;     -- in slot 1 of the first block: the second round of slot 2 has no message word
    unpacking   : in    std_ulogic;     -- slots 0 to 7: the pair is from the block
    pairing     : in    std_ulogic;     -- slots 2 to 7
    pairs_next  : in    std_ulogic;     -- the next slot has pairing
    first_word  : in    word_t;         -- 32 bits: even word of the block
    second_word : in    word_t;         -- 32 bits: odd word of the block
    word        : out   word_t;         -- 32 bits: W of the first round of the next slot
    late_word   : out   word_t;         -- 32 bits: W of the second round of this slot
    differences : out   words_t(0 to 1) -- 2 x 32 bits: W' of the rounds of the next slot
  );
end entity sm3_unrolled_schedule;

architecture rtl of sm3_unrolled_schedule is

  constant ZERO : word_t := (others => '0');

  signal w        : words_t(1 to 14);
  signal mixed    : words_t(0 to 1); -- argument of P1, or zero
  signal early    : words_t(0 to 1); -- the part of W beside P1, or the word of the block
  signal expanded : words_t(0 to 1); -- W_2t and W_2t+1; in slots 0 and 1 W_64 to W_67
  signal chosen   : words_t(0 to 1); -- W_2t and W_2t+1

begin

  early(0) <= first_word when pairing = '1' else rotated_left(w(13), 7) xor w(6);
  early(1) <= second_word when pairing = '1' else rotated_left(w(12), 7) xor w(5);

  expanded(0) <= p1(mixed(0)) xor early(0);
  expanded(1) <= p1(mixed(1)) xor early(1);

  chosen(0) <= first_word when unpacking = '1' else expanded(0);
  chosen(1) <= second_word when unpacking = '1' else expanded(1);

  word           <= w(4);
  late_word      <= w(5);
  differences(0) <= w(4) xor expanded(0);
  differences(1) <= w(3) xor expanded(1);

  words_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        w(1)       <= chosen(1);
        w(2)       <= chosen(0);
        w(3 to 14) <= w(1 to 12);
        if start = '1' then
          w(5) <= ZERO;
        end if;
        mixed(0) <= w(14) xor w(7) xor rotated_left(w(1), 15);
        mixed(1) <= w(13) xor w(6) xor rotated_left(expanded(0), 15);
        if pairs_next = '1' then
          mixed <= (others => ZERO);
        end if;
      end if;
    end if;
  end process words_reg;

end architecture rtl;
