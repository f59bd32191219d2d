-- SPDX-License-Identifier: Apache-2.0
-- Removes the headers from the input stream of BLAKE2 and describes each block: whether it is the last one, and how many bytes of the
-- message it has.
--
--   in_data --+---------------------------------> word             one word of payload, directly from the port
--             |   header    +------+   +------+
--             +------------>| step |-->| left |-- borrow --> more     blocks follow in this segment
--             |             +------+   +------+
--             +-- message bits of the last segment --> empty, part
--
-- `left` is cleared with the header. In the next cycle the length from the header (in blocks) is added to it. After that, minus one is
-- added in one more cycle and then at the end of each block, as in block_reader.
--
-- A message has padding only in its last block, which has block_part bytes of it; 0 of them are a whole block, unless the message is
-- empty. block_last, block_full and block_part are valid with the last word of a block.
--
-- Widths: words of WORD_BITS = 32 or 64 bits. With 32, the header of a last segment is two words.
-- Latency: no delay for payload; one cycle for each word of a header.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity blake2_reader is
  generic (
    WORD_BITS : positive; -- bits of a word: 32 (BLAKE2s) or 64 (BLAKE2b)
    PART_BITS : positive  -- bits of a number of bytes in a block
  );
  port (
    clk         : in    std_ulogic;                                -- clock
    rst         : in    std_ulogic;                                -- synchronous reset, active high
    in_data     : in    std_ulogic_vector(WORD_BITS - 1 downto 0); -- input stream: headers and payload
    in_valid    : in    std_ulogic;                                -- in_data holds a word
    in_ready    : out   std_ulogic;                                -- in_data is taken in this cycle if in_valid is '1'
    word_ready  : in    std_ulogic;                                -- the core takes a word of payload in this cycle if there is one
    word_taken  : out   std_ulogic;                                -- a word of payload is taken
    word_index  : out   unsigned(3 downto 0);                      -- its number in the block
    block_taken : out   std_ulogic;                                -- it is the last one of its block
    block_last  : out   std_ulogic;                                -- the block is the last one of its message
    block_full  : out   std_ulogic;                                -- the whole block is message
    block_part  : out   unsigned(PART_BITS - 1 downto 0)           -- bytes of the message in a block that is not full
  );
end entity blake2_reader;

architecture rtl of blake2_reader is

  -- Width of a length in blocks of 16 words. The header has a length in 32-bit words (31 bits).
  constant COUNT_BITS : positive := 28 - WORD_BITS / 32;

  signal in_payload   : std_ulogic;
  signal in_bits      : std_ulogic;                        -- the next word is the number of message bits
  signal header_taken : std_ulogic;                        -- the word with the length is taken
  signal bits_taken   : std_ulogic;                        -- the word with the number of message bits is taken
  signal taken        : std_ulogic;                        -- value of word_taken
  signal ends         : std_ulogic;                        -- value of block_taken
  signal index        : unsigned(3 downto 0);              -- value of word_index
  signal settling     : std_ulogic_vector(1 to 2);         -- the two cycles after a header
  signal step         : unsigned(COUNT_BITS - 1 downto 0); -- what is added to left next: the length, then minus one
  signal left         : unsigned(COUNT_BITS - 1 downto 0); -- blocks after the current one
  signal next_left    : unsigned(COUNT_BITS downto 0);
  signal more         : std_ulogic;                        -- at least one block follows the current one
  signal last_segment : std_ulogic;
  signal whole        : std_ulogic;                        -- the last block is full
  signal part         : unsigned(PART_BITS - 1 downto 0);  -- bytes of the message in the last block, 0 if it is full
  signal bits         : unsigned(31 downto 0);             -- message bits of the last segment, in the cycle of bits_taken

begin

  taken        <= in_valid and in_payload and word_ready;
  ends         <= taken and to_bit(index = 15);
  in_ready     <= word_ready or not in_payload;
  header_taken <= in_valid and not in_payload and not in_bits;
  next_left    <= ('0' & left) + step;
  bits         <= unsigned(in_data(31 downto 0));
  word_taken   <= taken;
  word_index   <= index;
  block_taken  <= ends;
  block_last   <= last_segment and not more;
  block_full   <= more or not last_segment or whole;
  block_part   <= part;

  one_word : if WORD_BITS = 64 generate
    in_bits    <= '0';
    bits_taken <= header_taken;
  end generate one_word;

  two_words : if WORD_BITS = 32 generate
    bits_taken <= in_valid and in_bits;

    bits_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if rst = '1' or bits_taken = '1' then
          in_bits <= '0';
        elsif header_taken = '1' then
          in_bits <= in_data(0);
        end if;
      end if;
    end process bits_reg;

  end generate two_words;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      settling <= header_taken & settling(1);
      if rst = '1' then
        in_payload <= '0';
      elsif in_bits = '1' then
        in_payload <= in_valid;
      elsif header_taken = '1' then
        in_payload <= to_bit(WORD_BITS = 64) or not in_data(0);
      elsif ends = '1' and more = '0' then
        in_payload <= '0';
      end if;
      if rst = '1' then
        index <= (others => '0');
      elsif taken = '1' then
        index <= index + 1;
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
        step         <= unsigned(in_data(WORD_BITS - 1 downto WORD_BITS - COUNT_BITS));
        last_segment <= in_data(WORD_BITS - 32);
        left         <= (others => '0');
      elsif settling /= "00" or ends = '1' then
        left <= next_left(COUNT_BITS - 1 downto 0);
      end if;
    end if;
  end process count_reg;

  part_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if bits_taken = '1' then
        part  <= bits(PART_BITS + 2 downto 3);
        whole <= to_bit(bits(PART_BITS + 2 downto 3) = 0 and bits(31 downto PART_BITS + 3) /= 0);
      end if;
    end if;
  end process part_reg;

end architecture rtl;
