-- SPDX-License-Identifier: Apache-2.0
-- Lightweight Hamsi-256: words of 16 bits, padding outside, the state in distributed RAM. Source: paper B, sections 2.1, 2.3 and
-- Table 1.
--
--                        +------------ control -----------+
--                        v               v                v
--   in --> reader --> expansion --> datapath, state --> unloader --> out
--
-- io_clk must be the same clock as clk. A message has at most 2**32 bits.
--
-- Widths: words of 16 bits. Latency for N message words, in cycles: 26 + 2 + 30 N + 31 + 16.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.hamsi_pkg.all;

entity hamsi_lightweight is
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
end entity hamsi_lightweight;

architecture rtl of hamsi_lightweight is

  signal ready          : std_ulogic;
  signal take           : std_ulogic; -- the expanded words are taken in this cycle
  signal group_now      : unsigned(1 downto 0);
  signal expanded_last  : std_ulogic;
  signal open_next      : std_ulogic;
  signal unload         : std_ulogic;
  signal unload_done    : std_ulogic;
  signal unload_index   : std_ulogic_vector(2 downto 0);
  signal unload_capture : std_ulogic;
  signal sends_high     : std_ulogic;
  signal column_0       : unsigned(1 downto 0);
  signal first_0        : std_ulogic;
  signal diagonal_0     : std_ulogic;
  signal substitutes_0  : std_ulogic;
  signal diffuses_0     : std_ulogic;
  signal final_0        : std_ulogic;
  signal round_0        : unsigned(2 downto 0);
  signal write_1        : std_ulogic_vector(0 to 3);
  signal next_1         : std_ulogic;
  signal place_even_1   : std_ulogic_vector(1 downto 0);
  signal place_odd_1    : std_ulogic_vector(1 downto 0);
  signal message_1      : std_ulogic;
  signal chain_1        : std_ulogic;
  signal restore        : std_ulogic;
  signal shift_low      : std_ulogic;
  signal shift_high     : std_ulogic;
  signal hold_low       : std_ulogic;
  signal hold_high      : std_ulogic;
  signal clear_chained  : std_ulogic;
  signal word_x         : word_t;
  signal word_y         : word_t;
  signal chained_low    : word_t;
  signal chained_high   : word_t;
  signal word           : std_ulogic_vector(15 downto 0);
  signal word_valid     : std_ulogic;
  signal word_last      : std_ulogic;
  signal word_ready     : std_ulogic;
  signal held           : word_t;     -- word of the chaining value, for the unloader

begin

  reader : entity work.segment_reader
    generic map (
      W => 16
    )
    port map (
      clk        => clk,
      rst        => rst,
      in_data    => in_data,
      in_valid   => in_valid,
      in_ready   => in_ready,
      word       => word,
      word_valid => word_valid,
      word_last  => word_last,
      word_ready => word_ready
    );

  expansion : entity work.hamsi_lightweight_expansion
    port map (
      clk        => clk,
      rst        => rst,
      word       => word,
      word_valid => word_valid,
      word_last  => word_last,
      word_ready => word_ready,
      open_next  => open_next,
      ready      => ready,
      take       => take,
      group_now  => group_now,
      last       => expanded_last,
      word_x     => word_x,
      word_y     => word_y
    );

  control : entity work.hamsi_lightweight_control
    port map (
      clk            => clk,
      rst            => rst,
      ready          => ready,
      take           => take,
      group_now      => group_now,
      expanded_last  => expanded_last,
      open_next      => open_next,
      unload         => unload,
      unload_done    => unload_done,
      unload_index   => unload_index,
      unload_capture => unload_capture,
      sends_high     => sends_high,
      column_0       => column_0,
      first_0        => first_0,
      diagonal_0     => diagonal_0,
      substitutes_0  => substitutes_0,
      diffuses_0     => diffuses_0,
      final_0        => final_0,
      round_0        => round_0,
      write_1        => write_1,
      next_1         => next_1,
      place_even_1   => place_even_1,
      place_odd_1    => place_odd_1,
      message_1      => message_1,
      chain_1        => chain_1,
      restore        => restore,
      shift_low      => shift_low,
      shift_high     => shift_high,
      hold_low       => hold_low,
      hold_high      => hold_high,
      clear_chained  => clear_chained
    );

  datapath : entity work.hamsi_lightweight_datapath
    port map (
      clk           => clk,
      column_0      => column_0,
      first_0       => first_0,
      diagonal_0    => diagonal_0,
      substitutes_0 => substitutes_0,
      diffuses_0    => diffuses_0,
      final_0       => final_0,
      round_0       => round_0,
      write_1       => write_1,
      next_1        => next_1,
      place_even_1  => place_even_1,
      place_odd_1   => place_odd_1,
      message_1     => message_1,
      chain_1       => chain_1,
      restore       => restore,
      shift_low     => shift_low,
      shift_high    => shift_high,
      hold_low      => hold_low,
      hold_high     => hold_high,
      clear_chained => clear_chained,
      word_x        => word_x,
      word_y        => word_y,
      chained_low   => chained_low,
      chained_high  => chained_high
    );

  held <= chained_high when sends_high = '1' else chained_low;

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
      held       => held,
      out_data   => out_data,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

end architecture rtl;
