-- SPDX-License-Identifier: Apache-2.0
-- JH with 35.5 rounds, one round in each clock cycle. This is the core: stream input, datapath, control and stream output.
-- Source: the basic iterative architecture of paper A, section 4.
--
--   in --> segment_reader --> loader --> datapath --> unloader --> out
--                               ^ control ^  ^            ^
--                               +----+----+--|------------+
--                                            +-- constants
--
-- Widths: words of 64 bits, blocks of 512 bits, digests of 256 or 512 bits.
-- Latency for N blocks: 2 + 8 + 36 N + DIGEST_BITS/64 cycles of clk.

library ieee;
use ieee.std_logic_1164.all;
use work.jh_pkg.all;

entity jh_highspeed is
  generic (
    DIGEST_BITS : positive := 256 -- bits of the digest: 256 or 512
  );
  port (
    clk       : in    std_ulogic;                     -- core clock
    io_clk    : in    std_ulogic;                     -- interface clock; the same clock as clk for this core
    rst       : in    std_ulogic;                     -- synchronous reset, active high: the control returns to idle
    in_data   : in    std_ulogic_vector(63 downto 0); -- input stream: headers and padded message, most significant byte first
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- the core takes a valid word in this cycle
    out_data  : out   std_ulogic_vector(63 downto 0); -- output stream: words of the digest, most significant byte first
    out_valid : out   std_ulogic;                     -- out_data holds a word; the word stays until it is taken
    out_ready : in    std_ulogic                      -- the receiver takes a valid word in this cycle
  );
end entity jh_highspeed;

architecture rtl of jh_highspeed is

  signal word       : std_ulogic_vector(63 downto 0);
  signal word_valid : std_ulogic;
  signal word_last  : std_ulogic;
  signal word_ready : std_ulogic;
  signal want       : std_ulogic;                      -- the loader may take the last word of a block
  signal take       : std_ulogic;                      -- the last word is taken; inject is the block in the next cycle
  signal last       : std_ulogic;
  signal inject     : std_ulogic_vector(511 downto 0); -- the block in the cycle after take
  signal busy       : std_ulogic;                      -- a full round runs: steps 0 .. 34
  signal resting    : std_ulogic;                      -- not busy: the datapath resets its round register
  signal first      : std_ulogic;                      -- step 0: inject is the block
  signal later      : std_ulogic;                      -- not first: a second register, for fewer loads
  signal finish     : std_ulogic;
  signal clear      : std_ulogic;                      -- busy or idle: the datapath resets its chaining register
  signal ending     : std_ulogic;                      -- the digest is valid; taken when out_free is high
  signal c          : constant_t;
  signal digest     : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  signal out_free   : std_ulogic;

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

  loader : entity work.jh_highspeed_loader
    port map (
      clk        => io_clk,
      rst        => rst,
      word       => word,
      word_valid => word_valid,
      word_last  => word_last,
      word_ready => word_ready,
      want       => want,
      quiet      => busy,
      take       => take,
      inject     => inject,
      last       => last
    );

  control : entity work.jh_highspeed_control
    port map (
      clk      => clk,
      rst      => rst,
      take     => take,
      last     => last,
      want     => want,
      out_free => out_free,
      ending   => ending,
      busy     => busy,
      resting  => resting,
      first    => first,
      later    => later,
      finish   => finish,
      clear    => clear
    );

  constants : entity work.jh_highspeed_constants
    port map (
      clk     => clk,
      resting => resting,
      c       => c
    );

  datapath : entity work.jh_highspeed_datapath
    generic map (
      DIGEST_BITS => DIGEST_BITS
    )
    port map (
      clk     => clk,
      resting => resting,
      first   => first,
      later   => later,
      finish  => finish,
      clear   => clear,
      c       => c,
      inject  => inject,
      digest  => digest
    );

  unload : entity work.unloader
    generic map (
      W      => 64,
      WORDS  => DIGEST_BITS / 64,
      SINGLE => DIGEST_BITS / 64 - 1
    )
    port map (
      clk       => io_clk,
      rst       => rst,
      tick      => '1',
      digest    => digest,
      kept      => digest,
      load      => ending,
      free      => out_free,
      out_data  => out_data,
      out_valid => out_valid,
      out_ready => out_ready
    );

end architecture rtl;
