-- SPDX-License-Identifier: Apache-2.0
-- Keccak with UNROLL rounds a cycle: the basic iterative architecture of paper A, section 4, and of paper D, case I; case III with two.
-- Serves Keccak of either padding and SHA-3: they differ only in the padding, which is done outside.
--
--   in --> segment_reader --> injector --> datapath --> unloader --> out
--                                ^  control  ^            ^
--                                +-----------+------------+
--
-- RATE: 1088 for 256-bit digests, 576 for 512. Cycles: 1 + RATE/64 + 24/UNROLL N + DIGEST_BITS/64. GENERATOR:
-- how the round constants are made (keccak_constants).

library ieee;
use ieee.std_logic_1164.all;
use work.keccak_pkg.all;

entity keccak_highspeed is
  generic (
    RATE        : positive             := 576;
    DIGEST_BITS : positive             := 512;
    UNROLL      : positive             := 1;
    GENERATOR   : natural range 0 to 3 := 0
  );
  port (
    clk       : in    std_ulogic;
    io_clk    : in    std_ulogic;
    rst       : in    std_ulogic;
    in_data   : in    std_ulogic_vector(63 downto 0);
    in_valid  : in    std_ulogic;
    in_ready  : out   std_ulogic;
    out_data  : out   std_ulogic_vector(63 downto 0);
    out_valid : out   std_ulogic;
    out_ready : in    std_ulogic
  );
end entity keccak_highspeed;

architecture rtl of keccak_highspeed is

  signal word       : std_ulogic_vector(63 downto 0);
  signal word_valid : std_ulogic;
  signal word_last  : std_ulogic;
  signal word_ready : std_ulogic;
  signal want       : std_ulogic;
  signal inject     : std_ulogic_vector(RATE - 65 downto 0);
  signal last_lane  : std_ulogic_vector(63 downto 0);
  signal absorb     : std_ulogic;
  signal pending    : std_ulogic;
  signal last       : std_ulogic;
  signal advance    : std_ulogic;
  signal clear      : std_ulogic;
  signal iota       : std_ulogic_vector(64 * UNROLL - 1 downto 0);
  signal digest     : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  signal kept       : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  signal out_free   : std_ulogic;
  signal out_load   : std_ulogic;

begin

  reader : entity work.segment_reader
    generic map (
      W => 64
    )
    port map (
      clk          => io_clk,
      rst          => rst,
      in_data      => in_data,
      in_valid     => in_valid,
      in_ready     => in_ready,
      word         => word,
      word_valid   => word_valid,
      word_last    => word_last,
      word_ready   => word_ready,
      message_bits => open
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
      UNROLL    => UNROLL,
      GENERATOR => GENERATOR
    )
    port map (
      clk      => clk,
      rst      => rst,
      absorb   => absorb,
      pending  => pending,
      last     => last,
      want     => want,
      out_free => out_free,
      out_load => out_load,
      advance  => advance,
      clear    => clear,
      iota     => iota
    );

  datapath : entity work.keccak_highspeed_datapath
    generic map (
      RATE        => RATE,
      DIGEST_BITS => DIGEST_BITS,
      UNROLL      => UNROLL
    )
    port map (
      clk         => clk,
      advance     => advance,
      clear       => clear,
      iota        => iota,
      inject      => inject,
      last_inject => last_lane,
      digest      => digest,
      kept        => kept
    );

  unload : entity work.unloader
    generic map (
      W     => 64,
      WORDS => DIGEST_BITS / 64,
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

end architecture rtl;
