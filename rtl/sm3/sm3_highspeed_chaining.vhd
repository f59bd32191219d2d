-- SPDX-License-Identifier: Apache-2.0
-- Stores the chaining value V of SM3. After the last block of a message, the same registers are the output buffer of the digest.
--
--   rounds --> [V0 .. V7] --> rounds
--                   |
--                   +--> AND with one-hot position --> OR --> out_data
--
-- The digest stays in the registers while the next message is processed. In the cycle in which its last word is taken, they are loaded
-- with the initial value. The control waits with the end of the next block until then. The registers are reset because they must hold
-- the initial value before the first message.
--
-- Source: GB/T 32905-2016, section 5.3.1. Widths: words of 32 bits.
-- Latency: the first word of the digest is sent one cycle after `finished`, then one word a cycle while out_ready is '1'.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sm3_pkg.all;

entity sm3_highspeed_chaining is
  port (
    clk       : in    std_ulogic;                     -- clock
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    advance   : in    std_ulogic;                     -- step to the next round
    fold      : in    std_ulogic;                     -- with advance: store words 3 and 7
    keep      : in    std_ulogic;                     -- store the other words; the cycle after fold
    finished  : in    std_ulogic;                     -- with keep: the value is a digest
    folded_d  : in    word_t;                         -- 32 bits: new word 3
    folded_h  : in    word_t;                         -- 32 bits: new word 7
    folded    : in    words_t(0 to STATE_WORDS - 1);  -- the other new words
    chaining  : out   words_t(0 to STATE_WORDS - 1);  -- chaining value V
    sending   : out   std_ulogic;                     -- words of a digest have not been taken yet
    out_data  : out   std_ulogic_vector(31 downto 0); -- output stream: words of the digest
    out_valid : out   std_ulogic;                     -- out_data holds a word
    out_ready : in    std_ulogic                      -- the receiver takes the word in this cycle
  );
end entity sm3_highspeed_chaining;

architecture rtl of sm3_highspeed_chaining is

  signal value    : words_t(0 to STATE_WORDS - 1);
  signal position : std_ulogic_vector(0 to STATE_WORDS - 1); -- one-hot: index of the word on out_data
  signal all_sent : std_ulogic;                              -- the last word of the digest is taken in this cycle
  signal busy     : std_ulogic;                              -- value of sending

begin

  chaining  <= value;
  sending   <= busy;
  out_valid <= busy;
  all_sent  <= position(STATE_WORDS - 1) and out_ready;

  select_word : process (all) is
    variable data : word_t;
  begin
    data := (others => '0');
    for pair in 0 to STATE_WORDS / 2 - 1 loop
      data := data or ((value(2 * pair) and (word_t'range => position(2 * pair)))
                       or (value(2 * pair + 1) and (word_t'range => position(2 * pair + 1))));
    end loop;
    out_data <= std_ulogic_vector(data);
  end process select_word;

  value_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or all_sent = '1' then
        value <= INITIAL_VALUE;
      else
        if fold = '1' and advance = '1' then
          value(3) <= folded_d;
          value(7) <= folded_h;
        end if;
        if keep = '1' then
          value(0 to 2) <= folded(0 to 2);
          value(4 to 6) <= folded(4 to 6);
        end if;
      end if;
    end if;
  end process value_reg;

  send_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        position <= (others => '0');
        busy     <= '0';
      elsif finished = '1' then
        position <= (0 => '1', others => '0');
        busy     <= '1';
      elsif out_ready = '1' then
        position <= '0' & position(0 to STATE_WORDS - 2);
        busy     <= busy and not position(STATE_WORDS - 1);
      end if;
    end if;
  end process send_reg;

end architecture rtl;
