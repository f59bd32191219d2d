-- SPDX-License-Identifier: Apache-2.0
-- The message schedule: in slot t it outputs W_t.
--
--                 loading
--   message_word -->|\
--                   | |--+--> schedule_word --> w1 --> w2 --> ... --> w7 ... --> w13 --> w14 --> w15
--   computed ------>|/                          |       |               |           |               |
--      ^                                                +---------------+-- XOR ----+---------------+
--      +----------------------------------- rotl 1 -------------------------+
--
-- In slot t, register w_k holds W_(t-k). W_t = rotl1(W_(t-3) xor W_(t-8) xor W_(t-14) xor W_(t-16)) is computed in slot t-1.
--
-- Source: FIPS 180-4, section 6.1.2, step 1. Latency: none for a message word, one slot for the others.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha1_pkg.all;

entity sha1_highspeed_schedule is
  port (
    clk           : in    std_ulogic; -- clock
    advance       : in    std_ulogic; -- step to the next slot
    loading       : in    std_ulogic; -- slots 0 to 15: output message_word
    message_word  : in    word_t;     -- word of the message block
    schedule_word : out   word_t      -- W_t
  );
end entity sha1_highspeed_schedule;

architecture rtl of sha1_highspeed_schedule is

  signal w        : words_t(1 to 15);
  signal computed : word_t;
  signal chosen   : word_t; -- the word of this step: from the message, or computed

begin

  chosen        <= message_word when loading = '1' else computed;
  schedule_word <= chosen;

  words_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        w        <= chosen & w(1 to 14);
        computed <= rotl(w(2) xor w(7) xor w(13) xor w(15), 1);
      end if;
    end if;
  end process words_reg;

end architecture rtl;
