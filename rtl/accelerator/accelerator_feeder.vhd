-- SPDX-License-Identifier: Apache-2.0
-- Sends the packets of a core's lanes to the core, as segments with the headers of docs/architecture.md, "A core on the wire".
--
-- A core with one message in flight has one lane, and a packet becomes one segment. A core with M > 1 messages in flight has M
-- lanes and receives turns: lane after lane sends one block of its packet, or an empty turn if it has no message and another lane
-- has a block. A lane whose message has begun must send its next block in its turn, so the feeder waits for it.
--
-- starved: the feeder waits for lane's next row, and no other lane can be served before it arrives.
--
-- Widths: W bits a word. Throughput: one word a cycle; between two segments one cycle without a word.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;
use work.accelerator_pkg.all;

entity accelerator_feeder is
  generic (
    W          : positive := 64;   -- bits of a word
    BLOCK_BITS : positive := 1088; -- bits of a block
    NEEDS_BITS : boolean  := true; -- the last header of a message holds its number of bits, also for W < 64
    LANES      : positive := 1     -- messages in flight
  );
  port (
    clk           : in    std_ulogic;                                  -- clock of all ports
    rst           : in    std_ulogic;                                  -- synchronous reset, active high
    lane          : out   std_ulogic_vector(LANES - 1 downto 0);       -- the chosen lane, one-hot; the next inputs belong to it
    lane_empty    : in    std_ulogic;                                  -- its buffer is empty
    waiting       : in    std_ulogic;                                  -- its reader has no packet
    packet_valid  : in    std_ulogic;                                  -- the other packet_* describe a packet
    packet_last   : in    std_ulogic;                                  -- it ends its message
    packet_final  : in    std_ulogic;                                  -- one block of it is left
    packet_length : in    std_ulogic_vector(30 downto 0);              -- its length in 32-bit words
    packet_bits   : in    std_ulogic_vector(LENGTH_BITS - 1 downto 0); -- message bits for the last header
    word          : in    std_ulogic_vector(W - 1 downto 0);           -- next word of the packet
    word_valid    : in    std_ulogic;                                  -- word holds a word
    word_ready    : out   std_ulogic;                                  -- the word is taken in this cycle if word_valid is '1'
    block_end     : out   std_ulogic;                                  -- the word is the last one of its block
    any_packet    : in    std_ulogic;                                  -- some lane has a packet
    starved       : out   std_ulogic;                                  -- see above
    room          : in    std_ulogic;                                  -- a message may end
    ended         : out   std_ulogic;                                  -- the last word of a message is taken in this cycle
    out_data      : out   std_ulogic_vector(W downto 0);               -- to the core: a word; top bit: last word of a block
    out_valid     : out   std_ulogic;                                  -- out_data holds a word
    out_ready     : in    std_ulogic                                   -- the word is taken in this cycle
  );
end entity accelerator_feeder;

architecture rtl of accelerator_feeder is

  constant BLOCK_WORDS : positive := BLOCK_BITS / W;
  constant WORD_BITS   : positive := counter_bits(BLOCK_WORDS);
  constant HEADER_BITS : positive := 64;
  constant SHORT_WORDS : positive := (HEADER_BITS / 2 + W - 1) / W; -- words of a header without the number of bits
  constant LONG_WORDS  : positive := HEADER_BITS / W;               -- words of a header with it
  constant INDEX_BITS  : positive := counter_bits(LONG_WORDS);

  type state_t is (choosing, heading, sending);

  signal state        : state_t;
  signal selected     : std_ulogic_vector(LANES - 1 downto 0);
  signal open_lanes   : std_ulogic_vector(LANES - 1 downto 0); -- the core has received blocks of a message of the lane
  signal is_open      : std_ulogic;
  signal is_empty     : std_ulogic;                            -- the turn is empty
  signal is_last      : std_ulogic;                            -- the segment ends its message
  signal is_long      : std_ulogic;                            -- the header holds the number of bits
  signal header       : std_ulogic_vector(HEADER_BITS - 1 downto 0);
  signal header_index : unsigned(INDEX_BITS - 1 downto 0);     -- of the next header word
  signal header_word  : std_ulogic_vector(W - 1 downto 0);
  signal header_ends  : std_ulogic;                            -- the next header word is the last one
  signal word_index   : unsigned(WORD_BITS - 1 downto 0);      -- of the next word in its block
  signal is_block_end : std_ulogic;                            -- the next word is the last one of its block
  signal segment_ends : std_ulogic;                            -- the last word of a segment is taken in this cycle
  signal turn_ends    : std_ulogic;                            -- so is a turn, which may be empty

