-- SPDX-License-Identifier: Apache-2.0
-- The chaining value of BLAKE2, two shift registers of four words. After the last block of a message they send the digest.
--
--   next_low  --> [h3] --> [h2] --> [h1] --> [h0] --> low  ---+
--                                                             +--> select --> out_data
--   next_high --> [h7] --> [h6] --> [h5] --> [h4] --> high ---+
--
-- In the cycle in which the last word of the digest is taken, both are loaded with the chaining value of a new message.
--
-- Source: RFC 7693, sections 2.5 and 3.3. Widths: words of WORD_BITS = 32 or 64 bits; the output stream has words of OUT_BITS bits, which
-- is WORD_BITS or half of it.
-- Latency: the first word is sent one cycle after `finished`, then one word a cycle while out_ready is '1'.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake2_pkg.all;
use work.shell_pkg.all;

entity blake2_highspeed_chaining is
  generic (
    WORD_BITS : positive; -- bits of a word: 32 or 64
    OUT_BITS  : positive  -- bits of a word of the output stream
  );
  port (
    clk        : in    std_ulogic;                               -- clock
    rst        : in    std_ulogic;                               -- synchronous reset, active high
    shift_low  : in    std_ulogic;                               -- replace low by next_low and go to the next word
    shift_high : in    std_ulogic;                               -- replace high by next_high and go to the next word
    next_low   : in    unsigned(WORD_BITS - 1 downto 0);         -- new value of low
    next_high  : in    unsigned(WORD_BITS - 1 downto 0);         -- new value of high
    low        : out   unsigned(WORD_BITS - 1 downto 0);         -- h0, h1, h2, h3 in turn
    high       : out   unsigned(WORD_BITS - 1 downto 0);         -- h4, h5, h6, h7 in turn
    finished   : in    std_ulogic;                               -- the value is a digest from the next cycle on
    sending    : out   std_ulogic;                               -- words of a digest have not been taken yet
    out_data   : out   std_ulogic_vector(OUT_BITS - 1 downto 0); -- output stream: words of the digest
    out_valid  : out   std_ulogic;                               -- out_data holds a word
    out_ready  : in    std_ulogic                                -- the receiver takes the word in this cycle
  );
end entity blake2_highspeed_chaining;

architecture rtl of blake2_highspeed_chaining is

  -- Words of the stream in one word.
  constant PIECES : positive := WORD_BITS / OUT_BITS;

  constant POSITION_BITS : positive := counter_bits(8 * PIECES);

  type words_t is array (natural range <>) of unsigned(WORD_BITS - 1 downto 0);

  -- The four words of the chaining value before the first block from word FIRST on.
  function four_words (first : natural) return words_t is
    variable words : words_t(0 to 3);
  begin
    for i in words'range loop
      words(i) := first_chaining_word(first + i, WORD_BITS);
    end loop;
    return words;
  end function four_words;

  constant FIRST_LOW  : words_t(0 to 3) := four_words(0);
  constant FIRST_HIGH : words_t(0 to 3) := four_words(4);

  signal low_words  : words_t(0 to 3);
  signal high_words : words_t(0 to 3);
  signal busy       : std_ulogic;                                -- value of sending
  signal position   : unsigned(POSITION_BITS - 1 downto 0);      -- number of the stream's word on out_data
  signal in_high    : std_ulogic;                                -- it is in the high words
  signal ends_word  : std_ulogic;                                -- it is the last one of its word
  signal taken      : std_ulogic;                                -- it is taken
  signal turned     : std_ulogic;                                -- it is taken, and the next word follows
  signal all_sent   : std_ulogic;                                -- the last one of the digest is taken
  signal sent       : std_ulogic_vector(WORD_BITS - 1 downto 0); -- the word, first byte most significant

begin

  low       <= low_words(0);
  high      <= high_words(0);
  sending   <= busy;
  out_valid <= busy;
  taken     <= busy and out_ready;
  all_sent  <= taken and to_bit(position = 8 * PIECES - 1);
  in_high   <= position(POSITION_BITS - 1);
  turned    <= taken and ends_word;
  sent      <= swap_bytes(std_ulogic_vector(high_words(0))) when in_high = '1' else
               swap_bytes(std_ulogic_vector(low_words(0)));

  whole_words : if PIECES = 1 generate
    ends_word <= '1';
    out_data  <= sent;
  end generate whole_words;

  half_words : if PIECES = 2 generate
    ends_word <= position(0);
    out_data  <= sent(OUT_BITS - 1 downto 0) when position(0) = '1' else
                 sent(WORD_BITS - 1 downto WORD_BITS - OUT_BITS);
  end generate half_words;

  words_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or all_sent = '1' then
        low_words  <= FIRST_LOW;
        high_words <= FIRST_HIGH;
      else
        if shift_low = '1' or turned = '1' then
          low_words <= low_words(1 to 3) & next_low;
        end if;
        if shift_high = '1' or (turned = '1' and in_high = '1') then
          high_words <= high_words(1 to 3) & next_high;
        end if;
      end if;
    end if;
  end process words_reg;

  send_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        busy     <= '0';
        position <= (others => '0');
      else
        busy <= finished or (busy and not all_sent);
        if taken = '1' then
          position <= position + 1;
        end if;
      end if;
    end if;
  end process send_reg;

end architecture rtl;
