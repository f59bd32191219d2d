-- SPDX-License-Identifier: Apache-2.0
-- Delays each word of a message until the next one arrives, so that no end of a message arrives without bytes, unless the message is
-- empty. For a padding unit that must know with the last word of a block whether the message goes on.
--
--   in_data --> [word] --> out_data
--
-- A word that has no bytes and is the last one marks the word before it as the last one, and disappears.
--
-- Widths: W bits a word, of up to W/8 bytes. Latency: a last word one cycle; another until the next word arrives.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity last_finder is
  generic (
    W : positive -- bits of a word
  );
  port (
    clk       : in    std_ulogic;                             -- clock of both streams
    rst       : in    std_ulogic;                             -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(W - 1 downto 0);      -- message word
    in_bytes  : in    unsigned(counter_bits(W / 8) downto 0); -- its message bytes
    in_last   : in    std_ulogic;                             -- it is the last one of its message
    in_valid  : in    std_ulogic;                             -- in_data holds a word
    in_ready  : out   std_ulogic;                             -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(W - 1 downto 0);      -- message word
    out_bytes : out   unsigned(counter_bits(W / 8) downto 0); -- its message bytes
    out_last  : out   std_ulogic;                             -- it is the last one of its message
    out_valid : out   std_ulogic;                             -- out_data holds a word
    out_ready : in    std_ulogic                              -- it is taken in this cycle
  );
end entity last_finder;

architecture rtl of last_finder is

  signal held    : std_ulogic; -- a word is stored
  signal ends    : std_ulogic; -- it is known to be the last one
  signal joins   : std_ulogic; -- the arriving word only says that the stored one is the last
  signal moves   : std_ulogic; -- the stored word leaves
  signal offered : std_ulogic;
  signal ready   : std_ulogic;

begin

  joins     <= held and not ends and in_last and to_bit(in_bytes = 0);
  offered   <= held and (ends or (in_valid and not joins));
  moves     <= offered and out_ready;
  ready     <= joins or out_ready or not held;
  in_ready  <= ready;
  out_valid <= offered;
  out_last  <= ends;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        held <= '0';
        ends <= '0';
      elsif in_valid = '1' and ready = '1' then
        held <= '1';
        ends <= in_last;
      elsif moves = '1' then
        held <= '0';
      end if;
    end if;
  end process control_reg;

  data_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if in_valid = '1' and ready = '1' and joins = '0' then
        out_data  <= in_data;
        out_bytes <= in_bytes;
      end if;
    end if;
  end process data_reg;

end architecture rtl;
