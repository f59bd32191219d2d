-- SPDX-License-Identifier: Apache-2.0
-- Cuts a stream of padded messages into segments of up to SEGMENT_BLOCKS blocks, and sends the header of each before its words
-- (docs/architecture.md, "A core on the wire").
--
--   word ------> [memory] -----------------+
--                                          +--> [out] --> out_data
--   ends, room --> [pending header] --------+
--
-- A header has the length of its segment, so the words wait in the memory until it is known: when SEGMENT_BLOCKS blocks are in the
-- memory, or when the message ends. The last segment has all padding, also that of later blocks; its words follow the header as they
-- arrive. One header is pending while the segment before it is sent, so segments follow each other without a gap. A bit beside each word
-- in the memory marks the last one of its segment.
--
-- Widths: W bits a word. Latency: a word leaves two cycles after its segment's header is known, and one more for each word of it.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.padding_pkg.all;
use work.shell_pkg.all;

entity segmenter is
  generic (
    W              : positive;             -- bits of a word: 16, 32 or 64
    BLOCK_BITS     : positive;             -- bits of a block
    NEEDS_BITS     : natural range 0 to 1; -- 1: the last header has the number of message bits; with W = 64 it always has
    SEGMENT_BLOCKS : positive;             -- blocks of a segment that is not the last one of its message
    MEMORY_WORDS   : positive;             -- words of the memory: at least a segment
    MOST_MORE      : natural;              -- largest value of in_more
    MORE_BITS      : positive              -- bits of in_more
  );
  port (
    clk       : in    std_ulogic;                             -- clock of both streams
    rst       : in    std_ulogic;                             -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(W - 1 downto 0);      -- word of a padded message
    in_room   : in    unsigned(counter_bits(BLOCK_BITS / W) - 1 downto 0); -- words after it in its block
    in_ends   : in    std_ulogic;                             -- it is the word in which the message ends
    in_ended  : in    std_ulogic;                             -- it is that word or a later one of its message
    in_bytes  : in    unsigned(counter_bits(W / 8) downto 0); -- its message bytes
    in_more   : in    unsigned(MORE_BITS - 1 downto 0);       -- once in_ended: blocks after its block
    in_valid  : in    std_ulogic;                             -- in_data holds a word
    in_ready  : out   std_ulogic;                             -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(W - 1 downto 0);      -- headers and words, as a core takes them
    out_valid : out   std_ulogic;                             -- out_data holds a word
    out_ready : in    std_ulogic                              -- it is taken in this cycle
  );
end entity segmenter;

architecture rtl of segmenter is

  constant BLOCK_WORDS  : positive := BLOCK_BITS / W;
  constant BYTE_BITS    : positive := counter_bits(W / 8);
  constant MOST_BLOCKS  : positive := SEGMENT_BLOCKS + MOST_MORE;
  constant BLOCKS_BITS  : positive := number_bits(MOST_BLOCKS);
  constant WORDS_BITS   : positive := number_bits(SEGMENT_BLOCKS * BLOCK_WORDS);

  constant ADDRESS_BITS : positive := counter_bits(MEMORY_WORDS);
  constant HEADER_WORDS : positive := maximum(32 / W, 1); -- words of the first half of a header
  constant WITH_BITS    : boolean  := W = 64 or NEEDS_BITS = 1;

  signal write_at     : unsigned(ADDRESS_BITS downto 0);
  signal read_at      : unsigned(ADDRESS_BITS downto 0);
  signal full         : std_ulogic;
  signal empty        : std_ulogic;
  signal stored       : std_ulogic_vector(W downto 0);            -- oldest word of the memory, and whether it ends its segment
  signal in_full      : std_ulogic;                               -- the word is the last one of its block
  signal ends_segment : std_ulogic;                               -- it is the last one of its segment
  signal takes        : std_ulogic;                               -- a word enters the memory
  signal completes    : std_ulogic;                               -- with it a header is known
  signal blocks       : unsigned(BLOCKS_BITS - 1 downto 0);       -- whole blocks in the segment so far
  signal words        : unsigned(WORDS_BITS - 1 downto 0);        -- whole message words in the segment so far
  signal total        : unsigned(BLOCKS_BITS - 1 downto 0);       -- blocks of the segment that the word completes
  signal pending      : std_ulogic;                               -- the next header is known
  signal next_last    : std_ulogic;                               -- it is that of a last segment
  signal next_blocks  : unsigned(BLOCKS_BITS - 1 downto 0);
  signal next_bits    : unsigned(31 downto 0);
  signal length       : unsigned(30 downto 0);                    -- of the next segment, in words of 32 bits
  signal header       : std_ulogic_vector(63 downto 0);           -- the next header
  signal header_word  : std_ulogic_vector(W - 1 downto 0);        -- the word of it that is next
  signal header_at    : unsigned(1 downto 0);                     -- number of that word
  signal header_ends  : std_ulogic;                               -- it is the last one
  signal in_payload   : std_ulogic;                               -- words of a segment follow, not a header
  signal free         : std_ulogic;                               -- a word can be stored in out_data
  signal sends_header : std_ulogic;
  signal sends_word   : std_ulogic;
  signal offers       : std_ulogic;

