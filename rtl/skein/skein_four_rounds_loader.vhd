-- SPDX-License-Identifier: Apache-2.0
-- Collects a block and stores the current one.
--
--            +- waiting ------------+  take   +- held -----------+
--   word --->| words 0 .. WORDS-2   |---+---->| all words        |------> held
--       |    +----------------------+   |     | zero after clear |
--       |                               |     +------------------+
--       |                               |     +- entering -------+
--       +--------- word WORDS-1 --------+---->| zero, except in  |------> entering
--                                             | the next cycle   |
--                                             +------------------+
--
-- Words 0 .. WORDS-2 are taken as they arrive. The last word is taken only while `want` is '1'. `take` is '1' in
-- that cycle and is combinational; held is the block from the next cycle on. `entering` costs a second register for the
-- block, so that the datapath adds it to the state by an XOR of two signals, which a carry cell can take.
--
-- Widths: W bits a word, WORDS words a block; the first word is in the most significant bits.
-- Latency: one cycle after the last word. `last` is valid from the cycle after take.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity skein_four_rounds_loader is
  generic (
    W     : positive := 64;        -- bits of a word
    WORDS : positive range 2 to 64 -- words of a block
  );
  port (
    clk        : in    std_ulogic;                                -- clock of the words and of the datapath
    rst        : in    std_ulogic;                                -- synchronous reset, active high
    word       : in    std_ulogic_vector(W - 1 downto 0);         -- next word of the message
    word_valid : in    std_ulogic;                                -- word holds a word
    word_last  : in    std_ulogic;                                -- word is the last one of its message
    word_ready : out   std_ulogic;                                -- word is taken in this cycle if word_valid is '1'
    want       : in    std_ulogic;                                -- the datapath can take a block in this cycle
    clear      : in    std_ulogic;                                -- held is zero from the next cycle on
    ready      : out   std_ulogic;                                -- the last word is the next one, now or in the next cycle
    take       : out   std_ulogic;                                -- the last word is taken
    arriving   : out   std_ulogic_vector(W * WORDS - 1 downto 0); -- the block in the cycle of take
    held       : out   std_ulogic_vector(W * WORDS - 1 downto 0); -- the latest block, or zero
    entering   : out   std_ulogic_vector(W * WORDS - 1 downto 0); -- the block in the cycle after take, otherwise zero
    last       : out   std_ulogic                                 -- the latest block ends its message
  );
end entity skein_four_rounds_loader;

architecture rtl of skein_four_rounds_loader is

  signal waiting : std_ulogic_vector(W * (WORDS - 1) - 1 downto 0); -- words of the block that have arrived
  signal index   : unsigned(counter_bits(WORDS - 1) - 1 downto 0);
  signal full    : std_ulogic;                                      -- all words but the last have been taken
  signal fills   : std_ulogic;                                      -- the word before the last is taken in this cycle

begin

  fills      <= word_valid and not full and to_bit(index = WORDS - 2);
  ready      <= full or fills;
  take       <= word_valid and full and want;
  word_ready <= want or not full;
  arriving   <= waiting & word;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or take = '1' then
        index <= (others => '0');
        full  <= '0';
      elsif word_valid = '1' and full = '0' then
        index <= index + 1;
        full  <= fills;
      end if;
    end if;
  end process control_reg;

  waiting_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if word_valid = '1' and full = '0' then
        waiting                 <= std_ulogic_vector(shift_left(unsigned(waiting), W));
        waiting(W - 1 downto 0) <= word;
      end if;
    end if;
  end process waiting_reg;

  held_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        held <= (others => '0');
      elsif take = '1' then
        held <= arriving;
      end if;
      if take = '1' then
        last <= word_last;
      end if;
    end if;
  end process held_reg;

  entering_reg : process (clk) is
  begin
    if rising_edge(clk) then
      entering <= (others => '0');
      if take = '1' then
        entering <= arriving;
      end if;
    end if;
  end process entering_reg;

end architecture rtl;
