-- SPDX-License-Identifier: Apache-2.0
-- Gathers a block on a fast I/O clock for a core that takes a whole block in one cycle of clk, at its end.
--
--            +- arrived -+        +- waiting -------------+
--   word --->| one word  |---+--->| words 0 .. WORDS-2    |------> block_data
--            +-----------+   |    +-----------------------+
--                            +----- word WORDS-1 ----------------> block_data
--
-- Registers alone move the words, and block_data comes from registers, so that neither a wide block nor a long way to the datapath is in
-- the way of the I/O clock. Once the last word of a block has arrived, `present` is '1' until a cycle with `tick` and `want` takes the
-- block; the first word of the next one is accepted from that cycle on. WORDS cycles of io_clk are enough for each block.
--
-- Words come from block_reader: ends_block tells it that the next word is the last of its block, block_last is its answer. last: the
-- present block ends its message. want is from clk; tick marks the cycles of io_clk whose end is also an edge of clk.
-- Widths: W bits a word, WORDS words a block; the first word in the most significant bits of block_data. Latency: one cycle of io_clk.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity crossing_gatherer is
  generic (
    W     : positive := 64;
    WORDS : positive range 3 to 64
  );
  port (
    io_clk     : in    std_ulogic;
    rst        : in    std_ulogic;
    tick       : in    std_ulogic;
    word       : in    std_ulogic_vector(W - 1 downto 0);
    word_valid : in    std_ulogic;
    word_ready : out   std_ulogic;
    ends_block : out   std_ulogic;
    block_last : in    std_ulogic;
    want       : in    std_ulogic;
    present    : out   std_ulogic;
    last       : out   std_ulogic;
    block_data : out   std_ulogic_vector(W * WORDS - 1 downto 0)
  );
end entity crossing_gatherer;

architecture rtl of crossing_gatherer is

  signal arrived : std_ulogic_vector(W - 1 downto 0);
  signal waiting : std_ulogic_vector(W * (WORDS - 1) - 1 downto 0);
  signal index   : unsigned(counter_bits(WORDS) - 1 downto 0);
  signal room    : std_ulogic;
  signal taken   : std_ulogic;
  signal moves   : std_ulogic;

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
