-- SPDX-License-Identifier: Apache-2.0
-- SHA-256, SHA-384 and SHA-512 core as in paper C: one round a cycle with 5-to-3 parallel counters, K + W added one cycle ahead, and
-- the chaining value added inside the last rounds, so that a block takes 64 or 80 cycles.
--
--                         constants
--                             |
--   in --> block_reader --> schedule --> rounds <--> chaining_unloader --> out
--                ^              ^           ^                ^
--                +----------- control ------+----------------+
--
-- The digest of a message is sent while the next message is processed.
--
-- Source: FIPS 180-4, sections 6.2, 6.4 and 6.5; paper C, section 4 and Fig. 8.
-- Widths: words of WORD_BITS bits: 32 for SHA-256, 64 for SHA-384 and SHA-512. io_clk must be the same clock as clk.
-- Latency for N blocks, in cycles: 1 + 1 + R N + 1 + DIGEST_BITS / WORD_BITS with R = 64 or 80 rounds.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha2_initial_pkg.all;
use work.sha2_pkg.all;

entity sha2_counters is
  generic (
    WORD_BITS    : positive             := 64;  -- bits of a word: 32 for SHA-256, 64 for SHA-384 and SHA-512
    DIGEST_BITS  : positive             := 512; -- bits of the digest: 256, 384 or 512
    SCHEDULE_RAM : natural range 0 to 1 := 0    -- 1: message schedule in LUT RAM; 0: in registers
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
end entity sha2_counters;

architecture rtl of sha2_counters is

  constant INITIAL : std_ulogic_vector(STATE_WORDS * WORD_BITS - 1 downto 0) := initial_bits(DIGEST_BITS, WORD_BITS);

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
  signal last_slot     : std_ulogic;
  signal next_slot     : unsigned(6 downto 0);
  signal constant_word : unsigned(WORD_BITS - 1 downto 0);
  signal schedule_word : unsigned(WORD_BITS - 1 downto 0);
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
      SLOTS => rounds(WORD_BITS),
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
      last_slot  => last_slot,
      last_round => last_round,
      capture    => capture,
      finished   => finished,
      slot       => open,
      next_slot  => next_slot
    );

  constants : entity work.sha2_counters_constants
    generic map (
      WORD_BITS => WORD_BITS
    )
    port map (
      clk           => clk,
      next_slot     => next_slot,
      constant_word => constant_word
    );

  schedule_registers : if SCHEDULE_RAM = 0 generate

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

  end generate schedule_registers;

  schedule_memory : if SCHEDULE_RAM = 1 generate

    schedule : entity work.sha2_memory_schedule
      generic map (
        WORD_BITS => WORD_BITS
      )
      port map (
        clk           => clk,
        rst           => rst,
        advance       => advance,
        loading       => loading,
        message_word  => unsigned(word),
        schedule_word => schedule_word
      );

  end generate schedule_memory;

  datapath : entity work.sha2_counters_rounds
    generic map (
      WORD_BITS => WORD_BITS,
      INITIAL   => INITIAL
    )
    port map (
      clk           => clk,
      advance       => advance,
      start         => start,
      last_slot     => last_slot,
      last_round    => last_round,
      constant_word => constant_word,
      schedule_word => schedule_word,
      chaining      => chaining,
      variables     => variables
    );

  unload : entity work.chaining_unloader
    generic map (
      W            => WORD_BITS,
      WORDS        => STATE_WORDS,
      DIGEST_WORDS => DIGEST_BITS / WORD_BITS,
      INITIAL      => INITIAL
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
