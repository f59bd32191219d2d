-- SPDX-License-Identifier: Apache-2.0
-- Removes the headers from an input stream of 16-bit words, and reports for each block whether it is the last one of its message
-- or the one before the last (paper B, section 2.3). For lightweight cores: a message has at most 2**LENGTH_BITS bits.
--
--   in_data --+---------------------------------> word                         one word of payload, directly from the port
--             |   header    +------+   +------+
--             +------------>| step |-->| left |--> block_last, before_last
--             |             +------+   +------+
--             +--> message_bits
--
-- A header has
--   31 bits   length of the segment in 32-bit words
--   1 bit     '1' in the last segment of a message
--   32 bits   number of message bits in this segment, padding not counted; only in a last segment, and only if NEEDS_BITS
-- Each 32 bits take two words, upper half first.
--
-- `left` is the length that follows the current block, in units of the largest power of two that divides a block. It is cleared
-- with the header. In the next cycle the length from the header is added to it. After that, minus one block is added in one more
-- cycle and then at the end of each block. One adder does both, so loading `left` needs no multiplexer.
-- block_last and before_last are correct from the third cycle after the length, early enough for the last word of a block of four
-- or more words. For blocks of 32 bits use segment_reader.
--
-- Outputs that a core leaves open take no cells, and neither do the bits of message_bits that it does not read.
--
-- Widths: words of 16 bits. Latency: no delay for payload; one cycle for each word of the header.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity narrow_reader is
  generic (
    BLOCK_BITS  : positive range 64 to 2048;        -- bits of a block; a multiple of 32
    NEEDS_BITS  : boolean                 := false; -- the last header holds the number of message bits
    LENGTH_BITS : positive range 16 to 36 := 32     -- a message has at most 2**LENGTH_BITS bits
  );
  port (
    clk          : in    std_ulogic;                     -- clock of the input stream
    rst          : in    std_ulogic;                     -- synchronous reset, active high
    in_data      : in    std_ulogic_vector(15 downto 0); -- input stream: headers and payload
    in_valid     : in    std_ulogic;                     -- in_data holds a word
    in_ready     : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    word         : out   std_ulogic_vector(15 downto 0); -- word of payload
    word_valid   : out   std_ulogic;                     -- word holds a word of payload
    word_ready   : in    std_ulogic;                     -- the core takes word in this cycle if word_valid is '1'
    ends_block   : in    std_ulogic;                     -- from the core: word is the last one of its block
    block_last   : out   std_ulogic;                     -- the current block is the last one of its message
    before_last  : out   std_ulogic;                     -- the current block is the one before the last
    message_bits : out   std_ulogic_vector(31 downto 0)  -- message bits in the last segment; stable from its payload to the next header
  );
end entity narrow_reader;

architecture rtl of narrow_reader is

  constant BLOCK_WORDS : positive := BLOCK_BITS / 32;

  -- Returns the number of times that 2 divides VALUE.
  function twos (value : positive) return natural is
    variable rest   : positive := value;
    variable result : natural  := 0;
  begin
    while rest mod 2 = 0 loop
      rest   := rest / 2;
      result := result + 1;
    end loop;
    return result;
  end function twos;

  -- A length is a whole number of blocks, so its low bits are zero and are not stored. The longest length, 2**LENGTH_BITS bits,
  -- needs one bit more than the number of units below it.
  constant UNIT_BITS   : natural  := twos(BLOCK_WORDS);
  constant BLOCK_UNITS : positive := BLOCK_WORDS / 2 ** UNIT_BITS;
  constant COUNT_BITS  : positive := minimum(LENGTH_BITS - 5 + 1, 31) - UNIT_BITS;

  signal in_payload   : std_ulogic;
  signal second       : std_ulogic;                        -- the next word is the second half of 32 bits of a header
  signal taking_bits  : std_ulogic;                        -- the next word is part of the number of message bits
  signal half_taken   : std_ulogic;                        -- a word of a header is taken
  signal length_taken : std_ulogic;                        -- the second half of a length is taken
  signal header_done  : std_ulogic;                        -- the last word of a header is taken
  signal block_taken  : std_ulogic;
  signal settling     : std_ulogic_vector(1 to 2);         -- the two cycles after a length
  signal step         : unsigned(COUNT_BITS - 1 downto 0); -- what is added to left next: the length, then minus one block
  signal left         : unsigned(COUNT_BITS - 1 downto 0); -- length after the current block
  signal next_left    : unsigned(COUNT_BITS downto 0);
  signal more         : std_ulogic;                        -- at least one block follows the current one in its segment
  signal last_segment : std_ulogic;

begin

  word         <= in_data;
  word_valid   <= in_valid and in_payload;
  in_ready     <= word_ready or not in_payload;
  half_taken   <= in_valid and not in_payload;
  length_taken <= half_taken and second and not taking_bits;
  block_taken  <= in_valid and in_payload and word_ready and ends_block;
  next_left    <= ('0' & left) + ('0' & step);
  more         <= next_left(COUNT_BITS);
  block_last   <= last_segment and not more;
  before_last  <= last_segment and to_bit(left = BLOCK_UNITS);

  with_bits : if NEEDS_BITS generate
    header_done <= half_taken and second and (taking_bits or not in_data(0));

    bits_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if rst = '1' then
          taking_bits <= '0';
        elsif half_taken = '1' and second = '1' then
          taking_bits <= in_data(0) and not taking_bits;
        end if;
        if half_taken = '1' then
          message_bits <= message_bits(15 downto 0) & in_data;
        end if;
      end if;
    end process bits_reg;

  end generate with_bits;

  without_bits : if not NEEDS_BITS generate
    taking_bits  <= '0';
    header_done  <= length_taken;
    message_bits <= (others => '0');
  end generate without_bits;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        in_payload <= '0';
        second     <= '0';
        settling   <= "00";
      else
        settling <= length_taken & settling(1);
        if half_taken = '1' then
          second <= not second;
        end if;
        if header_done = '1' then
          in_payload <= '1';
        elsif block_taken = '1' and more = '0' then
          in_payload <= '0';
        end if;
      end if;
    end if;
  end process control_reg;

  left_reg : process (clk) is
    -- Length in 32-bit words, from both halves of a header; the lower half is valid in one cycle only.
    variable length : unsigned(30 downto 0);
  begin
    if rising_edge(clk) then
      if length_taken = '1' then
        left         <= (others => '0');
        last_segment <= in_data(0);
      elsif settling /= "00" or block_taken = '1' then
        left <= next_left(COUNT_BITS - 1 downto 0);
      end if;
      length := unsigned(in_data) & unsigned(in_data(15 downto 1));
      if half_taken = '1' and second = '0' and taking_bits = '0' then
        step(COUNT_BITS - 1 downto 15 - UNIT_BITS) <= length(COUNT_BITS + UNIT_BITS - 1 downto 15);
      end if;
      if length_taken = '1' then
        step(14 - UNIT_BITS downto 0) <= length(14 downto UNIT_BITS);
      end if;
      if settling(1) = '1' then
        step <= to_unsigned(0, COUNT_BITS) - BLOCK_UNITS;
      end if;
    end if;
  end process left_reg;

end architecture rtl;
