-- SPDX-License-Identifier: Apache-2.0
-- Removes the headers from the input stream for algorithms that need the length of the message in bits (needs_bits in
-- cores.toml). Block sizes are powers of two. For each block it reports whether the block is the last one of its message or the
-- one before the last, and the number of message bits in the last segment. block_reader is the variant without bit counts.
--
--   in_data --+---------------------------------> word                          one word of payload, directly from the port
--             |   header    +------+   +------+
--             +------------>| step |-->| left |--> block_last, before_last      left: number of blocks after the current one
--             |             +------+   +------+
--             +------------>| message_bits |-----> message_bits
--
-- `left` is cleared with the header. In the next cycle the length from the header (in blocks) is added to it. After that, minus
-- one is added in one more cycle and then at the end of each block. One adder does both, so loading `left` needs no multiplexer.
-- `left` is correct three cycles after the header, early enough for blocks of four or more words.
--
-- block_last, before_last and message_bits describe the block whose words are being taken. They are stable until its last word
-- is taken. block_last and before_last are '0' in all segments except the last one.
--
-- Widths: words of 64 bits. Latency: no delay for payload; one cycle for each header.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity bits_reader is
  generic (
    BLOCK_BITS : positive range 256 to 1024 -- bits of a block; a power of two
  );
  port (
    clk          : in    std_ulogic;                     -- clock of the input stream
    rst          : in    std_ulogic;                     -- synchronous reset, active high
    in_data      : in    std_ulogic_vector(63 downto 0); -- input stream: headers and payload
    in_valid     : in    std_ulogic;                     -- in_data holds a word
    in_ready     : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    word         : out   std_ulogic_vector(63 downto 0); -- word of payload
    word_valid   : out   std_ulogic;                     -- word holds a word of payload
    word_last    : out   std_ulogic;                     -- word is the last one of its message
    word_ready   : in    std_ulogic;                     -- the core takes word in this cycle if word_valid is '1'
    block_last   : out   std_ulogic;                     -- the current block is the last one of its message
    before_last  : out   std_ulogic;                     -- the current block is the one before the last
    message_bits : out   std_ulogic_vector(31 downto 0)  -- message bits in the last segment (before padding)
  );
end entity bits_reader;

architecture rtl of bits_reader is

  constant BLOCK_WORDS : positive := BLOCK_BITS / 64;

  -- Width of a length in blocks. The upper half of a header is a length in 32-bit words (31 bits) and one flag bit. A length
  -- is a whole number of blocks, so its low bits are zero and are not stored.
  constant COUNT_BITS : positive := 31 - counter_bits(BLOCK_BITS / 32);

  signal in_payload   : std_ulogic;
  signal header_taken : std_ulogic;
  signal word_taken   : std_ulogic;
  signal ends_block   : std_ulogic;
  signal block_taken  : std_ulogic;
  signal settling     : std_ulogic_vector(1 to 2);                        -- the two cycles after a header
  signal index        : unsigned(counter_bits(BLOCK_WORDS) - 1 downto 0); -- index of the word in its block
  signal step         : unsigned(COUNT_BITS - 1 downto 0);                -- what is added to left next: the length, then minus one
  signal left         : unsigned(COUNT_BITS - 1 downto 0);                -- blocks after the current one
  signal few          : std_ulogic;                                       -- left is 0 or 1
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
