-- SPDX-License-Identifier: Apache-2.0
-- Removes the headers from the input stream and marks the last word of each message (paper B, section 2.3).
--
--   in_data --+---------------------------------> word           one word of payload, directly from the port
--             |
--             +--> [length, or more] -- - step --+--> more
--                             ^                  +--> borrow --> one_left --> word_last in a last segment
--                             +-- more
--
-- A segment is a header and at least one word of payload. A header has
--   31 bits   length of the segment in 32-bit words
--   1 bit     '1' in the last segment of a message
--   32 bits   W = 64 only: number of message bits in this segment, which this entity ignores
-- With W = 16 the header is two words, upper half first.
--
-- `more` is the number of words after the next one, minus one. The multiplexer is in front of the subtraction, where the LUT4s of
-- carry cells have free inputs: `step` is 2 for the length in a header and 1 for a word of payload. The borrow shows without a
-- comparison that one word is left, and is registered, so that word_last comes from registers.
--
-- Widths: W = 16, 32 or 64. Latency: no delay for payload; one cycle for each word of the header.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity segment_reader is
  generic (
    W : positive := 64 -- bits of a word: 16, 32 or 64
  );
  port (
    clk        : in    std_ulogic;                        -- clock of the input stream
    rst        : in    std_ulogic;                        -- synchronous reset, active high
    in_data    : in    std_ulogic_vector(W - 1 downto 0); -- input stream: headers and payload
    in_valid   : in    std_ulogic;                        -- in_data holds a word
    in_ready   : out   std_ulogic;                        -- in_data is taken in this cycle if in_valid is '1'
    word       : out   std_ulogic_vector(W - 1 downto 0); -- word of payload
    word_valid : out   std_ulogic;                        -- word holds a word of payload
    word_last  : out   std_ulogic;                        -- word is the last one of its message
    word_ready : in    std_ulogic                         -- the core takes word in this cycle if word_valid is '1'
  );
end entity segment_reader;

architecture rtl of segment_reader is

  -- Width of a segment's length, which the header gives in 32-bit words, after conversion to words of W bits.
  constant COUNT_BITS : positive := 32 - W / 32;

  signal in_payload   : std_ulogic;
  signal upper_half   : std_ulogic;                        -- the next word is the upper half of a header
  signal last_segment : std_ulogic;
  signal one_left     : std_ulogic;                        -- the next word is the last one of its segment
  signal more         : unsigned(COUNT_BITS - 1 downto 0); -- words of the segment after the next one, minus one
  signal counted      : unsigned(COUNT_BITS - 1 downto 0); -- the length in a header, or more
  signal step         : unsigned(1 downto 0);
  signal difference   : unsigned(COUNT_BITS downto 0);     -- its upper bit is the borrow
  signal taken        : std_ulogic;

begin

  word       <= in_data;
  word_valid <= in_valid and in_payload;
  word_last  <= one_left and last_segment;
  in_ready   <= word_ready or not in_payload;
  taken      <= in_valid and (word_ready or not in_payload);
  step       <= (not in_payload and not upper_half) & in_payload;
  difference <= ('0' & counted) - step;

  one_word_header : if W /= 16 generate
    upper_half <= '0';
    counted    <= more when in_payload = '1' else
                  unsigned(in_data(W - 1 downto W - COUNT_BITS));
  end generate one_word_header;

  -- The upper half of a length is stored unchanged (step is 0) and joined with the lower half.
  two_word_header : if W = 16 generate
    counted(31 downto 16) <= unsigned(in_data) when upper_half = '1' else
                             more(31 downto 16);
    counted(15 downto 0)  <= more(15 downto 0) when in_payload = '1' else
                             unsigned(in_data(15 downto 1)) & '0';

    upper_half_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if rst = '1' then
          upper_half <= '1';
        elsif taken = '1' then
          upper_half <= in_payload and one_left;
        end if;
      end if;
    end process upper_half_reg;

  end generate two_word_header;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        in_payload <= '0';
      elsif taken = '1' then
        in_payload <= not upper_half and not (in_payload and one_left);
      end if;
    end if;
  end process state_reg;

  length_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if taken = '1' then
        more     <= difference(COUNT_BITS - 1 downto 0);
        one_left <= difference(COUNT_BITS);
        if in_payload = '0' then
          last_segment <= in_data(W - minimum(W, 32));
        end if;
      end if;
    end if;
  end process length_reg;

end architecture rtl;
