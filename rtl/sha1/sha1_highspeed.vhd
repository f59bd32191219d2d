-- SPDX-License-Identifier: Apache-2.0
-- SHA-1 core, one round a cycle. The rounds of a block start with its first word, while the other words are still being loaded.
--
--   in --> block_reader --> schedule --> rounds <--> chaining --> out
--                ^              ^           ^            ^
--                +----------- control ------+------------+
--
-- The digest of a message is sent while the next message is processed. The next message waits with its last round if the digest of
-- the previous one has not been sent by then.
--
-- Source: FIPS 180-4, section 6.1; paper C, section 4. Widths: words of 32 bits. io_clk must be the same clock as clk.
-- Latency for N blocks, in cycles: 1 + 1 + 82 N + 1 + 5.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha1_pkg.all;

entity sha1_highspeed is
  port (
    clk       : in    std_ulogic;                                -- clock of the datapath
    io_clk    : in    std_ulogic;                                -- clock of both streams; the same clock as clk
    rst       : in    std_ulogic;                                -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(WORD_BITS - 1 downto 0); -- input stream: headers and padded message
    in_valid  : in    std_ulogic;                                -- in_data holds a word
    in_ready  : out   std_ulogic;                                -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(WORD_BITS - 1 downto 0); -- output stream: words of the digest
    out_valid : out   std_ulogic;                                -- out_data holds a word
    out_ready : in    std_ulogic                                 -- the receiver takes the word in this cycle
  );
end entity sha1_highspeed;

architecture rtl of sha1_highspeed is

  signal word          : std_ulogic_vector(WORD_BITS - 1 downto 0);
  signal word_valid    : std_ulogic;
  signal block_last    : std_ulogic;
  signal ends_block    : std_ulogic;
  signal loading       : std_ulogic;
  signal advance       : std_ulogic; -- step to the next slot
  signal start         : std_ulogic;
  signal sending       : std_ulogic; -- the registers hold a digest that is being sent
  signal finished      : std_ulogic; -- the chaining registers hold a digest from the next cycle on
  signal add_step      : std_ulogic;
  signal boundary      : std_ulogic_vector(0 to 5);
  signal phase         : std_ulogic_vector(0 to PHASES - 1);
  signal phase_late    : std_ulogic_vector(0 to PHASES - 1);
  signal schedule_word : word_t;
  signal newest        : words_t(0 to 2);
  signal addend        : word_t;

begin

  -- The last of the five additions after a message does not wait for the first word of the next one.
  add_step <= finished or (advance and or boundary(0 to 4));

  reader : entity work.block_reader
    generic map (
      W          => WORD_BITS,
      BLOCK_BITS => BLOCK_WORDS * WORD_BITS
    )
    port map (
      clk        => io_clk,
      rst        => rst,
      in_data    => in_data,
      in_valid   => in_valid,
      in_ready   => in_ready,
      word       => word,
      word_valid => word_valid,
      word_ready => loading,
      ends_block => ends_block,
      block_last => block_last
    );

  control : entity work.sha1_highspeed_control
    port map (
      clk        => clk,
      rst        => rst,
      word_valid => word_valid,
      block_last => block_last,
      ends_block => ends_block,
      loading    => loading,
      sending    => sending,
      finished   => finished,
      advance    => advance,
      start      => start,
      boundary   => boundary,
      phase      => phase,
      phase_late => phase_late
    );

  schedule : entity work.sha1_highspeed_schedule
    port map (
      clk           => clk,
      advance       => advance,
      loading       => loading,
      message_word  => unsigned(word),
      schedule_word => schedule_word
    );

  datapath : entity work.sha1_highspeed_rounds
    port map (
      clk           => clk,
      advance       => advance,
      start         => start,
      boundary      => boundary,
      phase         => phase,
      phase_late    => phase_late,
      schedule_word => schedule_word,
      newest        => newest,
      addend        => addend
    );

  chaining : entity work.sha1_highspeed_chaining
    port map (
      clk       => clk,
      rst       => rst,
      step      => add_step,
      addend    => addend,
      newest    => newest,
      finished  => finished,
      sending   => sending,
      out_data  => out_data,
      out_valid => out_valid,
      out_ready => out_ready
    );

end architecture rtl;
