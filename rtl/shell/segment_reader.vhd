-- SPDX-License-Identifier: Apache-2.0
-- Takes the headers out of the input stream and marks the last word of each message (paper B, section 2.3).
--
--   in_data --+-----------------------------> word            one word of payload, straight from the port
--             |   +---------------------+
--   in_valid -+-->| header | words left |---> word_valid, word_last
--   in_ready <----|        |            |<--- word_ready
--                 +---------------------+
--
-- A segment is a header and at least one word. Header: 31 bits, length of the segment in 32-bit words; 1 bit, last segment; on a
-- last segment, when NEEDS_BITS, 32 bits more: the bits of the message before padding in that segment (message_bits, valid with
-- the words of that segment). With W = 64 both halves share one word; with W = 16 each takes two, upper half first.
--
-- Widths: W = 16, 32 or 64. Latency: none for payload, one cycle for each word of the header.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity segment_reader is
  generic (
    W          : positive := 64;
    NEEDS_BITS : boolean  := false
  );
  port (
    clk          : in    std_ulogic;
    rst          : in    std_ulogic;
    in_data      : in    std_ulogic_vector(W - 1 downto 0);
    in_valid     : in    std_ulogic;
    in_ready     : out   std_ulogic;
    word         : out   std_ulogic_vector(W - 1 downto 0);
    word_valid   : out   std_ulogic;
    word_last    : out   std_ulogic;
    word_ready   : in    std_ulogic;
    message_bits : out   std_ulogic_vector(31 downto 0)
  );
end entity segment_reader;

architecture rtl of segment_reader is

  -- A length in 32-bit words, in words of W bits.
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
    -- Words of each 32-bit half of the header.
    constant HALF_WORDS : positive := 32 / W;

    signal position : unsigned(1 downto 0);
    signal previous : std_ulogic_vector(W - 1 downto 0);
    signal half     : std_ulogic_vector(2 * W - 1 downto 0);
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
