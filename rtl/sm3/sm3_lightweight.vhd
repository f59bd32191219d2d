-- SPDX-License-Identifier: Apache-2.0
-- Lightweight SM3 core: words of 16 bits, padding outside, one memory of 512 x 32 bits with two ports. The interface and the area budget
-- are those of paper B, sections 2.1 and 2.3; paper B has no SM3.
--
--                     +------------ control -----------+
--                     v               v                v
--   in --> reader --> loader --> datapath, memory --> unloader --> out
--
-- The next block is loaded while the current one is processed. io_clk must be the same clock as clk. A message has at most 2**32 bits.
--
-- Source: GB/T 32905-2016. Widths: words of 16 bits. Latency for N blocks, in cycles: 2 + 32 + 72 N + 10 + 16.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity sm3_lightweight is
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
end entity sm3_lightweight;

architecture rtl of sm3_lightweight is

  signal word         : std_ulogic_vector(15 downto 0);
  signal word_valid   : std_ulogic;
  signal word_ready   : std_ulogic;
  signal ends_block   : std_ulogic;
  signal block_last   : std_ulogic;
  signal load_write   : std_ulogic;
  signal load_index   : std_ulogic_vector(3 downto 0);
  signal loaded_word  : std_ulogic_vector(31 downto 0);
  signal full         : std_ulogic;
  signal loaded_last  : std_ulogic;
  signal free_block   : std_ulogic;
  signal unload       : std_ulogic;
  signal unload_done  : std_ulogic;
  signal unload_index : std_ulogic_vector(2 downto 0);
  signal capture      : std_ulogic;
  signal count        : unsigned(6 downto 0); -- the slot
  signal load_iv      : std_ulogic;
  signal step         : std_ulogic;           -- the state changes
  signal in_round     : std_ulogic;
  signal parity       : std_ulogic;
  signal adding       : std_ulogic;
  signal word_clear   : std_ulogic;
  signal loading      : std_ulogic;
  signal port_read    : std_ulogic;
  signal held_word    : std_ulogic_vector(31 downto 0);

begin

  reader : entity work.narrow_reader
    generic map (
      BLOCK_BITS => 512
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

  -- The loader writes only while the memory holds no block, and then the datapath does not read.
  loader : entity work.memory_loader
    generic map (
      BLOCK_WORDS => 16,
      INDEX_BITS  => 4,
      FIRST       => 1
    )
    port map (
      clk         => clk,
      rst         => rst,
      word        => word,
      word_valid  => word_valid,
      word_ready  => word_ready,
      ends_block  => ends_block,
      block_last  => block_last,
      port_free   => '1',
      write       => load_write,
      write_index => load_index,
      write_data  => loaded_word,
      full        => full,
      last        => loaded_last,
      free_block  => free_block
    );

  control : entity work.sm3_lightweight_control
    port map (
      clk         => clk,
      rst         => rst,
      full        => full,
      loaded_last => loaded_last,
      free_block  => free_block,
      unload      => unload,
      unload_done => unload_done,
      count       => count,
      load_iv     => load_iv,
      step        => step,
      in_round    => in_round,
      parity      => parity,
      adding      => adding,
      word_clear  => word_clear,
      loading     => loading,
      port_read   => port_read
    );

  datapath : entity work.sm3_lightweight_datapath
    port map (
      clk           => clk,
      rst           => rst,
      count         => count,
      load_iv       => load_iv,
      step          => step,
      in_round      => in_round,
      parity        => parity,
      adding        => adding,
      word_clear    => word_clear,
      loading       => loading,
      port_read     => port_read,
      port_write    => load_write,
      load_index    => load_index,
      loaded_word   => loaded_word,
      unload        => unload,
      digest_index  => unsigned(unload_index),
      digest_copied => capture,
      held_word     => held_word
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
      read       => open,
      read_index => unload_index,
      capture    => capture,
      held       => held_word,
      out_data   => out_data,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

end architecture rtl;
