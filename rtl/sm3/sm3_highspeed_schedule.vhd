-- SPDX-License-Identifier: Apache-2.0
-- The message expansion of SM3. Slot t is the cycle in which W_t is available, as a word of the block or computed.
--
--   message_word -->|\
--                   | |--> w1 --> w2 --> ... --> w4 ... --> w14
--   computed ------>|/     |                     |           |      and w5, w7, w12
--      ^                   +------> XOR <--------|-----------+
--      +--- XOR <--- P1 <-- [mixed] <-+          +--> word, word XOR W_t
--
-- In slot t, register w_k holds W_(t-k). The core computes
--   W_t = P1(W_(t-16) xor W_(t-9) xor (W_(t-3) <<< 15)) xor (W_(t-13) <<< 7) xor W_(t-6)
-- in two steps: the argument of P1 in slot t-2 (mixed), the rest in slot t-1 (computed).
--
-- A round uses W_j and W'_j = W_j xor W_(j+4), which are outputs in slot j+4. So the last rounds need W_64 to W_67, in slots 0 to 3 of the
-- next block. There `computed` has them, while the registers already take the words of that block. W_67 depends on W_64, which no
-- register holds: in slot 1, `correction` turns the word in w1 into W_64.
--
-- Source: GB/T 32905-2016, section 5.3.2. Widths: words of 32 bits. Latency: four slots from message_word to word.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sm3_pkg.all;

entity sm3_highspeed_schedule is
  port (
    clk          : in    std_ulogic; -- clock
    advance      : in    std_ulogic; -- step to the next slot
    first_slot   : in    std_ulogic; -- slot 0
    loading      : in    std_ulogic; -- slots 0 to 15: take message_word
    pairing      : in    std_ulogic; -- slots 4 to 15 of a block: difference has message_word
    message_word : in    word_t;     -- 32 bits: word of the message block
    word         : out   word_t;     -- 32 bits: W_(t-4)
    difference   : out   word_t      -- 32 bits: W'_(t-4)
  );
end entity sm3_highspeed_schedule;

architecture rtl of sm3_highspeed_schedule is

  signal w          : words_t(1 to 14);
  signal mixed      : word_t; -- argument of P1 for the word after the next
  signal computed   : word_t; -- W_t by the recurrence
  signal chosen     : word_t; -- W_t
  signal correction : word_t; -- zero but in slot 1, where it is W_64 xor the first word of the block

begin

  chosen     <= message_word when loading = '1' else computed;
  word       <= w(4);
  difference <= w(4) xor message_word when pairing = '1' else w(4) xor computed;

  words_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        w          <= chosen & w(1 to 13);
        mixed      <= w(14) xor w(7) xor rotated_left(w(1) xor correction, 15);
        computed   <= p1(mixed) xor rotated_left(w(12), 7) xor w(5);
        correction <= (others => '0');
        if first_slot = '1' then
          correction <= chosen xor computed;
        end if;
      end if;
    end if;
  end process words_reg;

end architecture rtl;
