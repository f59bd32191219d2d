-- SPDX-License-Identifier: Apache-2.0
-- Control of lightweight SHA-256: one counter of slots, four states, and sequences of control bits that the counter looks up
-- (paper B, section 2.4). The slots are those of sha2_lightweight_datapath.
--
--   state     slots       what happens
--   initial   48 .. 71    loads the initial hash value, reads the first block of the message
--   block     0 .. 71     64 rounds; eight slots for the chaining value; reads the next block from slot 55 on
--   final     72 .. 80    follows the last block: writes the digest to the memory
--   unload    81          the digest is sent from the memory; then the initial state of the next message
--
-- The counter stops in slot 55 until the loader has a block, and in slot 81 until the digest is sent. Slots 69 and 70 take two cycles
-- each, since the port of the memory first writes a word of the chaining value and then reads a word of the message.
-- Port a of the memory belongs to the loader in all cycles in which the sequences do not use it.
--
-- Latency: a block takes 74 cycles.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sequence_pkg.all;
use work.shell_pkg.all;

entity sha2_lightweight_control is
  port (
    clk             : in    std_ulogic;                    -- clock
    rst             : in    std_ulogic;                    -- synchronous reset, active high
    full            : in    std_ulogic;                    -- from the loader: a block is in the memory
    loaded_last     : in    std_ulogic;                    -- from the loader: it is the last block of its message
    free_block      : out   std_ulogic;                    -- to the loader: the block has been read
    load_write      : in    std_ulogic;                    -- from the loader: write a word
    load_index      : in    std_ulogic_vector(3 downto 0); -- from the loader: address of that word in page 3
    port_free       : out   std_ulogic;                    -- to the loader: it may write in this cycle
    unload          : out   std_ulogic;                    -- to the unloader: send the digest
    unload_done     : in    std_ulogic;                    -- from the unloader: the last word is sent
    unload_read     : in    std_ulogic;                    -- from the unloader: read a word of the digest
    unload_index    : in    std_ulogic_vector(2 downto 0); -- from the unloader: index of that word in the digest
    unload_capture  : in    std_ulogic;                    -- from the unloader: the word that was read is needed
    advance         : out   std_ulogic;                    -- to the datapath, as the next ones: step to the next slot
    table_address   : out   std_ulogic_vector(8 downto 0); -- port b: K or a word of the chaining value
    port_read       : out   std_ulogic;                    -- port a reads
    port_write      : out   std_ulogic;                    -- port a writes
    port_address    : out   std_ulogic_vector(8 downto 0); -- address of port a
    write_chaining  : out   std_ulogic;                    -- port a writes c; otherwise loaded_word
    message_clear   : out   std_ulogic;                    -- clear the register of message words
    message_capture : out   std_ulogic;                    -- copy the word that port a has read to the register of message words
    schedule_clear  : out   std_ulogic;                    -- the next computed W is zero
    e_round         : out   std_ulogic;                    -- this slot's e uses Sigma1 and Ch
    a_round         : out   std_ulogic;                    -- this slot's a uses Sigma0 and Maj
    linked_clear    : out   std_ulogic;                    -- a_linked is zero in the next slot
    g_clear         : out   std_ulogic;                    -- g is zero in the next slot
    c_clear         : out   std_ulogic                     -- c is zero in the next slot
  );
end entity sha2_lightweight_control;

architecture rtl of sha2_lightweight_control is

  constant COUNT_BITS    : positive := 7;
  constant INITIAL_SLOT  : natural  := 48;
  constant WAIT_SLOT     : natural  := 55;
  constant LAST_ROUND    : natural  := 71;
  constant UNLOAD_SLOT   : natural  := 81;
  constant SLOTS         : positive := UNLOAD_SLOT + 1;
  constant CHAINING_FROM : natural  := LAST_ROUND - 2; -- first of two slots that take two cycles

  -- Returns the sequence that is '1' in slots FIRST to LAST.
  function slots_of (first, last : natural) return std_ulogic_vector is
  begin
    return marks(first, last, SLOTS, 2 ** COUNT_BITS);
  end function slots_of;

  -- Returns the sequence that a register needs which is set one slot ahead.
  function ahead (first, last : natural) return std_ulogic_vector is
  begin
    return slots_of(first - 1, last - 1);
  end function ahead;

  signal count       : unsigned(COUNT_BITS - 1 downto 0); -- the slot
  signal starting    : std_ulogic;                        -- the slots before the first block of a message
  signal last        : std_ulogic;                        -- the block is the last one of its message
  signal at_wait     : std_ulogic;                        -- the slot is 55
  signal at_twice    : std_ulogic;                        -- the slot is 69 or 70
  signal at_end      : std_ulogic;                        -- the slot is 71
  signal at_unload   : std_ulogic;                        -- the slot is 81
  signal second      : std_ulogic;                        -- second cycle of slot 69 or 70
  signal reading     : std_ulogic;                        -- slots that read the message: 55 to 70
  signal writing     : std_ulogic;                        -- slots that write the chaining value: 69 to 80 and 0 to 4
  signal message_due : std_ulogic;                        -- the previous slot read a word of the message
  signal rounds_ago  : std_ulogic_vector(1 to 2);         -- e_round one and two slots ago
  signal step        : std_ulogic;
  signal wraps       : std_ulogic;                        -- a block follows the current slot
  signal read_word   : std_ulogic;
  signal chaining    : std_ulogic;                        -- port a accesses the chaining value or the digest
  signal index       : std_ulogic_vector(3 downto 0);     -- low bits of the address of port a

