-- SPDX-License-Identifier: Apache-2.0
-- Collects a block on a fast I/O clock for a core that reads a whole block in one cycle of clk, at the end of that cycle.
--
--            +- arrived -+        +- waiting -------------+
--   word --->| one word  |---+--->| words 0 .. WORDS-2    |------> block_data
--            +-----------+   |    +-----------------------+
--                            +----- word WORDS-1 ----------------> block_data
--
-- The enable of the wide register `waiting` comes from a register, and so does block_data. So neither the width of the block nor
-- a long path to the datapath limits the I/O clock.
--
-- `present` is '1' from the arrival of the last word of a block until a cycle in which `tick` and `want` are both '1'; that cycle
-- takes the block. The first word of the next block is accepted from the same cycle on. So WORDS cycles of io_clk are enough for
-- each block.
--
-- The words come from block_reader: ends_block and block_last connect to its ports of the same names.
--
-- Widths: W bits a word, WORDS words a block; the first word is in the most significant bits of block_data.
-- Latency: one cycle of io_clk.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity crossing_gatherer is
  generic (
    W     : positive := 64;        -- bits of a word
    WORDS : positive range 3 to 64 -- words of a block
  );
  port (
    io_clk     : in    std_ulogic;                               -- I/O clock; an integer multiple of clk with aligned edges
    rst        : in    std_ulogic;                               -- synchronous reset, active high
    tick       : in    std_ulogic;                               -- this cycle of io_clk ends with an edge of clk (from io_phase)
    word       : in    std_ulogic_vector(W - 1 downto 0);        -- next word of the message (io_clk)
    word_valid : in    std_ulogic;                               -- word holds a word
    word_ready : out   std_ulogic;                               -- word is taken in this cycle if word_valid is '1'
    ends_block : out   std_ulogic;                               -- the next word is the last one of its block
    block_last : in    std_ulogic;                               -- the current block is the last one of its message
    want       : in    std_ulogic;                               -- the core can take a block in this cycle (register on clk)
    present    : out   std_ulogic;                               -- block_data holds a whole block (io_clk)
    last       : out   std_ulogic;                               -- the block in block_data ends its message
    block_data : out   std_ulogic_vector(W * WORDS - 1 downto 0) -- the block, valid while present is '1'
  );
end entity crossing_gatherer;

architecture rtl of crossing_gatherer is

  signal arrived : std_ulogic_vector(W - 1 downto 0);               -- the newest word
  signal waiting : std_ulogic_vector(W * (WORDS - 1) - 1 downto 0); -- the earlier words of the block
  signal index   : unsigned(counter_bits(WORDS) - 1 downto 0);
  signal room    : std_ulogic;                                      -- no whole block waits after this cycle, so a word can be taken
  signal taken   : std_ulogic;                                      -- a word is taken in this cycle
  signal moves   : std_ulogic;                                      -- `waiting` takes the word of the cycle before

begin

  room       <= not present or (tick and want);
  taken      <= word_valid and room;
  word_ready <= room;
  block_data <= waiting & arrived;

  control_reg : process (io_clk) is
  begin
    if rising_edge(io_clk) then
      if rst = '1' then
        index      <= (others => '0');
        ends_block <= '0';
        moves      <= '0';
        present    <= '0';
      else
        moves   <= taken and not ends_block;
        present <= not room or (taken and ends_block);
        if taken = '1' then
          ends_block <= to_bit(index = WORDS - 2);
          index      <= index + 1;
          if ends_block = '1' then
            index <= (others => '0');
          end if;
        end if;
      end if;
    end if;
  end process control_reg;

  words_reg : process (io_clk) is
  begin
    if rising_edge(io_clk) then
      if room = '1' then
        arrived <= word;
        last    <= block_last;
      end if;
      if moves = '1' then
        waiting <= waiting(W * (WORDS - 2) - 1 downto 0) & arrived;
      end if;
    end if;
  end process words_reg;

end architecture rtl;
