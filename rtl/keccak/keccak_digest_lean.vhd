-- SPDX-License-Identifier: Apache-2.0
-- Keccak core with digests of a fixed length, one round a cycle, for permutations of fewer rounds than a block has words: TurboSHAKE128
-- and TurboSHAKE256 (RFC 9861, section 2) where no further output is needed. Words arrive on an io_clk of twice the rate of clk, since one
-- word a cycle would take longer than the rounds. The digest leaves at one word in two cycles of
-- clk, so that the core has fewer registers than keccak_digest_fast.
--
--   in --> keccak_whole_pairs --> datapath --> keccak_digest_unloader --> out
--                    ^   control   ^               ^
--                    +-------------+---------------+
--
-- Widths: words of 64 bits; RATE is an odd number of words, 1344 for a security level of 128 bits and 1088 for 256 bits. io_clk is twice
-- as fast as clk.
-- Latency: see cores.toml. A block takes ROUND_COUNT cycles of clk; at least RATE/128 + 3/2.

library ieee;
use ieee.std_logic_1164.all;
use work.keccak_pkg.all;

entity keccak_digest_lean is
  generic (
    RATE        : positive                   := 1344; -- bits of a block
    DIGEST_BITS : positive                   := 256;  -- bits of a digest: 2, 4 or 8 words
    ROUND_COUNT : positive range 4 to ROUNDS := 12    -- rounds of the permutation
  );
  port (
    clk       : in    std_ulogic;                     -- clock of the datapath
    io_clk    : in    std_ulogic;                     -- clock of both streams; twice as fast as clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(63 downto 0); -- input stream: headers and padded message
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(63 downto 0); -- output stream: words of the digest
    out_valid : out   std_ulogic;                     -- out_data holds a word
    out_ready : in    std_ulogic                      -- the receiver takes the word in this cycle
  );
end entity keccak_digest_lean;

architecture rtl of keccak_digest_lean is

  constant OUT_WORDS : positive := DIGEST_BITS / 64;

  signal tick     : std_ulogic;                                  -- this cycle of io_clk ends with an edge of clk
  signal want     : std_ulogic;                                  -- the datapath can absorb a block in the next cycle
  signal inject   : std_ulogic_vector(RATE - 1 downto 0);        -- the block in the cycle of absorb, else zero
  signal absorb   : std_ulogic;
  signal last     : std_ulogic;
  signal advance  : std_ulogic;                                  -- the state changes to the next step
  signal clear    : std_ulogic;                                  -- clear the state
  signal iota     : std_ulogic_vector(63 downto 0);
  signal digest   : std_ulogic_vector(DIGEST_BITS - 1 downto 0); -- from the registers of the state
  signal out_load : std_ulogic;
  signal done     : std_ulogic;                                  -- the last word of the digest leaves the state

begin

  phase : entity work.io_phase
    generic map (
      RATIO => 2
    )
    port map (
      clk    => clk,
      io_clk => io_clk,
      rst    => rst,
      tick   => tick
    );

  loader : entity work.keccak_whole_pairs
    generic map (
      WORDS => RATE / 64
    )
    port map (
      clk      => clk,
      io_clk   => io_clk,
      rst      => rst,
      tick     => tick,
      in_data  => in_data,
      in_valid => in_valid,
      in_ready => in_ready,
      want     => want,
      absorb   => absorb,
      inject   => inject,
      last     => last
    );

  control : entity work.keccak_xof_control
    generic map (
      ROUND_COUNT => ROUND_COUNT
    )
    port map (
      clk      => clk,
      rst      => rst,
      absorb   => absorb,
      pending  => '0',
      last     => last,
      want     => want,
      out_load => out_load,
      done     => done,
      more     => '0',
      advance  => advance,
      clear    => clear,
      iota     => iota
    );

  datapath : entity work.keccak_whole_datapath
    generic map (
      RATE     => RATE,
      OUT_BITS => DIGEST_BITS
    )
    port map (
      clk       => clk,
      advance   => advance,
      clear     => clear,
      iota      => iota,
      inject    => inject,
      block_out => digest
    );

  unload : entity work.keccak_digest_unloader
    generic map (
      WORDS => OUT_WORDS
    )
    port map (
      clk       => clk,
      io_clk    => io_clk,
      rst       => rst,
      digest    => digest,
      load      => out_load,
      done      => done,
      out_data  => out_data,
      out_valid => out_valid,
      out_ready => out_ready
    );

end architecture rtl;