begin

  -- The counter.

  advance    <= not ((at_wait and not last and not full) or (at_twice and not second) or at_unload);
  step       <= advance or unload_done;
  wraps      <= at_end and not last;
  unload     <= at_unload;
  free_block <= advance and at_twice and count(1) and not last;

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or unload_done = '1' then
        count   <= to_unsigned(INITIAL_SLOT, COUNT_BITS);
        starting <= '1';
        last    <= '0';
      elsif advance = '1' then
        count <= count + 1;
        if wraps = '1' then
          count   <= (others => '0');
          starting <= '0';
          last    <= loaded_last;
        end if;
      end if;
    end if;
  end process count_reg;

  sequence_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        at_wait     <= '0';
        at_twice    <= '0';
        at_end      <= '0';
        at_unload   <= '0';
        second      <= '0';
        reading     <= '0';
        writing     <= '0';
        message_due <= '0';
      else
        second <= at_twice and not second;
        if step = '1' then
          at_wait     <= lookup(ahead(WAIT_SLOT, WAIT_SLOT), count);
          at_twice    <= lookup(ahead(CHAINING_FROM, CHAINING_FROM + 1), count);
          at_end      <= lookup(ahead(LAST_ROUND, LAST_ROUND), count);
          at_unload   <= lookup(ahead(UNLOAD_SLOT, UNLOAD_SLOT), count);
          reading     <= lookup(ahead(WAIT_SLOT, LAST_ROUND - 1), count);
          writing     <= lookup(either(ahead(CHAINING_FROM, UNLOAD_SLOT - 1), slots_of(0, 3)), count);
          message_due <= reading and not last;
        end if;
      end if;
    end if;
  end process sequence_reg;

  -- The memory. Page 1 instead of page 0 gives the initial hash value, page 2 zeros for slots 72 to 75.

  table_address(8)          <= last and count(6) and count(2);
  table_address(7)          <= starting;
  table_address(6 downto 0) <= std_ulogic_vector(count);

  read_word      <= reading and advance and not last;
  port_free      <= not ((reading and not last and not at_wait) or writing or at_unload);
  port_read      <= read_word or unload_read;
  port_write     <= (writing and not read_word) or load_write;
  write_chaining <= writing;
  chaining       <= at_unload or (writing and not read_word);

  -- A word of the chaining value is written nine slots after its place is read, and eight divides 72. H0 of the digest is at 67.
  select_index : process (all) is
  begin
    index <= load_index;
    if at_unload = '1' then
      index(2 downto 0) <= unload_index(2) & not unload_index(1 downto 0);
    elsif read_word = '1' then
      index <= std_ulogic_vector(count(3 downto 0));
    elsif writing = '1' then
      index(2 downto 0) <= std_ulogic_vector(count(2 downto 0) - 1);
    end if;
  end process select_index;

  -- Addresses 60 to 67 follow from their low three bits; the upper bits do not matter in page 3.
  port_address <= not chaining & not chaining & not index(2) & index(2) & index(2) &
                  ((index(3) and not chaining) or (index(2) and chaining)) & index(2 downto 0);

  message_clear   <= advance and not message_due;
  message_capture <= advance or unload_capture;

  -- The masks of the datapath.

  schedule_clear <= lookup(slots_of(INITIAL_SLOT, LAST_ROUND + 4), count);
  e_round        <= not count(6);
  a_round        <= rounds_ago(2);
  linked_clear   <= lookup(slots_of(62, 69), count);
  g_clear        <= starting and lookup(slots_of(62, 65), count);
  c_clear        <= starting and lookup(slots_of(64, 67), count);

  rounds_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        rounds_ago <= e_round & rounds_ago(1);
      end if;
    end if;
  end process rounds_reg;

end architecture rtl;
