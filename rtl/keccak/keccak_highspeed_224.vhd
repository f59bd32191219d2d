-- SPDX-License-Identifier: Apache-2.0
-- Keccak core for digests of 224 bits, one round a cycle, as keccak_highspeed. A digest is three words of 64 bits and a half; the lower
-- half of the fourth word is zero. The core serves Keccak of Round 2 and 3 and SHA-3, because they differ only in the padding, which
-- is done outside the core.
--
--   in --> segment_reader --> injector --> datapath --> state_unloader --> out
--                                ^  control  ^            ^
--                                +-----------+------------+
--
-- Widths: words of 64 bits, blocks of 1152 bits. io_clk must be the same clock as clk.
-- Latency for N blocks, in cycles: 1 + 18 + 24 N + 4.

library ieee;
use ieee.std_logic_1164.all;
use work.keccak_pkg.all;

entity keccak_highspeed_224 is
  port (
    clk       : in    std_ulogic;                     -- clock of the datapath
    io_clk    : in    std_ulogic;                     -- clock of both streams; the same clock as clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(63 downto 0); -- input stream: headers and padded message
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(63 downto 0); -- output stream: words of the digest
    out_valid : out   std_ulogic;                     -- out_data holds a word
    out_ready : in    std_ulogic                      -- the receiver takes the word in this cycle
  );
end entity keccak_highspeed_224;

architecture rtl of keccak_highspeed_224 is

  constant RATE        : positive := 1152;
  constant WORDS       : positive := 4;  -- words of a digest
  constant UNUSED_BITS : positive := 32; -- of the last one

  signal word       : std_ulogic_vector(63 downto 0);
  signal word_valid : std_ulogic;
  signal word_last  : std_ulogic;
  signal word_ready : std_ulogic;
  signal want       : std_ulogic;                                 -- the datapath can absorb a block in the next cycle
  signal inject     : std_ulogic_vector(RATE - 65 downto 0);      -- words 0 .. WORDS-2 in the cycle of absorb, else zero
  signal last_lane  : std_ulogic_vector(63 downto 0);
  signal absorb     : std_ulogic;
  signal pending    : std_ulogic;
  signal last       : std_ulogic;
  signal advance    : std_ulogic;                                 -- the state changes to the next step
  signal clear      : std_ulogic;                                 -- clear the state
  signal iota       : std_ulogic_vector(63 downto 0);
  signal digest     : std_ulogic_vector(64 * WORDS - 1 downto 0); -- from the registers of the state
  signal sent       : std_ulogic_vector(64 * WORDS - 1 downto 0); -- the digest, then zeros
  signal out_load   : std_ulogic;
  signal done       : std_ulogic;                                 -- the digest is copied

begin

  sent <= digest(digest'high downto UNUSED_BITS) & (UNUSED_BITS - 1 downto 0 => '0');

  reader : entity work.segment_reader
    generic map (
      W => 64
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

  loader : entity work.injector
    generic map (
      W        => 64,
      WORDS    => RATE / 64,
      DEFERRED => true
    )
    port map (
      clk         => io_clk,
      rst         => rst,
      word        => word,
      word_valid  => word_valid,
      word_last   => word_last,
      word_ready  => word_ready,
      want        => want,
      absorb      => absorb,
      pending     => pending,
      inject      => inject,
      last_inject => last_lane,
      last        => last
    );

  control : entity work.keccak_highspeed_control
    generic map (
      UNROLL    => 1,
      GENERATOR => 0
    )
    port map (
      clk      => clk,
      rst      => rst,
      absorb   => absorb,
      pending  => pending,
      last     => last,
      want     => want,
      out_load => out_load,
      done     => done,
      advance  => advance,
      clear    => clear,
      iota     => iota
    );

  datapath : entity work.keccak_highspeed_datapath
    generic map (
      RATE        => RATE,
      DIGEST_BITS => 64 * WORDS,
      UNROLL      => 1
    )
    port map (
      clk         => clk,
      advance     => advance,
      clear       => clear,
      iota        => iota,
      inject      => inject,
      last_inject => last_lane,
      digest      => digest
    );

  unload : entity work.state_unloader
    generic map (
      WORDS   => WORDS,
      CHAINED => WORDS
    )
    port map (
      clk       => io_clk,
      rst       => rst,
      digest    => sent,
      load      => out_load,
      done      => done,
      out_data  => out_data,
      out_valid => out_valid,
      out_ready => out_ready
    );

end architecture rtl;
