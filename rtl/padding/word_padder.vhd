-- SPDX-License-Identifier: Apache-2.0
-- Adds the mark and the zeros of padding to a stream of message words, and room for a field at the end of the last block. The field
-- is made outside, since only some algorithms have a length in it.
--
--   in_data --> first bytes, mark --> [word] --+--> or --> out_data
--                                              |    ^
--                                       ahead -+-> field (outside)
--
-- The mark follows the last message byte: one byte for most algorithms, several in round 2 of Keccak, where it may continue in
-- the next word and the next block. padding_pkg says how many blocks follow the one in which the message ends.
--
-- `ahead` is the number of words after the offered one up to the end of the message's last block, while `ended` is '1'. It is
-- loaded with the message's last word and counts down to 0.
--
-- No word is delayed but those that wait for the words of padding.
--
-- Widths: W bits a word; a block is a whole number of words. Latency: one cycle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.padding_pkg.all;
use work.shell_pkg.all;

entity word_padder is
  generic (
    W           : positive;                -- bits of a word: 16, 32 or 64
    BLOCK_BITS  : positive;                -- bits of a block
    MARK        : natural;                 -- bytes after the message, the first one most significant
    MARK_BYTES  : natural range 0 to 4;    -- number of bytes of MARK
    FIELD_BYTES : natural;                 -- bytes that the last block keeps for the field
    AHEAD_BITS  : positive;                -- bits of `ahead`
    MORE_BITS   : positive                 -- bits of `out_more`
  );
  port (
    clk         : in    std_ulogic;                               -- clock of both streams
    rst         : in    std_ulogic;                               -- synchronous reset, active high
    in_data     : in    std_ulogic_vector(W - 1 downto 0);        -- message word, first byte most significant
    in_bytes    : in    unsigned(counter_bits(W / 8) downto 0);   -- its message bytes: W/8, with in_last 0 to W/8
    in_last     : in    std_ulogic;                               -- it is the last one of its message
    in_valid    : in    std_ulogic;                               -- in_data holds a word
    in_ready    : out   std_ulogic;                               -- in_data is taken in this cycle if in_valid is '1'
    field       : in    std_ulogic_vector(W - 1 downto 0);        -- word of the field for `ahead`; joins out_data while ended is '1'
    load        : out   std_ulogic;                               -- a word is taken or made in this cycle, offered in the next
    load_first  : out   std_ulogic;                               -- it is the first one of its message
    load_starts : out   std_ulogic;                               -- it is the first one of its block
    load_whole  : out   std_ulogic;                               -- it holds W/8 message bytes
    load_bytes  : out   unsigned(counter_bits(W / 8) downto 0);   -- its message bytes
    load_ended  : out   std_ulogic;                               -- the message has ended before it
    ended       : out   std_ulogic;                               -- the offered word is the message's last one, or later
    ahead       : out   unsigned(AHEAD_BITS - 1 downto 0);        -- words up to the end, while ended is '1'
    out_data    : out   std_ulogic_vector(W - 1 downto 0);        -- offered word of a padded message
    out_full    : out   std_ulogic;                               -- it is the last one of its block
    out_ends    : out   std_ulogic;                               -- it is the word in which the message ends
    out_bytes   : out   unsigned(counter_bits(W / 8) downto 0);   -- its message bytes
    out_more    : out   unsigned(MORE_BITS - 1 downto 0);         -- with out_ends: blocks after its block
    out_valid   : out   std_ulogic;                               -- a word is offered
    out_ready   : in    std_ulogic                                -- it is taken in this cycle
  );
end entity word_padder;

