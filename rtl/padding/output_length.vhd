-- SPDX-License-Identifier: Apache-2.0
-- Adds the number of output bytes, which is the same for all messages, to the last header of each message (docs/architecture.md,
-- "Extendable output"). It is between a padding_unit and the core.
--
--   W = 64   bits 31..0 of the last header are the number
--   W < 64   the number follows the other fields of the last header, in one or two words
--
-- The length in a header says where the next header is.
--
-- Widths: W bits a word. Latency: none; where W < 64, 32 / W cycles more for each message.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.padding_pkg.all;
use work.shell_pkg.all;

entity output_length is
  generic (
    W            : positive;             -- bits of a word: 16, 32 or 64
    NEEDS_BITS   : natural range 0 to 1; -- 1: the last header has the number of message bits; not with W = 64
    MOST_WORDS   : positive;             -- words of the longest segment, without its header
    OUTPUT_BYTES : positive              -- bytes of output that each message asks for
  );
  port (
    clk       : in    std_ulogic;                        -- clock of both streams
    rst       : in    std_ulogic;                        -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(W - 1 downto 0); -- headers without the number, and padded blocks
    in_valid  : in    std_ulogic;                        -- in_data holds a word
    in_ready  : out   std_ulogic;                        -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(W - 1 downto 0); -- headers with the number, and padded blocks
    out_valid : out   std_ulogic;                        -- out_data holds a word
    out_ready : in    std_ulogic                         -- it is taken in this cycle
  );
end entity output_length;

architecture rtl of output_length is

  constant FIELD_WORDS : positive              := maximum(32 / W, 1); -- words of each field of a header
  constant WORDS_BITS  : positive              := number_bits(MOST_WORDS);
  constant NUMBER      : unsigned(31 downto 0) := to_unsigned(OUTPUT_BYTES, 32);

  type state_t is (header, message_bits, added, words);

  signal state       : state_t;                           -- what the next word is
  signal at_word     : unsigned(0 downto 0);              -- number of the next word of its field
  signal left        : unsigned(WORDS_BITS - 1 downto 0); -- words of the segment that have not passed
  signal length      : unsigned(WORDS_BITS - 1 downto 0); -- words of the segment whose header is in in_data
  signal ends_header : std_ulogic;                        -- in_data is the last word with the length of a segment
  signal is_last     : std_ulogic;                        -- and it is that of a last segment
  signal ends_field  : std_ulogic;                        -- the next word is the last one of its field
  signal adds        : std_ulogic;                        -- out_data is a word of the number
  signal moves       : std_ulogic;                        -- a word leaves in this cycle
  signal offers      : std_ulogic;

begin

  adds        <= to_bit(state = added);
  offers      <= in_valid or adds;
  moves       <= offers and out_ready;
  out_valid   <= offers;
  in_ready    <= out_ready and not adds;
  ends_field  <= to_bit(at_word = FIELD_WORDS - 1);
  ends_header <= to_bit(state = header) and ends_field;

  -- The length in a header counts words of 32 bits; it fits into the last word of its field.
  header_of_64_bits : if W = 64 generate
    length   <= resize(unsigned(in_data(63 downto 34)), WORDS_BITS);
    is_last  <= in_data(32);
    out_data <= in_data(63 downto 32) & std_ulogic_vector(NUMBER) when (ends_header and is_last) = '1' else
                in_data;
  end generate header_of_64_bits;

  header_of_32_bits : if W < 64 generate

    signal number_word : std_ulogic_vector(W - 1 downto 0);

  begin

    length      <= resize(unsigned(in_data(W - 1 downto 1)) * to_unsigned(FIELD_WORDS, 2), WORDS_BITS);
    is_last     <= in_data(0);
    number_word <= std_ulogic_vector(NUMBER(W - 1 downto 0)) when ends_field = '1' else
                   std_ulogic_vector(NUMBER(31 downto 32 - W));
    out_data    <= number_word when adds = '1' else
                   in_data;

  end generate header_of_32_bits;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        state   <= header;
        at_word <= (others => '0');
      elsif moves = '1' then
        at_word <= at_word + 1;
        if ends_field = '1' or state = words then
          at_word <= (others => '0');
        end if;
        case state is

          when header =>
            if ends_field = '1' then
              state <= words;
              if W < 64 and is_last = '1' then
                if NEEDS_BITS = 1 then
                  state <= message_bits;
                else
                  state <= added;
                end if;
              end if;
            end if;

          when message_bits =>
            if ends_field = '1' then
              state <= added;
            end if;

          when added =>
            if ends_field = '1' then
              state <= words;
            end if;

          when words =>
            if left = 1 then
              state <= header;
            end if;

        end case;
      end if;
    end if;
  end process control_reg;

  left_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if moves = '1' then
        if ends_header = '1' then
          left <= length;
        elsif state = words then
          left <= left - 1;
        end if;
      end if;
    end if;
  end process left_reg;

end architecture rtl;
