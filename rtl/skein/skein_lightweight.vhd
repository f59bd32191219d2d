-- SPDX-License-Identifier: Apache-2.0
-- Lightweight Skein-512-256 core: words of 16 bits, padding outside, one memory of 512 x 32 bits with two ports (paper B, sections
-- 2.1, 2.3 and 3.5). One MIX function starts in each cycle of a round.
--
--                     +------------ control -----------+
--                     v               v                v
--   in --> reader --> loader --> datapath, memory --> unloader --> out
--             |                       ^
--             +-------> tweak --------+
--
-- The next block is loaded while the current one is processed. io_clk must be the same clock as clk. A message has at most 2**32 bits.
--
-- Widths: words of 16 bits. Latency for N blocks, in cycles: 4 + 32 + 552 N + 553 + 16.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.skein_pkg.all;

entity skein_lightweight is
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
end entity skein_lightweight;

architecture rtl of skein_lightweight is

  signal word           : std_ulogic_vector(15 downto 0);
  signal word_valid     : std_ulogic;
  signal word_ready     : std_ulogic;
  signal ends_block     : std_ulogic;
  signal block_last     : std_ulogic;
  signal message_bits   : std_ulogic_vector(31 downto 0);
  signal block_loaded   : std_ulogic;
  signal full           : std_ulogic;
  signal loaded_last    : std_ulogic;
  signal free_block     : std_ulogic;
  signal start_output   : std_ulogic;
  signal load_write     : std_ulogic;
  signal load_index     : std_ulogic_vector(3 downto 0);
  signal port_free      : std_ulogic;
  signal unload         : std_ulogic;
  signal unload_done    : std_ulogic;
  signal unload_read    : std_ulogic;
  signal unload_index   : std_ulogic_vector(2 downto 0);
  signal unload_capture : std_ulogic;
  signal advance        : std_ulogic; -- step to the next slot
  signal port_read      : std_ulogic;
  signal port_write     : std_ulogic;
  signal port_address   : std_ulogic_vector(8 downto 0);
  signal upper_address  : std_ulogic_vector(8 downto 0);
  signal write_result   : std_ulogic;
  signal write_upper    : std_ulogic;
  signal key_capture    : std_ulogic;
  signal key_clear      : std_ulogic;
  signal position_add   : std_ulogic;
  signal flags_add      : std_ulogic;
  signal number_add     : std_ulogic;
  signal number         : unsigned(4 downto 0);
  signal add_even       : std_ulogic;
  signal add_odd        : std_ulogic;
  signal mix            : std_ulogic;
  signal amount         : unsigned(5 downto 0);
  signal turned_clear   : std_ulogic;
  signal even_write     : std_ulogic;
  signal even_address   : std_ulogic_vector(1 downto 0);
  signal odd_write      : std_ulogic;
  signal odd_read       : std_ulogic_vector(2 downto 0);
  signal odd_address    : std_ulogic_vector(2 downto 0);
  signal loaded_word    : std_ulogic_vector(31 downto 0);
  signal held_word      : std_ulogic_vector(31 downto 0);
  signal position       : unsigned(29 downto 0);
  signal flag_bits      : flags_t;

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
      before_last  => open,
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

  tweak : entity work.skein_lightweight_tweak
    port map (
      clk          => clk,
      rst          => rst,
      count        => block_loaded,
      block_last   => block_last,
      message_bits => message_bits,
      copy         => free_block,
      closing      => start_output,
      position     => position,
      flag_bits    => flag_bits
    );

  control : entity work.skein_lightweight_control
    port map (
      clk            => clk,
      rst            => rst,
      full           => full,
      loaded_last    => loaded_last,
      free_block     => free_block,
      start_output   => start_output,
      load_write     => load_write,
      load_index     => load_index,
      port_free      => port_free,
      unload         => unload,
      unload_done    => unload_done,
      unload_read    => unload_read,
      unload_index   => unload_index,
      unload_capture => unload_capture,
      advance        => advance,
      port_read      => port_read,
      port_write     => port_write,
      port_address   => port_address,
      upper_address  => upper_address,
      write_result   => write_result,
      write_upper    => write_upper,
      key_capture    => key_capture,
      key_clear      => key_clear,
      position_add   => position_add,
      flags_add      => flags_add,
      number_add     => number_add,
      number         => number,
      add_even       => add_even,
      add_odd        => add_odd,
      mix            => mix,
      amount         => amount,
      turned_clear   => turned_clear,
      even_write     => even_write,
      even_address   => even_address,
      odd_write      => odd_write,
      odd_read       => odd_read,
      odd_address    => odd_address
    );

  datapath : entity work.skein_lightweight_datapath
    port map (
      clk           => clk,
      advance       => advance,
      port_read     => port_read,
      port_write    => port_write,
      port_address  => port_address,
      upper_address => upper_address,
      write_result  => write_result,
      write_upper   => write_upper,
      loaded_word   => loaded_word,
      key_capture   => key_capture,
      key_clear     => key_clear,
      held_word     => held_word,
      position_add  => position_add,
      flags_add     => flags_add,
      number_add    => number_add,
      number        => number,
      position      => position,
      flag_bits     => flag_bits,
      add_even      => add_even,
      add_odd       => add_odd,
      mix           => mix,
      amount        => amount,
      turned_clear  => turned_clear,
      even_write    => even_write,
      even_address  => even_address,
      odd_write     => odd_write,
      odd_read      => odd_read,
      odd_address   => odd_address
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
