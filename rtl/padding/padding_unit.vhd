-- SPDX-License-Identifier: Apache-2.0
-- Padding unit: between a stream of message bytes and the input of a core. It pads each message, cuts it into segments, and sends the
-- header of each segment.
--
--   in_data --> byte_packer or last_finder --> word_padder --> segmenter --> out_data
--               or nothing                        |  ^
--                                             length_field
--
-- All paddings have one shape: after the message a mark, zeros, and a field that ends a block. The field has a count of 64 bits and
-- two constant bytes, each of which may be absent. algorithms.toml has the generics of each algorithm; their meanings are in
-- word_padder and length_field.
--
-- Widths: W bits a word; a block is a whole number of words. Latency: with PACK = 0 the header of a segment leaves two cycles after the
-- word that completes it is taken, if nothing waits, and its words follow; byte_packer and last_finder add one cycle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.padding_pkg.all;
use work.shell_pkg.all;

entity padding_unit is
  generic (
    W              : positive                  := 64;  -- bits of a word: 16, 32 or 64
    BLOCK_BITS     : positive                  := 512; -- bits of a block
    NEEDS_BITS     : natural range 0 to 1      := 0;   -- 1: the core needs the number of message bits in the last header
    SEGMENT_BLOCKS : positive                  := 1;   -- blocks of a segment
    MEMORY_WORDS   : positive                  := 16;  -- words of the memory: a segment, and 6 more if it must never stop
    PACK           : natural range 0 to 1      := 1;   -- 1: every word may be partial; 0: only the last one of a message
    MARK           : natural                   := 128; -- bytes after the message, the first one most significant
    MARK_BYTES     : natural range 0 to 4      := 1;   -- number of bytes of MARK
    FIELD_BYTES    : natural                   := 8;   -- bytes that the last block keeps for the field
    LENGTH_BITS    : positive range 16 to 64   := 64;  -- a message has at most 2**LENGTH_BITS bits
    COUNT_BLOCKS   : natural range 0 to 1      := 0;   -- 1: the count is that of blocks, 0: that of message bits
    LENGTH_OFFSET  : natural                   := 8;   -- first byte of the count, in bytes before the end; 0: there is none
    LITTLE_ENDIAN  : natural range 0 to 1      := 0;   -- 1: the count's least significant byte is first
    TAG            : natural range 0 to 65535  := 0;   -- two constant bytes, the first one most significant
    TAG_OFFSET     : natural                   := 0    -- first byte of TAG, in bytes before the end; 0: there is none
  );
  port (
    clk       : in    std_ulogic;                             -- clock of both streams
    rst       : in    std_ulogic;                             -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(W - 1 downto 0);      -- message word, first byte most significant
    in_bytes  : in    unsigned(counter_bits(W / 8) downto 0); -- its message bytes: W/8, less only if PACK or with in_last
    in_last   : in    std_ulogic;                             -- it is the last one of its message, and may have 0 bytes
    in_valid  : in    std_ulogic;                             -- in_data holds a word
    in_ready  : out   std_ulogic;                             -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(W - 1 downto 0);      -- headers and padded blocks, for a core
    out_valid : out   std_ulogic;                             -- out_data holds a word
    out_ready : in    std_ulogic                              -- it is taken in this cycle
  );
end entity padding_unit;

architecture rtl of padding_unit is

  constant BLOCK_BYTES : positive := BLOCK_BITS / 8;
  constant MOST_MORE   : natural  := most_blocks_more(MARK_BYTES, FIELD_BYTES, BLOCK_BYTES);
  constant MORE_BITS   : positive := number_bits(MOST_MORE);

  signal front_data  : std_ulogic_vector(W - 1 downto 0);
  signal front_bytes : unsigned(counter_bits(W / 8) downto 0);
  signal front_last  : std_ulogic;
  signal front_valid : std_ulogic;
  signal front_ready : std_ulogic;
  signal load        : std_ulogic;
  signal load_first  : std_ulogic;
  signal load_starts : std_ulogic;
  signal load_whole  : std_ulogic;
  signal load_bytes  : unsigned(counter_bits(W / 8) downto 0);
  signal load_ended  : std_ulogic;
  signal field       : std_ulogic_vector(W - 1 downto 0);
  signal word        : std_ulogic_vector(W - 1 downto 0);
  signal word_room   : unsigned(counter_bits(BLOCK_BITS / W) - 1 downto 0);
  signal word_ends   : std_ulogic;
  signal word_ended  : std_ulogic;
  signal word_bytes  : unsigned(counter_bits(W / 8) downto 0);
  signal word_more   : unsigned(MORE_BITS - 1 downto 0);
  signal word_valid  : std_ulogic;
  signal word_ready  : std_ulogic;

