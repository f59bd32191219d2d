-- SPDX-License-Identifier: Apache-2.0
-- Joins the 16-bit words of a block to words of 32 bits and writes them to a memory, for lightweight cores. The datapath reads the
-- block there; the next block is loaded as soon as the datapath has read this one.
--
--   word --+--> [upper] --+--> write_data    32 bits, upper half first
--          +--------------+
--   word_valid -->  half, index, full  --> write, write_index, full
--
-- `full` is '1' from the cycle after the last write until the cycle with `free_block`. Words are taken while it is '0'. A second
-- half is taken only in a cycle in which the core does not use the port of the memory itself, that is with port_free.
--
-- The index counts from FIRST to FIRST + BLOCK_WORDS - 1, modulo 2**INDEX_BITS. A power of two for BLOCK_WORDS with INDEX_BITS to
-- match takes the fewest cells: the counter needs no reload, also if FIRST is not 0.
--
-- Widths: words of 16 bits in, 32 bits out. Latency: none; the write of a word is in the cycle that takes its second half.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity memory_loader is
  generic (
    BLOCK_WORDS : positive range 2 to 64; -- 32-bit words of a block
    INDEX_BITS  : positive;               -- width of the index; 2**INDEX_BITS is at least BLOCK_WORDS
    FIRST       : natural := 0            -- index of the first word of a block
  );
  port (
    clk         : in    std_ulogic;                                 -- clock of the stream and of the memory
    rst         : in    std_ulogic;                                 -- synchronous reset, active high
    word        : in    std_ulogic_vector(15 downto 0);             -- from the reader: next word of the message
    word_valid  : in    std_ulogic;                                 -- word holds a word
    word_ready  : out   std_ulogic;                                 -- word is taken in this cycle if word_valid is '1'
    ends_block  : out   std_ulogic;                                 -- to the reader: word is the last one of its block
    block_last  : in    std_ulogic;                                 -- from the reader: the block ends its message
    port_free   : in    std_ulogic;                                 -- the port of the memory may be used in this cycle
    write       : out   std_ulogic;                                 -- write write_data in this cycle
    write_index : out   std_ulogic_vector(INDEX_BITS - 1 downto 0); -- index of the written word
    write_data  : out   std_ulogic_vector(31 downto 0);             -- word for the memory
    full        : out   std_ulogic;                                 -- the memory holds a block
    last        : out   std_ulogic;                                 -- the block in the memory ends its message
    free_block  : in    std_ulogic                                  -- the datapath reads the last word of the block in this cycle
  );
end entity memory_loader;

architecture rtl of memory_loader is

  constant INDEX_COUNT : positive := 2 ** INDEX_BITS;
  constant LAST_INDEX  : natural  := (FIRST + BLOCK_WORDS - 1) mod INDEX_COUNT;

  signal upper : std_ulogic_vector(15 downto 0);
  signal half  : std_ulogic; -- the next word is the second half of 32 bits
  signal index : unsigned(INDEX_BITS - 1 downto 0);
  signal taken : std_ulogic; -- a word is taken in this cycle
  signal ends  : std_ulogic; -- the word is the last one of a block

begin

  word_ready  <= not full and (port_free or not half);
  taken       <= word_valid and word_ready;
  ends        <= half and to_bit(index = LAST_INDEX);
  ends_block  <= ends;
  write       <= taken and half;
  write_index <= std_ulogic_vector(index);
  write_data  <= upper & word;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        half  <= '0';
        full  <= '0';
        index <= to_unsigned(FIRST, INDEX_BITS);
      else
        if taken = '1' then
          half <= not half;
          if half = '1' then
            index <= index + 1;
            if ends = '1' and BLOCK_WORDS /= INDEX_COUNT then
              index <= to_unsigned(FIRST, INDEX_BITS);
            end if;
          end if;
        end if;
        full <= (full and not free_block) or (taken and ends);
      end if;
    end if;
  end process control_reg;

  word_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if half = '0' then
        upper <= word;
      end if;
      if taken = '1' and ends = '1' then
        last <= block_last;
      end if;
    end if;
  end process word_reg;

end architecture rtl;
