-- SPDX-License-Identifier: Apache-2.0
-- Controls the BLAKE3 core: blocks of a chunk, parents of the tree, and where each chaining value goes.
--
--   running    a compression: slots 0 to 6 for each half round, of which slots 0 to 3 start a G. The next block of a chunk follows at once
--   emitting   after the last block of a chunk, and after a parent: slots 2 to 9 give the chaining value word by word. It goes to the stack
--              or, from the root, to the output. The next compression starts after slot 13
--
-- A chunk that is not the last one is joined with the stack as often as the number of chunks before it ends with ones in binary (pending).
-- After the last chunk all entries of the stack are joined. The last compression of a message is the root.
--
-- `starts`, x, half and round_index are for the message. The datapath gets the same bits one cycle later, because the message reads an
-- address from a register.
--
-- In every second round the first G is number 2, also across the blocks of a chunk. With this order every word is stored before it is read.
-- After reset, emitting stores zeros and gives no output (purging).
--
-- Source: BLAKE3 paper, sections 2.1, 2.4, 2.5 and 5.1.2. Widths: CHUNK_BITS bits of a number of chunks. Latency: one cycle a slot.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake3_pkg.all;
use work.shell_pkg.all;

entity blake3_highspeed_control is
  generic (
    CHUNK_BITS : positive -- bits of a number of chunks, at most 31
  );
  port (
    clk          : in    std_ulogic;           -- clock
    rst          : in    std_ulogic;           -- synchronous reset, active high
    block_taken  : in    std_ulogic;           -- the last word of a block is stored
    block_last   : in    std_ulogic;           -- the block is the last one of its message
    block_length : in    unsigned(6 downto 0); -- its bytes of the message
    bank_free    : out   std_ulogic;           -- the bank that is filled is free
    write_bank   : out   std_ulogic;           -- that bank
    read_bank    : out   std_ulogic;           -- bank of the block in process
    is_parent    : out   std_ulogic;           -- a parent is in process
    top          : out   unsigned(4 downto 0); -- uppermost entry of the stack
    starts       : out   std_ulogic;           -- a G starts, with words of the message
    store        : out   std_ulogic;           -- the G of one cycle ago: its result is stored
    x            : out   unsigned(1 downto 0); -- its number
    half         : out   std_ulogic;           -- '0': columns, '1': diagonals
    round_index  : out   unsigned(2 downto 0); -- number of the round
    late_x       : out   unsigned(1 downto 0); -- x one cycle later, or number of the word that is read
    late_half    : out   std_ulogic;           -- half one cycle later
    first        : out   std_ulogic;           -- the first columns of a block, or the chaining value is read
    fresh        : out   std_ulogic;           -- first, and the chaining value is IV
    emit_low     : out   std_ulogic;           -- a word of the lower half of the chaining value is read
    emit_high    : out   std_ulogic;           -- a word of the upper half is read
    clear        : out   std_ulogic;           -- store zeros
    start_d      : out   word_t;               -- 32 bits, three cycles after x: counter, block length and flags
    to_stack     : out   std_ulogic;           -- the chaining value goes to the stack
    to_output    : out   std_ulogic;           -- it goes to the output
    sending      : in    std_ulogic;           -- a digest is being sent
    finished     : out   std_ulogic            -- the output has the digest from the next cycle on
  );
end entity blake3_highspeed_control;

