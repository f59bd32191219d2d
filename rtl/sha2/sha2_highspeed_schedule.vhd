-- SPDX-License-Identifier: Apache-2.0
-- The message schedule: in slot t it outputs W_t.
--
--                 loading
--   message_word -->|\
--                   | |--+--> schedule_word --> w1 --> w2 --> ... --> w5 ... --> w12 --> w13
--   computed ------>|/                          |                     |           |       |
--      ^                                     sigma 1                  |        sigma 0    |
--      +-------------------------------------- + <-- late <-- + <-----+            |      |
--                                                             +<----- early <----- + <----+
--
-- In slot t, register w_k holds W_(t-k). The sum
--   W_t = sigma1(W_(t-2)) + W_(t-7) + sigma0(W_(t-15)) + W_(t-16)
-- takes three additions. One is made in each of slots t-3 (early), t-2 (late) and t-1 (computed).
--
-- Source: FIPS 180-4, sections 6.2.2 and 6.4.2, step 1. Widths: words of WORD_BITS bits, 32 or 64.
-- Latency: none for a message word; see above for the others.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha2_pkg.all;

entity sha2_highspeed_schedule is
  generic (
    WORD_BITS : positive -- bits of a word: 32 or 64
  );
  port (
    clk           : in    std_ulogic;                       -- clock
    advance       : in    std_ulogic;                       -- step to the next slot
    loading       : in    std_ulogic;                       -- slots 0 to 15: output message_word
    message_word  : in    unsigned(WORD_BITS - 1 downto 0); -- word of the message block
    schedule_word : out   unsigned(WORD_BITS - 1 downto 0)  -- W_t
  );
end entity sha2_highspeed_schedule;

architecture rtl of sha2_highspeed_schedule is

  type words_t is array (1 to 13) of unsigned(WORD_BITS - 1 downto 0);

  signal w        : words_t;
  signal early    : unsigned(WORD_BITS - 1 downto 0); -- first sum of two operands of the next word
  signal late     : unsigned(WORD_BITS - 1 downto 0); -- sum of three operands of the next word
  signal computed : unsigned(WORD_BITS - 1 downto 0);
  signal chosen   : unsigned(WORD_BITS - 1 downto 0); -- the word of this step: from the message, or computed

begin

  chosen        <= message_word when loading = '1' else computed;
  schedule_word <= chosen;

  words_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        w        <= chosen & w(1 to 12);
        early    <= small_sigma_0(w(12)) + w(13);
        late     <= early + w(5);
        computed <= small_sigma_1(w(1)) + late;
      end if;
    end if;
  end process words_reg;

end architecture rtl;
