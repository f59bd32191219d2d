-- SPDX-License-Identifier: Apache-2.0
-- Lightweight SHAvite-3-256 core: words of 16 bits, padding outside, one column of an AES round in each cycle. The interface and the
-- area budget are those of paper B, sections 2.1 and 2.3.
--
--                                  +----- counter -----+
--                                  |                   v
--   in --> reader --> basis --> loader --> datapath, memory --> unloader --> basis --> out
--                                  ^           ^                  ^
--                                  +--------- control ------------+
--
-- The next block is loaded while the current one is processed. io_clk must be the same clock as clk. A message is shorter than
-- 2**32 bits.
--
-- Widths: words of 16 bits. Latency for N blocks, in cycles: 44 + 32 + 296 N + 3 + 16.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;
use work.shavite3_pkg.all;

entity shavite3_lightweight is
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
end entity shavite3_lightweight;

architecture rtl of shavite3_lightweight is

  signal word           : std_ulogic_vector(15 downto 0);
  signal basis_word     : std_ulogic_vector(15 downto 0);
  signal word_valid     : std_ulogic;
  signal word_ready     : std_ulogic;
  signal ends_block     : std_ulogic;
  signal block_last     : std_ulogic;
  signal before_last    : std_ulogic;
  signal message_bits   : std_ulogic_vector(31 downto 0);
  signal port_free      : std_ulogic;
  signal block_write    : std_ulogic;
  signal block_index    : std_ulogic_vector(3 downto 0);
  signal block_word     : column_t;
  signal full           : std_ulogic;
  signal loaded_last    : std_ulogic;
  signal free_block     : std_ulogic;
  signal take           : std_ulogic;                     -- a complete block is taken in this cycle
  signal counter        : column_t;
  signal unload         : std_ulogic;
  signal unload_done    : std_ulogic;
  signal unload_read    : std_ulogic;
  signal unload_index   : std_ulogic_vector(2 downto 0);
  signal unload_capture : std_ulogic;
  signal held           : column_t;
  signal digest_word    : std_ulogic_vector(15 downto 0); -- word of the digest in the basis
  signal column_0       : std_ulogic_vector(1 downto 0);
  signal subkey_0       : std_ulogic_vector(1 downto 0);
  signal rotated_0      : std_ulogic;
  signal expands_0      : std_ulogic;
  signal buffer_0       : std_ulogic;
  signal address_0      : std_ulogic_vector(4 downto 0);
  signal counter_0      : std_ulogic;
  signal ones_0         : std_ulogic;
  signal clear_1        : std_ulogic;
  signal half_1         : std_ulogic;
  signal adds_half_1    : std_ulogic;
  signal adds_memory_1  : std_ulogic;
  signal linear_2       : std_ulogic;
  signal adds_key_2     : std_ulogic;
  signal near_3         : std_ulogic;
  signal far_3          : std_ulogic;
  signal column_3       : std_ulogic_vector(1 downto 0);
  signal subkey_3       : std_ulogic_vector(1 downto 0);
  signal buffer_3       : std_ulogic;
  signal half_3         : std_ulogic;
  signal write_f_3      : std_ulogic;
  signal write_half_3   : std_ulogic;
  signal write_key_3    : std_ulogic;
  signal write_chain_3  : std_ulogic;

begin

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

  basis_word <= to_basis(word(15 downto 8)) & to_basis(word(7 downto 0));
  out_data   <= from_basis(digest_word(15 downto 8)) & from_basis(digest_word(7 downto 0));

  loader : entity work.memory_loader
    generic map (
      BLOCK_WORDS => 16,
      INDEX_BITS  => 4
    )
    port map (
      clk         => clk,
      rst         => rst,
      word        => basis_word,
      word_valid  => word_valid,
      word_ready  => word_ready,
      ends_block  => ends_block,
      block_last  => block_last,
      port_free   => port_free,
      write       => block_write,
      write_index => block_index,
      write_data  => block_word,
      full        => full,
      last        => loaded_last,
      free_block  => free_block
    );

  message_counter : entity work.shavite3_lightweight_counter
    port map (
      clk          => clk,
      restart      => rst or unload,
      store        => block_write and ends_block,
      block_last   => block_last,
      before_last  => before_last,
      message_bits => message_bits,
      count        => take,
      first        => counter
    );

  control : entity work.shavite3_lightweight_control
    port map (
      clk           => clk,
      rst           => rst,
      full          => full,
      loaded_last   => loaded_last,
      take          => take,
      free_block    => free_block,
      port_free     => port_free,
      unload        => unload,
      unload_done   => unload_done,
      column_0      => column_0,
      subkey_0      => subkey_0,
      rotated_0     => rotated_0,
      expands_0     => expands_0,
      buffer_0      => buffer_0,
      address_0     => address_0,
      counter_0     => counter_0,
      ones_0        => ones_0,
      clear_1       => clear_1,
      half_1        => half_1,
      adds_half_1   => adds_half_1,
      adds_memory_1 => adds_memory_1,
      linear_2      => linear_2,
      adds_key_2    => adds_key_2,
      near_3        => near_3,
      far_3         => far_3,
      column_3      => column_3,
      subkey_3      => subkey_3,
      buffer_3      => buffer_3,
      half_3        => half_3,
      write_f_3     => write_f_3,
      write_half_3  => write_half_3,
      write_key_3   => write_key_3,
      write_chain_3 => write_chain_3
    );

  datapath : entity work.shavite3_lightweight_datapath
    port map (
      clk           => clk,
      column_0      => column_0,
      subkey_0      => subkey_0,
      rotated_0     => rotated_0,
      expands_0     => expands_0,
      buffer_0      => buffer_0,
      address_0     => address_0,
      counter_0     => counter_0,
      ones_0        => ones_0,
      clear_1       => clear_1,
      half_1        => half_1,
      adds_half_1   => adds_half_1,
      adds_memory_1 => adds_memory_1,
      linear_2      => linear_2,
      adds_key_2    => adds_key_2,
      near_3        => near_3,
      far_3         => far_3,
      column_3      => column_3,
      subkey_3      => subkey_3,
      buffer_3      => buffer_3,
      half_3        => half_3,
      write_f_3     => write_f_3,
      write_half_3  => write_half_3,
      write_key_3   => write_key_3,
      write_chain_3 => write_chain_3,
      counter       => counter,
      block_write   => block_write,
      block_index   => block_index,
      block_word    => block_word,
      unload        => unload,
      unload_read   => unload_read,
      unload_index  => unload_index,
      capture       => unload_capture,
      held          => held
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
      held       => held,
      out_data   => digest_word,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

end architecture rtl;
