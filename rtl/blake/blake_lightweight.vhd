-- SPDX-License-Identifier: Apache-2.0
-- Lightweight BLAKE-32 and BLAKE-256 core: words of 16 bits, padding outside, one memory of 512 x 32 bits with two ports (paper B,
-- sections 2.1, 2.3 and 3.1). Half a G function starts in each cycle.
--
--                     +------------ control -----------+
--                     v               v                v
--   in --> reader --> loader --> datapath, memory --> unloader --> out
--             |                       ^
--             +------> bit counter ---+ t
--
-- The next block is loaded while the current one is processed. io_clk must be the same clock as clk. A message has at most 2**32 bits.
--
-- Widths: words of 16 bits. Latency for N blocks, in cycles: 10 + 32 + (16 ROUNDS + 20) N + 2 + 16.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity blake_lightweight is
  generic (
    ROUNDS : positive range 10 to 14 := 14 -- rounds of a block: 10 (BLAKE-32) or 14 (BLAKE-256)
  );
  port (
    clk       : in    std_ulogic;                     -- clock of the datapath
    io_clk    : in    std_ulogic;                     -- clock of both streams; the same clock as clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(15 downto 0); -- input stream: headers and padded message
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(15 downto 0); -- output stream: words of the digest
    out_valid : out   std_ulogic;                     -- out_data holds a word
    out_ready : in    std_ulogic                      -- the receiver takes the word in this cycle
  );
end entity blake_lightweight;

architecture rtl of blake_lightweight is

  -- Shortest padding: two one bits and the message length of 64 bits (BLAKE specification, section 2.1.3).
  constant PAD_BITS : positive := 2 + 64;

  signal word           : std_ulogic_vector(15 downto 0);
  signal word_valid     : std_ulogic;
  signal word_ready     : std_ulogic;
  signal ends_block     : std_ulogic;
  signal block_last     : std_ulogic;
  signal before_last    : std_ulogic;
  signal message_bits   : std_ulogic_vector(31 downto 0);
  signal full           : std_ulogic;
  signal loaded_last    : std_ulogic;
  signal free_block     : std_ulogic;
  signal load_write     : std_ulogic;
  signal load_index     : std_ulogic_vector(3 downto 0);
  signal port_free      : std_ulogic;
  signal unload         : std_ulogic;
  signal unload_done    : std_ulogic;
  signal unload_read    : std_ulogic;
  signal unload_index   : std_ulogic_vector(2 downto 0);
  signal unload_capture : std_ulogic;
  signal restart        : std_ulogic;
  signal advance        : std_ulogic; -- step to the next slot
  signal port_read      : std_ulogic;
  signal port_write     : std_ulogic;
  signal port_address   : std_ulogic_vector(8 downto 0);
  signal write_chaining : std_ulogic;
  signal table_capture  : std_ulogic;
  signal read_chaining  : std_ulogic;
  signal starting       : std_ulogic; -- the initial hash value instead of h
  signal page           : std_ulogic;
  signal upper_half     : std_ulogic;
  signal index          : std_ulogic_vector(1 downto 0);
  signal constant_init  : std_ulogic;
  signal constant_clear : std_ulogic;
  signal message_clear  : std_ulogic;
  signal bits_add       : std_ulogic;
  signal bits_upper     : std_ulogic;
  signal fold_clear     : std_ulogic;
  signal fold_a_clear   : std_ulogic;
  signal load_clear     : std_ulogic;
  signal a_read         : std_ulogic_vector(1 downto 0);
  signal a_clear        : std_ulogic;
  signal sum_clear      : std_ulogic;
  signal a_write        : std_ulogic;
  signal a_index        : std_ulogic_vector(1 downto 0);
  signal b_read         : std_ulogic_vector(2 downto 0);
  signal b_clear        : std_ulogic;
  signal b_write        : std_ulogic;
  signal b_index        : std_ulogic_vector(2 downto 0);
  signal tail_clear     : std_ulogic;
  signal c_mask         : std_ulogic;
  signal d_mask         : std_ulogic;
  signal c_write        : std_ulogic;
  signal d_write        : std_ulogic;
  signal c_index        : std_ulogic_vector(1 downto 0);
  signal d_index        : std_ulogic_vector(1 downto 0);
  signal d_second       : std_ulogic;
  signal b_second       : std_ulogic;
  signal loaded_word    : std_ulogic_vector(31 downto 0);
  signal held_word      : std_ulogic_vector(31 downto 0);
  signal t              : unsigned(63 downto 0);
  signal block_loaded   : std_ulogic;

