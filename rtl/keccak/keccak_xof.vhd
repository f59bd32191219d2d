-- SPDX-License-Identifier: Apache-2.0
-- Keccak core with extendable output, one round a cycle: SHAKE128 and SHAKE256 (FIPS 202, section 6.2) with 24 rounds, TurboSHAKE128 and
-- TurboSHAKE256 (RFC 9861, section 2) with 12. The suffix or domain byte belongs to the padding, which is done outside the core. So
-- the core also serves cSHAKE and KMAC, and each domain byte of TurboSHAKE.
--
--   in --> segment_reader --> injector --> datapath --> keccak_xof_unloader --> out
--     |                          ^  control  ^            ^
--     |                          +-----------+------------+
--     +--> keccak_xof_request -------------------- more --+
--
-- Widths: words of 64 bits; RATE is 1344 for a security level of 128 bits and 1088 for 256 bits. io_clk must be the same clock as clk.
-- Latency in cycles, for N blocks, M blocks of output and w words of the last one: 1 + L + max(ROUND_COUNT, L) N + S (M - 1) + w with
-- L = RATE/64 and S = max(DIRECT + ROUND_COUNT, L); with ROUND_COUNT < L the last block counts as ROUND_COUNT.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.keccak_pkg.all;

entity keccak_xof is
  generic (
    RATE        : positive                   := 1344; -- bits of a block
    ROUND_COUNT : positive range 4 to ROUNDS := 24;   -- rounds of the permutation
    DIRECT      : positive range 1 to 30     := 1     -- words of a block of output that are sent from the state
  );
  port (
    clk       : in    std_ulogic;                     -- clock of the datapath
    io_clk    : in    std_ulogic;                     -- clock of both streams; the same clock as clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(63 downto 0); -- input stream: headers and padded message
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(63 downto 0); -- output stream
    out_valid : out   std_ulogic;                     -- out_data holds a word
    out_ready : in    std_ulogic                      -- the receiver takes the word in this cycle
  );
end entity keccak_xof;

architecture rtl of keccak_xof is

  constant WORDS : positive := RATE / 64;

  signal word       : std_ulogic_vector(63 downto 0);
  signal word_valid : std_ulogic;
  signal word_last  : std_ulogic;
  signal word_ready : std_ulogic;
  signal header     : std_ulogic;                            -- a header is taken
  signal ends       : std_ulogic;                            -- the last word of a message is taken
  signal want       : std_ulogic;                            -- the datapath can absorb a block in the next cycle
  signal inject     : std_ulogic_vector(RATE - 65 downto 0); -- words 0 .. WORDS-2 in the cycle of absorb, else zero
  signal last_lane  : std_ulogic_vector(63 downto 0);
  signal absorb     : std_ulogic;
  signal pending    : std_ulogic;
  signal last       : std_ulogic;
  signal advance    : std_ulogic;                            -- the state changes to the next step
  signal clear      : std_ulogic;                            -- clear the state
  signal iota       : std_ulogic_vector(63 downto 0);
  signal block_out  : std_ulogic_vector(RATE - 1 downto 0);  -- from the registers of the state
  signal out_load   : std_ulogic;
  signal done       : std_ulogic;                            -- the block of output is copied or sent
  signal more       : std_ulogic;                            -- another block of output follows
  signal next_block : std_ulogic;
  signal final      : unsigned(4 downto 0);

begin

  header     <= in_valid and not word_valid;
  ends       <= word_valid and word_last and word_ready;
  next_block <= done and more;

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
      WORDS    => WORDS,
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

  request : entity work.keccak_xof_request
    generic map (
      WORDS => WORDS
    )
    port map (
      clk        => clk,
      header     => header,
      bytes      => in_data(31 downto 0),
      ends       => ends,
      next_block => next_block,
      more       => more,
      final      => final
    );

  control : entity work.keccak_xof_control
    generic map (
      ROUND_COUNT => ROUND_COUNT
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
      more     => more,
      advance  => advance,
      clear    => clear,
      iota     => iota
    );

  datapath : entity work.keccak_xof_datapath
    generic map (
      RATE => RATE
    )
    port map (
      clk         => clk,
      advance     => advance,
      clear       => clear,
      iota        => iota,
      inject      => inject,
      last_inject => last_lane,
      block_out   => block_out
    );

  unload : entity work.keccak_xof_unloader
    generic map (
      WORDS  => WORDS,
      DIRECT => DIRECT
    )
    port map (
      clk       => io_clk,
      rst       => rst,
      block_out => block_out,
      load      => out_load,
      more      => more,
      final     => final,
      done      => done,
      out_data  => out_data,
      out_valid => out_valid,
      out_ready => out_ready
    );

end architecture rtl;
