-- SPDX-License-Identifier: Apache-2.0
-- Collects a block while the block before it is processed, and hands it over in four rows, one in each cycle.
--
--              +- lane 0 --------------+
--   word --+-->| words 0, L, 2L, 3L    |--+
--          |   +- lane 1 --------------+  |   +-------+
--          +-->| words 1, L + 1, ...   |--+-->| row   |---> row        zero unless a block is handed over
--          |   +-----------------------+  |   +-------+
--          +--> ... lane L - 1 -----------+
--
-- The L lanes are shift registers. Words enter them in turn, one lane shifting at a time. All lanes shift when a block is handed
-- over. So each register has one data source.
--
-- All words except the last one are taken as they arrive. The last one is taken only while `want` is '1'; `take` is '1' in that
-- cycle and is combinational. The first row is on `row` in the next cycle.
-- Widths: words of 64 bits, L = LANES of them in a row.
-- Latency: one cycle from the last word to the first row; then one row in each cycle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity shavite3_highspeed_loader is
  generic (
    LANES : positive range 2 to 4 -- words in a row: 2 (C_256) or 4 (C_512)
  );
  port (
    clk        : in    std_ulogic;                                -- core clock
    rst        : in    std_ulogic;                                -- synchronous reset, active high: no words are stored
    word       : in    std_ulogic_vector(63 downto 0);            -- next word of the message
    word_valid : in    std_ulogic;                                -- word holds a word
    word_ready : out   std_ulogic;                                -- word is taken in this cycle if word_valid is '1'
    want       : in    std_ulogic;                                -- the last word of the block may be taken
    take       : out   std_ulogic;                                -- the last word of the block is taken in this cycle
    row        : out   std_ulogic_vector(64 * LANES - 1 downto 0) -- row of the block; zero if want was '0' and no row follows
  );
end entity shavite3_highspeed_loader;

architecture rtl of shavite3_highspeed_loader is

  constant ROWS : positive := 4;

  type lane_t is array (0 to ROWS - 1) of std_ulogic_vector(63 downto 0);

  type lanes_t is array (0 to LANES - 1) of lane_t;

  signal waiting : lanes_t;                                           -- the lanes
  signal index   : unsigned(counter_bits(ROWS * LANES) - 1 downto 0); -- number of words of the block that are stored
  signal turn    : std_ulogic_vector(0 to LANES - 1);                 -- the lane that takes the next word
  signal full    : std_ulogic;                                        -- all words but the last one are stored
  signal feeding : std_ulogic_vector(1 to ROWS - 1);                  -- rows 1 .. 3 are handed over
  signal feeds   : std_ulogic;                                        -- a row after the first one is handed over
  signal taken   : std_ulogic;                                        -- a word is taken
  signal taking  : std_ulogic;                                        -- the last word is taken

begin

  feeds      <= to_bit(unsigned(feeding) /= 0);
  word_ready <= (want or not full) and not feeds;
  taken      <= word_valid and (want or not full) and not feeds;
  taking     <= word_valid and want and full;
  take       <= taking;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        index   <= (others => '0');
        turn    <= (0 => '1', others => '0');
        full    <= '0';
        feeding <= (others => '0');
      else
        feeding <= taking & feeding(1 to ROWS - 2);
        if taken = '1' then
          index <= index + 1;
          turn  <= turn(LANES - 1) & turn(0 to LANES - 2);
          full  <= to_bit(index = ROWS * LANES - 2);
        end if;
      end if;
    end if;
  end process control_reg;

  -- The last word of a block is in position one step earlier than the others, because all lanes shift when it arrives.
  waiting_reg : process (clk) is
  begin
    if rising_edge(clk) then
      for i in 0 to LANES - 1 loop
        if (taken = '1' and turn(i) = '1') or taking = '1' or feeds = '1' then
          waiting(i) <= waiting(i)(1 to ROWS - 1) & word;
        end if;
      end loop;
    end if;
  end process waiting_reg;

  row_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if want = '0' and feeds = '0' then
        row <= (others => '0');
      else
        for i in 0 to LANES - 2 loop
          row(64 * (LANES - i) - 1 downto 64 * (LANES - i - 1)) <= waiting(i)(0);
        end loop;
        row(63 downto 0) <= waiting(LANES - 1)(1);
      end if;
    end if;
  end process row_reg;

end architecture rtl;