begin

  packed : if PACK = 1 generate

    packer : entity work.byte_packer
      generic map (
        W => W
      )
      port map (
        clk       => clk,
        rst       => rst,
        in_data   => in_data,
        in_bytes  => in_bytes,
        in_last   => in_last,
        in_valid  => in_valid,
        in_ready  => in_ready,
        out_data  => front_data,
        out_bytes => front_bytes,
        out_last  => front_last,
        out_valid => front_valid,
        out_ready => front_ready
      );

  end generate packed;

  -- Without any padding byte, only the next word says that a full block was the last one.
  delayed : if PACK = 0 and MARK_BYTES + FIELD_BYTES = 0 generate

    finder : entity work.last_finder
      generic map (
        W => W
      )
      port map (
        clk       => clk,
        rst       => rst,
        in_data   => in_data,
        in_bytes  => in_bytes,
        in_last   => in_last,
        in_valid  => in_valid,
        in_ready  => in_ready,
        out_data  => front_data,
        out_bytes => front_bytes,
        out_last  => front_last,
        out_valid => front_valid,
        out_ready => front_ready
      );

  end generate delayed;

  direct : if PACK = 0 and MARK_BYTES + FIELD_BYTES > 0 generate
    front_data  <= in_data;
    front_bytes <= in_bytes;
    front_last  <= in_last;
    front_valid <= in_valid;
    in_ready    <= front_ready;
  end generate direct;

  padder : entity work.word_padder
    generic map (
      W           => W,
      BLOCK_BITS  => BLOCK_BITS,
      MARK        => MARK,
      MARK_BYTES  => MARK_BYTES,
      FIELD_BYTES => FIELD_BYTES,
      MORE_BITS   => MORE_BITS
    )
    port map (
      clk         => clk,
      rst         => rst,
      in_data     => front_data,
      in_bytes    => front_bytes,
      in_last     => front_last,
      in_valid    => front_valid,
      in_ready    => front_ready,
      field       => field,
      load        => load,
      load_first  => load_first,
      load_starts => load_starts,
      load_whole  => load_whole,
      load_bytes  => load_bytes,
      load_ended  => load_ended,
      out_data    => word,
      out_room    => word_room,
      out_ends    => word_ends,
      out_ended   => word_ended,
      out_bytes   => word_bytes,
      out_more    => word_more,
      out_valid   => word_valid,
      out_ready   => word_ready
    );

  fields : entity work.length_field
    generic map (
      W             => W,
      BLOCK_BITS    => BLOCK_BITS,
      LENGTH_BITS   => LENGTH_BITS,
      COUNT_BLOCKS  => COUNT_BLOCKS,
      LENGTH_OFFSET => LENGTH_OFFSET,
      LITTLE_ENDIAN => LITTLE_ENDIAN,
      TAG           => TAG,
      TAG_OFFSET    => TAG_OFFSET,
      MORE_BITS     => MORE_BITS
    )
    port map (
      clk         => clk,
      load        => load,
      load_first  => load_first,
      load_starts => load_starts,
      load_whole  => load_whole,
      load_bytes  => load_bytes,
      load_ended  => load_ended,
      room        => word_room,
      more        => word_more,
      field       => field
    );

  segments : entity work.segmenter
    generic map (
      W              => W,
      BLOCK_BITS     => BLOCK_BITS,
      NEEDS_BITS     => NEEDS_BITS,
      SEGMENT_BLOCKS => SEGMENT_BLOCKS,
      MEMORY_WORDS   => MEMORY_WORDS,
      MOST_MORE      => MOST_MORE,
      MORE_BITS      => MORE_BITS
    )
    port map (
      clk       => clk,
      rst       => rst,
      in_data   => word,
      in_room   => word_room,
      in_ends   => word_ends,
      in_ended  => word_ended,
      in_bytes  => word_bytes,
      in_more   => word_more,
      in_valid  => word_valid,
      in_ready  => word_ready,
      out_data  => out_data,
      out_valid => out_valid,
      out_ready => out_ready
    );

end architecture rtl;
