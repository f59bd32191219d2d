-- SPDX-License-Identifier: Apache-2.0
-- BLAKE-256 with a part of a round in each cycle: LANES columns or diagonals, and HALVES half G functions one after the other on each.
-- Source: BLAKE specification, the third-round version with 14 rounds; paper B, section 4.3, asks how throughput grows with area.
-- Widths: LANES x HALVES is 1 x 1 (half a G in a cycle), 1 x 2 (one G), 4 x 2 (four G) or 4 x 4 (eight G, a round). Words of 64 bits.
-- Latency for N blocks, F = 4 / LANES: 1 + F + 8 + (14 * 16 / (LANES * HALVES) + F) N + 4 cycles.
--
--   in --> bits_reader --> message --> datapath --> unloader --> out
--               |            ^          ^  ^           ^
--               |            |          |  |           |
--               |            +- control +--|-----------+
--               +-> counter ---------------+ t

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity blake_folded is
  generic (
    LANES  : positive range 1 to 4 := 1; -- columns or diagonals in a cycle: 1 or 4
    HALVES : positive range 1 to 4 := 2  -- half G functions one after the other in a cycle: 1, 2 or 4
  );
  port (
    clk       : in    std_ulogic;                     -- datapath clock
    io_clk    : in    std_ulogic;                     -- clock of in_* and out_*: the same as clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(63 downto 0); -- headers and message words, first byte most significant
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid
    out_data  : out   std_ulogic_vector(63 downto 0); -- next word of the digest, first byte most significant
    out_valid : out   std_ulogic;                     -- out_data holds a word; it stays until it is taken
    out_ready : in    std_ulogic                      -- receiver takes out_data in this cycle if out_valid
  );
end entity blake_folded;

architecture rtl of blake_folded is

  constant ROUNDS      : positive := 14;
  constant BLOCK_BITS  : positive := 512;
  constant ROUND_STEPS : positive := ROUNDS * 16 / (LANES * HALVES);
  constant STEP_BITS   : positive := counter_bits(ROUND_STEPS + 4 / LANES);

  -- Shortest padding: two one bits and the message length of two words (BLAKE specification, section 2.1.3).
  constant PAD_BITS : positive := 66;

  signal word         : std_ulogic_vector(63 downto 0);
  signal word_valid   : std_ulogic;
  signal word_last    : std_ulogic;
  signal word_ready   : std_ulogic;
  signal block_last   : std_ulogic;
  signal before_last  : std_ulogic;
  signal message_bits : std_ulogic_vector(31 downto 0);
  signal write        : std_ulogic;
  signal write_half   : std_ulogic;
  signal write_index  : std_ulogic_vector(2 downto 0);
  signal count        : std_ulogic;
  signal recount      : std_ulogic; -- the bit counter starts a new message
  signal t            : unsigned(63 downto 0);
  signal read_half    : std_ulogic;
  signal next_step    : unsigned(STEP_BITS - 1 downto 0);
  signal next_ahead   : unsigned(STEP_BITS - 1 downto 0);
  signal advance      : std_ulogic; -- the state takes the result of the step
  signal chains       : std_ulogic;
  signal feeds        : std_ulogic; -- the step after this one is one of the rounds: needs message words
  signal busy         : std_ulogic; -- the state is that of a block, so that finalisation includes it
  signal later_half   : std_ulogic;
  signal turn         : std_ulogic;
  signal diagonal     : std_ulogic;
  signal column       : unsigned(1 downto 0);
  signal restart      : std_ulogic;
  signal words        : std_ulogic_vector(32 * LANES * HALVES - 1 downto 0);
  signal digest       : std_ulogic_vector(255 downto 0);
  signal out_free     : std_ulogic;
  signal out_load     : std_ulogic;

begin

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

  counter : entity work.bits_counter
    generic map (
      BLOCK_BITS => BLOCK_BITS,
      PAD_BITS   => PAD_BITS
    )
    port map (
      clk          => clk,
      restart      => recount,
      count        => count,
      block_last   => block_last,
      before_last  => before_last,
      message_bits => message_bits,
      t            => t
    );

  control : entity work.blake_folded_control
    generic map (
      LANES       => LANES,
      HALVES      => HALVES,
      ROUND_STEPS => ROUND_STEPS,
      STEP_BITS   => STEP_BITS
    )
    port map (
      clk         => clk,
      rst         => rst,
      word_valid  => word_valid,
      word_last   => word_last,
      word_ready  => word_ready,
      write       => write,
      write_half  => write_half,
      write_index => write_index,
      count       => count,
      recount     => recount,
      read_half   => read_half,
      next_step   => next_step,
      next_ahead  => next_ahead,
      advance     => advance,
      chains      => chains,
      feeds       => feeds,
      busy        => busy,
      later_half  => later_half,
      turn        => turn,
      diagonal    => diagonal,
      column      => column,
      restart     => restart,
      out_free    => out_free,
      out_load    => out_load
    );

  message : entity work.blake_folded_message
    generic map (
      LANES       => LANES,
      HALVES      => HALVES,
      ROUND_STEPS => ROUND_STEPS,
      STEP_BITS   => STEP_BITS
    )
    port map (
      clk         => clk,
      write       => write,
      write_half  => write_half,
      write_index => write_index,
      word        => word,
      read_half   => read_half,
      advance     => advance,
      next_step   => next_step,
      next_ahead  => next_ahead,
      words       => words
    );

  datapath : entity work.blake_folded_datapath
    generic map (
      LANES  => LANES,
      HALVES => HALVES
    )
    port map (
      clk        => clk,
      advance    => advance,
      chains     => chains,
      feeds      => feeds,
      busy       => busy,
      later_half => later_half,
      turn       => turn,
      diagonal   => diagonal,
      column     => column,
      restart    => restart,
      t          => t,
      words      => words,
      digest     => digest
    );

  unload : entity work.unloader
    generic map (
      W     => 64,
      WORDS => 4
    )
    port map (
      clk       => io_clk,
      rst       => rst,
      tick      => '1',
      digest    => digest,
      kept      => digest,
      load      => out_load,
      free      => out_free,
      out_data  => out_data,
      out_valid => out_valid,
      out_ready => out_ready
    );

end architecture rtl;
