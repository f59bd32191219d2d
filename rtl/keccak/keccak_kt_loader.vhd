-- SPDX-License-Identifier: Apache-2.0
-- Divides a message of KangarooTwelve into blocks of the nodes of its tree, pads the nodes, and loads blocks of the final node from its
-- memory. A block is XORed into the state in one cycle.
--
--   word_a, word_b ----+--> even, odd --> [waiting, 21 words] --arm--> [inject, 21 words] --> inject
--   trunk_word --------+        +--------------------------------> [capacity, 4 words] --> inject
--
-- States:
--   filling     words of the message are taken
--   full        a block waits for `want` (arm)
--   awaiting    the loader waits until the trunk has what the datapath gives: a chaining value or a state
--   deciding    the next node or block is chosen
--   seeding     the last 16 words of the first chunk go to the trunk, then (marking) the word 03 00 .. 00
--   tailing     the number of chaining values goes to the trunk
--   restoring   the state of the final node is loaded from the trunk, 25 words; the datapath is idle and its state is zero
--
-- The first chunk is 48 whole blocks and 16 words. If the message ends in it, it is the only node. If not, the state after 48 blocks is
-- stored in the trunk. Further chunks are leaves; their last block has 16 words too.
--
-- Source: RFC 9861, sections 2.2 and 3.2. The domain separation byte of a node that has the end of the message is in the stream; this
-- entity adds that of a whole chunk, and the last byte of padding.
-- Widths: words of 64 bits, first byte on the left. Latency: a block of 21 words takes 12 cycles.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity keccak_kt_loader is
  port (
    clk         : in    std_ulogic;                       -- clock
    rst         : in    std_ulogic;                       -- synchronous reset, active high
    word_a      : in    std_ulogic_vector(63 downto 0);   -- first word of the message
    word_b      : in    std_ulogic_vector(63 downto 0);   -- second word
    paired      : in    std_ulogic;                       -- two words are taken if any
    one_taken   : in    std_ulogic;                       -- word_a is taken at the end of this cycle
    two_taken   : in    std_ulogic;                       -- both are taken
    ends        : in    std_ulogic;                       -- with them: the message ends
    begun       : in    std_ulogic;                       -- near_end and only_domain are valid
    near_end    : in    std_ulogic;                       -- at most 16 whole words of the message follow
    only_domain : in    std_ulogic;                       -- the message has ended; the domain byte is in the next word
    dropping    : in    std_ulogic;                       -- the message has ended, but not all its words have arrived
    ready       : out   std_ulogic;                       -- a word can be taken
    pair        : out   std_ulogic;                       -- two words can be taken
    skip        : out   std_ulogic;                       -- drop the rest of the message
    trunk_word  : in    std_ulogic_vector(63 downto 0);   -- word of the trunk
    trunk_due   : in    std_ulogic;                       -- a chaining value fills the block of the trunk
    trunk_full  : in    std_ulogic;                       -- its block is full
    node_done   : in    std_ulogic;                       -- the trunk has what it waits for from the next cycle on
    seed        : out   std_ulogic;                       -- with one_taken: the word goes to the trunk
    mark        : out   std_ulogic;                       -- the word 03 00 .. 00 goes to the trunk
    tail        : out   std_ulogic;                       -- the number of chaining values goes to the trunk
    read        : out   std_ulogic;                       -- the next word of the trunk follows
    rewind      : out   std_ulogic;                       -- the first word of the trunk follows
    restart     : out   std_ulogic;                       -- the trunk is not needed any more: a message is finished
    want        : in    std_ulogic;                       -- the datapath can absorb a block in the next cycle
    absorb      : out   std_ulogic;                       -- it absorbs inject in this cycle
    inject      : out   std_ulogic_vector(1599 downto 0); -- the block in the cycle of absorb, else zero; first word on the left
    last        : out   std_ulogic;                       -- the block that is or was absorbed last ends its node
    to_trunk    : out   std_ulogic;                       -- and the result goes to the trunk
    whole_state : out   std_ulogic;                       -- and the result is a state of 25 words, else of four words
    owed        : out   std_ulogic                        -- words of the message whose digest it is have not arrived
  );
end entity keccak_kt_loader;

