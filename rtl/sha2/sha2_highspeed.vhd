-- SPDX-License-Identifier: Apache-2.0
-- SHA-256 and SHA-512 core, one round a cycle: the basic iterative architecture of paper A, section 4, with rescheduled additions.
-- The rounds of a block start with its first word, while the other words are still being loaded.
--
--                            K ------+
--                                    v
--   in --> block_reader --> schedule --> rounds <--> chaining --> out
--                ^              ^          ^            ^
--                +----------- control -----+------------+
--
-- The digest of a message is sent from the registers of the chaining value while the next message is processed. The first word of
-- the next message is taken three cycles later than the first word of one more block would have been.
--
-- Widths: words of WORD_BITS bits: 32 for SHA-256, 64 for SHA-512. io_clk must be the same clock as clk.
-- Latency for N blocks, in cycles: 1 + 1 + 64 N + 1 + 8 for SHA-256, 1 + 1 + 80 N + 1 + 8 for SHA-512.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha2_pkg.all;

entity sha2_highspeed is
  generic (
    WORD_BITS : positive := 64 -- bits of a word: 32 for SHA-256, 64 for SHA-512
  );
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
end entity sha2_highspeed;

architecture rtl of sha2_highspeed is

  signal word          : std_ulogic_vector(WORD_BITS - 1 downto 0);
  signal word_valid    : std_ulogic;
  signal block_last    : std_ulogic;
  signal ends_block    : std_ulogic;
  signal loading       : std_ulogic;
  signal advance       : std_ulogic; -- step to the next slot
  signal start         : std_ulogic;
  signal boundary      : std_ulogic_vector(0 to 5);
  signal count         : unsigned(6 downto 0);
  signal constant_word : unsigned(WORD_BITS - 1 downto 0);
  signal schedule_word : unsigned(WORD_BITS - 1 downto 0);
  signal feed_t        : unsigned(WORD_BITS - 1 downto 0);
  signal feed_a        : unsigned(WORD_BITS - 1 downto 0);
  signal feed_e        : unsigned(WORD_BITS - 1 downto 0);
  signal a             : unsigned(WORD_BITS - 1 downto 0);
  signal sum_a         : unsigned(WORD_BITS - 1 downto 0);
  signal sum_e         : unsigned(WORD_BITS - 1 downto 0);
  signal returning     : std_ulogic;
  signal finished      : std_ulogic; -- slot 1 after the last block of a message
  signal sending       : std_ulogic; -- words of a digest have not been taken yet

begin

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

  control : entity work.sha2_highspeed_control
    generic map (
      WORD_BITS => WORD_BITS
    )
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
      returning  => returning,
      count      => count
    );

  constants : entity work.sha2_highspeed_constants
    generic map (
      WORD_BITS => WORD_BITS
    )
    port map (
      clk           => clk,
      advance       => advance,
      count         => count,
      constant_word => constant_word
    );

  schedule : entity work.sha2_highspeed_schedule
    generic map (
      WORD_BITS => WORD_BITS
    )
    port map (
      clk           => clk,
      advance       => advance,
      loading       => loading,
      message_word  => unsigned(word),
      schedule_word => schedule_word
    );

  datapath : entity work.sha2_highspeed_rounds
    generic map (
      WORD_BITS => WORD_BITS
    )
    port map (
      clk           => clk,
      advance       => advance,
      start         => start,
      boundary      => boundary,
      constant_word => constant_word,
      schedule_word => schedule_word,
      feed_t        => feed_t,
      feed_a        => feed_a,
      feed_e        => feed_e,
      a             => a,
      sum_a         => sum_a,
      sum_e         => sum_e
    );

  chaining : entity work.sha2_highspeed_chaining
    generic map (
      WORD_BITS => WORD_BITS
    )
    port map (
      clk       => clk,
      rst       => rst,
      advance   => advance,
      boundary  => boundary,
      returning => returning,
      a         => a,
      sum_a     => sum_a,
      sum_e     => sum_e,
      feed_t    => feed_t,
      feed_a    => feed_a,
      feed_e    => feed_e,
      finished  => finished,
      sending   => sending,
      out_data  => out_data,
      out_valid => out_valid,
      out_ready => out_ready
    );

end architecture rtl;
