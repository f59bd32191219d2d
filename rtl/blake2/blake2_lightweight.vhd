-- SPDX-License-Identifier: Apache-2.0
-- BLAKE2s-256 without key, with words of 16 bits: the pipeline of blake2_highspeed, and block RAM for the message.
--
--   in --> narrow_reader --> memory_loader --> message --> datapath <--> chaining --> out
--               |                  ^              ^           ^             ^
--               +---- bits ---> control ----------+-----------+-------------+
--
-- Source: RFC 7693. Widths: words of 16 bits; io_clk must be the same clock as clk. A message has at most 2**32 bits.
-- Latency for N blocks, in cycles: 4 + 32 + 140 N + 9 + 16.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity blake2_lightweight is
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
end entity blake2_lightweight;

architecture rtl of blake2_lightweight is

  constant WORD_BITS : positive := 32;

  -- A block has 64 bytes.
  constant PART_BITS : positive := 6;

  -- A message has at most 2**32 bits, which is 2**29 bytes.
  constant T_BITS : positive := 30;

  signal stream_word  : std_ulogic_vector(15 downto 0);
  signal stream_valid : std_ulogic;
  signal stream_ready : std_ulogic;
  signal loader_valid : std_ulogic;
  signal loader_ready : std_ulogic;
  signal ends_block   : std_ulogic;
  signal stream_last  : std_ulogic;                     -- the block that arrives is the last one of its message
  signal message_bits : std_ulogic_vector(31 downto 0);
  signal port_free    : std_ulogic;
  signal write        : std_ulogic;
  signal write_index  : std_ulogic_vector(3 downto 0);
  signal loaded_word  : std_ulogic_vector(31 downto 0); -- first byte most significant
  signal word         : std_ulogic_vector(31 downto 0); -- the same word, first byte least significant
  signal block_taken  : std_ulogic;                     -- the block has been stored; one cycle
  signal block_last   : std_ulogic;
  signal block_full   : std_ulogic;
  signal block_part   : unsigned(PART_BITS - 1 downto 0);
  signal word_ready   : std_ulogic;                     -- a bank is free
  signal write_bank   : std_ulogic;
  signal read_bank    : std_ulogic;
  signal valid        : std_ulogic;                     -- a G starts
  signal x            : unsigned(1 downto 0);
  signal half         : std_ulogic;
  signal round_index  : unsigned(3 downto 0);
  signal first        : std_ulogic;
  signal last_pass    : std_ulogic;
  signal hold         : std_ulogic;
  signal t            : unsigned(63 downto 0);
  signal last         : std_ulogic;
  signal first_word   : unsigned(31 downto 0);
  signal second_word  : unsigned(31 downto 0);
  signal low          : unsigned(31 downto 0);          -- h0 to h3 in turn
  signal high         : unsigned(31 downto 0);          -- h4 to h7 in turn
  signal next_low     : unsigned(31 downto 0);
  signal next_high    : unsigned(31 downto 0);
  signal shift_low    : std_ulogic;
  signal shift_high   : std_ulogic;
  signal sending      : std_ulogic;
  signal finished     : std_ulogic;

begin

  -- The description of a block is used in the cycle after its last word. The reader keeps message_bits in that cycle.
  loader_valid <= stream_valid and word_ready;
  stream_ready <= loader_ready and word_ready;
  port_free    <= not valid;
  word         <= swap_bytes(loaded_word);
  block_part   <= unsigned(message_bits(PART_BITS + 2 downto 3));
  block_full   <= not block_last or to_bit(block_part = 0 and unsigned(message_bits(31 downto PART_BITS + 3)) /= 0);

  reader : entity work.narrow_reader
    generic map (
      BLOCK_BITS => 512,
      NEEDS_BITS => true
    )
    port map (
      clk          => io_clk,
      rst          => rst,
      in_data      => in_data,
      in_valid     => in_valid,
      in_ready     => in_ready,
      word         => stream_word,
      word_valid   => stream_valid,
      word_ready   => stream_ready,
      ends_block   => ends_block,
      block_last   => stream_last,
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

  control : entity work.blake2_highspeed_control
    generic map (
      WORD_BITS => WORD_BITS,
      PART_BITS => PART_BITS,
      T_BITS    => T_BITS
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

  message : entity work.blake2_lightweight_message
    port map (
      clk         => clk,
      write       => write,
      write_bank  => write_bank,
      write_index => write_index,
      word        => word,
      valid       => valid,
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
      OUT_BITS  => 16
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