begin

  memory : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => ADDRESS_BITS,
      WORD_BITS    => W + 1
    )
    port map (
      clk           => clk,
      write         => takes,
      write_address => std_ulogic_vector(write_at(ADDRESS_BITS - 1 downto 0)),
      write_data    => ends_segment & in_data,
      read_address  => std_ulogic_vector(read_at(ADDRESS_BITS - 1 downto 0)),
      read_data     => stored
    );

  full      <= to_bit(write_at(ADDRESS_BITS - 1 downto 0) = read_at(ADDRESS_BITS - 1 downto 0)
                      and write_at(ADDRESS_BITS) /= read_at(ADDRESS_BITS));
  empty     <= to_bit(write_at = read_at);
  total     <= blocks + 1;
  in_full   <= to_bit(in_room = 0);
  completes <= in_ends or (in_full and not in_ended and to_bit(total = SEGMENT_BLOCKS));
  in_ready  <= not full and not (completes and pending);
  ends_segment <= in_full and ((in_ended and to_bit(in_more = 0)) or (completes and not in_ends));
  takes     <= in_valid and not full and not (completes and pending);

  -- What the next header says is stored with the word that completes its segment.
  segment_reg : process (clk) is
    variable bits : unsigned(WORDS_BITS + BYTE_BITS downto 0);
  begin
    if rising_edge(clk) then
      if takes = '1' and completes = '1' then
        next_last   <= in_ends;
        next_blocks <= total;
        next_bits   <= (others => '0');
        if in_ends = '1' then
          next_blocks <= total + in_more;
          if WITH_BITS then
            bits      := (words & (BYTE_BITS downto 0 => '0')) / 2 + in_bytes;
            next_bits <= resize(bits & "000", 32);
          end if;
        end if;
      end if;
      if rst = '1' or (takes = '1' and completes = '1') then
        blocks <= (others => '0');
        words  <= (others => '0');
      elsif takes = '1' and in_ended = '0' then
        words <= words + 1;
        if in_full = '1' then
          blocks <= total;
        end if;
      end if;
    end if;
  end process segment_reg;

  -- A table, because there are few lengths.
  length_table : process (all) is
  begin
    length <= (others => '0');
    for i in 1 to MOST_BLOCKS loop
      if next_blocks = i then
        length <= to_unsigned(i * BLOCK_BITS / 32, 31);
      end if;
    end loop;
  end process length_table;

  header      <= std_ulogic_vector(length) & next_last & std_ulogic_vector(next_bits);
  header_ends <= to_bit(W = 64)
                 or (to_bit(header_at = HEADER_WORDS - 1) and not (next_last and to_bit(WITH_BITS)))
                 or to_bit(header_at = 2 * HEADER_WORDS - 1);

  chosen_header_word : process (all) is
  begin
    header_word <= header(63 downto 64 - W);
    for i in 1 to 64 / W - 1 loop
      if header_at = i then
        header_word <= header(63 - W * i downto 64 - W * (i + 1));
      end if;
    end loop;
  end process chosen_header_word;

  free         <= out_ready or not offers;
  sends_header <= free and pending and not in_payload;
  sends_word   <= free and in_payload and not empty;
  out_valid    <= offers;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        write_at   <= (others => '0');
        read_at    <= (others => '0');
        pending    <= '0';
        in_payload <= '0';
        offers     <= '0';
        header_at  <= (others => '0');
      else
        if takes = '1' then
          write_at <= write_at + 1;
        end if;
        if sends_word = '1' then
          read_at <= read_at + 1;
        end if;
        if sends_header = '1' then
          header_at <= header_at + 1;
          if header_ends = '1' then
            header_at <= (others => '0');
          end if;
        end if;
        if takes = '1' and completes = '1' then
          pending <= '1';
        elsif sends_header = '1' and header_ends = '1' then
          pending <= '0';
        end if;
        if sends_header = '1' and header_ends = '1' then
          in_payload <= '1';
        elsif sends_word = '1' and stored(W) = '1' then
          in_payload <= '0';
        end if;
        if free = '1' then
          offers <= sends_header or sends_word;
        end if;
      end if;
    end if;
  end process control_reg;

  data_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if sends_header = '1' then
        out_data <= header_word;
      elsif sends_word = '1' then
        out_data <= stored(W - 1 downto 0);
      end if;
    end if;
  end process data_reg;

end architecture rtl;
