-- SPDX-License-Identifier: Apache-2.0
-- BLAKE-32 and BLAKE-64, one round per cycle.
-- Source: paper A, section 4 and Table 1 (the basic iterative architecture).
-- Widths: WORD_BITS = 32 is BLAKE-32, with io_clk equal to clk. WORD_BITS = 64 is BLAKE-64, with io_clk at twice the rate of clk
-- and edges aligned.
-- Latency for N blocks, in cycles of clk: 1 + 8 + 10 N + 4 (BLAKE-32), 1 + 16/2 + 14 N + 8/2 (BLAKE-64).
--
--   in --> bits_reader --> block_loader --> message --> datapath --> unloader --> out
--               |               ^             ^          ^    ^         ^
--               |               |             |          |    |         |
--               |               +-------------+- control +----|---------+
--               +-> counter ----------------------------------+ t

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake_pkg.all;

entity blake_highspeed is
  generic (
    WORD_BITS : positive := 32 -- bits of a word: 32 (BLAKE-32) or 64 (BLAKE-64)
  );
  port (
    clk       : in    std_ulogic;                     -- datapath clock
    io_clk    : in    std_ulogic;                     -- clock of in_* and out_*: clk (BLAKE-32), or twice its rate (BLAKE-64)
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(63 downto 0); -- headers and message words, first byte most significant
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this io_clk cycle if in_valid
    out_data  : out   std_ulogic_vector(63 downto 0); -- next word of the digest, first byte most significant
    out_valid : out   std_ulogic;                     -- out_data holds a word; it stays until it is taken
    out_ready : in    std_ulogic                      -- receiver takes out_data in this io_clk cycle if out_valid
  );
end entity blake_highspeed;

architecture rtl of blake_highspeed is

  constant IO_RATIO    : positive := WORD_BITS / 32;
  constant BLOCK_BITS  : positive := 16 * WORD_BITS;
  constant DIGEST_BITS : positive := 8 * WORD_BITS;

  -- Shortest padding: two one bits and the message length of two words (BLAKE specification, section 2.1.3).
  constant PAD_BITS : positive := 2 + 2 * WORD_BITS;

  signal tick         : std_ulogic;                                 -- this cycle of io_clk ends with a rising edge of clk
  signal word         : std_ulogic_vector(63 downto 0);
  signal word_valid   : std_ulogic;
  signal word_last    : std_ulogic;
  signal word_ready   : std_ulogic;
  signal block_last   : std_ulogic;
  signal before_last  : std_ulogic;
  signal message_bits : std_ulogic_vector(31 downto 0);
  signal want         : std_ulogic;                                 -- requests the next block (step R-2), then its last word (step R-1)
  signal want_now     : std_ulogic;                                 -- want in the last io_clk cycle of a cycle of clk
  signal present      : std_ulogic;                                 -- the requested part is taken in this cycle if want is '1'
  signal held         : std_ulogic_vector(BLOCK_BITS - 1 downto 0); -- the block in process; its last word is one cycle late
  signal port_word    : std_ulogic_vector(63 downto 0);             -- the last word of the block, as it arrives
  signal loaded       : std_ulogic_vector(BLOCK_BITS - 1 downto 0); -- the block with its last word taken from port_word
  signal last         : std_ulogic;
  signal advance      : std_ulogic;                                 -- state and message words go to the next round at the end of this cycle
  signal clear        : std_ulogic;                                 -- sets state and message words to zero: no block is in process
  signal restart      : std_ulogic;
  signal hold         : std_ulogic;
  signal fold         : std_ulogic;                                 -- step R-1: the hash value is added to the result
  signal keep         : std_ulogic;                                 -- the hash value register takes the result of step R-1
  signal count        : std_ulogic;
  signal step         : unsigned(3 downto 0);
  signal t            : unsigned(63 downto 0);
  signal order        : std_ulogic_vector(BLOCK_BITS - 1 downto 0);
  signal next_order   : std_ulogic_vector(BLOCK_BITS - 1 downto 0);
  signal pair         : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  signal next_pair    : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  signal digest       : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  signal out_free     : std_ulogic;
  signal out_load     : std_ulogic;

begin

  want_now <= want and tick;
  loaded   <= held(BLOCK_BITS - 1 downto 64) & port_word;

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

  reader : entity work.bits_reader
    generic map (
      BLOCK_BITS => BLOCK_BITS
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
      block_last   => block_last,
      before_last  => before_last,
      message_bits => message_bits
    );

  loader : entity work.block_loader
    generic map (
      W     => 64,
      WORDS => BLOCK_BITS / 64
    )
    port map (
      clk        => io_clk,
      rst        => rst,
      word       => word,
      word_valid => word_valid,
      word_last  => word_last,
      word_ready => word_ready,
      want       => want_now,
      present    => present,
      held       => held,
      port_word  => port_word,
      last       => last
    );

  counter : entity work.bits_counter
    generic map (
      BLOCK_BITS => BLOCK_BITS,
      PAD_BITS   => PAD_BITS
    )
    port map (
      clk          => clk,
      restart      => restart,
      count        => count,
      block_last   => block_last,
      before_last  => before_last,
      message_bits => message_bits,
      t            => t
    );

  control : entity work.blake_highspeed_control
    generic map (
      ROUNDS => rounds(WORD_BITS)
    )
    port map (
      clk      => clk,
      rst      => rst,
      want     => want,
      present  => present,
      last     => last,
      out_free => out_free,
      out_load => out_load,
      advance  => advance,
      clear    => clear,
      restart  => restart,
      hold     => hold,
      fold     => fold,
      keep     => keep,
      count    => count,
      step     => step
    );

  message : entity work.blake_highspeed_message
    generic map (
      WORD_BITS => WORD_BITS
    )
    port map (
      clk        => clk,
      advance    => advance,
      clear      => clear,
      step       => step,
      loaded     => loaded,
      next_order => next_order,
      order      => order,
      next_pair  => next_pair,
      pair       => pair
    );

  datapath : entity work.blake_highspeed_datapath
    generic map (
      WORD_BITS => WORD_BITS
    )
    port map (
      clk        => clk,
      advance    => advance,
      clear      => clear,
      restart    => restart,
      hold       => hold,
      fold       => fold,
      keep       => keep,
      t          => t,
      order      => order,
      next_order => next_order,
      pair       => pair,
      next_pair  => next_pair,
      digest     => digest
    );

  one_clock : if IO_RATIO = 1 generate

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

  two_clocks : if IO_RATIO > 1 generate
    signal first_word : std_ulogic_vector(63 downto 0);
    signal next_word  : std_ulogic_vector(63 downto 0);
  begin

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
