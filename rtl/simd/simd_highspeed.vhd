-- SPDX-License-Identifier: Apache-2.0
-- SIMD-256 and SIMD-512, four steps in each clock cycle. This is the core: stream input, transform, message expansion, Feistel
-- ladders, control and stream output.
-- Source: paper A, section 4 and Table 1.
--
--   in --> segment_reader --> block_loader --> transform --> expansion --> ladders --> unloader --> out
--                                  |  ^                      control          ^            ^
--                                  |  +----------------------+----------------+------------+
--                                  +------------------ the block itself ------+
--
-- Widths: words of 64 bits at the streams. The loader takes rows of 2N bytes, eight rows for a block. For SIMD-256 a row is a word.
-- For SIMD-512 a row is two words; io_clk has twice the frequency of clk, so that a row arrives in each cycle of clk.
-- Latency for B blocks, in cycles of clk: 2 + 8 + 8 + 9 B + 4 for SIMD-256, 2 + 16/2 + 9 + 9 B + 8/2 for SIMD-512.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.simd_field_pkg.all;
use work.simd_pkg.all;

entity simd_highspeed is
  generic (
    N : positive := 4 -- number of Feistel ladders: 4 (SIMD-256) or 8 (SIMD-512)
  );
  port (
    clk       : in    std_ulogic;                     -- core clock
    io_clk    : in    std_ulogic;                     -- interface clock; SIMD-256: the same clock; SIMD-512: twice as fast
    rst       : in    std_ulogic;                     -- synchronous reset, active high: the control becomes idle
    in_data   : in    std_ulogic_vector(63 downto 0); -- headers and padded message, most significant byte first (io_clk)
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- the core takes a valid word in this cycle of io_clk
    out_data  : out   std_ulogic_vector(63 downto 0); -- words of the digest, most significant byte first (io_clk)
    out_valid : out   std_ulogic;                     -- out_data holds a word; the word stays until it is taken
    out_ready : in    std_ulogic                      -- the receiver takes a valid word in this cycle of io_clk
  );
end entity simd_highspeed;

architecture rtl of simd_highspeed is

  constant IO_RATIO    : positive := N / 4;
  constant ROW_BITS    : positive := 16 * N;
  constant BLOCK_BITS  : positive := 128 * N;
  constant DIGEST_BITS : positive := 64 * N;

  signal tick         : std_ulogic;                                 -- this cycle of io_clk ends with a rising edge of clk
  signal word         : std_ulogic_vector(63 downto 0);
  signal word_valid   : std_ulogic;
  signal word_last    : std_ulogic;
  signal word_ready   : std_ulogic;
  signal row          : std_ulogic_vector(ROW_BITS - 1 downto 0);
  signal row_valid    : std_ulogic;
  signal row_last     : std_ulogic;
  signal row_ready    : std_ulogic;
  signal want         : std_ulogic;                                 -- the transform can take the next part of a block
  signal present      : std_ulogic;                                 -- the requested part is taken in this cycle if want is '1'
  signal held         : std_ulogic_vector(BLOCK_BITS - 1 downto 0); -- block for the datapath
  signal port_row     : std_ulogic_vector(ROW_BITS - 1 downto 0);
  signal rows         : std_ulogic_vector(BLOCK_BITS - 1 downto 0);
  signal last         : std_ulogic;
  signal step         : unsigned(3 downto 0);
  signal advance      : std_ulogic;                                 -- the step is completed in this cycle
  signal at_keep      : std_ulogic;
  signal keep         : std_ulogic;                                 -- step 7 ends with this cycle
  signal at_feed      : std_ulogic;
  signal leave        : std_ulogic;
  signal step_ladders : std_ulogic;
  signal rest         : std_ulogic;                                 -- reset the ladders: at reset or when a digest is handed over
  signal by           : choice_t;
  signal second       : std_ulogic;
  signal rotation     : std_ulogic_vector(0 to 2);
  signal majority     : std_ulogic;
  signal distances    : std_ulogic_vector(0 to 11);
  signal points       : point_array_t(0 to 4 * N - 1);
  signal chain        : words_t(0 to 4 * N - 1);
  signal w            : words_t(0 to 4 * N - 1);
  signal digest       : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  signal out_free     : std_ulogic;
  signal out_load     : std_ulogic;

begin

  rows  <= held(BLOCK_BITS - 1 downto ROW_BITS) & port_row;
  keep  <= at_keep and advance;
  leave <= at_feed and advance;

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

  loader : entity work.block_loader
    generic map (
      W     => ROW_BITS,
      WORDS => 8
    )
    port map (
      clk        => clk,
      rst        => rst,
      word       => row,
      word_valid => row_valid,
      word_last  => row_last,
      word_ready => row_ready,
      want       => want,
      present    => present,
      held       => held,
      port_word  => port_row,
      last       => last
    );

  control : entity work.simd_highspeed_control
    generic map (
      N => N
    )
    port map (
      clk          => clk,
      rst          => rst,
      want         => want,
      present      => present,
      last         => last,
      out_free     => out_free,
      out_load     => out_load,
      step         => step,
      advance      => advance,
      at_keep      => at_keep,
      at_feed      => at_feed,
      step_ladders => step_ladders,
      rest         => rest,
      by           => by,
      second       => second,
      rotation     => rotation,
      majority     => majority,
      distances    => distances
    );

  transform : entity work.simd_highspeed_transform
    generic map (
      N => N
    )
    port map (
      clk     => clk,
      advance => advance,
      load    => at_feed,
      step    => step(2 downto 0),
      last    => last,
      rows    => rows,
      points  => points
    );

  expansion : entity work.simd_highspeed_expansion
    generic map (
      N => N
    )
    port map (
      clk     => clk,
      advance => advance,
      keep    => keep,
      feed    => at_keep,
      clear   => rest,
      by      => by,
      second  => second,
      points  => points,
      chain   => chain,
      w       => w
    );

  ladders : entity work.simd_highspeed_ladders
    generic map (
      N => N
    )
    port map (
      clk          => clk,
      step_ladders => step_ladders,
      feeding      => at_feed,
      rest         => rest,
      take_block   => keep,
      drop_block   => leave,
      rotation     => rotation,
      majority     => majority,
      distances    => distances,
      w            => w,
      held         => held,
      chain        => chain,
      digest       => digest
    );

  one_clock : if IO_RATIO = 1 generate
    row        <= word;
    row_valid  <= word_valid;
    row_last   <= word_last;
    word_ready <= row_ready;

    unload : entity work.unloader
      generic map (
        W     => 64,
        WORDS => DIGEST_BITS / 64
      )
      port map (
        clk       => io_clk,
        rst       => rst,
        tick      => tick,
        digest    => digest,
        kept      => digest,
        load      => out_load,
        free      => out_free,
        out_data  => out_data,
        out_valid => out_valid,
        out_ready => out_ready
      );

  end generate one_clock;

  two_clocks : if IO_RATIO = 2 generate
    signal first_word : std_ulogic_vector(63 downto 0);
    signal next_word  : std_ulogic_vector(63 downto 0);
  begin

    pairs : entity work.word_pairs
      generic map (
        W => 64
      )
      port map (
        clk        => clk,
        io_clk     => io_clk,
        rst        => rst,
        tick       => tick,
        word       => word,
        word_valid => word_valid,
        word_last  => word_last,
        word_ready => word_ready,
        pair       => row,
        pair_valid => row_valid,
        pair_last  => row_last,
        pair_ready => row_ready
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

  end generate two_clocks;

end architecture rtl;