architecture rtl of keccak_kt_loader is

  constant BLOCK_WORDS : positive := 21;
  constant LAST_PAIR   : natural  := 12; -- of 25 words
  constant SHORT_PAIR  : natural  := 8;  -- the first pair that a short block has not

  -- Of a leaf that is a whole chunk. The byte follows 16 words.
  constant INNER_NODE : std_ulogic_vector(7 downto 0) := x"0b";
  constant CLOSING    : std_ulogic_vector(7 downto 0) := x"80";

  -- Numbers of blocks in a chunk.
  constant SAVED_BLOCK : natural := 47;
  constant SHORT_BLOCK : natural := 48;

  type words_t is array (natural range <>) of std_ulogic_vector(63 downto 0);

  signal starting   : std_ulogic;                        -- first cycle after a reset
  signal filling    : std_ulogic;
  signal full       : std_ulogic;
  signal awaiting   : std_ulogic;
  signal deciding   : std_ulogic;
  signal seeding    : std_ulogic;
  signal marking    : std_ulogic;
  signal tailing    : std_ulogic;
  signal restoring  : std_ulogic;
  signal of_trunk   : std_ulogic;                        -- the block is from the trunk
  signal finishing  : std_ulogic;                        -- it is the last one of the message
  signal first_node : std_ulogic;                        -- the block is of the first chunk
  signal ended      : std_ulogic;                        -- the message has ended
  signal block_no   : unsigned(5 downto 0);              -- number of the block in its chunk
  signal is_saved   : std_ulogic;                        -- block 47 of the first chunk
  signal is_short   : std_ulogic;                        -- block 48 of another chunk
  signal pair_index : std_ulogic_vector(0 to LAST_PAIR); -- one-hot: pair of the next word
  signal odd        : std_ulogic;                        -- the next word is the second one of its pair
  signal advances   : std_ulogic;                        -- the pair is complete at the end of this cycle
  signal completes  : std_ulogic;                        -- the block is complete at the end of this cycle
  signal taken      : std_ulogic;                        -- of one_taken and two_taken
  signal needs_view : std_ulogic;                        -- arm needs near_end or only_domain
  signal arm        : std_ulogic;                        -- the block moves to inject at the end of this cycle
  signal ends_chunk : std_ulogic;                        -- the block is the last one of a whole chunk, not of the message
  signal closes     : std_ulogic;                        -- the block ends its node with padding
  signal saves      : std_ulogic;                        -- the state after the block is stored in the trunk
  signal all_taken  : std_ulogic;                        -- no word of the message follows the block
  signal waits      : std_ulogic;                        -- what follows the block needs the result of its node
  signal armed      : std_ulogic;
  signal spent      : std_ulogic;                        -- same as armed; a register of its own for a wide net
  signal wipe       : std_ulogic;                        -- clear waiting
  signal open_even  : std_ulogic;                        -- the first word of the pair is written
  signal open_odd   : std_ulogic;                        -- the second word is written
  signal even_word  : std_ulogic_vector(63 downto 0);
  signal odd_word   : std_ulogic_vector(63 downto 0);
  signal waiting    : words_t(0 to BLOCK_WORDS - 1);
  signal added      : words_t(0 to BLOCK_WORDS - 1);     -- value of inject
  signal capacity   : words_t(BLOCK_WORDS to 24);        -- value of inject

