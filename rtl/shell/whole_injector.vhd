-- SPDX-License-Identifier: Apache-2.0
-- Loads blocks for algorithms that XOR a whole block into their state. The whole block, its last word included, is on `inject` in
-- the cycle after the one that takes the last word.
--
--            +- waiting ------------+         +- rank -----------+
--   word --->| words 0 .. WORDS-2   |-------->| all words        |------> inject
--       |    +----------------------+  +----->| zero by `quiet`  |
--       +--------- word WORDS-1 -------+      +------------------+
--
-- The rank is a second row of registers. Words 0 .. WORDS-2 are taken as they arrive. The last word is taken only while `want` is
-- '1'; `take` is '1' in that cycle and is combinational. The only control input of the rank is `quiet`: in every cycle without
-- quiet the rank copies `waiting` and the word on the port, whether that is a whole block or not. The datapath reads inject only
-- in the cycle after take. It holds quiet from that cycle until the cycle before it raises want again, so that inject is zero
-- until then.
--
-- Widths: W bits a word, WORDS words a block; the first word is in the most significant bits of inject.
-- Latency: one cycle after the last word. `last` is valid from the cycle after take.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity whole_injector is
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
    want       : in    std_ulogic;                                -- the datapath can absorb a block in the next cycle
    quiet      : in    std_ulogic;                                -- inject is zero in the next cycle
    take       : out   std_ulogic;                                -- the last word is taken; inject is the block in the next cycle
    inject     : out   std_ulogic_vector(W * WORDS - 1 downto 0); -- the block in the cycle after take
    last       : out   std_ulogic                                 -- the latest block ends its message
  );
end entity whole_injector;

architecture rtl of whole_injector is

  signal waiting : std_ulogic_vector(W * (WORDS - 1) - 1 downto 0); -- words of the block that have arrived
  signal index   : unsigned(counter_bits(WORDS - 1) - 1 downto 0);
  signal full    : std_ulogic;

begin

  take       <= word_valid and full and want;
  word_ready <= want or not full;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or take = '1' then
        index <= (others => '0');
        full  <= '0';
      elsif word_valid = '1' and full = '0' then
        index <= index + 1;
        full  <= to_bit(index = WORDS - 2);
      end if;
    end if;
  end process control_reg;

  waiting_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if word_valid = '1' and full = '0' then
        waiting <= std_ulogic_vector(shift_left(unsigned(waiting), W));
        waiting(W - 1 downto 0) <= word;
      end if;
    end if;
  end process waiting_reg;

  rank_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if quiet = '1' then
        inject <= (others => '0');
      else
        inject <= waiting & word;
      end if;
    end if;
  end process rank_reg;

  last_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if take = '1' then
        last <= word_last;
      end if;
    end if;
  end process last_reg;

end architecture rtl;
