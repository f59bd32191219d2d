-- SPDX-License-Identifier: Apache-2.0
-- Blue Midnight Wish (BMW-256 and BMW-512), one compression function per cycle.
-- Source: paper A, section 4 and Table 1.
-- Widths: WORD_BITS = 32 is BMW-256, with io_clk at 8 times the rate of clk. WORD_BITS = 64 is BMW-512, with io_clk at 16 times the
-- rate. Both rates deliver one block per cycle of clk.
-- Latency for N blocks, in cycles of clk: 1 + 8/8 + N + 1 + 4/8 (BMW-256), 1 + 16/16 + N + 1 + 8/16 (BMW-512).
--
--   in --> block_reader --> crossing_gatherer --> datapath --> crossing_unloader --> out
--                                   ^                ^                 ^
--                                   +--- control ----+-----------------+
--         |----------- io_clk ---------------|------ clk ------|----- io_clk -----|

library ieee;
use ieee.std_logic_1164.all;

entity bmw_highspeed is
  generic (
    WORD_BITS : positive := 32 -- bits of a word: 32 (BMW-256) or 64 (BMW-512)
  );
  port (
    clk       : in    std_ulogic;                     -- datapath clock
    io_clk    : in    std_ulogic;                     -- clock of in_* and out_*: 8 (BMW-256) or 16 (BMW-512) times the rate of clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(63 downto 0); -- headers and message words, first byte most significant
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this io_clk cycle if in_valid
    out_data  : out   std_ulogic_vector(63 downto 0); -- next word of the digest, first byte most significant
    out_valid : out   std_ulogic;                     -- out_data holds a word; it stays until it is taken
    out_ready : in    std_ulogic                      -- receiver takes out_data in this io_clk cycle if out_valid
  );
end entity bmw_highspeed;

architecture rtl of bmw_highspeed is

  constant BLOCK_BITS  : positive := 16 * WORD_BITS;
  constant DIGEST_BITS : positive := 8 * WORD_BITS;
  constant IO_RATIO    : positive := BLOCK_BITS / 64;

  signal tick       : std_ulogic; -- this cycle of io_clk ends with a rising edge of clk
  signal word       : std_ulogic_vector(63 downto 0);
  signal word_valid : std_ulogic;
  signal word_ready : std_ulogic;
  signal ends_block : std_ulogic;
  signal block_last : std_ulogic;
  signal want       : std_ulogic; -- the message register can take a block at the end of this cycle
  signal present    : std_ulogic; -- block_data holds a whole block (io_clk)
  signal last       : std_ulogic;
  signal next_block : std_ulogic_vector(BLOCK_BITS - 1 downto 0);
  signal hold       : std_ulogic;
  signal running    : std_ulogic;
  signal closing    : std_ulogic; -- the message register holds the last block of a message
  signal restart    : std_ulogic;
  signal digest     : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  signal first_word : std_ulogic_vector(63 downto 0);
  signal next_word  : std_ulogic_vector(63 downto 0);
  signal out_free   : std_ulogic;
  signal out_load   : std_ulogic;

begin

  phase : entity work.io_phase
    generic map (
      RATIO => IO_RATIO
    )
    port map (
      clk    => clk,
      io_clk => io_clk,
      rst    => rst,
      tick   => tick
    );

  reader : entity work.block_reader
    generic map (
      W          => 64,
      BLOCK_BITS => BLOCK_BITS
    )
    port map (
      clk        => io_clk,
      rst        => rst,
      in_data    => in_data,
      in_valid   => in_valid,
      in_ready   => in_ready,
      word       => word,
      word_valid => word_valid,
      word_ready => word_ready,
      ends_block => ends_block,
      block_last => block_last
    );

  gatherer : entity work.crossing_gatherer
    generic map (
      W     => 64,
      WORDS => BLOCK_BITS / 64
    )
    port map (
      io_clk     => io_clk,
      rst        => rst,
      tick       => tick,
      word       => word,
      word_valid => word_valid,
      word_ready => word_ready,
      ends_block => ends_block,
      block_last => block_last,
      want       => want,
      present    => present,
      last       => last,
      block_data => next_block
    );

  control : entity work.bmw_highspeed_control
    port map (
      clk      => clk,
      rst      => rst,
      want     => want,
      present  => present,
      last     => last,
      out_free => out_free,
      out_load => out_load,
      hold     => hold,
      running  => running,
      closing  => closing,
      restart  => restart
    );

  datapath : entity work.bmw_highspeed_datapath
    generic map (
      WORD_BITS => WORD_BITS
    )
    port map (
      clk        => clk,
      hold       => hold,
      running    => running,
      closing    => closing,
      restart    => restart,
      next_block => next_block,
      digest     => digest
    );

  unload : entity work.crossing_unloader
    generic map (
      W     => 64,
      WORDS => DIGEST_BITS / 64
    )
    port map (
      clk               => clk,
      io_clk            => io_clk,
      rst               => rst,
      tick              => tick,
      digest            => digest,
      load              => out_load,
      free              => out_free,
      first             => first_word,
      first_changed     => first_word,
      following         => next_word,
      following_changed => next_word,
      out_data          => out_data,
      out_valid         => out_valid,
      out_ready         => out_ready
    );

end architecture rtl;
