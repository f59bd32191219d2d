-- SPDX-License-Identifier: Apache-2.0
-- Stores the words of a block, which arrive one a cycle, until the message expansion takes them, two a cycle.
--
--                   +--> [even] 8 words, shifts with even words and with each pair --> first_word
--   message_word ---+
--                   +--> [odd]  7 words, shifts with odd words and with each pair  --> second_word
--
-- Slots 17 to 31 take words 0 to 14, slot 0 takes word 15. Slots 0 to 7 output the pairs. The last even word enters before the first pair
-- leaves, the last odd word in the same slot. So each shift register is full then, and no word needs a multiplexer to pass others.
-- In slots 8 to 16 the registers shift words that nobody uses.
--
-- Widths: words of 32 bits. Latency: none; a pair is there in its slot.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sm3_pkg.all;

entity sm3_unrolled_loader is
  port (
    clk          : in    std_ulogic; -- clock
    advance      : in    std_ulogic; -- step to the next slot
    odd_slot     : in    std_ulogic; -- the number of the slot is odd: message_word is an even word
    unpacking    : in    std_ulogic; -- slots 0 to 7: the pair is taken
    message_word : in    word_t;     -- 32 bits: word of the message block
    first_word   : out   word_t;     -- 32 bits: word 2 t of the block in slot t
    second_word  : out   word_t      -- 32 bits: word 2 t + 1
  );
end entity sm3_unrolled_loader;

architecture rtl of sm3_unrolled_loader is

  constant PAIRS : positive := BLOCK_WORDS / 2;

  signal even : words_t(0 to PAIRS - 1); -- the first word to leave is at index 0
  signal odd  : words_t(0 to PAIRS - 2);

begin

  first_word  <= even(0);
  second_word <= odd(0);

  words_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' and (unpacking = '1' or odd_slot = '1') then
        even <= even(1 to PAIRS - 1) & message_word;
      end if;
      if advance = '1' and (unpacking = '1' or odd_slot = '0') then
        odd <= odd(1 to PAIRS - 2) & message_word;
      end if;
    end if;
  end process words_reg;

end architecture rtl;
