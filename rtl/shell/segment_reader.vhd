-- SPDX-License-Identifier: Apache-2.0
-- Removes the headers from the input stream and marks the last word of each message (paper B, section 2.3).
--
--   in_data --+-----------------------------> word            one word of payload, directly from the port
--             |   +---------------------+
--   in_valid -+-->| header | words left |---> word_valid, word_last
--   in_ready <----|        |            |<--- word_ready
--                 +---------------------+
--
-- A segment is a header and at least one word of payload. A header has
--   31 bits   length of the segment in 32-bit words
--   1 bit     '1' in the last segment of a message
--   32 bits   number of message bits in this segment, padding not counted. W = 64: in every header, 0 unless last.
--             W = 16, 32: only in a last segment, and only if NEEDS_BITS
-- With W = 64 the header is always one word of 64 bits. With W = 32 it is one or two words. With W = 16 each 32 bits take two
-- words, upper half first.
--
-- Widths: W = 16, 32 or 64. Latency: no delay for payload; one cycle for each word of the header.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity segment_reader is
  generic (
    W          : positive := 64;   -- bits of a word: 16, 32 or 64
    NEEDS_BITS : boolean  := false -- the last header holds the number of message bits
  );
  port (
    clk          : in    std_ulogic;                        -- clock of the input stream
    rst          : in    std_ulogic;                        -- synchronous reset, active high
    in_data      : in    std_ulogic_vector(W - 1 downto 0); -- input stream: headers and payload
    in_valid     : in    std_ulogic;                        -- in_data holds a word
    in_ready     : out   std_ulogic;                        -- in_data is taken in this cycle if in_valid is '1'
    word         : out   std_ulogic_vector(W - 1 downto 0); -- word of payload
    word_valid   : out   std_ulogic;                        -- word holds a word of payload
    word_last    : out   std_ulogic;                        -- word is the last one of its message
    word_ready   : in    std_ulogic;                        -- the core takes word in this cycle if word_valid is '1'
    message_bits : out   std_ulogic_vector(31 downto 0)     -- message bits in the last segment, valid with its words
  );
end entity segment_reader;

architecture rtl of segment_reader is

  -- Width of a segment's length, which the header gives in 32-bit words, after conversion to words of W bits.
  constant COUNT_BITS : positive := 32 - W / 32;

  signal in_payload   : std_ulogic;
  signal last_segment : std_ulogic;
  signal words_left   : unsigned(COUNT_BITS - 1 downto 0);
  signal one_left     : std_ulogic;
  signal word_taken   : std_ulogic;
  signal length_now   : std_ulogic;
  signal header_done  : std_ulogic;
  signal header_count : unsigned(COUNT_BITS - 1 downto 0);
  signal header_last  : std_ulogic;

begin

  word       <= in_data;
  word_valid <= in_valid and in_payload;
  word_last  <= one_left and last_segment;
  word_taken <= in_valid and in_payload and word_ready;
  one_left   <= to_bit(words_left = 1);
  in_ready   <= word_ready or not in_payload;

  wide_header : if W = 64 generate
    length_now   <= in_valid and not in_payload;
    header_done  <= length_now;
    header_count <= unsigned(in_data(63 downto 34));
    header_last  <= in_data(32);

    bits_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if NEEDS_BITS and length_now = '1' then
          message_bits <= in_data(31 downto 0);
        end if;
      end if;
    end process bits_reg;

  end generate wide_header;

  narrow_header : if W /= 64 generate
    -- Words of W bits in each 32-bit half of the header.
    constant HALF_WORDS : positive := 32 / W;

    signal position : unsigned(1 downto 0);
    signal previous : std_ulogic_vector(W - 1 downto 0);
    signal half     : std_ulogic_vector(2 * W - 1 downto 0); -- 32 bits of the header: the word before and this one
    signal bits_due : std_ulogic;
  begin

    half         <= previous & in_data;
    length_now   <= in_valid and not in_payload and to_bit(position = HALF_WORDS - 1);
    header_count <= unsigned(half(31 downto 1)) & to_unsigned(0, COUNT_BITS - 31);
    header_last  <= in_data(0);
    bits_due     <= header_last and to_bit(NEEDS_BITS);
    header_done  <= (length_now and not bits_due) or
                    (in_valid and not in_payload and to_bit(position = 2 * HALF_WORDS - 1));

    position_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if rst = '1' or header_done = '1' then
          position <= (others => '0');
        elsif in_valid = '1' and in_payload = '0' then
          position <= position + 1;
        end if;
        if in_payload = '0' and in_valid = '1' then
          previous <= in_data;
        end if;
        if NEEDS_BITS and header_done = '1' then
          message_bits <= half(31 downto 0);
        end if;
      end if;
    end process position_reg;

  end generate narrow_header;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        in_payload <= '0';
      elsif header_done = '1' then
        in_payload <= '1';
      elsif word_taken = '1' and one_left = '1' then
        in_payload <= '0';
      end if;
    end if;
  end process control_reg;

  length_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if length_now = '1' then
        words_left   <= header_count;
        last_segment <= header_last;
      elsif word_taken = '1' then
        words_left <= words_left - 1;
      end if;
    end if;
  end process length_reg;

end architecture rtl;
