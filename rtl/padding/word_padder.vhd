-- SPDX-License-Identifier: Apache-2.0
-- Adds the mark and the zeros of padding to a stream of message words, and room for a field at the end of the last block. The field
-- is made outside, since only some algorithms have a length in it.
--
--   in_data --> first bytes, mark --> [word] --+--> or --> out_data
--                                              |    ^
--                                              +-> field (outside)
--
-- The mark follows the last message byte: one byte for most algorithms, several in round 2 of Keccak, where it may continue in
-- the next word and the next block. padding_pkg says how many blocks follow the one in which the message ends.
--
-- Where a word is: `out_room` is the number of words after it in its block, and, once the message has ended, `out_more` the number of
-- blocks after its block. The end of the message loads out_more, and each block of padding decrements it.
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
    W           : positive;             -- bits of a word: 16, 32 or 64
    BLOCK_BITS  : positive;             -- bits of a block
    MARK        : natural;              -- bytes after the message, the first one most significant
    MARK_BYTES  : natural range 0 to 4; -- number of bytes of MARK
    FIELD_BYTES : natural;              -- bytes that the last block keeps for the field
    MORE_BITS   : positive              -- bits of `out_more`
  );
  port (
    clk         : in    std_ulogic;                                          -- clock of both streams
    rst         : in    std_ulogic;                                          -- synchronous reset, active high
    in_data     : in    std_ulogic_vector(W - 1 downto 0);                   -- message word, first byte most significant
    in_bytes    : in    unsigned(counter_bits(W / 8) downto 0);              -- its message bytes: W/8, with in_last 0 to W/8
    in_last     : in    std_ulogic;                                          -- it is the last one of its message
    in_valid    : in    std_ulogic;                                          -- in_data holds a word
    in_ready    : out   std_ulogic;                                          -- in_data is taken in this cycle if in_valid is '1'
    field       : in    std_ulogic_vector(W - 1 downto 0);                   -- word of the field, once the message has ended
    load        : out   std_ulogic;                                          -- a word is taken or made in this cycle, offered in the next
    load_first  : out   std_ulogic;                                          -- it is the first one of its message
    load_starts : out   std_ulogic;                                          -- it is the first one of its block
    load_whole  : out   std_ulogic;                                          -- it holds W/8 message bytes
    load_bytes  : out   unsigned(counter_bits(W / 8) downto 0);              -- its message bytes
    load_ended  : out   std_ulogic;                                          -- the message has ended before it
    out_data    : out   std_ulogic_vector(W - 1 downto 0);                   -- offered word of a padded message
    out_room    : out   unsigned(counter_bits(BLOCK_BITS / W) - 1 downto 0); -- words after it in its block
    out_ends    : out   std_ulogic;                                          -- it is the word in which the message ends
    out_ended   : out   std_ulogic;                                          -- it is that word or a later one of its message
    out_bytes   : out   unsigned(counter_bits(W / 8) downto 0);              -- its message bytes
    out_more    : out   unsigned(MORE_BITS - 1 downto 0);                    -- once out_ended: blocks after its block
    out_valid   : out   std_ulogic;                                          -- a word is offered
    out_ready   : in    std_ulogic                                           -- it is taken in this cycle
  );
end entity word_padder;

