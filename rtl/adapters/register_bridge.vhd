-- SPDX-License-Identifier: Apache-2.0
-- Connects an external core that is read and written as memory to FairHash streams. The core is simulated inside this bridge by
-- the same testbench as FairHash cores.
--
--            word     +---------+ chosen, write, address, write_data  +------+
--   in_* ------------>| load    |------------------------------------>|      |
--                     | command |                                     | core |
--   out_* <-----------| poll    |<------------------------------------|      |
--            digest   | unload  |             read_data               +------+
--                     +---------+
--
-- For each block: write its words from address BLOCK_ADDRESS, write FIRST_VALUE (first block of a message) or NEXT_VALUE to
-- CONTROL_ADDRESS, wait START_CYCLES cycles, then read STATUS_ADDRESS until all bits of READY_MASK are '1'. After the last block of a
-- message the words of the digest are read from DIGEST_ADDRESS. Successive words are STEP addresses apart. The word that is read is
-- valid READ_CYCLES cycles after its address. Loading does not overlap hashing.
--
-- Widths: W bits a word; in_data has a word and above it '1' for the last word of a message. Latency: none for the words of a block;
-- READ_CYCLES for the words of the digest.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity register_bridge is
  generic (
    W               : positive := 32; -- bits of a word
    BLOCK_WORDS     : positive := 16; -- words of a block
    DIGEST_WORDS    : positive := 8;  -- words of a digest
    ADDRESS_BITS    : positive := 8;  -- bits of an address
    BLOCK_ADDRESS   : natural  := 16; -- address of the first word of the block
    DIGEST_ADDRESS  : natural  := 32; -- address of the first word of the digest
    CONTROL_ADDRESS : natural  := 8;  -- address of the command
    STATUS_ADDRESS  : natural  := 9;  -- address of the status
    STEP            : positive := 1;  -- distance of the addresses of successive words
    FIRST_VALUE     : natural  := 1;  -- command for the first block of a message
    NEXT_VALUE      : natural  := 2;  -- command for a further block
    READY_MASK      : natural  := 1;  -- status bits that are '1' when the block has been hashed
    START_CYCLES    : natural  := 4;  -- cycles from the command to the first valid status
    READ_CYCLES     : natural  := 0   -- cycles from an address to its data
  );
  port (
    clk        : in    std_ulogic;                                   -- clock of both sides
    rst        : in    std_ulogic;                                   -- synchronous reset, active high
    in_data    : in    std_ulogic_vector(W downto 0);                -- word, and '1' above it if it is the last of a message
    in_valid   : in    std_ulogic;                                   -- in_data holds a word
    in_ready   : out   std_ulogic;                                   -- in_data is taken in this cycle if in_valid is '1'
    out_data   : out   std_ulogic_vector(W - 1 downto 0);            -- word of the digest
    out_valid  : out   std_ulogic;                                   -- out_data holds a word
    out_ready  : in    std_ulogic;                                   -- the receiver takes out_data in this cycle
    chosen     : out   std_ulogic;                                   -- the core is read or written in this cycle
    write      : out   std_ulogic;                                   -- the core is written
    address    : out   std_ulogic_vector(ADDRESS_BITS - 1 downto 0); -- address
    write_data : out   std_ulogic_vector(W - 1 downto 0);            -- word to be written
    read_data  : in    std_ulogic_vector(W - 1 downto 0)             -- word that was read
  );
end entity register_bridge;

architecture rtl of register_bridge is

  constant MOST_WORDS : positive                          := maximum(BLOCK_WORDS, DIGEST_WORDS);
  constant MOST_WAIT  : positive                          := maximum(START_CYCLES, READ_CYCLES) + 1;
  constant MASK       : std_ulogic_vector(W - 1 downto 0) := std_ulogic_vector(to_unsigned(READY_MASK, W));

  signal loads          : std_ulogic;                                         -- words of a block are written
  signal commands       : std_ulogic;                                         -- the command is written
  signal polls          : std_ulogic;                                         -- the status is read
  signal unloads        : std_ulogic;                                         -- words of a digest are read
  signal is_first       : std_ulogic;                                         -- the block is the first of its message
  signal is_last        : std_ulogic;                                         -- the block is the last of its message
  signal word           : unsigned(counter_bits(MOST_WORDS) - 1 downto 0);    -- number of the word in its block or digest
  signal waited         : unsigned(counter_bits(MOST_WAIT + 1) - 1 downto 0); -- cycles to wait until read_data is valid
  signal settled        : std_ulogic;                                         -- read_data belongs to the address
  signal hashed         : std_ulogic;                                         -- the status says that the block has been hashed
  signal chosen_address : unsigned(ADDRESS_BITS - 1 downto 0);

begin

  settled    <= to_bit(waited = 0);
  hashed     <= polls and settled and to_bit((read_data and MASK) = MASK);
  in_ready   <= loads;
  out_valid  <= unloads and settled;
  out_data   <= read_data;
  chosen     <= (loads and in_valid) or commands or polls or unloads;
  write      <= loads or commands;
  address    <= std_ulogic_vector(chosen_address);

  choose : process (all) is
    variable offset : unsigned(ADDRESS_BITS + 3 downto 0);
  begin
    offset := resize(word * to_unsigned(STEP, 4), ADDRESS_BITS + 4);
    if loads = '1' then
      chosen_address <= to_unsigned(BLOCK_ADDRESS, ADDRESS_BITS) + offset(ADDRESS_BITS - 1 downto 0);
    elsif commands = '1' then
      chosen_address <= to_unsigned(CONTROL_ADDRESS, ADDRESS_BITS);
    elsif unloads = '1' then
      chosen_address <= to_unsigned(DIGEST_ADDRESS, ADDRESS_BITS) + offset(ADDRESS_BITS - 1 downto 0);
    else
      chosen_address <= to_unsigned(STATUS_ADDRESS, ADDRESS_BITS);
    end if;

    if loads = '1' then
      write_data <= in_data(W - 1 downto 0);
    elsif is_first = '1' then
      write_data <= std_ulogic_vector(to_unsigned(FIRST_VALUE, W));
    else
      write_data <= std_ulogic_vector(to_unsigned(NEXT_VALUE, W));
    end if;
  end process choose;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        loads    <= '1';
        commands <= '0';
        polls    <= '0';
        unloads  <= '0';
        is_first <= '1';
        is_last  <= '0';
        word     <= (others => '0');
        waited   <= (others => '0');
      else
        if waited /= 0 then
          waited <= waited - 1;
        end if;
        if loads = '1' and in_valid = '1' then
          word    <= word + 1;
          is_last <= in_data(W);
          if word = BLOCK_WORDS - 1 then
            word     <= (others => '0');
            loads    <= '0';
            commands <= '1';
          end if;
        end if;
        if commands = '1' then
          commands <= '0';
          polls    <= '1';
          is_first <= '0';
          waited   <= to_unsigned(maximum(START_CYCLES, READ_CYCLES), waited'length);
        end if;
        if hashed = '1' then
          polls   <= '0';
          loads   <= not is_last;
          unloads <= is_last;
          waited  <= to_unsigned(READ_CYCLES, waited'length);
        end if;
        if unloads = '1' and settled = '1' and out_ready = '1' then
          word   <= word + 1;
          waited <= to_unsigned(READ_CYCLES, waited'length);
          if word = DIGEST_WORDS - 1 then
            word     <= (others => '0');
            unloads  <= '0';
            loads    <= '1';
            is_first <= '1';
          end if;
        end if;
      end if;
    end if;
  end process control_reg;

end architecture rtl;
