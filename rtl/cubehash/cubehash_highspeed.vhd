-- SPDX-License-Identifier: Apache-2.0
-- CubeHash16/32, one round per cycle.
-- Source: paper A, section 4 (the basic iterative architecture).
-- Widths: DIGEST_BITS = 256 or 512; stream words of 64 bits, blocks of 256 bits.
-- Latency for N blocks, in cycles: 1 + 4 + 16 N + 160 + DIGEST_BITS/64.
--
--   in --> segment_reader --> injector --> datapath --> unloader or state_unloader --> out
--                                ^            ^            ^
--                                +--- control +------------+

library ieee;
use ieee.std_logic_1164.all;

entity cubehash_highspeed is
  generic (
    DIGEST_BITS : positive := 512 -- bits of the digest: 256 or 512
  );
  port (
    clk       : in    std_ulogic;                     -- datapath clock
    io_clk    : in    std_ulogic;                     -- clock of in_* and out_*, equal to clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(63 downto 0); -- headers and message words, first byte most significant
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this io_clk cycle if in_valid
    out_data  : out   std_ulogic_vector(63 downto 0); -- next word of the digest, first byte most significant
    out_valid : out   std_ulogic;                     -- out_data holds a word; it stays until it is taken
    out_ready : in    std_ulogic                      -- receiver takes out_data in this io_clk cycle if out_valid
  );
end entity cubehash_highspeed;

architecture rtl of cubehash_highspeed is

  signal word       : std_ulogic_vector(63 downto 0);
  signal word_valid : std_ulogic;
  signal word_last  : std_ulogic;
  signal word_ready : std_ulogic;
  signal want       : std_ulogic;                                  -- the state can absorb a block in the next cycle; stays until it has
  signal inject     : std_ulogic_vector(255 downto 0);             -- the block in the cycle of absorb, else zero
  signal absorb     : std_ulogic;
  signal last       : std_ulogic;
  signal advance    : std_ulogic;                                  -- the state takes the result of the round
  signal restart    : std_ulogic;
  signal finalise   : std_ulogic;
  signal digest     : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  signal kept       : std_ulogic_vector(DIGEST_BITS - 1 downto 0); -- the digest of the cycle before, from the state register
  signal out_free   : std_ulogic;
  signal out_load   : std_ulogic;
  signal ending     : std_ulogic;
  signal done       : std_ulogic;                                  -- the digest has been copied from the state

begin

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
      WORDS    => 4,
      DEFERRED => false
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
      pending     => open,
      inject      => inject(255 downto 64),
      last_inject => inject(63 downto 0),
      last        => last
    );

  control : entity work.cubehash_highspeed_control
    port map (
      clk      => clk,
      rst      => rst,
      absorb   => absorb,
      last     => last,
      want     => want,
      out_free => out_free,
      out_load => out_load,
      ending   => ending,
      done     => done,
      advance  => advance,
      restart  => restart,
      finalise => finalise
    );

  datapath : entity work.cubehash_highspeed_datapath
    generic map (
      DIGEST_BITS => DIGEST_BITS
    )
    port map (
      clk      => clk,
      advance  => advance,
      restart  => restart,
      finalise => finalise,
      inject   => inject,
      digest   => digest,
      kept     => kept
    );

  -- unloader selects four words by one LUT4 a bit, state_unloader by two. For eight words state_unloader takes four LUT4s a bit, as
  -- unloader does with about as many registers as LUT4s, but has 192 registers fewer.
  four_words : if DIGEST_BITS = 256 generate

    done <= ending;

    unload : entity work.unloader
      generic map (
        W     => 64,
        WORDS => 4,
        KEEPS => true
      )
      port map (
        clk       => io_clk,
        rst       => rst,
        tick      => '1',
        digest    => digest,
        kept      => kept,
        load      => out_load,
        free      => out_free,
        out_data  => out_data,
        out_valid => out_valid,
        out_ready => out_ready
      );

  end generate four_words;

  eight_words : if DIGEST_BITS = 512 generate
    signal digest_load : std_ulogic;
  begin

    out_free    <= '1';
    digest_load <= out_load or ending;

    unload : entity work.state_unloader
      generic map (
        WORDS   => 8,
        CHAINED => 8
      )
      port map (
        clk       => io_clk,
        rst       => rst,
        digest    => kept,
        load      => digest_load,
        done      => done,
        out_data  => out_data,
        out_valid => out_valid,
        out_ready => out_ready
      );

  end generate eight_words;

end architecture rtl;
