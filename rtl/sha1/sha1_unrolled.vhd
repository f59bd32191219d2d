-- SPDX-License-Identifier: Apache-2.0
-- SHA-1 core with M rounds a cycle. A block takes 80 / M cycles.
--
--   in --> block_reader --> crossing_gatherer --> schedule --> rounds --> crossing_unloader --> out
--                                   ^                ^           ^               ^
--                                   +------------- control ------+---------------+
--
-- The next block is gathered while the current one is processed. The input stream brings a block in 16 cycles of io_clk, so for
-- M = 8 the I/O clock is twice as fast as clk.
--
-- Source: FIPS 180-4, section 6.1; paper C, section 7. Widths: words of 32 bits.
-- Latency for N blocks, in cycles of clk: see cores.toml.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha1_pkg.all;

entity sha1_unrolled is
  generic (
    M        : positive range 2 to 8 := 5; -- rounds a cycle; divides 80
    IO_RATIO : positive              := 1  -- cycles of io_clk in a period of clk
  );
  port (
    clk       : in    std_ulogic;                                -- clock of the datapath
    io_clk    : in    std_ulogic;                                -- clock of both streams; IO_RATIO times as fast as clk
    rst       : in    std_ulogic;                                -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(WORD_BITS - 1 downto 0); -- input stream: headers and padded message
    in_valid  : in    std_ulogic;                                -- in_data holds a word
    in_ready  : out   std_ulogic;                                -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(WORD_BITS - 1 downto 0); -- output stream: words of the digest
    out_valid : out   std_ulogic;                                -- out_data holds a word
    out_ready : in    std_ulogic                                 -- the receiver takes the word in this cycle
  );
end entity sha1_unrolled;

architecture rtl of sha1_unrolled is

  signal tick           : std_ulogic; -- this cycle of io_clk ends with a rising edge of clk
  signal word           : std_ulogic_vector(WORD_BITS - 1 downto 0);
  signal word_valid     : std_ulogic;
  signal word_ready     : std_ulogic;
  signal ends_block     : std_ulogic;
  signal block_last     : std_ulogic;
  signal block_data     : std_ulogic_vector(BLOCK_WORDS * WORD_BITS - 1 downto 0);
  signal present        : std_ulogic; -- block_data holds a whole block (io_clk)
  signal last           : std_ulogic;
  signal loading        : std_ulogic;
  signal advance        : std_ulogic; -- step to the next slot
  signal start          : std_ulogic;
  signal last_round     : std_ulogic;
  signal capture        : std_ulogic; -- store the round variables as chaining value
  signal finished       : std_ulogic; -- the value stored in this cycle is a digest
  signal slot           : unsigned(6 downto 0);
  signal schedule_words : words_t(0 to M - 1);
  signal variables      : std_ulogic_vector(STATE_WORDS * WORD_BITS - 1 downto 0);
  signal out_free       : std_ulogic;
  signal first_word     : std_ulogic_vector(WORD_BITS - 1 downto 0);
  signal following_word : std_ulogic_vector(WORD_BITS - 1 downto 0);

begin

  phase : entity work.io_phase
    generic map (
      RATIO => IO_RATIO
    )
    port map (
      clk    => clk,
      io_clk => io_clk,
      rst    => rst,
      tick   => tick
    );

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
      word_ready => word_ready,
      ends_block => ends_block,
      block_last => block_last
    );

  gatherer : entity work.crossing_gatherer
    generic map (
      W     => WORD_BITS,
      WORDS => BLOCK_WORDS
    )
    port map (
      io_clk     => io_clk,
      rst        => rst,
      tick       => tick,
      word       => word,
      word_valid => word_valid,
      word_ready => word_ready,
      ends_block => ends_block,
      block_last => block_last,
      want       => loading,
      present    => present,
      last       => last,
      block_data => block_data
    );

  control : entity work.block_control
    generic map (
      SLOTS => ROUNDS / M,
      LOADS => 1
    )
    port map (
      clk        => clk,
      rst        => rst,
      word_valid => present,
      block_last => last,
      ends_block => open,
      loading    => loading,
      sending    => not out_free,
      advance    => advance,
      start      => start,
      last_slot  => open,
      last_round => last_round,
      capture    => capture,
      finished   => finished,
      slot       => slot,
      next_slot  => open
    );

  schedule : entity work.sha1_unrolled_schedule
    generic map (
      M => M
    )
    port map (
      clk            => clk,
      advance        => advance,
      loading        => loading,
      block_data     => block_data,
      schedule_words => schedule_words
    );

  datapath : entity work.sha1_unrolled_rounds
    generic map (
      M => M
    )
    port map (
      clk            => clk,
      advance        => advance,
      start          => start,
      last_round     => last_round,
      capture        => capture,
      slot           => slot,
      schedule_words => schedule_words,
      variables      => variables
    );

  unload : entity work.crossing_unloader
    generic map (
      W     => WORD_BITS,
      WORDS => STATE_WORDS
    )
    port map (
      clk               => clk,
      io_clk            => io_clk,
      rst               => rst,
      tick              => tick,
      digest            => variables,
      load              => finished,
      free              => out_free,
      first             => first_word,
      first_changed     => first_word,
      following         => following_word,
      following_changed => following_word,
      out_data          => out_data,
      out_valid         => out_valid,
      out_ready         => out_ready
    );

end architecture rtl;
