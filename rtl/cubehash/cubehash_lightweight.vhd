-- SPDX-License-Identifier: Apache-2.0
-- Lightweight CubeHash16/32 with a digest of 256 bits: words of 16 bits, padding outside, one memory of 128 x 32 bits with two ports,
-- and the state in distributed RAM. Source: paper B, sections 2.1, 2.3 and 3.
--
--                     +------------ control -----------+
--                     v               v                v
--   in --> reader --> loader --> memory, datapath --> unloader --> out
--
-- The next block is loaded while the current one is processed. io_clk must be the same clock as clk. A message has at most 2**32 bits.
--
-- Widths: words of 16 bits. Latency for N blocks, in cycles: 31 + 16 + 128 N + 1280 + 16.

library ieee;
use ieee.std_logic_1164.all;

entity cubehash_lightweight is
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
end entity cubehash_lightweight;

architecture rtl of cubehash_lightweight is

  signal word           : std_ulogic_vector(15 downto 0);
  signal word_valid     : std_ulogic;
  signal word_ready     : std_ulogic;
  signal ends_block     : std_ulogic;
  signal block_last     : std_ulogic;
  signal port_free      : std_ulogic;
  signal load_write     : std_ulogic;
  signal load_index     : std_ulogic_vector(2 downto 0);
  signal loaded_word    : std_ulogic_vector(31 downto 0);
  signal full           : std_ulogic;
  signal loaded_last    : std_ulogic;
  signal free_block     : std_ulogic;
  signal unload         : std_ulogic;
  signal unload_done    : std_ulogic;
  signal unload_index   : std_ulogic_vector(2 downto 0);
  signal unload_capture : std_ulogic;
  signal advance        : std_ulogic; -- step to the next slot
  signal second_half    : std_ulogic;
  signal clear          : std_ulogic; -- sum and kept are zero in the next slot
  signal inject         : std_ulogic; -- the message is an operand in the next slot
  signal flip           : std_ulogic;
  signal read_0         : std_ulogic_vector(1 downto 0);
  signal read_1         : std_ulogic_vector(3 downto 0);
  signal write_0        : std_ulogic_vector(1 downto 0);
  signal write_1        : std_ulogic_vector(3 downto 0);
  signal lane           : std_ulogic;
  signal port_read      : std_ulogic;
  signal port_write     : std_ulogic;
  signal port_address   : std_ulogic_vector(6 downto 0);
  signal other_address  : std_ulogic_vector(6 downto 0);
  signal held_word      : std_ulogic_vector(31 downto 0);

begin

  reader : entity work.narrow_reader
    generic map (
      BLOCK_BITS => 256
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
      BLOCK_WORDS => 8,
      INDEX_BITS  => 3,
      FIRST       => 3
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

  control : entity work.cubehash_lightweight_control
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
      unload_index   => unload_index,
      unload_capture => unload_capture,
      advance        => advance,
      second_half    => second_half,
      clear          => clear,
      inject         => inject,
      flip           => flip,
      read_0         => read_0,
      read_1         => read_1,
      write_0        => write_0,
      write_1        => write_1,
      lane           => lane,
      port_read      => port_read,
      port_write     => port_write,
      port_address   => port_address,
      other_address  => other_address
    );

  datapath : entity work.cubehash_lightweight_datapath
    port map (
      clk           => clk,
      advance       => advance,
      second_half   => second_half,
      clear         => clear,
      inject        => inject,
      flip          => flip,
      read_0        => read_0,
      read_1        => read_1,
      write_0       => write_0,
      write_1       => write_1,
      capture       => unload_capture,
      lane          => lane,
      port_read     => port_read,
      port_write    => port_write,
      port_address  => port_address,
      other_address => other_address,
      loaded_word   => loaded_word,
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
      capture    => unload_capture,
      held       => held_word,
      out_data   => out_data,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

end architecture rtl;
