-- SPDX-License-Identifier: Apache-2.0
-- Ascon-Hash256 with words of 16 bits, eight columns of the state a cycle.
--
--   in --> segment_reader --> control --> datapath --> word --> out
--
-- The initial permutation runs after reset and after each message, before the first word of the next one is needed.
--
-- Source: NIST SP 800-232, section 5.1. Widths: words of 16 bits, four of them a block; io_clk must be the same clock as clk.
-- Latency: 144 cycles a block.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity ascon_lightweight is
  port (
    clk       : in    std_ulogic;                     -- clock of the datapath
    io_clk    : in    std_ulogic;                     -- clock of both streams; the same clock as clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(15 downto 0); -- input stream: headers and padded message
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(15 downto 0); -- output stream: words of the digest
    out_valid : out   std_ulogic;                     -- out_data holds a word
    out_ready : in    std_ulogic                      -- the receiver takes the word in this cycle
  );
end entity ascon_lightweight;

architecture rtl of ascon_lightweight is

  signal word       : std_ulogic_vector(15 downto 0);
  signal word_valid : std_ulogic;
  signal word_last  : std_ulogic;
  signal word_ready : std_ulogic;
  signal sending    : std_ulogic;                    -- out_data has not been taken
  signal send_byte  : std_ulogic;
  signal send_word  : std_ulogic;
  signal advance    : std_ulogic;
  signal step       : unsigned(3 downto 0);
  signal bank       : std_ulogic;
  signal clear      : std_ulogic;
  signal added      : std_ulogic_vector(7 downto 0);
  signal round_byte : std_ulogic_vector(7 downto 0);
  signal rate       : std_ulogic_vector(7 downto 0); -- byte of word 0 of the state
  signal first_byte : std_ulogic_vector(7 downto 0); -- first byte of the next word of the digest

begin

  out_valid <= sending;

  reader : entity work.segment_reader
    generic map (
      W => 16
    )
    port map (
      clk        => io_clk,
      rst        => rst,
      in_data    => in_data,
      in_valid   => in_valid,
      in_ready   => in_ready,
      word       => word,
      word_valid => word_valid,
      word_last  => word_last,
      word_ready => word_ready
    );

  control : entity work.ascon_lightweight_control
    port map (
      clk        => clk,
      rst        => rst,
      word       => word,
      word_valid => word_valid,
      word_last  => word_last,
      word_ready => word_ready,
      sending    => sending,
      send_byte  => send_byte,
      send_word  => send_word,
      advance    => advance,
      step       => step,
      bank       => bank,
      clear      => clear,
      added      => added,
      round_byte => round_byte
    );

  datapath : entity work.ascon_lightweight_datapath
    port map (
      clk        => clk,
      advance    => advance,
      step       => step,
      bank       => bank,
      clear      => clear,
      added      => added,
      round_byte => round_byte,
      rate       => rate
    );

  output_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if send_byte = '1' then
        first_byte <= rate;
      end if;
      if sending = '0' then
        out_data <= first_byte & rate;
      end if;
      if rst = '1' then
        sending <= '0';
      elsif sending = '1' then
        sending <= not out_ready;
      else
        sending <= send_word;
      end if;
    end if;
  end process output_reg;

end architecture rtl;
