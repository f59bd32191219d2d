-- SPDX-License-Identifier: Apache-2.0
-- Loads a block of JH for the datapath, which reads all of it in one cycle, the first step of the block. As whole_injector of
-- rtl/shell, but only four of the eight words have a register of their own for that step.
--
--            +- waiting ----+
--   word --->| words 0 .. 6 |---> words 2 .. 5 -----------------------------------+--> inject
--       |    +--------------+            +- rank -------------+                   |
--       |           +--- words 0, 1, 6 ->| zero unless it is  |-------------------+
--       +-------------------- word 7 --->| the first step     |
--                                        +--------------------+
--
-- Words 0 .. 6 are taken as they arrive. Word 7 is taken only while `want` is '1'; `take` is '1' in that cycle and is
-- combinational. The first step is the cycle after take. In that cycle `waiting` still holds words 0 .. 6, because it is full
-- until then and stores the next word at the end of the cycle. So words 2 .. 5 need no further register where the datapath has a
-- LUT4 with two free inputs: one for the bit, one for the flag of the first step. In all other cycles these words of inject have
-- any value.
--
-- The other words must be zero in the steps after the first. The only control input of their rank is `quiet`, which the datapath
-- holds from the first step until the cycle before it raises want again. In every cycle without quiet the rank copies `waiting`
-- and the word on the port, whether that is a whole block or not.
--
-- Widths: words of 64 bits, blocks of 512 bits; the first word is in the most significant bits of inject.
-- Latency: one cycle after the last word. `last` is valid from the cycle after take.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity jh_highspeed_loader is
  port (
    clk        : in    std_ulogic;                      -- clock of the words and of the datapath
    rst        : in    std_ulogic;                      -- synchronous reset, active high
    word       : in    std_ulogic_vector(63 downto 0);  -- next word of the message
    word_valid : in    std_ulogic;                      -- word holds a word
    word_last  : in    std_ulogic;                      -- word is the last one of its message
    word_ready : out   std_ulogic;                      -- word is taken in this cycle if word_valid is '1'
    want       : in    std_ulogic;                      -- the datapath can absorb a block in the next cycle
    quiet      : in    std_ulogic;                      -- words 0, 1, 6, 7 of inject are zero in the next cycle
    take       : out   std_ulogic;                      -- the last word is taken; inject is the block in the next cycle
    inject     : out   std_ulogic_vector(511 downto 0); -- the block in the cycle after take; words 2 .. 5 are otherwise undefined
    last       : out   std_ulogic                       -- the latest block ends its message
  );
end entity jh_highspeed_loader;

architecture rtl of jh_highspeed_loader is

  signal waiting : std_ulogic_vector(511 downto 64); -- words of the block that have arrived
  signal index   : unsigned(2 downto 0);
  signal full    : std_ulogic;

begin

  take                 <= word_valid and full and want;
  word_ready           <= want or not full;
  inject(383 downto 128) <= waiting(383 downto 128);

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or take = '1' then
        index <= (others => '0');
        full  <= '0';
      elsif word_valid = '1' and full = '0' then
        index <= index + 1;
        full  <= to_bit(index = 6);
      end if;
    end if;
  end process control_reg;

  waiting_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if word_valid = '1' and full = '0' then
        waiting <= waiting(447 downto 64) & word;
      end if;
    end if;
  end process waiting_reg;

  rank_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if quiet = '1' then
        inject(511 downto 384) <= (others => '0');
        inject(127 downto 0)   <= (others => '0');
      else
        inject(511 downto 384) <= waiting(511 downto 384);
        inject(127 downto 0)   <= waiting(127 downto 64) & word;
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
