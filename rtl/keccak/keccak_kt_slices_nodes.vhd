-- SPDX-License-Identifier: Apache-2.0
-- Divides a message of KangarooTwelve into the nodes of its tree: chooses each word of their blocks, and what happens after each block.
--
--   message --> and --> or --> word --+--> xor --> block_word
--            constants --^      |     |     ^
--                               v     |     +-- state_word
--                             trunk <-+
--
-- States:
--   filling     words of the message are taken for the block
--   awaiting    the result of a node is awaited (deciding: it is stored)
--   seeding     the last 64 words of the first chunk go to the trunk, then (marking) the word 0300 and three zeros
--   tailing     the number of chaining values, FFFF and the domain separation byte go to the trunk: three words
--   topping     zeros go to the trunk, until its block is full
--   restoring   the sum of the trunk's state and block is loaded as a block
--
-- The first chunk is 48 blocks and 64 words. A message that ends in these 48 blocks is one node. If not, the state after them is stored
-- in the trunk, and the words that follow go there too. Further chunks are leaves; their last block has 64 words.
--
-- After the last word of a chunk, the next word of the stream decides whether the message goes on. It does not if that word has the domain
-- separation byte only; then it is taken with the chunk.
--
-- Source: RFC 9861, sections 2.2 and 3.2. The domain separation byte of a node that has the end of the message is in the stream; this
-- entity adds that of a whole chunk. Widths: words of 16 bits, first byte on the left. Latency: none for a word; one cycle for a decision.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity keccak_kt_slices_nodes is
  port (
    clk         : in    std_ulogic;                     -- clock
    rst         : in    std_ulogic;                     -- synchronous reset, active high
    message     : in    std_ulogic_vector(15 downto 0); -- next word of the stream
    valid       : in    std_ulogic;                     -- message holds a word
    ready       : out   std_ulogic;                     -- it is taken in this cycle if valid is '1'
    ends        : in    std_ulogic;                     -- with valid: it has the domain separation byte
    only_domain : in    std_ulogic;                     -- with ends: and no byte of the message
    word        : out   std_ulogic_vector(15 downto 0); -- word for the trunk
    append      : out   std_ulogic;                     -- the trunk stores it
    tail        : out   std_ulogic;                     -- with append: a word of what ends the final node instead
    fill        : in    unsigned(6 downto 0);           -- words of the trunk's message that are stored
    node_done   : in    std_ulogic;                     -- the last word of a result is stored
    restoring   : out   std_ulogic;                     -- read the sum of the trunk's state and block
    state_word  : in    std_ulogic_vector(15 downto 0); -- its next word, else zero
    state_valid : in    std_ulogic;                     -- state_word holds it
    state_ends  : in    std_ulogic;                     -- the last word of it is taken
    restart     : out   std_ulogic;                     -- a message is finished
    block_word  : out   std_ulogic_vector(15 downto 0); -- next word of the block
    block_valid : out   std_ulogic;                     -- block_word holds it
    block_ready : in    std_ulogic;                     -- it is taken in this cycle if block_valid is '1'
    at_mark     : in    std_ulogic;                     -- it is word 64 of the block
    after_mark  : in    std_ulogic;                     -- it is this one or a later one
    block_whole : out   std_ulogic;                     -- the block is a state of 25 lanes
    block_free  : in    std_ulogic;                     -- the block is complete, and is read from this cycle on
    ends_node   : out   std_ulogic;                     -- it is the last one before the result of its node leaves
    gives_state : out   std_ulogic;                     -- with ends_node: the result is a state of 25 lanes
    gives_value : out   std_ulogic                      -- with ends_node: the result is a chaining value
  );
end entity keccak_kt_slices_nodes;

architecture rtl of keccak_kt_slices_nodes is

  -- Domain separation byte of a leaf that is a whole chunk, and what follows the first chunk.
  constant INNER_NODE : std_ulogic_vector(15 downto 0) := x"0b00";
  constant SEPARATOR  : std_ulogic_vector(15 downto 0) := x"0300";

  -- Numbers of blocks in a chunk.
  constant SAVED_BLOCK : natural := 47;
  constant SHORT_BLOCK : natural := 48;

  signal filling      : std_ulogic;
  signal awaiting     : std_ulogic;
  signal deciding     : std_ulogic;
  signal seeding      : std_ulogic;
  signal marking      : std_ulogic;
  signal tailing      : std_ulogic;
  signal topping      : std_ulogic;
  signal loads_state  : std_ulogic;           -- value of restoring
  signal of_trunk     : std_ulogic;           -- the block is from the trunk
  signal finishing    : std_ulogic;           -- it is the last one of the message
  signal first_node   : std_ulogic;           -- the message has not left its first chunk
  signal ended        : std_ulogic;           -- the message has ended
  signal block_number : unsigned(5 downto 0); -- number of the block in its chunk
  signal at_saved     : std_ulogic;           -- block_number is that of a block whose state is stored
  signal is_saved     : std_ulogic;           -- block 47 of the first chunk
  signal is_short     : std_ulogic;           -- block 48 of another chunk
  signal ends_leaf    : std_ulogic;           -- the block is the last one of a leaf
  signal ends_message : std_ulogic;           -- the result is a digest
  signal trunk_full   : std_ulogic;           -- the trunk has a block
  signal trunk_due    : std_ulogic;           -- a chaining value more gives it one
  signal chunk_stored : std_ulogic;           -- seeding: the trunk has all words of the first chunk
  signal no_more      : std_ulogic;           -- the next word has the domain separation byte only
  signal from_stream  : std_ulogic;           -- word is from the stream
  signal marks_leaf   : std_ulogic;           -- the next word of the block is the domain separation byte of a whole chunk
  signal marks_first  : std_ulogic;           -- the next word of the trunk is the separator
  signal takes        : std_ulogic;           -- value of ready
  signal waits        : std_ulogic;           -- what follows the block needs the result of its node
  signal added        : std_ulogic_vector(15 downto 0);

