-- SPDX-License-Identifier: Apache-2.0
-- Lightweight Luffa-256: words of 16 bits, padding outside, one memory of 128 x 32 bits with two ports. One step of one permutation in a
-- cycle. Source: paper B, sections 2.1, 2.3 and 3.
--
--                     +-------- control --------+
--                     v             v           |
--   in --> reader --> loader --> datapath ----> halves --> out
--
-- The next block is loaded while the current one is processed. io_clk must be the same clock as clk. A message has at most 2**32 bits.
--
-- Widths: words of 16 bits. Latency for N blocks, in cycles: 10 + 16 + 48 N + 48 + 24.

library ieee;
use ieee.std_logic_1164.all;

entity luffa_lightweight is
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
end entity luffa_lightweight;

architecture rtl of luffa_lightweight is

  signal word          : std_ulogic_vector(15 downto 0);
  signal word_valid    : std_ulogic;
  signal word_ready    : std_ulogic;
  signal ends_block    : std_ulogic;
  signal block_last    : std_ulogic;
  signal port_free     : std_ulogic;
  signal load_write    : std_ulogic;
  signal load_index    : std_ulogic_vector(2 downto 0);
  signal loaded_word   : std_ulogic_vector(31 downto 0);
  signal full          : std_ulogic;
  signal loaded_last   : std_ulogic;
  signal free_block    : std_ulogic;
  signal out_lower     : std_ulogic;
  signal advance       : std_ulogic; -- the memory and the registers after it go to the next slot
  signal port_read     : std_ulogic;
  signal other_read    : std_ulogic;
  signal port_address  : std_ulogic_vector(6 downto 0);
  signal other_address : std_ulogic_vector(6 downto 0);
  signal move          : std_ulogic; -- the ring moves on by one slot
  signal rotate        : std_ulogic;
  signal clear_top     : std_ulogic;
  signal take_sum      : std_ulogic;
  signal forget_sum    : std_ulogic;
  signal take_first    : std_ulogic;
  signal take_seventh  : std_ulogic;
  signal take_sixth    : std_ulogic;
  signal add_seventh   : std_ulogic;
  signal add_first     : std_ulogic;
  signal drop          : std_ulogic; -- inject nothing for the previous slot
  signal add_sixth     : std_ulogic;
  signal tweak_1       : std_ulogic;
  signal tweak_2       : std_ulogic;
  signal held_word     : std_ulogic_vector(31 downto 0);

begin

  out_data <= held_word(15 downto 0) when out_lower = '1' else held_word(31 downto 16);

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
      INDEX_BITS  => 3
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

  control : entity work.luffa_lightweight_control
    port map (
      clk           => clk,
      rst           => rst,
      full          => full,
      loaded_last   => loaded_last,
      free_block    => free_block,
      load_write    => load_write,
      load_index    => load_index,
      port_free     => port_free,
      out_valid     => out_valid,
      out_lower     => out_lower,
      out_ready     => out_ready,
      advance       => advance,
      port_read     => port_read,
      other_read    => other_read,
      port_address  => port_address,
      other_address => other_address,
      move          => move,
      rotate        => rotate,
      clear_top     => clear_top,
      take_sum      => take_sum,
      forget_sum    => forget_sum,
      take_first    => take_first,
      take_seventh  => take_seventh,
      take_sixth    => take_sixth,
      add_seventh   => add_seventh,
      add_first     => add_first,
      drop          => drop,
      add_sixth     => add_sixth,
      tweak_1       => tweak_1,
      tweak_2       => tweak_2
    );

  datapath : entity work.luffa_lightweight_datapath
    port map (
      clk           => clk,
      advance       => advance,
      port_read     => port_read,
      other_read    => other_read,
      port_write    => load_write,
      port_address  => port_address,
      other_address => other_address,
      loaded_word   => loaded_word,
      move          => move,
      rotate        => rotate,
      clear_top     => clear_top,
      take_sum      => take_sum,
      forget_sum    => forget_sum,
      take_first    => take_first,
      take_seventh  => take_seventh,
      take_sixth    => take_sixth,
      add_seventh   => add_seventh,
      add_first     => add_first,
      drop          => drop,
      add_sixth     => add_sixth,
      tweak_1       => tweak_1,
      tweak_2       => tweak_2,
      held_word     => held_word
    );

end architecture rtl;
