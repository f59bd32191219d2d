-- SPDX-License-Identifier: Apache-2.0
-- Removes the headers from an input stream of BLAKE3 with words of 16 bits, and describes each block: whether it is the last one, and how
-- many bytes of the message it has.
--
--   in_data --> narrow_reader --> word     payload without the number of output bytes
--                    |
--                    +-- words of a header --> field, part, whole --> block_length
--
-- The header of a last segment has six words: length and flag, message bits, and output bytes, two words each. narrow_reader knows the
-- first four of them. The other two are payload for it, and are removed here. The core sends a digest of fixed length and ignores them.
--
-- part and whole are taken from each word of a header that narrow_reader knows. The fourth word is the one that remains, with the lower
-- half of the message bits. They keep their value from then to the end of the cycle after the last word of the message.
--
-- Source: docs/interface.md. Widths: words of 16 bits, blocks of 512 bits; a message has at most 2**32 bits.
-- Latency: no delay for payload; one cycle for each word of a header.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity blake3_lightweight_reader is
  port (
    clk         : in    std_ulogic;                     -- clock
    rst         : in    std_ulogic;                     -- synchronous reset, active high
    in_data     : in    std_ulogic_vector(15 downto 0); -- input stream: headers and payload
    in_valid    : in    std_ulogic;                     -- in_data holds a word
    in_ready    : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    word        : out   std_ulogic_vector(15 downto 0); -- word of payload
    word_valid  : out   std_ulogic;                     -- word holds a word of payload
    word_ready  : in    std_ulogic;                     -- the core takes word in this cycle if word_valid is '1'
    ends_block  : in    std_ulogic;                     -- from the core: word is the last one of its block
    block_last  : out   std_ulogic;                     -- the current block is the last one of its message
    last_length : out   unsigned(6 downto 0)            -- bytes of the message in the last block, 0 to 64
  );
end entity blake3_lightweight_reader;

architecture rtl of blake3_lightweight_reader is

  signal payload_valid : std_ulogic;           -- in_data is payload for narrow_reader
  signal payload_ready : std_ulogic;
  signal header_taken  : std_ulogic;           -- a word of a header is taken by narrow_reader
  signal field         : unsigned(2 downto 0); -- number of the next word in its header; 0 in payload
  signal in_output     : std_ulogic;           -- the next word belongs to the number of output bytes: field is 4 or 5
  signal some_before   : std_ulogic;           -- the word of a header before this one is not zero
  signal part          : unsigned(5 downto 0); -- bytes of the message in the last block, 0 if it is full or empty
  signal whole         : std_ulogic;           -- the last block is full

begin

  in_output     <= field(2);
  header_taken  <= in_valid and not payload_valid;
  payload_ready <= word_ready or in_output;
  word_valid    <= payload_valid and not in_output;
  last_length   <= whole & part;

  reader : entity work.narrow_reader
    generic map (
      BLOCK_BITS => 512,
      NEEDS_BITS => true
    )
    port map (
      clk          => clk,
      rst          => rst,
      in_data      => in_data,
      in_valid     => in_valid,
      in_ready     => in_ready,
      word         => word,
      word_valid   => payload_valid,
      word_ready   => payload_ready,
      ends_block   => ends_block,
      block_last   => block_last,
      before_last  => open,
      message_bits => open
    );

  field_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        field <= (others => '0');
      elsif header_taken = '1' or (in_valid and in_output) = '1' then
        field <= field + 1;
        if (field = 1 and in_data(0) = '0') or field = 5 then
          field <= (others => '0');
        end if;
      end if;
    end if;
  end process field_reg;

  length_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if header_taken = '1' then
        some_before <= to_bit(unsigned(in_data) /= 0);
        part        <= unsigned(in_data(8 downto 3));
        whole       <= to_bit(unsigned(in_data(8 downto 3)) = 0) and (some_before or to_bit(unsigned(in_data(15 downto 9)) /= 0));
      end if;
    end if;
  end process length_reg;

end architecture rtl;
