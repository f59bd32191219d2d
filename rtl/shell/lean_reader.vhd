-- SPDX-License-Identifier: Apache-2.0
-- segment_reader for 32-bit words and no message bits, with a smaller counter.
--
--   in_data --+-----------------------------> word
--             |
--             +--> [header, or left] -- - 1 --+--> left
--                         ^                   +--> borrow: word_last in a last segment
--                         +-- left
--
-- The counter holds the number of words left after the next one. A header is decremented too when it enters, so the multiplexer is
-- in front of the decrement, where the LUT4s of carry cells have free inputs. The borrow of the decrement shows that no word
-- is left, without a comparison.
--
-- Widths: words of 32 bits. Latency: no delay for payload; one cycle for each header.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity lean_reader is
  port (
    clk        : in    std_ulogic;                     -- clock of the input stream
    rst        : in    std_ulogic;                     -- synchronous reset, active high
    in_data    : in    std_ulogic_vector(31 downto 0); -- input stream: headers and payload
    in_valid   : in    std_ulogic;                     -- in_data holds a word
    in_ready   : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    word       : out   std_ulogic_vector(31 downto 0); -- word of payload
    word_valid : out   std_ulogic;                     -- word holds a word of payload
    word_last  : out   std_ulogic;                     -- word is the last one of its message
    word_ready : in    std_ulogic                      -- the core takes word in this cycle if word_valid is '1'
  );
end entity lean_reader;

architecture rtl of lean_reader is

  signal in_payload   : std_ulogic;
  signal last_segment : std_ulogic;
  signal left         : unsigned(30 downto 0); -- words of the segment after the next one
  signal counted      : unsigned(30 downto 0); -- words of the segment from the next one, or those that a header gives
  signal decremented  : unsigned(31 downto 0); -- its upper bit is the borrow
  signal taken        : std_ulogic;

begin

  word        <= in_data;
  word_valid  <= in_valid and in_payload;
  word_last   <= decremented(31) and last_segment;
  in_ready    <= word_ready or not in_payload;
  taken       <= in_valid and (word_ready or not in_payload);
  counted     <= left when in_payload = '1' else
                 unsigned(in_data(31 downto 1));
  decremented <= ('0' & counted) - 1;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        in_payload <= '0';
      elsif taken = '1' then
        in_payload <= not decremented(31); -- a segment has at least one word
      end if;
    end if;
  end process state_reg;

  length_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if taken = '1' then
        left <= decremented(30 downto 0);
        if in_payload = '0' then
          last_segment <= in_data(0);
        end if;
      end if;
    end if;
  end process length_reg;

end architecture rtl;