begin

  lane         <= selected;
  is_open      <= or (selected and open_lanes);
  is_last      <= packet_last and to_bit(LANES = 1 or packet_final = '1') and not is_empty;
  is_long      <= is_last and to_bit(NEEDS_BITS);
  is_block_end <= to_bit(word_index = BLOCK_WORDS - 1);
  block_end    <= is_block_end;
  word_ready   <= to_bit(state = sending) and out_ready;
  segment_ends <= to_bit(state = sending) and word_valid and out_ready and is_block_end and
                  to_bit(LANES > 1 or packet_final = '1');
  turn_ends    <= segment_ends or (to_bit(state = heading) and out_ready and header_ends and is_empty);
  ended        <= segment_ends and is_last;
  starved      <= lane_empty and ((to_bit(state = choosing) and is_open and waiting) or
                                  (to_bit(state = sending) and not word_valid));
  out_valid    <= to_bit(state = heading) or (to_bit(state = sending) and word_valid);
  out_data     <= '0' & header_word when state = heading else
                  is_block_end & word;

  make_header : process (all) is
  begin
    header                                        <= (others => '0');
    header(HEADER_BITS - 1 downto LENGTH_BITS + 1) <= packet_length;
    if LANES > 1 then
      header(HEADER_BITS - 1 downto LENGTH_BITS + 1) <= std_ulogic_vector(to_unsigned(BLOCK_BITS / 32, 31));
    end if;
    header(LENGTH_BITS) <= is_last;
    if is_last = '1' then
      header(LENGTH_BITS - 1 downto 0) <= packet_bits;
    end if;
    if is_empty = '1' then
      header <= (others => '0');
    end if;
  end process make_header;

  select_header_word : process (all) is
  begin
    header_word <= header(HEADER_BITS - 1 downto HEADER_BITS - W);
    for i in 1 to LONG_WORDS - 1 loop
      if header_index = i then
        header_word <= header(HEADER_BITS - W * i - 1 downto HEADER_BITS - W * i - W);
      end if;
    end loop;
  end process select_header_word;

  header_ends <= to_bit(header_index = LONG_WORDS - 1) when is_long = '1' else
                 to_bit(header_index = SHORT_WORDS - 1);

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        state <= choosing;
      elsif state = choosing then
        if (packet_valid = '1' and room = '1') or (waiting = '1' and is_open = '0' and any_packet = '1') then
          state <= heading;
        end if;
      elsif state = heading then
        if out_ready = '1' and header_ends = '1' then
          state <= sending;
          if is_empty = '1' then
            state <= choosing;
          end if;
        end if;
      elsif segment_ends = '1' then
        state <= choosing;
      end if;
    end if;
  end process state_reg;

  lanes_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        selected    <= (others => '0');
        selected(0) <= '1';
        open_lanes  <= (others => '0');
      else
        if turn_ends = '1' then
          for i in 0 to LANES - 1 loop
            selected((i + 1) mod LANES) <= selected(i);
          end loop;
        end if;
        if segment_ends = '1' then
          open_lanes <= open_lanes and not selected;
          if is_last = '0' then
            open_lanes <= open_lanes or selected;
          end if;
        end if;
      end if;
    end if;
  end process lanes_reg;

  index_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if state = choosing then
        is_empty     <= not packet_valid;
        header_index <= (others => '0');
        word_index   <= (others => '0');
      elsif state = heading then
        if out_ready = '1' then
          header_index <= header_index + 1;
        end if;
      elsif word_valid = '1' and out_ready = '1' then
        word_index <= word_index + 1;
        if is_block_end = '1' then
          word_index <= (others => '0');
        end if;
      end if;
    end if;
  end process index_reg;

end architecture rtl;