begin

  taken      <= one_taken or two_taken;
  advances   <= (two_taken and filling) or ((one_taken or restoring) and odd);
  ready      <= filling or seeding;
  pair       <= filling and not odd and not pair_index(10);
  is_saved   <= first_node and to_bit(block_no = SAVED_BLOCK) and not of_trunk;
  is_short   <= not first_node and to_bit(block_no = SHORT_BLOCK) and not of_trunk;
  ends_chunk <= is_short and not ended;
  needs_view <= (is_saved or is_short) and not ended;
  arm        <= full and want and (begun or not needs_view);
  closes     <= ((ended or is_short) and not of_trunk) or finishing;
  saves      <= (is_saved and not ended and not near_end) or (of_trunk and not finishing);
  all_taken  <= ended or (is_short and only_domain);
  waits      <= (saves and not of_trunk) or (of_trunk and ended and not finishing)
                or (closes and not of_trunk and not first_node and (trunk_due or all_taken));
  skip       <= arm and ends_chunk and only_domain;
  completes  <= (filling and taken and ends)
                or (filling and one_taken and pair_index(10))
                or (filling and is_short and pair_index(SHORT_PAIR - 1) and advances)
                or (restoring and pair_index(LAST_PAIR));

  seed       <= seeding and one_taken;
  mark       <= marking;
  tail       <= tailing;
  read       <= restoring;
  rewind     <= (deciding and trunk_full) or tailing or (restoring and pair_index(LAST_PAIR));
  restart    <= arm and finishing;
  absorb     <= armed;
  wipe       <= arm or starting;
  open_even  <= (filling or restoring) and not odd;
  open_odd   <= (filling and (odd or paired)) or (restoring and odd);
  even_word  <= trunk_word when restoring = '1' else
                word_a;
  odd_word   <= trunk_word when restoring = '1' else
                word_a when odd = '1' else
                word_b;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        starting   <= '1';
        filling    <= '1';
        full       <= '0';
        awaiting   <= '0';
        deciding   <= '0';
        seeding    <= '0';
        marking    <= '0';
        tailing    <= '0';
        restoring  <= '0';
        armed      <= '0';
        spent      <= '1';
        of_trunk   <= '0';
        finishing  <= '0';
        first_node <= '1';
        ended      <= '0';
        block_no   <= (others => '0');
      else
        starting <= '0';
        armed    <= arm;
        spent    <= arm;
        full     <= completes or (full and not arm);
        deciding <= awaiting and node_done and not first_node;
        marking  <= seeding and pair_index(SHORT_PAIR - 1) and advances;
        tailing  <= deciding and not trunk_full;

        if arm = '1' then
          filling  <= not waits;
          awaiting <= waits;
        elsif completes = '1' then
          filling <= '0';
        elsif marking = '1' then
          filling <= '1';
        elsif node_done = '1' then
          awaiting <= '0';
        end if;

        if awaiting = '1' and node_done = '1' and first_node = '1' then
          seeding <= '1';
        elsif pair_index(SHORT_PAIR - 1) = '1' and advances = '1' then
          seeding <= '0';
        end if;
        if (deciding = '1' and trunk_full = '1') or tailing = '1' then
          restoring <= '1';
        elsif pair_index(LAST_PAIR) = '1' then
          restoring <= '0';
        end if;
        if restoring = '1' then
          of_trunk <= '1';
        elsif arm = '1' then
          of_trunk <= '0';
        end if;
        finishing <= tailing or (finishing and not arm);
        if arm = '1' then
          block_no <= block_no + 1;
          if closes = '1' or saves = '1' then
            block_no <= (others => '0');
          end if;
          ended <= all_taken and not finishing and not (closes and first_node);
        elsif filling = '1' and taken = '1' and ends = '1' then
          ended <= '1';
        end if;
        if restart = '1' then
          first_node <= '1';
        elsif marking = '1' then
          first_node <= '0';
        end if;
      end if;
    end if;
  end process state_reg;

  node_reg : process (clk) is
  begin
    if rising_edge(clk) then
      owed <= owed and dropping;
      if arm = '1' then
        owed        <= dropping;
        last        <= closes or saves;
        to_trunk    <= not finishing and not (closes and first_node);
        whole_state <= saves;
      end if;
    end if;
  end process node_reg;

  index_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if wipe = '1' or marking = '1' then
        pair_index    <= (others => '0');
        pair_index(0) <= '1';
        odd           <= '0';
      else
        if advances = '1' then
          pair_index <= '0' & pair_index(0 to LAST_PAIR - 1);
        end if;
        if one_taken = '1' or restoring = '1' then
          odd <= not odd;
        end if;
      end if;
    end if;
  end process index_reg;

  waiting_reg : process (clk) is
  begin
    if rising_edge(clk) then
      for i in waiting'range loop
        if wipe = '1' then
          waiting(i) <= (others => '0');
        elsif i mod 2 = 0 and (pair_index(i / 2) and open_even) = '1' then
          waiting(i) <= even_word;
        elsif i mod 2 = 1 and (pair_index(i / 2) and open_odd) = '1' then
          waiting(i) <= odd_word;
        end if;
      end loop;
    end if;
  end process waiting_reg;

  inject_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if spent = '1' then
        added <= (others => (others => '0'));
      elsif arm = '1' then
        added <= waiting;
        if ends_chunk = '1' then
          added(16)(63 downto 56) <= INNER_NODE;
        end if;
        if closes = '1' then
          added(20)(7 downto 0) <= waiting(20)(7 downto 0) xor CLOSING;
        end if;
      end if;
      for i in capacity'range loop
        if spent = '1' then
          capacity(i) <= (others => '0');
        elsif restoring = '1' and pair_index(i / 2) = '1' and odd = to_bit(i mod 2 = 1) then
          capacity(i) <= trunk_word;
        end if;
      end loop;
    end if;
  end process inject_reg;

  inject_words : for i in 0 to 24 generate

    rate_word : if i < BLOCK_WORDS generate
      inject(64 * (25 - i) - 1 downto 64 * (24 - i)) <= added(i);
    end generate rate_word;

    capacity_word : if i >= BLOCK_WORDS generate
      inject(64 * (25 - i) - 1 downto 64 * (24 - i)) <= capacity(i);
    end generate capacity_word;

  end generate inject_words;

end architecture rtl;
