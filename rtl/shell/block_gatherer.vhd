-- SPDX-License-Identifier: Apache-2.0
-- Gathers the words of a block in front of the registers that a loader keeps for its datapath: the part that is the same in all
-- loaders. What becomes of the gathered words is theirs.
--
--            +- waiting ------------+
--   word --->| words 0 .. WORDS-3   |---+
--       |    +----------------------+   +---> gathered    in the cycle of gather
--       +--------- word WORDS-2 --------+
--       |
--       +--------- word WORDS-1 ------------> the port    in the cycle of take_last
--
-- Words 0 .. WORDS-3 are taken as they come, then the block is `full`. Word WORDS-2 is taken only with `want_block`; in that cycle
-- gather is '1'. From the next one the block is `expecting` its last word, which is taken only with `want_last`; in that cycle
-- take_last is '1'. Neither of gather and take_last is from a register, and neither is ever '1' without word_valid.
--
-- Widths: W bits a word, WORDS words a block; the first word in the most significant bits of gathered. last: the block that was
-- gathered most recently ends its message; valid from the cycle after its last word. Latency: none beyond one cycle a word.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity block_gatherer is
  generic (
    W     : positive := 64;
    WORDS : positive range 3 to 64
  );
  port (
    clk        : in    std_ulogic;
    rst        : in    std_ulogic;
    word       : in    std_ulogic_vector(W - 1 downto 0);
    word_valid : in    std_ulogic;
    word_last  : in    std_ulogic;
    word_ready : out   std_ulogic;
    want_block : in    std_ulogic;
    want_last  : in    std_ulogic;
    full       : out   std_ulogic;
    expecting  : out   std_ulogic;
    gather     : out   std_ulogic;
    take_last  : out   std_ulogic;
    gathered   : out   std_ulogic_vector(W * (WORDS - 1) - 1 downto 0);
    last       : out   std_ulogic
  );
end entity block_gatherer;

architecture rtl of block_gatherer is

  signal waiting : std_ulogic_vector(W * (WORDS - 2) - 1 downto 0);
  signal index   : unsigned(counter_bits(WORDS - 2) - 1 downto 0);
  signal filling : std_ulogic;

begin

  filling    <= not full and not expecting;
  gather     <= word_valid and full and want_block;
  take_last  <= word_valid and expecting and want_last;
  word_ready <= filling or (full and want_block) or (expecting and want_last);
  gathered   <= waiting & word;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        index     <= (others => '0');
        full      <= '0';
        expecting <= '0';
      else
        if filling = '1' and word_valid = '1' then
          index <= index + 1;
          if index = WORDS - 3 then
            index <= (others => '0');
            full  <= '1';
          end if;
        end if;
        if gather = '1' then
          full      <= '0';
          expecting <= '1';
        elsif take_last = '1' then
          expecting <= '0';
        end if;
      end if;
    end if;
  end process control_reg;

  waiting_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if filling = '1' and word_valid = '1' then
        waiting <= waiting(waiting'high - W downto 0) & word;
      end if;
    end if;
  end process waiting_reg;

  last_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if take_last = '1' then
        last <= word_last;
      end if;
    end if;
  end process last_reg;

end architecture rtl;
