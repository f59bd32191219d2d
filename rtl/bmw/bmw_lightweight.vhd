-- SPDX-License-Identifier: Apache-2.0
-- Lightweight BMW-256: words of 16 bits, padding outside, one memory of 256 x 32 bits with two ports. One operand of a sum in a cycle.
-- Source: paper B, sections 2.1, 2.3 and 3.
--
--                     +------------ control -----------+
--                     v               v                v
--   in --> reader --> loader --> memory, datapath --> unloader --> out
--
-- The next block is loaded while the current one is processed. io_clk must be the same clock as clk. A message has at most 2**32 bits.
--
-- Widths: words of 16 bits. Latency for N blocks, in cycles: 11 + 32 + 480 N + 480 + 16.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.bmw_lightweight_pkg.all;

entity bmw_lightweight is
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
end entity bmw_lightweight;

architecture rtl of bmw_lightweight is

  signal word           : std_ulogic_vector(15 downto 0);
  signal word_valid     : std_ulogic;
  signal word_ready     : std_ulogic;
  signal ends_block     : std_ulogic;
  signal block_last     : std_ulogic;
  signal port_free      : std_ulogic;
  signal load_write     : std_ulogic;
  signal load_index     : std_ulogic_vector(3 downto 0);
  signal loaded_word    : std_ulogic_vector(31 downto 0);
  signal full           : std_ulogic;
  signal loaded_last    : std_ulogic;
  signal free_block     : std_ulogic;
  signal unload         : std_ulogic;
  signal unload_done    : std_ulogic;
  signal unload_read    : std_ulogic;
  signal unload_index   : std_ulogic_vector(2 downto 0);
  signal unload_capture : std_ulogic;
  signal port_read      : std_ulogic;
  signal other_read     : std_ulogic;
  signal port_write     : std_ulogic;
  signal write_total    : std_ulogic;
  signal port_address   : unsigned(7 downto 0);
  signal other_address  : unsigned(7 downto 0);
  signal hold           : std_ulogic;
  signal take_a         : std_ulogic;
  signal take_xor_b     : std_ulogic;
  signal take_add_b     : std_ulogic;
  signal change         : change_t;   -- what happens to word_a
  signal keep           : std_ulogic; -- XOR operand to the next operand
  signal add            : std_ulogic;
  signal subtract       : std_ulogic;
  signal restart        : std_ulogic;
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
      port_free   => port_free,
      write       => load_write,
      write_index => load_index,
      write_data  => loaded_word,
      full        => full,
      last        => loaded_last,
      free_block  => free_block
    );

  control : entity work.bmw_lightweight_control
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
      port_read      => port_read,
      other_read     => other_read,
      port_write     => port_write,
      write_total    => write_total,
      port_address   => port_address,
      other_address  => other_address,
      hold           => hold,
      take_a         => take_a,
      take_xor_b     => take_xor_b,
      take_add_b     => take_add_b,
      change         => change,
      keep           => keep,
      add            => add,
      subtract       => subtract,
      restart        => restart
    );

  datapath : entity work.bmw_lightweight_datapath
    port map (
      clk           => clk,
      port_read     => port_read,
      other_read    => other_read,
      port_write    => port_write,
      write_total   => write_total,
      port_address  => port_address,
      other_address => other_address,
      loaded_word   => loaded_word,
      hold          => hold,
      take_a        => take_a,
      take_xor_b    => take_xor_b,
      take_add_b    => take_add_b,
      change        => change,
      keep          => keep,
      add           => add,
      subtract      => subtract,
      restart       => restart,
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
      read       => unload_read,
      read_index => unload_index,
      capture    => unload_capture,
      held       => held_word,
      out_data   => out_data,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

end architecture rtl;