begin

  block_loaded <= load_write and ends_block;

  reader : entity work.narrow_reader
    generic map (
      BLOCK_BITS => 512,
      NEEDS_BITS => true
    )
    port map (
      clk          => clk,
      rst          => rst,
      in_data      => in_data,
      in_valid     => in_valid,
      in_ready     => in_ready,
      word         => word,
      word_valid   => word_valid,
      word_ready   => word_ready,
      ends_block   => ends_block,
      block_last   => block_last,
      before_last  => before_last,
      message_bits => message_bits
    );

  loader : entity work.memory_loader
    generic map (
      BLOCK_WORDS => 16,
      INDEX_BITS  => 4
    )
    port map (
      clk         => clk,
      rst         => rst,
      word        => word,
      word_valid  => word_valid,
      word_ready  => word_ready,
      ends_block  => ends_block,
      block_last  => block_last,
      port_free   => port_free,
      write       => load_write,
      write_index => load_index,
      write_data  => loaded_word,
      full        => full,
      last        => loaded_last,
      free_block  => free_block
    );

  counter : entity work.bits_counter
    generic map (
      BLOCK_BITS => 512,
      PAD_BITS   => PAD_BITS
    )
    port map (
      clk          => clk,
      restart      => restart,
      count        => block_loaded,
      block_last   => block_last,
      before_last  => before_last,
      message_bits => message_bits,
      t            => t
    );

  control : entity work.blake_lightweight_control
    generic map (
      ROUNDS => ROUNDS
    )
    port map (
      clk            => clk,
      rst            => rst,
      full           => full,
      loaded_last    => loaded_last,
      free_block     => free_block,
      load_write     => load_write,
      load_index     => load_index,
      port_free      => port_free,
      unload         => unload,
      unload_done    => unload_done,
      unload_read    => unload_read,
      unload_index   => unload_index,
      unload_capture => unload_capture,
      restart        => restart,
      advance        => advance,
      port_read      => port_read,
      port_write     => port_write,
      port_address   => port_address,
      write_chaining => write_chaining,
      table_capture  => table_capture,
      read_chaining  => read_chaining,
      starting       => starting,
      page           => page,
      upper_half     => upper_half,
      index          => index,
      constant_init  => constant_init,
      constant_clear => constant_clear,
      message_clear  => message_clear,
      bits_add       => bits_add,
      bits_upper     => bits_upper,
      fold_clear     => fold_clear,
      fold_a_clear   => fold_a_clear,
      load_clear     => load_clear,
      a_read         => a_read,
      a_clear        => a_clear,
      sum_clear      => sum_clear,
      a_write        => a_write,
      a_index        => a_index,
      b_read         => b_read,
      b_clear        => b_clear,
      b_write        => b_write,
      b_index        => b_index,
      tail_clear     => tail_clear,
      c_mask         => c_mask,
      d_mask         => d_mask,
      c_write        => c_write,
      d_write        => d_write,
      c_index        => c_index,
      d_index        => d_index,
      d_second       => d_second,
      b_second       => b_second
    );

  datapath : entity work.blake_lightweight_datapath
    generic map (
      ROUNDS => ROUNDS
    )
    port map (
      clk            => clk,
      advance        => advance,
      port_read      => port_read,
      port_write     => port_write,
      port_address   => port_address,
      write_chaining => write_chaining,
      loaded_word    => loaded_word,
      table_capture  => table_capture,
      held_word      => held_word,
      read_chaining  => read_chaining,
      starting       => starting,
      page           => page,
      upper_half     => upper_half,
      index          => index,
      constant_init  => constant_init,
      constant_clear => constant_clear,
      message_clear  => message_clear,
      bits_add       => bits_add,
      bits_upper     => bits_upper,
      t              => t(32 downto 0),
      fold_clear     => fold_clear,
      fold_a_clear   => fold_a_clear,
      load_clear     => load_clear,
      a_read         => a_read,
      a_clear        => a_clear,
      sum_clear      => sum_clear,
      a_write        => a_write,
      a_index        => a_index,
      b_read         => b_read,
      b_clear        => b_clear,
      b_write        => b_write,
      b_index        => b_index,
      tail_clear     => tail_clear,
      c_mask         => c_mask,
      d_mask         => d_mask,
      c_write        => c_write,
      d_write        => d_write,
      c_index        => c_index,
      d_index        => d_index,
      d_second       => d_second,
      b_second       => b_second
    );

  unloader : entity work.memory_unloader
    generic map (
      WORDS => 8
    )
    port map (
      clk        => clk,
      rst        => rst,
      unload     => unload,
      done       => unload_done,
      read       => unload_read,
      read_index => unload_index,
      capture    => unload_capture,
      held       => held_word,
      out_data   => out_data,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

end architecture rtl;