architecture rtl of blake3_highspeed_control is

  constant LAST_SLOT      : natural := 6;
  constant LAST_EMIT_SLOT : natural := 13;

  type lengths_t is array (0 to 1) of unsigned(6 downto 0);

  signal slot        : unsigned(3 downto 0);
  signal in_round    : unsigned(2 downto 0);              -- value of round_index
  signal in_half     : std_ulogic;                        -- value of half
  signal turned      : std_ulogic;                        -- the first G of the round is number 2
  signal running     : std_ulogic;                        -- a compression is in process
  signal emitting    : std_ulogic;                        -- its chaining value is read
  signal purging     : std_ulogic;                        -- emitting after reset
  signal of_parent   : std_ulogic;                        -- value of is_parent
  signal is_root     : std_ulogic;                        -- the compression is the root
  signal opens       : std_ulogic;                        -- the next block is the first one of its chunk
  signal ends_half   : std_ulogic;                        -- last slot of half a round
  signal at_end      : std_ulogic;                        -- last half of the last round
  signal ends        : std_ulogic;                        -- last slot of a compression
  signal ends_emit   : std_ulogic;                        -- last slot of emitting
  signal restarts    : std_ulogic;                        -- a message ends in this cycle
  signal ends_chunk  : std_ulogic;                        -- the block is the last one of its chunk
  signal joins       : std_ulogic;                        -- a parent follows the chaining value that is read
  signal start_block : std_ulogic;                        -- a block starts in the next cycle
  signal start_join  : std_ulogic;                        -- a parent starts in the next cycle
  signal filling     : std_ulogic;                        -- value of write_bank
  signal reading     : std_ulogic;                        -- value of read_bank
  signal other       : std_ulogic;                        -- bank of the next block
  signal full        : std_ulogic_vector(0 to 1);         -- the bank holds a block that is not finished
  signal last_of     : std_ulogic_vector(0 to 1);         -- block_last of the block in each bank
  signal length_of   : lengths_t;                         -- block_length
  signal next_last   : std_ulogic;                        -- block_last of the next block
  signal ready       : std_ulogic;                        -- the bank of the next block is full
  signal ended       : std_ulogic;                        -- the last block of the message has been started
  signal chunk_block : unsigned(3 downto 0);              -- number of the block in its chunk
  signal chunks      : unsigned(CHUNK_BITS - 1 downto 0); -- chunks before this one
  signal pending     : unsigned(CHUNK_BITS - 1 downto 0); -- the lowest bit is '1': another parent before the next chunk
  signal entries     : unsigned(4 downto 0);              -- entries of the stack, with the one that is emitted
  signal bytes       : unsigned(6 downto 0);              -- length of the block
  signal flags       : unsigned(3 downto 0);
  signal x_now       : unsigned(1 downto 0);              -- value of x
  signal x_before    : unsigned(1 downto 0);              -- x one cycle ago
  signal x_earlier   : unsigned(1 downto 0);              -- x two cycles ago
  signal low_slot    : std_ulogic;                        -- slots 2 to 5 of emitting
  signal high_slot   : std_ulogic;                        -- slots 6 to 9