architecture rtl of word_padder is

  constant WORD_BYTES  : positive := W / 8;
  constant BLOCK_WORDS : positive := BLOCK_BITS / W;
  constant BLOCK_BYTES : positive := BLOCK_BITS / 8;
  constant BLOCKS      : natural  := blocks_more(MARK_BYTES, FIELD_BYTES, BLOCK_BYTES);
  constant CLEAR       : natural  := clearance(MARK_BYTES, FIELD_BYTES, BLOCK_BYTES);
  constant CLEAR_WORDS : natural  := CLEAR / WORD_BYTES;
  constant CLEAR_BYTES : natural  := CLEAR mod WORD_BYTES;
  constant MARK_BITS   : positive := 8 * maximum(MARK_BYTES, 1);

  -- The mark as a vector; without a mark it is zeros, which synthesis removes.
  constant MARK_VALUE  : natural                                   := MARK * minimum(MARK_BYTES, 1);
  constant MARK_VECTOR : std_ulogic_vector(MARK_BITS - 1 downto 0) := std_ulogic_vector(to_unsigned(MARK_VALUE, MARK_BITS));

  signal word      : std_ulogic_vector(W - 1 downto 0);
  signal valid     : std_ulogic;
  signal first     : std_ulogic;                                       -- the next word is the first one of its message
  signal padding   : std_ulogic;                                       -- the next word is made, not taken
  signal room      : unsigned(counter_bits(BLOCK_WORDS) - 1 downto 0); -- words after the next one in its block
  signal rest      : std_ulogic_vector(MARK_BITS - 1 downto 0);        -- bytes of the mark for the next word, and further ones
  signal more      : unsigned(MORE_BITS - 1 downto 0);                 -- out_more
  signal ended     : std_ulogic;                                       -- out_ended
  signal free      : std_ulogic;                                       -- the next word can be stored
  signal loads     : std_ulogic;
  signal last_word : std_ulogic;                                       -- the next word is the last one of the message
  signal bytes     : unsigned(counter_bits(W / 8) downto 0);           -- message bytes of the next word
  signal marked    : std_ulogic_vector(W + MARK_BITS - 1 downto 0);    -- the next word, and the rest of the mark after it
  signal more_now  : unsigned(MORE_BITS - 1 downto 0);                 -- blocks after the block of the next word
  signal ends_now  : std_ulogic;                                       -- the message has ended with the next word
  signal final     : std_ulogic;                                       -- the next word is the last one of padding
  signal starts    : std_ulogic;                                       -- the next word is the first one of its block
  signal fills     : std_ulogic;                                       -- the next word is the last one of its block

begin

  assert W mod 16 = 0 and BLOCK_BITS mod W = 0
    report "a block must be a whole number of words"
    severity failure;

  out_data  <= (word or field) when ended = '1' else
               word;
  out_valid <= valid;
  out_more  <= more;
  out_ended <= ended;

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

  -- The message bytes, then the mark after them if the message ends here.
  marked_word : process (all) is
    variable message   : std_ulogic_vector(W + MARK_BITS - 1 downto 0);
    variable mark_here : unsigned(W + MARK_BITS - 1 downto 0);
  begin
    -- one constant of 96 bits would be zeros in GHDL's Verilog (docs/tool-faults.md)
    mark_here                             := (others => '0');
    mark_here(W + MARK_BITS - 1 downto W) := unsigned(MARK_VECTOR);
    if padding = '1' then
      marked <= rest & (W - 1 downto 0 => '0');
    elsif in_last = '1' then
      message   := first_bytes(in_data, in_bytes) & (MARK_BITS - 1 downto 0 => '0');
      mark_here := shift_right(mark_here, 8 * to_integer(in_bytes));
      marked    <= message or std_ulogic_vector(mark_here);
    else
      marked <= in_data & (MARK_BITS - 1 downto 0 => '0');
    end if;
  end process marked_word;

  -- Mark and field fit after the message if CLEAR bytes are free after it in its block.
  blocks_to_come : process (all) is
    variable fits : boolean;
  begin
    fits := room > CLEAR_WORDS or (room = CLEAR_WORDS and in_bytes <= WORD_BYTES - CLEAR_BYTES);
    if CLEAR_BYTES = 0 and CLEAR_WORDS > 0 then
      fits := fits or (room = CLEAR_WORDS - 1 and in_bytes = 0);
    end if;
    if padding = '1' and starts = '1' then
      more_now <= more - 1;
    elsif padding = '1' then
      more_now <= more;
    elsif CLEAR = 0 and BLOCKS > 0 and starts = '1' and in_bytes = 0 then
      more_now <= to_unsigned(BLOCKS - 1, MORE_BITS);
    elsif CLEAR = 0 or fits then
      more_now <= to_unsigned(BLOCKS, MORE_BITS);
    else
      more_now <= to_unsigned(BLOCKS + 1, MORE_BITS);
    end if;
  end process blocks_to_come;

  ends_now <= padding or in_last;
  final    <= fills and to_bit(more_now = 0);

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
          first   <= ends_now and final;
          padding <= ends_now and not final;
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
        more      <= more_now;
        ended     <= ends_now;
        out_room  <= room;
        out_ends  <= last_word;
        out_bytes <= bytes;
      end if;
    end if;
  end process data_reg;

end architecture rtl;
