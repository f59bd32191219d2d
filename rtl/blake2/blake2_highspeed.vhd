-- SPDX-License-Identifier: Apache-2.0
-- BLAKE2s-256 and BLAKE2b-512 without key: one function G, in a pipeline of short stages.
--
--   in --> reader --> message --> datapath <--> chaining --> out
--             |          ^           ^             ^
--             +------ control -------+-------------+
--
-- The four G of half a round follow each other in the pipeline, and the next four start seven cycles later.
--
-- Source: RFC 7693. Widths: words of WORD_BITS bits: 32 is BLAKE2s-256, 64 is BLAKE2b-512; io_clk must be the same clock as clk.
-- Latency for N blocks, in cycles: 2 + 16 + 140 N + 8 + 8 (BLAKE2s-256), 1 + 16 + 168 N + 8 + 8 (BLAKE2b-512).

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity blake2_highspeed is
  generic (
    WORD_BITS : positive := 32 -- bits of a word: 32 (BLAKE2s) or 64 (BLAKE2b)
  );
  port (
    clk       : in    std_ulogic;                                -- clock of the datapath
    io_clk    : in    std_ulogic;                                -- clock of both streams; the same clock as clk
    rst       : in    std_ulogic;                                -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(WORD_BITS - 1 downto 0); -- input stream: headers and padded message
    in_valid  : in    std_ulogic;                                -- in_data holds a word
    in_ready  : out   std_ulogic;                                -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(WORD_BITS - 1 downto 0); -- output stream: words of the digest
    out_valid : out   std_ulogic;                                -- out_data holds a word
    out_ready : in    std_ulogic                                 -- the receiver takes the word in this cycle
  );
end entity blake2_highspeed;

architecture rtl of blake2_highspeed is

  -- A block has 2 WORD_BITS bytes.
  constant PART_BITS : positive := counter_bits(2 * WORD_BITS);

  signal word        : std_ulogic_vector(WORD_BITS - 1 downto 0); -- the stream's word, first byte least significant
  signal word_ready  : std_ulogic;
  signal word_taken  : std_ulogic;
  signal word_index  : unsigned(3 downto 0);
  signal block_taken : std_ulogic;
  signal block_last  : std_ulogic;
  signal block_full  : std_ulogic;
  signal block_part  : unsigned(PART_BITS - 1 downto 0);
  signal write_bank  : std_ulogic;
  signal read_bank   : std_ulogic;
  signal valid       : std_ulogic;                                -- a G starts
  signal x           : unsigned(1 downto 0);
  signal half        : std_ulogic;
  signal round_index : unsigned(3 downto 0);
  signal first       : std_ulogic;
  signal last_pass   : std_ulogic;
  signal hold        : std_ulogic;
  signal t           : unsigned(63 downto 0);
  signal last        : std_ulogic;
  signal first_word  : unsigned(WORD_BITS - 1 downto 0);
  signal second_word : unsigned(WORD_BITS - 1 downto 0);
  signal low         : unsigned(WORD_BITS - 1 downto 0);          -- h0 to h3 in turn
  signal high        : unsigned(WORD_BITS - 1 downto 0);          -- h4 to h7 in turn
  signal next_low    : unsigned(WORD_BITS - 1 downto 0);
  signal next_high   : unsigned(WORD_BITS - 1 downto 0);
  signal shift_low   : std_ulogic;
  signal shift_high  : std_ulogic;
  signal sending     : std_ulogic;
  signal finished    : std_ulogic;

begin

  word <= swap_bytes(in_data);

  reader : entity work.blake2_reader
    generic map (
      WORD_BITS => WORD_BITS,
      PART_BITS => PART_BITS
    )
    port map (
      clk         => io_clk,
      rst         => rst,
      in_data     => in_data,
      in_valid    => in_valid,
      in_ready    => in_ready,
      word_ready  => word_ready,
      word_taken  => word_taken,
      word_index  => word_index,
      block_taken => block_taken,
      block_last  => block_last,
      block_full  => block_full,
      block_part  => block_part
    );

  control : entity work.blake2_highspeed_control
    generic map (
      WORD_BITS => WORD_BITS,
      PART_BITS => PART_BITS,
      T_BITS    => 64
    )
    port map (
      clk         => clk,
      rst         => rst,
      block_taken => block_taken,
      block_last  => block_last,
      block_full  => block_full,
      block_part  => block_part,
      word_ready  => word_ready,
      write_bank  => write_bank,
      read_bank   => read_bank,
      valid       => valid,
      x           => x,
      half        => half,
      round_index => round_index,
      first       => first,
      last_pass   => last_pass,
      hold        => hold,
      t           => t,
      last        => last,
      sending     => sending,
      finished    => finished
    );

  message : entity work.blake2_highspeed_message
    generic map (
      WORD_BITS => WORD_BITS
    )
    port map (
      clk         => clk,
      write       => word_taken,
      write_bank  => write_bank,
      write_index => word_index,
      word        => word,
      read_bank   => read_bank,
      round_index => round_index,
      half        => half,
      x           => x,
      first_word  => first_word,
      second_word => second_word
    );

  datapath : entity work.blake2_highspeed_datapath
    generic map (
      WORD_BITS => WORD_BITS
    )
    port map (
      clk         => clk,
      valid       => valid,
      x           => x,
      half        => half,
      first       => first,
      last_pass   => last_pass,
      hold        => hold,
      first_word  => first_word,
      second_word => second_word,
      t           => t,
      last        => last,
      low         => low,
      high        => high,
      next_low    => next_low,
      next_high   => next_high,
      shift_low   => shift_low,
      shift_high  => shift_high
    );

  chaining : entity work.blake2_highspeed_chaining
    generic map (
      WORD_BITS => WORD_BITS,
      OUT_BITS  => WORD_BITS
    )
    port map (
      clk        => clk,
      rst        => rst,
      shift_low  => shift_low,
      shift_high => shift_high,
      next_low   => next_low,
      next_high  => next_high,
      low        => low,
      high       => high,
      finished   => finished,
      sending    => sending,
      out_data   => out_data,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

end architecture rtl;
