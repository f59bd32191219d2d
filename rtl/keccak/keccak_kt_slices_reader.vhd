-- SPDX-License-Identifier: Apache-2.0
-- Reads segments of KangarooTwelve in words of 16 bits, removes their headers, marks the word in which the message ends, and drops the zeros
-- after it.
--
--   in_data --+---------------------------> word
--             +--> [left] --> sign --> ends
--                   ^  |
--                   +--+ - 1, 2 or 16
--
-- A header has the length of the segment in 32-bit words and, in bit 0, whether it is the last one; in a last segment the number of
-- message bits follows, and the number of output bytes, which is ignored. Each takes two words, upper half first.
--
-- `left` counts without a shift: in a last segment it is the number of message bits and decreases by 16 for each word, in another segment
-- it is the number of words and decreases by 1. One word is subtracted in advance, so that the sign marks the final word: the one with
-- the domain separation byte, or the last one of the segment. In a segment that is not the last one, this takes a cycle after the header.
--
-- Source: docs/interface.md. Widths: words of 16 bits, 84 words a block; a message has at most 2**32 bits.
-- Latency: no delay for payload; one cycle for each word of the header.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity keccak_kt_slices_reader is
  port (
    clk         : in    std_ulogic;                     -- clock
    rst         : in    std_ulogic;                     -- synchronous reset, active high
    in_data     : in    std_ulogic_vector(15 downto 0); -- input stream: headers and payload
    in_valid    : in    std_ulogic;                     -- in_data holds a word
    in_ready    : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    word        : out   std_ulogic_vector(15 downto 0); -- word of the message
    word_valid  : out   std_ulogic;                     -- word holds a word of the message
    word_ready  : in    std_ulogic;                     -- it is taken in this cycle if word_valid is '1'
    ends        : out   std_ulogic;                     -- with word_valid: the word has the domain separation byte
    only_domain : out   std_ulogic                      -- with ends: and no byte of the message
  );
end entity keccak_kt_slices_reader;

architecture rtl of keccak_kt_slices_reader is

  constant LAST_PLACE : natural := 83;

  signal header       : std_ulogic_vector(0 to 5); -- one-hot: the next word is this one of a header
  signal in_header    : std_ulogic;                -- one of them is
  signal settling     : std_ulogic;                -- the cycle after left is loaded
  signal in_payload   : std_ulogic;
  signal dropping     : std_ulogic;                -- the message has ended, but not its block
  signal last_segment : std_ulogic;
  signal left         : unsigned(32 downto 0);
  signal step         : unsigned(32 downto 0);     -- added to left
  signal place        : unsigned(6 downto 0);      -- of the next word in its block
  signal at_end       : std_ulogic;                -- the next word is the last one of its block
  signal taken        : std_ulogic;                -- a word of payload is taken
  signal passed       : std_ulogic;                -- a word of payload is taken or dropped

begin

  word        <= in_data;
  word_valid  <= in_valid and in_payload;
  in_ready    <= in_header or dropping or (in_payload and word_ready);
  ends        <= last_segment and left(32);
  only_domain <= not left(3);
  taken       <= in_valid and in_payload and word_ready;
  passed      <= taken or (in_valid and dropping);
  at_end      <= to_bit(place = LAST_PLACE);

  step <= (32 downto 4 => '1') & (3 downto 1 => not last_segment) & (not last_segment and not settling);

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        header     <= (0 => '1', others => '0');
        in_header  <= '1';
        settling   <= '0';
        in_payload <= '0';
        dropping   <= '0';
        place      <= (others => '0');
      else
        settling <= '0';
        if in_header = '1' and in_valid = '1' then
          header    <= '0' & header(0 to 4);
          settling  <= header(3);
          in_header <= not header(5);
          if header(1) = '1' and in_data(0) = '0' then
            header(2) <= '0';
            settling  <= '1';
            in_header <= '0';
          end if;
          in_payload <= header(5);
        end if;
        if settling = '1' and last_segment = '0' then
          in_payload <= '1';
        end if;
        if passed = '1' then
          place <= place + 1;
          if at_end = '1' then
            place <= (others => '0');
          end if;
        end if;
        if (taken = '1' and left(32) = '1') or (passed = '1' and dropping = '1') then
          header(0)  <= at_end;
          in_header  <= at_end;
          dropping   <= not at_end;
          in_payload <= '0';
        end if;
      end if;
    end if;
  end process state_reg;

  left_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if header(1) = '1' then
        last_segment <= in_data(0);
      end if;
      if header(0) = '1' or header(2) = '1' then
        left(32 downto 16) <= '0' & unsigned(in_data);
      elsif settling = '1' or taken = '1' then
        left(32 downto 16) <= resize(shift_right(left + step, 16), 17);
      end if;
      if header(1) = '1' or header(3) = '1' then
        left(15 downto 0) <= unsigned(in_data);
      elsif settling = '1' or taken = '1' then
        left(15 downto 0) <= resize(left + step, 16);
      end if;
    end if;
  end process left_reg;

end architecture rtl;
