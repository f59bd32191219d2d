-- SPDX-License-Identifier: Apache-2.0
-- Joins two 16-bit words of a message to one of 32 bits, while the previous one is processed.
--
--   word --> [lower] --> [upper] --> entered
--
-- Widths: words of 16 bits in, 32 bits out, upper half first. Latency: one cycle after the second half.

library ieee;
use ieee.std_logic_1164.all;

entity fugue_lightweight_loader is
  port (
    clk        : in    std_ulogic;                     -- clock
    rst        : in    std_ulogic;                     -- synchronous reset, active high
    word       : in    std_ulogic_vector(15 downto 0); -- from the reader: next word of the message
    word_valid : in    std_ulogic;                     -- word holds a word
    word_last  : in    std_ulogic;                     -- word is the last one of its message
    word_ready : out   std_ulogic;                     -- word is taken in this cycle if word_valid is '1'
    full       : out   std_ulogic;                     -- entered holds a word of 32 bits
    last       : out   std_ulogic;                     -- it is the last one of its message
    entered    : out   std_ulogic_vector(31 downto 0); -- word of 32 bits
    free_word  : in    std_ulogic                      -- entered is read in this cycle, if it is full
  );
end entity fugue_lightweight_loader;

architecture rtl of fugue_lightweight_loader is

  signal half : std_ulogic; -- the next word is a second half

begin

  word_ready <= not full;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        half <= '0';
        full <= '0';
      elsif full = '1' then
        full <= not free_word;
      elsif word_valid = '1' then
        half <= not half;
        full <= half;
      end if;
    end if;
  end process control_reg;

  word_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if word_valid = '1' and full = '0' then
        entered <= entered(15 downto 0) & word;
        last    <= word_last;
      end if;
    end if;
  end process word_reg;

end architecture rtl;
