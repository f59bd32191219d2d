-- SPDX-License-Identifier: Apache-2.0
-- Makes words of twice the width on a clock of half the rate, for cores whose words arrive on an I/O clock twice as fast.
--
--              +- first -+        +- pair ---------------+
--   word ----->| W bits  |------->| 2 W bits, on clk     |------> pair
--       |      +---------+        |                      |
--       +------------------------>|                      |
--              io_clk             +----------------------+
--
-- A second word is taken only in a cycle of io_clk marked by `tick`, whose end is also an edge of clk, and when the pair before it is
-- gone or goes. All paths between the clocks are those from the word's port to `pair` and from `pair_ready` to word_ready.
-- word_last counts at the second word. Latency: one cycle of clk behind the second word.

library ieee;
use ieee.std_logic_1164.all;

entity word_pairs is
  generic (
    W : positive := 64
  );
  port (
    clk        : in    std_ulogic;
    io_clk     : in    std_ulogic;
    rst        : in    std_ulogic;
    tick       : in    std_ulogic;
    word       : in    std_ulogic_vector(W - 1 downto 0);
    word_valid : in    std_ulogic;
    word_last  : in    std_ulogic;
    word_ready : out   std_ulogic;
    pair       : out   std_ulogic_vector(2 * W - 1 downto 0);
    pair_valid : out   std_ulogic;
    pair_last  : out   std_ulogic;
    pair_ready : in    std_ulogic
  );
end entity word_pairs;

architecture rtl of word_pairs is

  signal first      : std_ulogic_vector(W - 1 downto 0);
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
