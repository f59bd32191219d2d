-- SPDX-License-Identifier: Apache-2.0
-- The message schedule of the unrolled core: in slot g it outputs the M words of rounds M g to M g + M - 1.
--
--                loading
--   block_data ->|\     +--> schedule_words (words 0 .. M-1)
--                | |--->| window of 16 words |--> words M .. 15 and M new words --+
--   registers -->|/                                                               |
--      ^                                                                          |
--      +--------------------------------------------------------------------------+
--
-- Source: FIPS 180-4, section 6.1.2, step 1; paper C, section 7. Latency: none.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha1_pkg.all;

entity sha1_unrolled_schedule is
  generic (
    M : positive range 2 to 8 -- rounds a cycle
  );
  port (
    clk            : in    std_ulogic;                                              -- clock
    advance        : in    std_ulogic;                                              -- step to the next slot
    loading        : in    std_ulogic;                                              -- slot 0: take block_data
    block_data     : in    std_ulogic_vector(BLOCK_WORDS * WORD_BITS - 1 downto 0); -- message block, first word in the highest bits
    schedule_words : out   words_t(0 to M - 1)                                      -- W of M rounds
  );
end entity sha1_unrolled_schedule;

architecture rtl of sha1_unrolled_schedule is

  signal stored : words_t(0 to BLOCK_WORDS - 1);
  signal window : words_t(0 to BLOCK_WORDS + M - 1); -- W of 16 rounds, and of M more

begin

  schedule_words <= window(0 to M - 1);

  choose_word : for i in stored'range generate
    window(i) <= unsigned(block_data(WORD_BITS * (BLOCK_WORDS - i) - 1 downto WORD_BITS * (BLOCK_WORDS - i - 1)))
                 when loading = '1' else
                 stored(i);
  end generate choose_word;

  new_words : for i in BLOCK_WORDS to BLOCK_WORDS + M - 1 generate
    window(i) <= rotl(window(i - 3) xor window(i - 8) xor window(i - 14) xor window(i - 16), 1);
  end generate new_words;

  window_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        stored <= window(M to BLOCK_WORDS + M - 1);
      end if;
    end if;
  end process window_reg;

end architecture rtl;
