-- SPDX-License-Identifier: Apache-2.0
-- Joins bytes of the digest of JH to words of 16 bits and sends them.
--
--   byte --> [lower byte] --> [upper byte] --> out_data
--
-- Widths: bytes in, words of 16 bits out. Latency: two cycles for each word.

library ieee;
use ieee.std_logic_1164.all;

entity jh_lightweight_unloader is
  port (
    clk        : in    std_ulogic;                     -- clock
    rst        : in    std_ulogic;                     -- synchronous reset, active high
    piece      : in    std_ulogic_vector(7 downto 0);  -- byte of the digest
    byte_valid : in    std_ulogic;                     -- byte holds a byte
    ending     : in    std_ulogic;                     -- no byte follows
    advance    : out   std_ulogic;                     -- byte is taken in this cycle if byte_valid is '1'
    done       : out   std_ulogic;                     -- the last word is taken in this cycle
    out_data   : out   std_ulogic_vector(15 downto 0); -- output stream: words of the digest
    out_valid  : out   std_ulogic;                     -- out_data holds a word
    out_ready  : in    std_ulogic                      -- the receiver takes the word in this cycle
  );
end entity jh_lightweight_unloader;

architecture rtl of jh_lightweight_unloader is

  signal odd : std_ulogic; -- out_data holds one byte

begin

  advance <= out_ready or not out_valid;
  done    <= out_valid and out_ready and ending;

  word_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        odd       <= '0';
        out_valid <= '0';
      elsif advance = '1' then
        odd       <= odd xor byte_valid;
        out_valid <= odd and byte_valid;
      end if;
      if advance = '1' and byte_valid = '1' then
        out_data <= out_data(7 downto 0) & piece;
      end if;
    end if;
  end process word_reg;

end architecture rtl;
