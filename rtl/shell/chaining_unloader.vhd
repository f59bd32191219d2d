-- SPDX-License-Identifier: Apache-2.0
-- The registers of a chaining value, which are also the output buffer of a digest. No second copy of the digest is stored.
--
--   next_value --> [chaining registers] --> value
--                            |
--                            +--> AND with one-hot position --> OR --> out_data
--
-- A datapath needs the chaining value only at the end of a block. So after the last block of a message, the registers store the
-- digest while the next message is processed. The datapath must wait with its use of the value while `sending` is '1'. In the
-- cycle in which the last word is taken, the registers are loaded with INITIAL.
--
-- The registers are reset because they must hold the initial value before the first message.
--
-- Widths: WORDS words of W bits, of which the first DIGEST_WORDS are sent; the first word is in the most significant bits.
-- Latency: the first word is sent one cycle after `finished`, then one word a cycle while out_ready is '1'.

library ieee;
use ieee.std_logic_1164.all;

entity chaining_unloader is
  generic (
    W            : positive;                                 -- bits of a word
    WORDS        : positive;                                 -- words of the chaining value
    DIGEST_WORDS : positive;                                 -- words of a digest; at most WORDS
    INITIAL      : std_ulogic_vector(W * WORDS - 1 downto 0) -- initial chaining value
  );
  port (
    clk        : in    std_ulogic;                                -- clock
    rst        : in    std_ulogic;                                -- synchronous reset, active high
    load       : in    std_ulogic;                                -- store next_value
    next_value : in    std_ulogic_vector(W * WORDS - 1 downto 0); -- chaining value or digest
    value      : out   std_ulogic_vector(W * WORDS - 1 downto 0); -- chaining value
    finished   : in    std_ulogic;                                -- the value loaded in this cycle is a digest
    sending    : out   std_ulogic;                                -- a digest is being sent
    out_data   : out   std_ulogic_vector(W - 1 downto 0);         -- output stream: words of the digest
    out_valid  : out   std_ulogic;                                -- out_data holds a word
    out_ready  : in    std_ulogic                                 -- the receiver takes the word in this cycle
  );
end entity chaining_unloader;

architecture rtl of chaining_unloader is

  signal position : std_ulogic_vector(0 to DIGEST_WORDS - 1); -- one-hot: index of the word on out_data
  signal all_sent : std_ulogic;                               -- the last word of the digest is taken in this cycle

begin

  out_valid <= sending;
  all_sent  <= position(DIGEST_WORDS - 1) and out_ready;

  select_word : process (all) is
    variable data : std_ulogic_vector(W - 1 downto 0);
  begin
    data := (others => '0');
    for i in position'range loop
      data := data or (value(W * (WORDS - i) - 1 downto W * (WORDS - i - 1)) and (W - 1 downto 0 => position(i)));
    end loop;
    out_data <= data;
  end process select_word;

  value_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or all_sent = '1' then
        value <= INITIAL;
      elsif load = '1' then
        value <= next_value;
      end if;
    end if;
  end process value_reg;

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
        position <= '0' & position(0 to DIGEST_WORDS - 2);
        sending  <= sending and not position(DIGEST_WORDS - 1);
      end if;
    end if;
  end process send_reg;

end architecture rtl;
