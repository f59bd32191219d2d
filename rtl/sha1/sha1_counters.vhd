-- SPDX-License-Identifier: Apache-2.0
-- SHA-1 core as in paper C: one round a cycle with a 5-to-3 parallel counter, K + W added one cycle ahead, and the chaining value
-- added inside the last round, so that a block takes 80 cycles.
--
--   in --> block_reader --> schedule --> rounds <--> chaining_unloader --> out
--                ^              ^           ^                ^
--                +----------- control ------+----------------+
--
-- The digest of a message is sent while the next message is processed.
--
-- Source: FIPS 180-4, section 6.1; paper C, section 4 and Fig. 8. Widths: words of 32 bits. io_clk must be the same clock as clk.
-- Latency for N blocks, in cycles: 1 + 1 + 80 N + 1 + 5.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha1_pkg.all;

entity sha1_counters is
  generic (
    SCHEDULE_RAM : natural range 0 to 1 := 0 -- 1: message schedule in LUT RAM; 0: in registers
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
end entity sha1_counters;

architecture rtl of sha1_counters is

  signal word          : std_ulogic_vector(WORD_BITS - 1 downto 0);
  signal word_valid    : std_ulogic;
  signal block_last    : std_ulogic;
  signal ends_block    : std_ulogic;
  signal loading       : std_ulogic;
  signal advance       : std_ulogic; -- step to the next slot
  signal start         : std_ulogic;
  signal sending       : std_ulogic; -- a digest is being sent
  signal last_round    : std_ulogic;
  signal capture       : std_ulogic; -- store the round variables as chaining value
  signal finished      : std_ulogic; -- the value stored in this cycle is a digest
  signal slot          : unsigned(6 downto 0);
  signal schedule_word : word_t;
  signal chaining      : std_ulogic_vector(STATE_WORDS * WORD_BITS - 1 downto 0);
  signal variables     : std_ulogic_vector(STATE_WORDS * WORD_BITS - 1 downto 0);

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

  control : entity work.block_control
    generic map (
      SLOTS => ROUNDS,
      LOADS => BLOCK_WORDS
    )
    port map (
      clk        => clk,
      rst        => rst,
      word_valid => word_valid,
      block_last => block_last,
      ends_block => ends_block,
      loading    => loading,
      sending    => sending,
      advance    => advance,
      start      => start,
      last_slot  => open,
      last_round => last_round,
      capture    => capture,
      finished   => finished,
      slot       => slot,
      next_slot  => open
    );

  schedule_registers : if SCHEDULE_RAM = 0 generate

    schedule : entity work.sha1_highspeed_schedule
      port map (
        clk           => clk,
        advance       => advance,
        loading       => loading,
        message_word  => unsigned(word),
        schedule_word => schedule_word
      );

  end generate schedule_registers;

  schedule_memory : if SCHEDULE_RAM = 1 generate

    schedule : entity work.sha1_memory_schedule
      port map (
        clk           => clk,
        rst           => rst,
        advance       => advance,
        loading       => loading,
        message_word  => unsigned(word),
        schedule_word => schedule_word
      );

  end generate schedule_memory;

  datapath : entity work.sha1_counters_rounds
    port map (
      clk           => clk,
      advance       => advance,
      start         => start,
      last_round    => last_round,
      slot          => slot,
      schedule_word => schedule_word,
      chaining      => chaining,
      variables     => variables
    );

  unload : entity work.chaining_unloader
    generic map (
      W            => WORD_BITS,
      WORDS        => STATE_WORDS,
      DIGEST_WORDS => STATE_WORDS,
      INITIAL      => initial_bits
    )
    port map (
      clk        => clk,
      rst        => rst,
      load       => capture,
      next_value => variables,
      value      => chaining,
      finished   => finished,
      sending    => sending,
      out_data   => out_data,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

end architecture rtl;
