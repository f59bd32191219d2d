-- SPDX-License-Identifier: Apache-2.0
-- Counts the bits or the blocks of a message, and makes the words of the field that ends its padding.
--
-- The field is seen from the end of the padded message. 64 bits of a count begin LENGTH_OFFSET bytes before the end, most or least
-- significant byte first; 16 bits of a constant begin TAG_OFFSET bytes before it. All other bytes are zero. The number of words and
-- blocks that follow the offered word chooses the word of the field.
--
-- Only the last word of a message may be partial, so words are counted, and its bytes are the low bits of the length: there is no
-- adder before the counter. The number of blocks is counted with the first word of each, padding included.
--
-- Widths: W bits a word. Latency: the count includes each word from the cycle after its load.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.padding_pkg.all;
use work.shell_pkg.all;

entity length_field is
  generic (
    W             : positive;               -- bits of a word: 16, 32 or 64
    BLOCK_BITS    : positive;               -- bits of a block
    LENGTH_BITS   : positive range 16 to 64; -- a message has at most 2**LENGTH_BITS bits
    COUNT_BLOCKS  : natural range 0 to 1;   -- 1: the count is that of blocks, 0: that of message bits
    LENGTH_OFFSET : natural;                -- first byte of the count, in bytes before the end; 0: there is none
    LITTLE_ENDIAN : natural range 0 to 1;   -- 1: the count's least significant byte is first
    TAG           : natural range 0 to 65535; -- two constant bytes, the first one most significant
    TAG_OFFSET    : natural;                -- first byte of TAG, in bytes before the end; 0: there is none
    MORE_BITS     : positive                -- bits of `more`
  );
  port (
    clk         : in    std_ulogic;                             -- clock of the words
    load        : in    std_ulogic;                             -- a word is loaded in this cycle
    load_first  : in    std_ulogic;                             -- it is the first one of its message
    load_starts : in    std_ulogic;                             -- it is the first one of its block
    load_whole  : in    std_ulogic;                             -- it holds W/8 message bytes
    load_bytes  : in    unsigned(counter_bits(W / 8) downto 0); -- its message bytes
    load_ended  : in    std_ulogic;                             -- the message has ended before it
    room        : in    unsigned(counter_bits(BLOCK_BITS / W) - 1 downto 0); -- words after the offered word in its block
    more        : in    unsigned(MORE_BITS - 1 downto 0);       -- blocks after its block
    field       : out   std_ulogic_vector(W - 1 downto 0)       -- word of the field
  );
end entity length_field;

architecture rtl of length_field is

  -- A message of exactly 2**LENGTH_BITS bits needs one bit more, except with the 64 bits of the field.
  constant COUNT_BITS  : positive := minimum(LENGTH_BITS + 1, 64);
  constant BLOCK_WORDS : positive := BLOCK_BITS / W;
  constant BYTE_BITS   : positive := counter_bits(W / 8); -- bits of a number of bytes below a word
  constant FIELD_WORDS : positive := (maximum(maximum(LENGTH_OFFSET, TAG_OFFSET), 8) + W / 8 - 1) / (W / 8);
  constant FIELD_BITS  : positive := FIELD_WORDS * W;

  -- Lowest bits of the two in the field; 0 for one that is absent.
  constant TAG_LOW    : natural := 8 * maximum(TAG_OFFSET - 2, 0);
  constant LENGTH_LOW : natural := 8 * maximum(LENGTH_OFFSET - 8, 0);

  signal count  : unsigned(63 downto 0);              -- what the field says
  signal vector : std_ulogic_vector(FIELD_BITS - 1 downto 0);

begin

  bits_count : if COUNT_BLOCKS = 0 generate

    signal words : unsigned(COUNT_BITS - BYTE_BITS - 4 downto 0); -- whole words of the message
    signal bytes : unsigned(BYTE_BITS - 1 downto 0);              -- message bytes of its partial word

  begin

    count <= resize(words & bytes & "000", 64);

    count_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if load = '1' then
          if load_first = '1' then
            words    <= (others => '0');
            words(0) <= load_whole;
          elsif load_whole = '1' then
            words <= words + 1;
          end if;
          if load_ended = '0' then
            bytes <= load_bytes(BYTE_BITS - 1 downto 0);
          end if;
        end if;
      end if;
    end process count_reg;

  end generate bits_count;

  blocks_count : if COUNT_BLOCKS = 1 generate

    signal blocks : unsigned(COUNT_BITS - number_bits(BLOCK_BITS - 1) downto 0);

  begin

    count <= resize(blocks, 64);

    count_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if load = '1' and load_first = '1' then
          blocks <= to_unsigned(1, blocks'length);
        elsif load = '1' and load_starts = '1' then
          blocks <= blocks + 1;
        end if;
      end if;
    end process count_reg;

  end generate blocks_count;

  whole_field : process (all) is
    variable bytes : std_ulogic_vector(63 downto 0);
  begin
    vector <= (others => '0');
    if TAG_OFFSET > 0 then
      vector(TAG_LOW + 15 downto TAG_LOW) <= std_ulogic_vector(to_unsigned(TAG, 16));
    end if;
    if LENGTH_OFFSET > 0 then
      bytes := std_ulogic_vector(count);
      if LITTLE_ENDIAN = 1 then
        bytes := swap_bytes(bytes);
      end if;
      vector(LENGTH_LOW + 63 downto LENGTH_LOW) <= bytes;
    end if;
  end process whole_field;

  chosen_word : process (all) is
  begin
    field <= (others => '0');
    for i in 0 to FIELD_WORDS - 1 loop
      if room = i mod BLOCK_WORDS and more = i / BLOCK_WORDS then
        field <= vector(W * (i + 1) - 1 downto W * i);
      end if;
    end loop;
  end process chosen_word;

end architecture rtl;
