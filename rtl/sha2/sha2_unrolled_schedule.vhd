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
-- Source: FIPS 180-4, sections 6.2.2 and 6.4.2, step 1; paper C, section 7. Widths: words of WORD_BITS bits, 32 or 64; the first
-- word is in the highest bits of schedule_words. Latency: none.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.sha2_pkg.all;

entity sha2_unrolled_schedule is
  generic (
    WORD_BITS : positive;             -- bits of a word: 32 or 64
    M         : positive range 2 to 8 -- rounds a cycle
  );
  port (
    clk            : in    std_ulogic;                                              -- clock
    advance        : in    std_ulogic;                                              -- step to the next slot
    loading        : in    std_ulogic;                                              -- slot 0: take block_data
    block_data     : in    std_ulogic_vector(BLOCK_WORDS * WORD_BITS - 1 downto 0); -- message block, first word in the highest bits
    schedule_words : out   unsigned(M * WORD_BITS - 1 downto 0)                     -- W of M rounds
  );
end entity sha2_unrolled_schedule;

architecture rtl of sha2_unrolled_schedule is

  type words_t is array (natural range <>) of unsigned(WORD_BITS - 1 downto 0);

  signal stored : words_t(0 to BLOCK_WORDS - 1);
  signal window : words_t(0 to BLOCK_WORDS + M - 1); -- W of 16 rounds, and of M more

begin

  choose_word : for i in stored'range generate
    window(i) <= unsigned(block_data(WORD_BITS * (BLOCK_WORDS - i) - 1 downto WORD_BITS * (BLOCK_WORDS - i - 1)))
                 when loading = '1' else
                 stored(i);
  end generate choose_word;

  connect_words : for i in 0 to M - 1 generate
    schedule_words(WORD_BITS * (M - i) - 1 downto WORD_BITS * (M - i - 1)) <= window(i);
  end generate connect_words;

  -- The operand of sigma1 is the latest one to be known, so it is added last.
  new_words : for i in BLOCK_WORDS to BLOCK_WORDS + M - 1 generate
    window(i) <= own_sum(own_sum(own_sum(small_sigma_0(window(i - 15)), window(i - 16)), window(i - 7)), small_sigma_1(window(i - 2)));
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
