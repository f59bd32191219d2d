-- SPDX-License-Identifier: Apache-2.0
-- SM3 core, two rounds a cycle. The rounds of a block overlap with the loading of the next one.
--
--                                     T_j ----+
--                                             v
--   in --> block_reader --> loader --> schedule --> rounds <--> chaining --> out
--               ^              ^          ^           ^            ^
--               +--------------+---- control ---------+------------+
--
-- The digest of a message is sent from the registers of the chaining value while the next message is processed. The first word of the
-- next message can be taken 36 cycles after the last word of the one before; its header is taken meanwhile.
--
-- Source: GB/T 32905-2016; paper C, section 7 (unrolling). Widths: words of 32 bits; io_clk must be the same clock as clk.
-- Latency for N blocks, in cycles: 1 + 15 + 32 N + 4 + 8.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sm3_pkg.all;

entity sm3_unrolled is
  port (
    clk       : in    std_ulogic;                     -- clock of the datapath
    io_clk    : in    std_ulogic;                     -- clock of both streams; the same clock as clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(31 downto 0); -- input stream: headers and padded message
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(31 downto 0); -- output stream: words of the digest
    out_valid : out   std_ulogic;                     -- out_data holds a word
    out_ready : in    std_ulogic                      -- the receiver takes the word in this cycle
  );
end entity sm3_unrolled;

architecture rtl of sm3_unrolled is

  signal stream_word     : std_ulogic_vector(31 downto 0);
  signal word_valid      : std_ulogic;
  signal word_ready      : std_ulogic;
  signal block_last      : std_ulogic;
  signal ends_block      : std_ulogic;
  signal advance         : std_ulogic; -- step to the next slot
  signal odd_slot        : std_ulogic;
  signal unpacking       : std_ulogic; -- the schedule takes words of the block
  signal pairing         : std_ulogic;
  signal pairs_next      : std_ulogic;
  signal start           : std_ulogic; -- load the state before the initial value
  signal prepare         : std_ulogic;
  signal fold            : std_ulogic; -- last rounds of a block
  signal keep            : std_ulogic; -- the cycle after it
  signal finished        : std_ulogic; -- keep, after the last block of a message
  signal restart         : std_ulogic; -- load the constant of round 0
  signal change          : std_ulogic; -- rounds 14 and 15
  signal parity          : std_ulogic; -- rounds 0 to 15
  signal sending         : std_ulogic; -- words of a digest have not been taken yet
  signal message_word    : word_t;
  signal first_word      : word_t;     -- even word of the block
  signal second_word     : word_t;     -- odd word of the block
  signal word            : word_t;
  signal late_word       : word_t;
  signal differences     : words_t(0 to 1);
  signal first_constant  : word_t;
  signal second_constant : word_t;
  signal folded_d        : word_t;
  signal folded_h        : word_t;
  signal folded          : words_t(0 to STATE_WORDS - 1);
  signal chaining        : words_t(0 to STATE_WORDS - 1);

begin

  message_word <= unsigned(stream_word);

  reader : entity work.block_reader
    generic map (
      W          => 32,
      BLOCK_BITS => 32 * BLOCK_WORDS
    )
    port map (
      clk        => io_clk,
      rst        => rst,
      in_data    => in_data,
      in_valid   => in_valid,
      in_ready   => in_ready,
      word       => stream_word,
      word_valid => word_valid,
      word_ready => word_ready,
      ends_block => ends_block,
      block_last => block_last
    );

  control : entity work.sm3_unrolled_control
    port map (
      clk        => clk,
      rst        => rst,
      word_valid => word_valid,
      block_last => block_last,
      sending    => sending,
      word_ready => word_ready,
      ends_block => ends_block,
      advance    => advance,
      odd_slot   => odd_slot,
      unpacking  => unpacking,
      pairing    => pairing,
      pairs_next => pairs_next,
      start      => start,
      prepare    => prepare,
      fold       => fold,
      keep       => keep,
      finished   => finished,
      restart    => restart,
      change     => change,
      parity     => parity
    );

  constants : entity work.sm3_unrolled_constants
    port map (
      clk             => clk,
      load            => restart,
      advance         => advance,
      change          => change,
      first_constant  => first_constant,
      second_constant => second_constant
    );

  loader : entity work.sm3_unrolled_loader
    port map (
      clk          => clk,
      advance      => advance,
      odd_slot     => odd_slot,
      unpacking    => unpacking,
      message_word => message_word,
      first_word   => first_word,
      second_word  => second_word
    );

  schedule : entity work.sm3_unrolled_schedule
    port map (
      clk         => clk,
      advance     => advance,
      start       => start,
      unpacking   => unpacking,
      pairing     => pairing,
      pairs_next  => pairs_next,
      first_word  => first_word,
      second_word => second_word,
      word        => word,
      late_word   => late_word,
      differences => differences
    );

  datapath : entity work.sm3_unrolled_rounds
    port map (
      clk             => clk,
      advance         => advance,
      start           => start,
      prepare         => prepare,
      fold            => fold,
      parity          => parity,
      first_constant  => first_constant,
      second_constant => second_constant,
      word            => word,
      late_word       => late_word,
      differences     => differences,
      chaining        => chaining,
      folded_d        => folded_d,
      folded_h        => folded_h,
      folded          => folded
    );

  chaining_value : entity work.sm3_highspeed_chaining
    port map (
      clk       => clk,
      rst       => rst,
      advance   => advance,
      fold      => fold,
      keep      => keep,
      finished  => finished,
      folded_d  => folded_d,
      folded_h  => folded_h,
      folded    => folded,
      chaining  => chaining,
      sending   => sending,
      out_data  => out_data,
      out_valid => out_valid,
      out_ready => out_ready
    );

end architecture rtl;