architecture rtl of word_padder is

  constant WORD_BYTES  : positive := W / 8;
  constant BLOCK_WORDS : positive := BLOCK_BITS / W;
  constant BLOCK_BYTES : positive := BLOCK_BITS / 8;
  constant MORE        : natural  := blocks_more(MARK_BYTES, FIELD_BYTES, BLOCK_BYTES);
  constant CLEAR       : natural  := clearance(MARK_BYTES, FIELD_BYTES, BLOCK_BYTES);
  constant MARK_BITS   : positive := 8 * maximum(MARK_BYTES, 1);

  -- The mark as a vector; without a mark it is zeros, which synthesis removes.
  constant MARK_VECTOR : std_ulogic_vector(MARK_BITS - 1 downto 0) := std_ulogic_vector(to_unsigned(MARK * minimum(MARK_BYTES, 1), MARK_BITS));

  signal word       : std_ulogic_vector(W - 1 downto 0);
  signal valid      : std_ulogic;
  signal first      : std_ulogic;                                         -- the next word is the first one of its message
  signal padding    : std_ulogic;                                         -- the next word is made, not taken
  signal room       : unsigned(counter_bits(BLOCK_WORDS) - 1 downto 0);   -- words after the next one in its block
  signal rest       : std_ulogic_vector(MARK_BITS - 1 downto 0);          -- bytes of the mark for the next word, and further ones
  signal left       : unsigned(AHEAD_BITS - 1 downto 0);
  signal free       : std_ulogic;                                         -- the next word can be stored
  signal loads      : std_ulogic;
  signal last_word  : std_ulogic;                                         -- the next word is the last one of the message
  signal bytes      : unsigned(counter_bits(W / 8) downto 0);             -- message bytes of the next word
  signal marked     : std_ulogic_vector(W + MARK_BITS - 1 downto 0);      -- the next word, and the rest of the mark after it
  signal more_now   : unsigned(MORE_BITS - 1 downto 0);
  signal left_now   : unsigned(AHEAD_BITS - 1 downto 0);                  -- words after the next one
  signal starts     : std_ulogic;                                         -- the next word is the first one of its block
  signal fills      : std_ulogic;                                         -- the next word is the last one of its block

begin

  assert W mod 16 = 0 and BLOCK_BITS mod W = 0
    report "a block must be a whole number of words"
    severity failure;

  out_data  <= (word or field) when ended = '1' else
               word;
  out_valid <= valid;
  ahead     <= left;

  free        <= out_ready or not valid;
  loads       <= free and (padding or in_valid);
  in_ready    <= free and not padding;
  last_word   <= in_last and not padding;
  bytes       <= (others => '0') when padding = '1' else
                 in_bytes;
  starts      <= to_bit(room = BLOCK_WORDS - 1);
  fills       <= to_bit(room = 0);
  load        <= loads;
  load_first  <= first;
  load_starts <= starts;
  load_whole  <= to_bit(bytes = WORD_BYTES);
  load_bytes  <= bytes;
  load_ended  <= padding;

  -- The message bytes, then the mark behind them if the message ends here.
  marked_word : process (all) is
    variable mark_here : std_ulogic_vector(W + MARK_BITS - 1 downto 0);
  begin
    mark_here := MARK_VECTOR & (W - 1 downto 0 => '0');
    if padding = '1' then
      marked <= rest & (W - 1 downto 0 => '0');
    elsif in_last = '1' then
      marked <= (first_bytes(in_data, in_bytes) & (MARK_BITS - 1 downto 0 => '0'))
                or std_ulogic_vector(shift_right(unsigned(mark_here), 8 * to_integer(in_bytes)));
    else
      marked <= in_data & (MARK_BITS - 1 downto 0 => '0');
    end if;
  end process marked_word;

  -- Blocks after the block in which the message ends, if it ends in the next word.
  blocks_to_come : process (all) is
    variable behind : natural; -- bytes behind the message in its block
  begin
    behind   := (to_integer(room) + 1) * WORD_BYTES - to_integer(in_bytes);
    more_now <= to_unsigned(MORE, MORE_BITS);
    if CLEAR > 0 then
      if behind < CLEAR then
        more_now <= to_unsigned(MORE + 1, MORE_BITS);
      end if;
    elsif MORE > 0 then
      if starts = '1' and in_bytes = 0 then
        more_now <= to_unsigned(MORE - 1, MORE_BITS);
      end if;
    end if;
  end process blocks_to_come;

  left_now <= left - 1 when padding = '1' else
              resize(to_unsigned(BLOCK_WORDS, AHEAD_BITS) * more_now, AHEAD_BITS) + room;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        valid   <= '0';
        padding <= '0';
        first   <= '1';
        room    <= to_unsigned(BLOCK_WORDS - 1, room'length);
      else
        if free = '1' then
          valid <= loads;
        end if;
        if loads = '1' then
          first   <= (padding or in_last) and to_bit(left_now = 0);
          padding <= (padding or in_last) and to_bit(left_now /= 0);
          if fills = '1' then
            room <= to_unsigned(BLOCK_WORDS - 1, room'length);
          else
            room <= room - 1;
          end if;
        end if;
      end if;
    end if;
  end process control_reg;

  data_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if loads = '1' then
        word      <= marked(W + MARK_BITS - 1 downto MARK_BITS);
        rest      <= marked(MARK_BITS - 1 downto 0);
        left      <= left_now;
        ended     <= padding or in_last;
        out_full  <= fills;
        out_ends  <= last_word;
        out_bytes <= bytes;
        out_more  <= more_now;
      end if;
    end if;
  end process data_reg;

end architecture rtl;
