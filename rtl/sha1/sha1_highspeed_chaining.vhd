-- SPDX-License-Identifier: Apache-2.0
-- Stores the chaining value H0 .. H4, adds it to the round variables at the end of a block, and sends it as the digest.
--
--   variable --> + --> [0] --> [1] --> [2] --> [3] --> [4] --+
--                ^                                           |
--                +-------------------------------------------+
--   [0] .. [4] --> AND with one-hot position --> OR --> out_data
--
-- H4 is added first and H0 last. After five steps, H0 is in register 0 again and H4 in register 4. A digest stays in the registers
-- while its words are sent. In the cycle in which the last word is taken, the registers are loaded with the initial value.
--
-- Source: FIPS 180-4, sections 6.1.2, step 4, and 5.3.1. Latency: a sum is in register 0 one cycle after `step`; the first word
-- of the digest is sent one cycle after `finished`.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha1_pkg.all;
use work.shell_pkg.all;

entity sha1_highspeed_chaining is
  port (
    clk       : in    std_ulogic;                                -- clock
    rst       : in    std_ulogic;                                -- synchronous reset, active high
    step      : in    std_ulogic;                                -- add `variable` to the next word
    addend    : in    word_t;                                    -- round variable, e first and a last
    newest    : out   words_t(0 to 2);                           -- registers 0 to 2: the last three sums, newest first
    finished  : in    std_ulogic;                                -- the registers hold a digest from the next cycle on
    sending   : out   std_ulogic;                                -- the registers hold a digest that is being sent
    out_data  : out   std_ulogic_vector(WORD_BITS - 1 downto 0); -- output stream: words of the digest
    out_valid : out   std_ulogic;                                -- out_data holds a word
    out_ready : in    std_ulogic                                 -- the receiver takes the word in this cycle
  );
end entity sha1_highspeed_chaining;

architecture rtl of sha1_highspeed_chaining is

  signal h        : words_t(0 to STATE_WORDS - 1);
  signal position : std_ulogic_vector(0 to STATE_WORDS - 1); -- one-hot: index of the word on out_data
  signal all_sent : std_ulogic;                              -- the last word of the digest is taken in this cycle

begin

  newest    <= h(0 to 2);
  out_valid <= sending;
  all_sent  <= position(STATE_WORDS - 1) and out_ready;

  select_word : process (all) is
    variable data : word_t;
  begin
    data := (others => '0');
    for i in h'range loop
      data := data or (h(i) and (WORD_BITS - 1 downto 0 => position(i)));
    end loop;
    out_data <= std_ulogic_vector(data);
  end process select_word;

  words_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or all_sent = '1' then
        h <= INITIAL_VALUE;
      elsif step = '1' then
        h <= (addend + h(STATE_WORDS - 1)) & h(0 to STATE_WORDS - 2);
      end if;
    end if;
  end process words_reg;

  send_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        position <= (others => '0');
        sending  <= '0';
      elsif finished = '1' then
        position <= (0 => '1', others => '0');
        sending  <= '1';
      elsif out_ready = '1' then
        position <= '0' & position(0 to STATE_WORDS - 2);
        sending  <= sending and not position(STATE_WORDS - 1);
      end if;
    end if;
  end process send_reg;

end architecture rtl;