begin

  is_saved     <= first_node and not ended and at_saved;
  ends_leaf    <= not first_node and not of_trunk and (ended or is_short);
  ends_message <= (of_trunk and finishing) or (first_node and not of_trunk and ended);
  waits        <= is_saved or (ends_leaf and (trunk_due or ended)) or (of_trunk and ended and not finishing);

  -- Chaining values begin at a multiple of four words.
  trunk_full   <= fill(6) and (fill(5) or (fill(4) and (fill(3) or fill(2))));
  trunk_due    <= fill(6) and (fill(5) or fill(4) or fill(3) or fill(2));
  chunk_stored <= fill(6);

  no_more     <= ends and only_domain;
  marks_leaf  <= filling and is_short and at_mark and not ended;
  marks_first <= seeding and chunk_stored and not no_more;
  from_stream <= (filling and not ended and not (is_short and after_mark)) or (seeding and not marks_first);
  takes       <= (filling and not ended and block_ready and (not (is_short and after_mark) or (at_mark and no_more)))
                 or (seeding and not marks_first);

  added       <= (message and (15 downto 0      => from_stream)) or (INNER_NODE and (15 downto 0 => marks_leaf))
                 or (SEPARATOR and (15 downto 0 => marks_first));
  word        <= added;
  append      <= (seeding and valid) or marking or tailing or (topping and not trunk_full);
  block_word  <= added xor state_word;
  block_valid <= (filling and (valid or ended or (is_short and after_mark and not at_mark))) or state_valid;

  ready       <= takes;
  tail        <= tailing;
  restoring   <= loads_state;
  restart     <= block_free and ends_message;
  block_whole <= of_trunk;
  ends_node   <= is_saved or ends_leaf or of_trunk or ended;
  gives_state <= is_saved or (of_trunk and not finishing);
  gives_value <= ends_leaf;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      -- One cycle late; not used in the cycle after block_free. Blocks from the trunk have the number 0.
      at_saved <= to_bit(block_number = SAVED_BLOCK);
      is_short <= not first_node and to_bit(block_number = SHORT_BLOCK);
      if rst = '1' then
        filling      <= '1';
        awaiting     <= '0';
        deciding     <= '0';
        seeding      <= '0';
        marking      <= '0';
        tailing      <= '0';
        topping      <= '0';
        loads_state  <= '0';
        of_trunk     <= '0';
        finishing    <= '0';
        first_node   <= '1';
        ended        <= '0';
        block_number <= (others => '0');
      else
        deciding <= awaiting and node_done;
        if block_free = '1' then
          awaiting <= waits;
        elsif node_done = '1' then
          awaiting <= '0';
        end if;
        if block_free = '1' then
          filling <= not waits;
        elsif marking = '1' and fill(1 downto 0) = 3 then
          filling <= '1';
        end if;

        if deciding = '1' then
          seeding <= first_node;
        elsif valid = '1' and (ends = '1' or chunk_stored = '1') then
          seeding <= '0';
        end if;
        marking <= (marks_first and valid) or (marking and not to_bit(fill(1 downto 0) = 3));
        tailing <= (deciding and not first_node and not trunk_full) or (tailing and not fill(1));
        if (tailing = '1' and fill(1) = '1') or (seeding = '1' and valid = '1' and ends = '1' and takes = '1') then
          topping <= '1';
        elsif trunk_full = '1' then
          topping <= '0';
        end if;

        if (deciding = '1' and first_node = '0' and trunk_full = '1') or (topping = '1' and trunk_full = '1') then
          loads_state <= '1';
          of_trunk    <= '1';
        elsif state_ends = '1' then
          loads_state <= '0';
        end if;
        if block_free = '1' then
          of_trunk <= '0';
        end if;
        finishing <= (finishing and not block_free) or (topping and trunk_full);

        if block_free = '1' then
          block_number <= block_number + 1;
          if (is_saved or ends_leaf or ends_message or of_trunk) = '1' then
            block_number <= (others => '0');
          end if;
        end if;
        if block_free = '1' and ends_message = '1' then
          first_node <= '1';
          ended      <= '0';
        else
          if marking = '1' then
            first_node <= '0';
          end if;
          if valid = '1' and takes = '1' and ends = '1' then
            ended <= '1';
          end if;
        end if;
      end if;
    end if;
  end process state_reg;

end architecture rtl;
