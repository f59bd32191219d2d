-- SPDX-License-Identifier: Apache-2.0
-- Gathers a block beside the processing of the one before and hands it over in four rows, one a cycle.
--
--              +- lane 0 --------------+
--   word --+-->| words 0, L, 2L, 3L    |--+
--          |   +- lane 1 --------------+  |   +-------+
--          +-->| words 1, L + 1, ...   |--+-->| row   |---> row        zero unless a block is handed over
--          |   +-----------------------+  |   +-------+
--          +--> ... lane L - 1 -----------+
--
-- Lanes are shift registers. Words enter them by turns, one lane moving at a time; when a block is handed over all of them move. So
-- nothing has two sources.
--
-- All words but the last are taken as they come, the last one only with `want`; in that cycle `take` is '1', which is not from a
-- register. The first row is there in the cycle behind it.
-- Widths: words of 64 bits, L = LANES of them in a row.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity shavite3_highspeed_loader is
  generic (
    LANES : positive range 2 to 4
  );
  port (
    clk        : in    std_ulogic;
    rst        : in    std_ulogic;
    word       : in    std_ulogic_vector(63 downto 0);
    word_valid : in    std_ulogic;
    word_ready : out   std_ulogic;
    want       : in    std_ulogic;
    take       : out   std_ulogic;
    row        : out   std_ulogic_vector(64 * LANES - 1 downto 0)
  );
end entity shavite3_highspeed_loader;

architecture rtl of shavite3_highspeed_loader is

  constant ROWS : positive := 4;

  type lane_t is array (0 to ROWS - 1) of std_ulogic_vector(63 downto 0);

  type lanes_t is array (0 to LANES - 1) of lane_t;

  signal waiting : lanes_t;
  signal index   : unsigned(counter_bits(ROWS * LANES) - 1 downto 0);
  signal turn    : std_ulogic_vector(0 to LANES - 1);
  signal full    : std_ulogic;
  signal feeding : std_ulogic_vector(1 to ROWS - 1);
  signal feeds   : std_ulogic;
  signal taken   : std_ulogic;
  signal taking  : std_ulogic;

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

  -- The last word of a block is in its place one step earlier than the others, since all lanes move when it comes.
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
