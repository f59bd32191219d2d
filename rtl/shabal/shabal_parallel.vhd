-- SPDX-License-Identifier: Apache-2.0
-- Shabal core with one step of the keyed permutation a cycle, and one cycle between two rounds for all other operations. The 49
-- cycles in Table 1 of paper A describe this structure. It serves to measure the cost of that structure beside highspeed, which
-- does the other operations word by word during the steps.
--
--   in --> segment_reader --> whole_injector --> datapath --> unloader --> out
--                                   ^   control   ^            ^
--                                   +------+------+------------+
--
-- Source: paper A, section 4 and Table 1.
-- Widths: stream words of 64 bits, state words of 32 bits. io_clk must be the same clock as clk.
-- Latency for N blocks, in cycles: 2 + 8 + 49 N + 147 + DIGEST_BITS/64.

library ieee;
use ieee.std_logic_1164.all;

entity shabal_parallel is
  generic (
    DIGEST_BITS : positive := 256 -- bits of a digest: 256 or 512
  );
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
end entity shabal_parallel;

architecture rtl of shabal_parallel is

  signal word       : std_ulogic_vector(63 downto 0);
  signal word_valid : std_ulogic;
  signal word_last  : std_ulogic;
  signal word_ready : std_ulogic;
  signal want       : std_ulogic;                      -- the core can take a block in this cycle
  signal take       : std_ulogic;                      -- the last word is taken; inject is the block in the next cycle
  signal last       : std_ulogic;
  signal inject     : std_ulogic_vector(511 downto 0); -- the block in the cycle after take
  signal exchange   : std_ulogic;
  signal closing    : std_ulogic;                      -- exchange before a final round: keep the block
  signal active     : std_ulogic;
  signal ending     : std_ulogic;                      -- the digest is valid
  signal clear      : std_ulogic;                      -- set the block number to zero
  signal idle       : std_ulogic;
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

  -- The datapath reads inject only in an exchange, so inject need not be zero in other cycles.
  loader : entity work.whole_injector
    generic map (
      W     => 64,
      WORDS => 8
    )
    port map (
      clk        => io_clk,
      rst        => rst,
      word       => word,
      word_valid => word_valid,
      word_last  => word_last,
      word_ready => word_ready,
      want       => want,
      quiet      => '0',
      take       => take,
      inject     => inject,
      last       => last
    );

  control : entity work.shabal_parallel_control
    port map (
      clk      => clk,
      rst      => rst,
      take     => take,
      last     => last,
      want     => want,
      out_free => out_free,
      exchange => exchange,
      closing  => closing,
      active   => active,
      ending   => ending,
      clear    => clear,
      idle     => idle
    );

  datapath : entity work.shabal_parallel_datapath
    generic map (
      DIGEST_BITS => DIGEST_BITS
    )
    port map (
      clk      => clk,
      idle     => idle,
      clear    => clear,
      count    => take,
      exchange => exchange,
      closing  => closing,
      active   => active,
      inject   => inject,
      digest   => digest
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
