-- SPDX-License-Identifier: Apache-2.0
-- Removes the headers from the input stream, as segment_reader does, for block sizes that are powers of two. It counts blocks
-- instead of words, and reports for each block whether it is the last one of its message (paper B, section 2.3). For
-- algorithms that do not need the length of the message in bits; bits_reader is the variant for those that do.
--
--   in_data --+---------------------------------> word            one word of payload, directly from the port
--             |   header    +------+   +------+
--             +------------>| step |-->| left |-- borrow --> block_last
--                           +------+   +------+
--
-- `left` is cleared with the header. In the next cycle the length from the header (in blocks) is added to it. After that, minus
-- one is added in one more cycle and then at the end of each block. One adder does both, so loading `left` needs no multiplexer.
-- block_last is correct four cycles after the header, early enough for blocks of four or more words.
--
-- The core raises ends_block when word is the last word of its block. block_last is valid with that word.
--
-- Widths: W = 32 or 64. Latency: no delay for payload; one cycle for each header.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity block_reader is
  generic (
    W          : positive := 64;  -- bits of a word: 32 or 64
    BLOCK_BITS : positive := 1024 -- bits of a block; a power of two
  );
  port (
    clk        : in    std_ulogic;                        -- clock of the input stream
    rst        : in    std_ulogic;                        -- synchronous reset, active high
    in_data    : in    std_ulogic_vector(W - 1 downto 0); -- input stream: headers and payload
    in_valid   : in    std_ulogic;                        -- in_data holds a word
    in_ready   : out   std_ulogic;                        -- in_data is taken in this cycle if in_valid is '1'
    word       : out   std_ulogic_vector(W - 1 downto 0); -- word of payload
    word_valid : out   std_ulogic;                        -- word holds a word of payload
    word_ready : in    std_ulogic;                        -- the core takes word in this cycle if word_valid is '1'
    ends_block : in    std_ulogic;                        -- from the core: word is the last one of its block
    block_last : out   std_ulogic                         -- the current block is the last one of its message
  );
end entity block_reader;

architecture rtl of block_reader is

  -- Width of a length in blocks. The upper 32 bits of a header are a length in 32-bit words (31 bits) and one flag bit. A
  -- length is a whole number of blocks, so its low bits are zero and are not stored.
  constant COUNT_BITS : positive := 31 - counter_bits(BLOCK_BITS / 32);

  signal in_payload   : std_ulogic;
  signal header_taken : std_ulogic;
  signal block_taken  : std_ulogic;
  signal settling     : std_ulogic_vector(1 to 2);         -- the two cycles after a header
  signal step         : unsigned(COUNT_BITS - 1 downto 0); -- what is added to left next: the length, then minus one
  signal left         : unsigned(COUNT_BITS - 1 downto 0); -- blocks after the current one
  signal next_left    : unsigned(COUNT_BITS downto 0);
  signal more         : std_ulogic;                        -- at least one block follows the current one
  signal last_segment : std_ulogic;

begin

  word         <= in_data;
  word_valid   <= in_valid and in_payload;
  in_ready     <= word_ready or not in_payload;
  header_taken <= in_valid and not in_payload;
  block_taken  <= in_valid and in_payload and word_ready and ends_block;
  block_last   <= last_segment and not more;
  next_left    <= ('0' & left) + step;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      settling <= header_taken & settling(1);
      if rst = '1' then
        in_payload <= '0';
      elsif header_taken = '1' then
        in_payload <= '1';
      elsif block_taken = '1' and more = '0' then
        in_payload <= '0';
      end if;
    end if;
  end process control_reg;

  -- The addition of minus one has a carry out if at least one block follows the current one: `more` is that carry.
  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      step <= (others => '1');
      more <= next_left(COUNT_BITS);
      if header_taken = '1' then
        step         <= unsigned(in_data(W - 1 downto W - COUNT_BITS));
        last_segment <= in_data(W - 32);
        left         <= (others => '0');
      elsif settling /= "00" or block_taken = '1' then
        left <= next_left(COUNT_BITS - 1 downto 0);
      end if;
    end if;
  end process count_reg;

end architecture rtl;
