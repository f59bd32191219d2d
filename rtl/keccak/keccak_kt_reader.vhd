-- SPDX-License-Identifier: Apache-2.0
-- Reads segments of KangarooTwelve on an io_clk of twice the rate of clk, removes their headers, and gives one or two words in a cycle of
-- clk. It tells where the message ends and drops the zeros after the end.
--
--                      io_clk | clk
--   in_data --+--> [first] ---|--> word_a
--             +---------------|--> word_b
--
-- States on clk: at_header and at_bits take a word of a header alone; `begun`: a block of the stream is read, and what the outputs say
-- about its end is right.
--
-- Two words are taken together except where the second one could be a header, or could belong to a last block: `lone`.
--
-- `count` and `rest` are one block ahead, so that no cycle waits for their subtractions: words of the segment and, in a last segment, whole
-- words of the message that are left before the next block. In the cycle after the first word of a header (settling) they are still those
-- of the first block.
--
-- Source: docs/interface.md; the domain separation byte follows the message, in the same word or alone in the next one.
-- Widths: words of 64 bits, 21 words a block. Latency: one cycle of clk for a word of a header.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity keccak_kt_reader is
  port (
    clk         : in    std_ulogic;                     -- clock of the datapath
    io_clk      : in    std_ulogic;                     -- clock of the stream: twice as fast
    rst         : in    std_ulogic;                     -- synchronous reset, active high
    tick        : in    std_ulogic;                     -- this cycle of io_clk ends with an edge of clk
    in_data     : in    std_ulogic_vector(63 downto 0); -- input stream (io_clk)
    in_valid    : in    std_ulogic;                     -- in_data holds a word
    in_ready    : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    ready       : in    std_ulogic;                     -- a word of the message can be taken
    pair        : in    std_ulogic;                     -- with ready: two can be taken
    skip        : in    std_ulogic;                     -- the message has ended before the next word
    word_a      : out   std_ulogic_vector(63 downto 0); -- first word
    word_b      : out   std_ulogic_vector(63 downto 0); -- second word
    paired      : out   std_ulogic;                     -- two words are taken if any
    one_taken   : out   std_ulogic;                     -- word_a is taken at the end of this cycle
    two_taken   : out   std_ulogic;                     -- both are taken
    ends        : out   std_ulogic;                     -- with them: the message ends
    begun       : out   std_ulogic;                     -- near_end and only_domain are valid
    near_end    : out   std_ulogic;                     -- at most 16 whole words of the message follow
    only_domain : out   std_ulogic;                     -- the message has ended; the domain byte is in the next word
    dropping    : out   std_ulogic                      -- the message has ended, but not all its words have arrived
  );
end entity keccak_kt_reader;

architecture rtl of keccak_kt_reader is

  constant LAST_INDEX : natural  := 20;
  constant COUNT_BITS : positive := 30;
  constant REST_BITS  : positive := 26;

  constant BLOCK_WORDS : positive := LAST_INDEX + 1;

  signal first        : std_ulogic_vector(63 downto 0); -- the word that was taken first (io_clk)
  signal no_first     : std_ulogic;                     -- it holds no word (io_clk)
  signal starting     : std_ulogic;                     -- first cycle after a reset, in which tick is '0'
  signal at_header    : std_ulogic;
  signal at_bits      : std_ulogic;                     -- the second word of a header is next
  signal settling     : std_ulogic;                     -- the cycle after at_header
  signal in_block     : std_ulogic;                     -- value of begun
  signal skipping     : std_ulogic;                     -- words are dropped
  signal lone         : std_ulogic;                     -- the next word is taken alone
  signal data_pair    : std_ulogic;                     -- two words of a block are taken, or none
  signal data_single  : std_ulogic;                     -- a word of a block is taken alone
  signal one          : std_ulogic;                     -- a word of a block is taken
  signal two          : std_ulogic;                     -- two are taken
  signal wraps        : std_ulogic;                     -- the last word of the block is taken
  signal index        : unsigned(4 downto 0);           -- number of the next word in the block
  signal next_index   : unsigned(4 downto 0);
  signal final_block  : std_ulogic;                     -- the block is the last one of its segment
  signal now_final    : std_ulogic;                     -- the block that count belongs to is
  signal steps        : std_ulogic;                     -- count and rest go to the next block
  signal next_final   : std_ulogic;                     -- value of now_final for the next block
  signal last_segment : std_ulogic;
  signal whole        : std_ulogic;                     -- the message has no part of a word
  signal count        : unsigned(COUNT_BITS - 1 downto 0);
  signal rest         : unsigned(REST_BITS - 1 downto 0);
  signal left         : unsigned(4 downto 0);           -- in the last block of a message: words before the one with its end

