-- SPDX-License-Identifier: Apache-2.0
-- Lightweight Fugue-256: words of 16 bits, padding outside, the state in distributed RAM and four S-boxes. Source: paper B, sections
-- 2.1, 2.3 and Table 1.
--
--                     +------------ control -----------+
--                     v               v                v
--   in --> reader --> loader --> datapath, state --> unloader --> basis --> out
--
-- "basis" is the change of basis of aes_sbox_pkg. io_clk must be the same clock as clk. A message has at most 2**32 bits.
--
-- Widths: words of 16 bits. Latency for N message words, in cycles: 30 + 2 + 36 N + 491 + 16.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;

entity fugue_lightweight is
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
end entity fugue_lightweight;

architecture rtl of fugue_lightweight is

  signal word           : std_ulogic_vector(15 downto 0);
  signal word_valid     : std_ulogic;
  signal word_last      : std_ulogic;
  signal word_ready     : std_ulogic;
  signal full           : std_ulogic;
  signal entered_last   : std_ulogic;
  signal entered        : std_ulogic_vector(31 downto 0);
  signal free_word      : std_ulogic;
  signal unload         : std_ulogic;
  signal unload_done    : std_ulogic;
  signal unload_index   : std_ulogic_vector(2 downto 0);
  signal unload_capture : std_ulogic;
  signal address        : std_ulogic_vector(4 downto 0);
  signal write          : std_ulogic;
  signal keep           : std_ulogic; -- held takes the column, or the message word with `take`
  signal take           : std_ulogic; -- held takes the message word
  signal own            : std_ulogic;
  signal add            : std_ulogic;
  signal feed           : std_ulogic;
  signal sum_rows       : std_ulogic;
  signal mixed          : std_ulogic;
  signal times_4        : std_ulogic;
  signal times_3        : std_ulogic;
  signal preset         : std_ulogic;
  signal held_word      : std_ulogic_vector(31 downto 0);
  signal digest_half    : std_ulogic_vector(15 downto 0);

begin

  -- The unloader sends the digest in the basis. It changes to its written form at the port.
  out_data <= from_basis(digest_half(15 downto 8)) & from_basis(digest_half(7 downto 0));

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

  loader : entity work.fugue_lightweight_loader
    port map (
      clk        => clk,
      rst        => rst,
      word       => word,
      word_valid => word_valid,
      word_last  => word_last,
      word_ready => word_ready,
      full       => full,
      last       => entered_last,
      entered    => entered,
      free_word  => free_word
    );

  control : entity work.fugue_lightweight_control
    port map (
      clk            => clk,
      rst            => rst,
      full           => full,
      word_last      => entered_last,
      free_word      => free_word,
      unload         => unload,
      unload_done    => unload_done,
      unload_index   => unload_index,
      unload_capture => unload_capture,
      address        => address,
      write          => write,
      keep           => keep,
      take           => take,
      own            => own,
      add            => add,
      feed           => feed,
      sum_rows       => sum_rows,
      mixed          => mixed,
      times_4        => times_4,
      times_3        => times_3,
      preset         => preset
    );

  datapath : entity work.fugue_lightweight_datapath
    port map (
      clk       => clk,
      address   => address,
      write     => write,
      keep      => keep,
      take      => take,
      entered   => entered,
      own       => own,
      add       => add,
      feed      => feed,
      sum_rows  => sum_rows,
      mixed     => mixed,
      times_4   => times_4,
      times_3   => times_3,
      preset    => preset,
      held_word => held_word
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
      out_data   => digest_half,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

end architecture rtl;
