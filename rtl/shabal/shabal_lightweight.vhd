-- SPDX-License-Identifier: Apache-2.0
-- Lightweight Shabal-256 core: words of 16 bits, padding outside, one block RAM of 512 x 32 bits for the next block and the initial
-- state, and LUT RAM for the state (paper B, Table 1).
--
--                     +------------ control -----------+
--                     v               v                v
--   in --> reader --> loader --> datapath, memory --> unloader --> out
--
-- The next block is loaded while the current one is processed. io_clk must be the same clock as clk. A message has at most 2**32 bits.
--
-- Widths: words of 16 bits. Latency for a block: 64 cycles.

library ieee;
use ieee.std_logic_1164.all;
use work.shabal_pkg.all;

entity shabal_lightweight is
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
end entity shabal_lightweight;

architecture rtl of shabal_lightweight is

  signal word           : std_ulogic_vector(15 downto 0);
  signal word_valid     : std_ulogic;
  signal word_ready     : std_ulogic;
  signal ends_block     : std_ulogic;
  signal block_last     : std_ulogic;
  signal load_write     : std_ulogic;
  signal load_index     : std_ulogic_vector(3 downto 0);
  signal loaded_word    : std_ulogic_vector(31 downto 0);
  signal full           : std_ulogic;
  signal loaded_last    : std_ulogic;
  signal free_block     : std_ulogic;
  signal unload         : std_ulogic;
  signal unload_done    : std_ulogic;
  signal unload_capture : std_ulogic;
  signal advance        : std_ulogic; -- the slot ends with this cycle
  signal block_read     : std_ulogic;
  signal block_address  : std_ulogic_vector(5 downto 0);
  signal c_address      : std_ulogic_vector(3 downto 0);
  signal t_address      : std_ulogic_vector(3 downto 0);
  signal t_clear        : std_ulogic;
  signal slot_index     : std_ulogic_vector(3 downto 0);
  signal late_index     : std_ulogic_vector(3 downto 0);
  signal init           : std_ulogic;
  signal adding         : std_ulogic; -- the slot adds T to A; otherwise it is a step
  signal a_step         : std_ulogic;
  signal a_restart      : std_ulogic;
  signal c_write        : std_ulogic;
  signal t_write        : std_ulogic;
  signal exchange       : std_ulogic;
  signal w              : word_t;
  signal held_word      : std_ulogic_vector(31 downto 0);

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
      port_free   => '1',
      write       => load_write,
      write_index => load_index,
      write_data  => loaded_word,
      full        => full,
      last        => loaded_last,
      free_block  => free_block
    );

  control : entity work.shabal_lightweight_control
    port map (
      clk            => clk,
      rst            => rst,
      full           => full,
      loaded_last    => loaded_last,
      free_block     => free_block,
      unload         => unload,
      unload_done    => unload_done,
      unload_capture => unload_capture,
      advance        => advance,
      block_read     => block_read,
      block_address  => block_address,
      c_address      => c_address,
      t_address      => t_address,
      t_clear        => t_clear,
      slot_index     => slot_index,
      late_index     => late_index,
      init           => init,
      adding         => adding,
      a_step         => a_step,
      a_restart      => a_restart,
      c_write        => c_write,
      t_write        => t_write,
      exchange       => exchange,
      w              => w
    );

  datapath : entity work.shabal_lightweight_datapath
    port map (
      clk           => clk,
      rst           => rst,
      load_write    => load_write,
      load_index    => load_index,
      loaded_word   => loaded_word,
      advance       => advance,
      block_read    => block_read,
      block_address => block_address,
      c_address     => c_address,
      t_address     => t_address,
      t_clear       => t_clear,
      slot_index    => slot_index,
      late_index    => late_index,
      init          => init,
      adding        => adding,
      a_step        => a_step,
      a_restart     => a_restart,
      c_write       => c_write,
      t_write       => t_write,
      exchange      => exchange,
      w             => w,
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
      read_index => open,
      capture    => unload_capture,
      held       => held_word,
      out_data   => out_data,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

end architecture rtl;
