-- SPDX-License-Identifier: Apache-2.0
-- Joins two words of io_clk to one word of twice the width on clk, for cores whose words arrive on an I/O clock of twice the rate.
--
--              +- first -+        +- pair ---------------+
--   word ----->| W bits  |------->| 2 W bits, on clk     |------> pair
--       |      +---------+        |                      |
--       +------------------------>|                      |
--              io_clk             +----------------------+
--
-- The second word of a pair is taken only in a cycle of io_clk with `tick`, and only if the previous pair has been taken or is
-- taken at the same edge of clk. Paths from io_clk to clk end in the registers of the pair. Paths from clk to io_clk start at
-- pair_ready and at the register `waits`, and end in the register have_first or leave through word_ready.
--
-- Widths: words of W bits, pairs of 2 W bits; the first word is in the most significant bits of pair.
-- Latency: one cycle of clk after the second word.

library ieee;
use ieee.std_logic_1164.all;

entity word_pairs is
  generic (
    W : positive := 64 -- bits of a word
  );
  port (
    clk        : in    std_ulogic;                            -- clock of the datapath
    io_clk     : in    std_ulogic;                            -- I/O clock, twice as fast as clk
    rst        : in    std_ulogic;                            -- synchronous reset, active high
    tick       : in    std_ulogic;                            -- this cycle of io_clk ends with an edge of clk
    word       : in    std_ulogic_vector(W - 1 downto 0);     -- next word of the message (io_clk)
    word_valid : in    std_ulogic;                            -- word holds a word
    word_last  : in    std_ulogic;                            -- word is the last one of its message; read with a pair's second word
    word_ready : out   std_ulogic;                            -- word is taken in this cycle if word_valid is '1'
    pair       : out   std_ulogic_vector(2 * W - 1 downto 0); -- two words, the earlier one in the upper half (clk)
    pair_valid : out   std_ulogic;                            -- pair holds two words
    pair_last  : out   std_ulogic;                            -- the pair ends its message
    pair_ready : in    std_ulogic                             -- the core takes the pair in this cycle
  );
end entity word_pairs;

architecture rtl of word_pairs is

  signal first      : std_ulogic_vector(W - 1 downto 0); -- first word of the pair
  signal have_first : std_ulogic;
  signal waits      : std_ulogic;
  signal free       : std_ulogic;

begin

  free       <= pair_ready or not waits;
  word_ready <= not have_first or (tick and free);
  pair_valid <= waits;

  first_reg : process (io_clk) is
  begin
    if rising_edge(io_clk) then
      if have_first = '0' then
        first <= word;
      end if;
      if rst = '1' then
        have_first <= '0';
      elsif word_valid = '1' and (have_first = '0' or (tick = '1' and free = '1')) then
        have_first <= not have_first;
      end if;
    end if;
  end process first_reg;

  pair_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if free = '1' then
        pair      <= first & word;
        pair_last <= word_last;
      end if;
      if rst = '1' then
        waits <= '0';
      elsif free = '1' then
        waits <= have_first and word_valid;
      end if;
    end if;
  end process pair_reg;

end architecture rtl;
