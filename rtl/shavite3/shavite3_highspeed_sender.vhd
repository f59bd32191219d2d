-- SPDX-License-Identifier: Apache-2.0
-- Sends a digest word by word from the registers of the chaining value. No copy of the digest is stored.
--
--                  words 0, 1     words 2, 3              last two words
--                      |              |                        |
--   odd, late ----> [select] ---> [select if pair(1)] ---> [select if pair(..)] ---> out_data
--
-- The word is selected by a chain with one LUT4 a bit for each two words. In words after the first two, the chain starts with `odd`.
-- Every stage passes its input on, except the stage of the pair: there its input, which is `odd`, selects one of two words. An OR
-- of ANDed words would need one LUT4 a bit more.
--
-- `fresh` is '1' in the cycle after reset and after the cycle in which the last word is taken. The chaining value can then be set to
-- its initial value.
--
-- Widths: WORDS words of 64 bits; the first word is in the most significant bits of digest.
-- Latency: the first word is sent one cycle after `load`, then one word a cycle while out_ready is '1'. digest need not be valid
-- earlier than it is sent.

library ieee;
use ieee.std_logic_1164.all;

entity shavite3_highspeed_sender is
  generic (
    WORDS : positive range 4 to 8 -- words of a digest; an even number
  );
  port (
    clk       : in    std_ulogic;                                 -- core clock
    rst       : in    std_ulogic;                                 -- synchronous reset, active high: nothing is sent
    load      : in    std_ulogic;                                 -- a digest is sent, from the next cycle on
    digest    : in    std_ulogic_vector(64 * WORDS - 1 downto 0); -- the digest
    sending   : out   std_ulogic;                                 -- words of the digest have not been taken yet
    fresh     : out   std_ulogic;                                 -- the digest is no longer needed
    out_data  : out   std_ulogic_vector(63 downto 0);             -- output stream: words of the digest
    out_valid : out   std_ulogic;                                 -- out_data holds a word
    out_ready : in    std_ulogic                                  -- the receiver takes the word in this cycle
  );
end entity shavite3_highspeed_sender;

architecture rtl of shavite3_highspeed_sender is

  constant PAIRS : positive := WORDS / 2;

  signal odd      : std_ulogic;                        -- the second word of a pair is sent
  signal late     : std_ulogic;                        -- a word after the first pair is sent
  signal pair     : std_ulogic_vector(1 to PAIRS - 1); -- one-hot: the pair, if it is not the first one
  signal all_sent : std_ulogic;                        -- the last word is taken in this cycle

begin

  out_valid <= sending;
  all_sent  <= pair(PAIRS - 1) and odd and out_ready;

  select_word : process (all) is
    variable chosen : std_ulogic;
  begin
    for i in 0 to 63 loop
      if late = '1' then
        chosen := odd;
      elsif odd = '1' then
        chosen := digest(64 * (WORDS - 2) + i);
      else
        chosen := digest(64 * (WORDS - 1) + i);
      end if;
      for k in 1 to PAIRS - 1 loop
        if pair(k) = '1' then
          if chosen = '1' then
            chosen := digest(64 * (WORDS - 2 * k - 2) + i);
          else
            chosen := digest(64 * (WORDS - 2 * k - 1) + i);
          end if;
        end if;
      end loop;
      out_data(i) <= chosen;
    end loop;
  end process select_word;

  send_reg : process (clk) is
  begin
    if rising_edge(clk) then
      fresh <= rst or all_sent;
      if rst = '1' or load = '1' then
        sending <= load and not rst;
        odd     <= '0';
        late    <= '0';
        pair    <= (others => '0');
      elsif sending = '1' and out_ready = '1' then
        odd <= not odd;
        if odd = '1' then
          late    <= '1';
          pair    <= not late & pair(1 to PAIRS - 2);
          sending <= sending and not pair(PAIRS - 1);
        end if;
      end if;
    end if;
  end process send_reg;

end architecture rtl;
