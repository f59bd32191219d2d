-- SPDX-License-Identifier: Apache-2.0
-- Takes the headers out of the input stream as block_reader does, for algorithms with needs_bits whose blocks have a power of two of
-- bits: it tells of each block whether it is the last one or the last but one of its message, and the bits of the last segment.
--
--   in_data --+---------------------------------> word                          one word of payload, straight from the port
--             |   header    +------+   +------+
--             +------------>| step |-->| left |--> block_last, before_last      blocks behind the current one: none, one
--             |             +------+   +------+
--             +------------>| message_bits |-----> message_bits
--
-- The count of a header is added to a cleared counter, and afterwards minus one for every block: both are the same adder, and loading
-- needs no multiplexer. The count is settled three cycles after the header, in time for any block of at least four words.
--
-- block_last, before_last, message_bits: of the block whose words are being taken, steady until its last word is taken; block_last
-- and before_last are '0' in all segments but the last. word_last: the word ends the message.
-- Widths: words of 64 bits, BLOCK_BITS a power of two. Latency: none for payload, one cycle a header.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity bits_reader is
  generic (
    BLOCK_BITS : positive range 256 to 1024
  );
  port (
    clk          : in    std_ulogic;
    rst          : in    std_ulogic;
    in_data      : in    std_ulogic_vector(63 downto 0);
    in_valid     : in    std_ulogic;
    in_ready     : out   std_ulogic;
    word         : out   std_ulogic_vector(63 downto 0);
    word_valid   : out   std_ulogic;
    word_last    : out   std_ulogic;
    word_ready   : in    std_ulogic;
    block_last   : out   std_ulogic;
    before_last  : out   std_ulogic;
    message_bits : out   std_ulogic_vector(31 downto 0)
  );
end entity bits_reader;

architecture rtl of bits_reader is

  constant BLOCK_WORDS : positive := BLOCK_BITS / 64;

  -- The header's upper half: a length in 32-bit words, and a bit. Lengths are whole blocks, so their low bits are zero.
  constant COUNT_BITS : positive := 31 - counter_bits(BLOCK_BITS / 32);

  signal in_payload   : std_ulogic;
  signal header_taken : std_ulogic;
  signal word_taken   : std_ulogic;
  signal ends_block   : std_ulogic;
  signal block_taken  : std_ulogic;
  signal settling     : std_ulogic_vector(1 to 2);
  signal index        : unsigned(counter_bits(BLOCK_WORDS) - 1 downto 0);
  signal step         : unsigned(COUNT_BITS - 1 downto 0);
  signal left         : unsigned(COUNT_BITS - 1 downto 0);
  signal few          : std_ulogic;
  signal last_segment : std_ulogic;

begin

  word         <= in_data;
  word_valid   <= in_valid and in_payload;
  in_ready     <= word_ready or not in_payload;
  header_taken <= in_valid and not in_payload;
  word_taken   <= in_valid and in_payload and word_ready;
  ends_block   <= to_bit(index = BLOCK_WORDS - 1);
  block_taken  <= word_taken and ends_block;
  few          <= to_bit(left(COUNT_BITS - 1 downto 1) = 0);
  block_last   <= last_segment and few and not left(0);
  before_last  <= last_segment and few and left(0);
  word_last    <= last_segment and few and not left(0) and ends_block;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      settling <= header_taken & settling(1);
      if rst = '1' then
        in_payload <= '0';
        index      <= (others => '0');
      elsif header_taken = '1' then
        in_payload <= '1';
      elsif word_taken = '1' then
        index      <= index + 1;
        in_payload <= not (ends_block and few and not left(0));
      end if;
    end if;
  end process control_reg;

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      step <= (others => '1');
      if header_taken = '1' then
        step         <= unsigned(in_data(63 downto 64 - COUNT_BITS));
        last_segment <= in_data(32);
        message_bits <= in_data(31 downto 0);
        left         <= (others => '0');
      elsif settling /= "00" or block_taken = '1' then
        left <= left + step;
      end if;
    end if;
  end process count_reg;

end architecture rtl;