begin

  data_pair   <= in_block and not lone and (pair or skipping);
  data_single <= in_block and ((skipping and lone) or (ready and not skipping and (lone or not pair)));
  in_ready    <= no_first or (tick and data_pair);
  one         <= data_single and not no_first;
  two         <= data_pair and not no_first and in_valid;
  wraps       <= (one and to_bit(index = LAST_INDEX)) or (two and to_bit(index = LAST_INDEX or index = LAST_INDEX - 1));
  now_final   <= to_bit(count = BLOCK_WORDS);
  steps       <= (settling and not now_final) or (wraps and not next_final);

  word_a      <= first;
  word_b      <= in_data;
  paired      <= in_block and not lone and pair and not skipping;
  one_taken   <= one and not skipping;
  two_taken   <= two and not skipping;
  ends        <= last_segment and final_block and (to_bit(left = 0) or (data_pair and to_bit(left = 1)));
  begun       <= in_block;
  near_end    <= last_segment and final_block and (not left(4) or (to_bit(left = 16) and whole));
  only_domain <= last_segment and final_block and to_bit(left = 0) and whole;
  dropping    <= skipping;

  first_reg : process (io_clk) is
  begin
    if rising_edge(io_clk) then
      if rst = '1' then
        no_first <= '1';
      elsif no_first = '1' then
        no_first <= not in_valid;
      elsif tick = '1' then
        no_first <= at_header or at_bits or data_single or (data_pair and in_valid);
      end if;
      if no_first = '1' then
        first <= in_data;
      end if;
    end if;
  end process first_reg;

  place : process (all) is
  begin
    next_index <= index;
    if wraps = '1' then
      next_index <= (others => '0');
      if two = '1' and index = LAST_INDEX then
        next_index <= to_unsigned(1, 5);
      end if;
    elsif two = '1' then
      next_index <= index + 2;
    elsif one = '1' then
      next_index <= index + 1;
    end if;
  end process place;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      lone <= to_bit(next_index = LAST_INDEX) and (final_block or next_final);
      if rst = '1' then
        starting  <= '1';
        at_header <= '0';
        at_bits   <= '0';
        in_block  <= '0';
        skipping  <= '0';
        settling  <= '0';
        index     <= (others => '0');
      else
        starting <= '0';
        index    <= next_index;
        settling <= at_header and not no_first;
        if at_header = '1' then
          at_header <= no_first;
        else
          at_header <= starting or (wraps and final_block);
        end if;
        if at_header = '1' then
          at_bits <= first(32) and not no_first;
        elsif no_first = '0' then
          at_bits <= '0';
        end if;
        if at_header = '1' then
          in_block <= not first(32) and not no_first;
        elsif at_bits = '1' then
          in_block <= not no_first;
        elsif wraps = '1' and final_block = '1' then
          in_block <= '0';
        end if;
        if wraps = '1' and final_block = '1' then
          skipping <= '0';
        elsif skip = '1' or (ends = '1' and (one = '1' or two = '1')) then
          skipping <= '1';
        end if;
      end if;
    end if;
  end process state_reg;

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      next_final <= now_final;
      if at_header = '1' then
        last_segment <= first(32);
        whole        <= to_bit(first(5 downto 3) = "000");
        count        <= unsigned(first(63 downto 34));
        rest         <= unsigned(first(31 downto 6));
      elsif steps = '1' then
        count <= count - BLOCK_WORDS;
        rest  <= rest - BLOCK_WORDS;
      end if;
      if settling = '1' then
        final_block <= now_final;
      elsif wraps = '1' then
        final_block <= next_final;
      end if;
      if settling = '1' or wraps = '1' then
        left <= rest(4 downto 0);
      elsif two = '1' then
        left <= left - 2;
      elsif one = '1' then
        left <= left - 1;
      end if;
    end if;
  end process count_reg;

end architecture rtl;
