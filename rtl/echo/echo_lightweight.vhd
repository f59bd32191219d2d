-- SPDX-License-Identifier: Apache-2.0
-- Lightweight ECHO-256 core: words of 16 bits, padding outside, one column of an AES round in each cycle. The interface and the area
-- budget are those of paper B, sections 2.1 and 2.3.
--
--                                  +----- counter -----+
--                                  |                   v
--   in --> reader --> basis --> loader --> datapath, memory --> unloader --> basis --> out
--                                  ^           ^                  ^
--                                  +--------- control ------------+
--
-- The next block is loaded while the current one is processed. io_clk must be the same clock as clk. A message has at most 2**32
-- bits.
--
-- Widths: words of 16 bits. Latency for N blocks, in cycles: 4 + 96 + 1048 N + 16.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.aes_sbox_pkg.all;
use work.echo_pkg.all;
use work.shell_pkg.all;

entity echo_lightweight is
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
end entity echo_lightweight;

architecture rtl of echo_lightweight is

  signal word           : std_ulogic_vector(15 downto 0);
  signal basis_word     : std_ulogic_vector(15 downto 0);
  signal word_valid     : std_ulogic;
  signal word_ready     : std_ulogic;
  signal ends_block     : std_ulogic;
  signal block_last     : std_ulogic;
  signal header         : std_ulogic;
  signal port_free      : std_ulogic;
  signal stream_word    : column_t;
  signal full           : std_ulogic;
  signal loaded_last    : std_ulogic;
  signal free_block     : std_ulogic;
  signal area           : std_ulogic;
  signal starts         : std_ulogic;
  signal restart        : std_ulogic;
  signal unload         : std_ulogic;
  signal unload_done    : std_ulogic;
  signal key_index      : std_ulogic_vector(6 downto 0);
  signal key_lower      : std_ulogic;
  signal key_upper      : std_ulogic;
  signal phase          : unsigned(1 downto 0);
  signal second         : std_ulogic;
  signal p_place        : std_ulogic_vector(1 downto 0);
  signal p_column       : unsigned(1 downto 0);
  signal q_place        : std_ulogic_vector(1 downto 0);
  signal q_column       : unsigned(1 downto 0);
  signal q_write        : std_ulogic;
  signal q_target       : std_ulogic_vector(3 downto 0);
  signal load_address   : std_ulogic_vector(6 downto 0);
  signal load_read      : std_ulogic;
  signal preset         : std_ulogic;
  signal initial_first  : std_ulogic;
  signal p_write        : std_ulogic;
  signal p_target       : std_ulogic_vector(3 downto 0);
  signal sum_target     : std_ulogic_vector(3 downto 0);
  signal sum_write      : std_ulogic;
  signal sum_add        : std_ulogic;
  signal mix_write      : std_ulogic;
  signal mix_address    : std_ulogic_vector(6 downto 0);
  signal mix_final      : std_ulogic;
  signal count          : unsigned(32 downto 0);
  signal block_write    : std_ulogic;
  signal block_index    : std_ulogic_vector(5 downto 0);
  signal block_word     : column_t;
  signal unload_read    : std_ulogic;
  signal unload_index   : std_ulogic_vector(2 downto 0);
  signal unload_capture : std_ulogic;
  signal held           : column_t;
  signal held_stream    : column_t;
  signal digest_word    : std_ulogic_vector(15 downto 0);

begin

  -- A word that is not payload is taken at once.
  header <= in_valid and not word_valid;

  reader : entity work.narrow_reader
    generic map (
      BLOCK_BITS => 1536,
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
      before_last  => open,
      message_bits => open
    );

  basis_word <= stream_to_basis(word);
  out_data   <= basis_to_stream(digest_word);

  loader : entity work.memory_loader
    generic map (
      BLOCK_WORDS => 48,
      INDEX_BITS  => 6,
      FIRST       => 16
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
      write_data  => stream_word,
      full        => full,
      last        => loaded_last,
      free_block  => free_block
    );

  port_free  <= not mix_write;
  block_word <= swap_bytes(stream_word);

  message_counter : entity work.echo_lightweight_counter
    port map (
      clk     => clk,
      rst     => rst,
      header  => header,
      payload => word_valid,
      in_data => in_data,
      store   => block_write and ends_block,
      restart => restart,
      count   => count
    );

  control : entity work.echo_lightweight_control
    port map (
      clk           => clk,
      rst           => rst,
      full          => full,
      loaded_last   => loaded_last,
      free_block    => free_block,
      area          => area,
      starts        => starts,
      restart       => restart,
      unload        => unload,
      unload_done   => unload_done,
      key_index     => key_index,
      key_lower     => key_lower,
      key_upper     => key_upper,
      phase         => phase,
      second        => second,
      p_place       => p_place,
      p_column      => p_column,
      q_place       => q_place,
      q_column      => q_column,
      q_write       => q_write,
      q_target      => q_target,
      load_address  => load_address,
      load_read     => load_read,
      preset        => preset,
      initial_first => initial_first,
      p_write       => p_write,
      p_target      => p_target,
      sum_target    => sum_target,
      sum_write     => sum_write,
      sum_add       => sum_add,
      mix_write     => mix_write,
      mix_address   => mix_address,
      mix_final     => mix_final
    );

  datapath : entity work.echo_lightweight_datapath
    port map (
      clk           => clk,
      area          => area,
      starts        => starts,
      key_index     => key_index,
      key_lower     => key_lower,
      key_upper     => key_upper,
      phase         => phase,
      second        => second,
      p_place       => p_place,
      p_column      => p_column,
      q_place       => q_place,
      q_column      => q_column,
      q_write       => q_write,
      q_target      => q_target,
      load_address  => load_address,
      load_read     => load_read,
      preset        => preset,
      initial_first => initial_first,
      p_write       => p_write,
      p_target      => p_target,
      sum_target    => sum_target,
      sum_write     => sum_write,
      sum_add       => sum_add,
      mix_write     => mix_write,
      mix_address   => mix_address,
      mix_final     => mix_final,
      count         => count,
      block_write   => block_write,
      block_index   => block_index,
      block_word    => block_word,
      unload        => unload,
      unload_read   => unload_read,
      unload_index  => unload_index,
      capture       => unload_capture,
      held          => held
    );

  held_stream <= swap_bytes(held);

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
      held       => held_stream,
      out_data   => digest_word,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

end architecture rtl;