begin

  write_bank  <= filling;
  read_bank   <= reading;
  is_parent   <= of_parent;
  other       <= not reading;
  bank_free   <= not full(1) when filling = '1' else not full(0);
  ready       <= full(1) when other = '1' else full(0);
  next_last   <= last_of(1) when other = '1' else last_of(0);
  ends_half   <= running and to_bit(slot = LAST_SLOT);
  ends        <= ends_half and at_end;
  ends_emit   <= emitting and to_bit(slot = LAST_EMIT_SLOT);
  restarts    <= ends_emit and is_root;
  joins       <= (ended or pending(0)) and not is_root and not purging;
  start_join  <= ends_emit and joins;
  start_block <= ready and ((ends and not ends_chunk and not of_parent) or (ends_emit and not joins)
                            or (not running and not emitting));

  low_slot    <= emitting and ((not slot(3) and not slot(2) and slot(1)) or (not slot(3) and slot(2) and not slot(1)));
  high_slot   <= emitting and ((slot(2) and slot(1)) or (slot(3) and not slot(2) and not slot(1)));
  x_now       <= slot(1 downto 0) xor "10" when emitting = '1' else
                 (slot(1) xor turned) & slot(0);
  x           <= x_now;
  half        <= in_half and running;
  round_index <= in_round;
  starts      <= running and not slot(2);
  to_stack    <= not is_root and not purging;
  to_output   <= is_root;
  finished    <= ends_emit and is_root and not purging;
  top         <= entries - 1;

  slot_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        slot     <= (others => '0');
        in_half  <= '0';
        in_round <= (others => '0');
        at_end   <= '0';
        turned   <= '0';
        running  <= '0';
        emitting <= '1';
        purging  <= '1';
      else
        if running = '1' or emitting = '1' then
          slot <= slot + 1;
        end if;
        if ends_half = '1' then
          slot    <= (others => '0');
          in_half <= not in_half;
          if in_half = '1' then
            in_round <= in_round + 1;
            turned   <= not turned;
          end if;
          at_end <= not in_half and to_bit(in_round = ROUNDS - 1);
        end if;
        if ends = '1' then
          in_round <= (others => '0');
          running  <= '0';
          emitting <= ends_chunk or of_parent;
        end if;
        -- the root waits until the digest before it has been sent
        if emitting = '1' and slot = 0 and is_root = '1' and sending = '1' then
          slot <= slot;
        end if;
        if ends_emit = '1' then
          slot     <= (others => '0');
          turned   <= '0';
          emitting <= '0';
          purging  <= '0';
        end if;
        if start_block = '1' or start_join = '1' then
          running <= '1';
        end if;
      end if;
    end if;
  end process slot_reg;

  bank_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        filling <= '0';
        reading <= '1';
        full    <= "00";
      else
        if block_taken = '1' then
          filling <= not filling;
        end if;
        if start_block = '1' then
          reading <= other;
        end if;
        for bank in 0 to 1 loop
          if block_taken = '1' and filling = to_bit(bank = 1) then
            full(bank) <= '1';
          elsif ends = '1' and of_parent = '0' and reading = to_bit(bank = 1) then
            full(bank) <= '0';
          end if;
        end loop;
      end if;
    end if;
  end process bank_reg;

  describe_reg : process (clk) is
  begin
    if rising_edge(clk) then
      for bank in 0 to 1 loop
        if block_taken = '1' and filling = to_bit(bank = 1) then
          last_of(bank)   <= block_last;
          length_of(bank) <= block_length;
        end if;
      end loop;
    end if;
  end process describe_reg;

  -- What is in process, and the shape of the tree.
  tree_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if purging = '1' or restarts = '1' then
        chunks      <= (others => '0');
        entries     <= (others => '0');
        pending     <= (others => '0');
        chunk_block <= (others => '0');
        ended       <= '0';
      elsif ends = '1' and of_parent = '1' then
        entries <= entries - 1;
        pending <= '0' & pending(CHUNK_BITS - 1 downto 1);
      elsif ends = '1' and ends_chunk = '1' then
        entries     <= entries + 1;
        pending     <= chunks;
        chunks      <= chunks + 1;
        chunk_block <= (others => '0');
      elsif ends = '1' then
        chunk_block <= chunk_block + 1;
      end if;
      if start_block = '1' then
        of_parent  <= '0';
        opens      <= to_bit(chunk_block = 0);
        ends_chunk <= next_last;
        ended      <= next_last;
        is_root    <= next_last and (to_bit(chunks = 0) or restarts);
        bytes      <= length_of(1) when other = '1' else length_of(0);
        if (ends = '1' and chunk_block = 14) or (ends = '0' and chunk_block = 15) then
          ends_chunk <= '1';
        end if;
        if ends = '1' then
          opens <= '0';
        end if;
      elsif start_join = '1' then
        of_parent <= '1';
        is_root   <= ended and to_bit(entries = 2);
      end if;
    end if;
  end process tree_reg;

  -- What the datapath does with the G or word of this slot, one cycle later.
  late_reg : process (clk) is
    variable columns : std_ulogic; -- the first columns of a block
  begin
    if rising_edge(clk) then
      columns   := running and not slot(2) and to_bit(in_round = 0) and not in_half;
      late_x    <= x_now;
      late_half <= in_half and running;
      store     <= (running and not slot(2)) or high_slot;
      first     <= columns or low_slot or high_slot;
      fresh     <= columns and (of_parent or opens);
      emit_low  <= low_slot and not purging;
      emit_high <= high_slot and not purging;
      clear     <= high_slot;
    end if;
  end process late_reg;

  flags(CHUNK_START) <= opens and not of_parent;
  flags(CHUNK_END)   <= ends_chunk and not of_parent;
  flags(PARENT)      <= of_parent;
  flags(ROOT)        <= is_root;

  start_d_reg : process (clk) is
  begin
    if rising_edge(clk) then
      x_before  <= x_now;
      x_earlier <= x_before;
      start_d   <= (others => '0');
      if x_earlier = 0 and of_parent = '0' then
        start_d <= resize(chunks, 32);
      elsif x_earlier = 2 then
        start_d <= resize(bytes, 32);
        if of_parent = '1' then
          start_d <= to_unsigned(64, 32);
        end if;
      elsif x_earlier = 3 then
        start_d <= resize(flags, 32);
      end if;
    end if;
  end process start_d_reg;

end architecture rtl;
