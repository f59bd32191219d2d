-- SPDX-License-Identifier: Apache-2.0
-- BLAKE3, hash mode, digest of 256 bits, with words of 16 bits: control, pipeline, message and stack of blake3_highspeed.
--
--   in --> reader --> memory_loader --> message and stack --> datapath --> chaining value --+--> digest --> out
--             |             |              ^       ^             ^                           |
--             +---- block --+-> control ---+-------|-------------+                           |
--                                                  +-----------------------------------------+
--
-- Source: BLAKE3 paper. Widths: words of 16 bits; io_clk must be the same clock as clk. A message has at most 2**32 bits.
-- Latency for N blocks, N at most 16, in cycles: 7 + 32 + 98 N + 15 + 16. A chunk takes 14 cycles more, a parent 112.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake3_pkg.all;
use work.shell_pkg.all;

entity blake3_lightweight is
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
end entity blake3_lightweight;

architecture rtl of blake3_lightweight is

  -- A message has at most 2**32 bits, and a chunk 2**13 bits.
  constant CHUNK_BITS : positive := 19;

  signal stream_word  : std_ulogic_vector(15 downto 0);
  signal stream_valid : std_ulogic;
  signal stream_ready : std_ulogic;
  signal loader_valid : std_ulogic;
  signal loader_ready : std_ulogic;
  signal ends_block   : std_ulogic;
  signal stream_last  : std_ulogic;                     -- the block that arrives is the last one of its message
  signal last_length  : unsigned(6 downto 0);
  signal port_free    : std_ulogic;
  signal write        : std_ulogic;
  signal write_index  : std_ulogic_vector(3 downto 0);
  signal loaded_word  : std_ulogic_vector(31 downto 0); -- first byte most significant
  signal word         : std_ulogic_vector(31 downto 0); -- the same word, first byte least significant
  signal block_taken  : std_ulogic;                     -- the block has been stored; one cycle
  signal block_last   : std_ulogic;
  signal block_length : unsigned(6 downto 0);
  signal bank_free    : std_ulogic;
  signal write_bank   : std_ulogic;
  signal read_bank    : std_ulogic;
  signal is_parent    : std_ulogic;
  signal top          : unsigned(4 downto 0);
  signal starts       : std_ulogic;
  signal reads        : std_ulogic;                     -- starts one cycle ago: the message is read
  signal store        : std_ulogic;
  signal x            : unsigned(1 downto 0);
  signal half         : std_ulogic;
  signal late_x       : unsigned(1 downto 0);
  signal late_half    : std_ulogic;
  signal round_index  : unsigned(2 downto 0);
  signal first        : std_ulogic;
  signal fresh        : std_ulogic;
  signal emit_low     : std_ulogic;
  signal emit_high    : std_ulogic;
  signal clear        : std_ulogic;
  signal start_d      : word_t;
  signal to_stack     : std_ulogic;
  signal to_output    : std_ulogic;
  signal first_word   : word_t;
  signal second_word  : word_t;
  signal value        : word_t;
  signal value_valid  : std_ulogic;
  signal value_index  : unsigned(2 downto 0);           -- number of the word on value
  signal push         : std_ulogic;
  signal finished     : std_ulogic;
  signal sending      : std_ulogic;                     -- words of a digest have not been taken yet
  signal write_digest : std_ulogic;

begin

  -- The description of a block is used in the cycle after its last word. The reader keeps last_length in that cycle.
  loader_valid <= stream_valid and bank_free;
  stream_ready <= loader_ready and bank_free;
  port_free    <= not reads and not push;
  word         <= swap_bytes(loaded_word);
  block_length <= last_length when block_last = '1' else
                  to_unsigned(64, 7);
  push         <= value_valid and to_stack;
  write_digest <= value_valid and to_output;

  reader : entity work.blake3_lightweight_reader
    port map (
      clk         => io_clk,
      rst         => rst,
      in_data     => in_data,
      in_valid    => in_valid,
      in_ready    => in_ready,
      word        => stream_word,
      word_valid  => stream_valid,
      word_ready  => stream_ready,
      ends_block  => ends_block,
      block_last  => stream_last,
      last_length => last_length
    );

  loader : entity work.memory_loader
    generic map (
      BLOCK_WORDS => 16,
      INDEX_BITS  => 4
    )
    port map (
      clk         => clk,
      rst         => rst,
      word        => stream_word,
      word_valid  => loader_valid,
      word_ready  => loader_ready,
      ends_block  => ends_block,
      block_last  => stream_last,
      port_free   => port_free,
      write       => write,
      write_index => write_index,
      write_data  => loaded_word,
      full        => block_taken,
      last        => block_last,
      free_block  => block_taken
    );

  control : entity work.blake3_highspeed_control
    generic map (
      CHUNK_BITS => CHUNK_BITS
    )
    port map (
      clk          => clk,
      rst          => rst,
      block_taken  => block_taken,
      block_last   => block_last,
      block_length => block_length,
      bank_free    => bank_free,
      write_bank   => write_bank,
      read_bank    => read_bank,
      is_parent    => is_parent,
      top          => top,
      starts       => starts,
      store        => store,
      x            => x,
      half         => half,
      round_index  => round_index,
      late_x       => late_x,
      late_half    => late_half,
      first        => first,
      fresh        => fresh,
      emit_low     => emit_low,
      emit_high    => emit_high,
      clear        => clear,
      start_d      => start_d,
      to_stack     => to_stack,
      to_output    => to_output,
      sending      => sending,
      finished     => finished
    );

  message : entity work.blake3_highspeed_message
    port map (
      clk         => clk,
      write       => write,
      write_bank  => write_bank,
      write_index => unsigned(write_index),
      word        => word,
      push        => push,
      push_index  => value_index,
      push_word   => value,
      top         => top,
      valid       => starts,
      is_parent   => is_parent,
      read_bank   => read_bank,
      round_index => round_index,
      half        => half,
      x           => x,
      first_word  => first_word,
      second_word => second_word
    );

  datapath : entity work.blake3_highspeed_datapath
    port map (
      clk         => clk,
      store       => store,
      x           => late_x,
      half        => late_half,
      first       => first,
      fresh       => fresh,
      emit_low    => emit_low,
      emit_high   => emit_high,
      clear       => clear,
      first_word  => first_word,
      second_word => second_word,
      start_d     => start_d,
      value       => value,
      value_valid => value_valid
    );

  digest : entity work.blake3_lightweight_digest
    port map (
      clk       => clk,
      rst       => rst,
      write     => write_digest,
      value     => value,
      finished  => finished,
      sending   => sending,
      out_data  => out_data,
      out_valid => out_valid,
      out_ready => out_ready
    );

  index_reg : process (clk) is
  begin
    if rising_edge(clk) then
      reads <= starts;
      -- not by rst: values that are on their way in a reset of one cycle would still be counted
      if starts = '1' then
        value_index <= (others => '0');
      elsif value_valid = '1' then
        value_index <= value_index + 1;
      end if;
    end if;
  end process index_reg;

end architecture rtl;
