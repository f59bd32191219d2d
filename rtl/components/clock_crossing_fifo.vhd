-- SPDX-License-Identifier: Apache-2.0
-- A FIFO whose sides have clocks of any relation (asynchronous FIFO).
--
--   in_data -----------> words (2**ADDRESS_BITS) ------------> out_data
--   in_valid --> write_count --(Gray)--> two flip-flops --> empty --> out_valid
--   in_ready <-- full <-- two flip-flops <--(Gray)-- read_count <---- out_ready
--
-- Both counters have one bit more than an address, so that full and empty differ. A counter crosses in Gray code, of which one bit
-- changes with each word: a sample that is taken during the change is the old or the new value. A word is in the memory before its
-- counter has crossed, so out_data is stable while out_valid is '1'. Constrain the paths between both clocks to one period of the
-- faster clock, so that the bits of a counter arrive within one cycle of each other.
--
-- Both resets must be active at the same time for at least three cycles of each clock; reset_crossing does that.
--
-- Widths: W bits a word, 2**ADDRESS_BITS words. Latency: one cycle of in_clk and two to three cycles of out_clk. Throughput: one word
-- a cycle of the slower clock if the FIFO has at least eight words.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity clock_crossing_fifo is
  generic (
    W            : positive := 64; -- bits of a word
    ADDRESS_BITS : positive := 3   -- the FIFO has 2**ADDRESS_BITS words; at least 2
  );
  port (
    in_clk    : in    std_ulogic;                        -- clock of the in_* ports
    in_rst    : in    std_ulogic;                        -- synchronous reset of that side, active high
    in_data   : in    std_ulogic_vector(W - 1 downto 0); -- next word
    in_valid  : in    std_ulogic;                        -- in_data holds a word
    in_ready  : out   std_ulogic;                        -- in_data is taken in this cycle if in_valid is '1'
    out_clk   : in    std_ulogic;                        -- clock of the out_* ports
    out_rst   : in    std_ulogic;                        -- synchronous reset of that side, active high
    out_data  : out   std_ulogic_vector(W - 1 downto 0); -- oldest word
    out_valid : out   std_ulogic;                        -- out_data holds a word
    out_ready : in    std_ulogic                         -- the receiver takes out_data in this cycle
  );
end entity clock_crossing_fifo;

architecture rtl of clock_crossing_fifo is

  subtype count_t is unsigned(ADDRESS_BITS downto 0);

  type words_t is array (2 ** ADDRESS_BITS - 1 downto 0) of std_ulogic_vector(W - 1 downto 0);

  signal words       : words_t;
  signal write_count : count_t;
  signal write_gray  : count_t;
  signal written     : count_t; -- write_gray in out_clk, two registers
  signal written_raw : count_t;
  signal read_count  : count_t;
  signal read_gray   : count_t;
  signal read        : count_t; -- read_gray in in_clk, two registers
  signal read_raw    : count_t;
  signal full        : std_ulogic;
  signal empty       : std_ulogic;
  signal next_write  : count_t;
  signal next_read   : count_t;

  function gray (count : count_t) return count_t is
  begin
    return count xor shift_right(count, 1);
  end function gray;

begin

  -- full: the counters differ by 2**ADDRESS_BITS, which in Gray code inverts the two upper bits
  full       <= to_bit((write_gray(ADDRESS_BITS downto ADDRESS_BITS - 1) = not read(ADDRESS_BITS downto ADDRESS_BITS - 1))
                       and write_gray(ADDRESS_BITS - 2 downto 0) = read(ADDRESS_BITS - 2 downto 0));
  empty      <= to_bit(read_gray = written);
  next_write <= write_count + 1;
  next_read  <= read_count + 1;
  in_ready   <= not full;
  out_valid  <= not empty;
  out_data   <= words(to_integer(read_count(ADDRESS_BITS - 1 downto 0)));

  words_reg : process (in_clk) is
  begin
    if rising_edge(in_clk) then
      if in_valid = '1' and full = '0' then
        words(to_integer(write_count(ADDRESS_BITS - 1 downto 0))) <= in_data;
      end if;
    end if;
  end process words_reg;

  write_reg : process (in_clk) is
  begin
    if rising_edge(in_clk) then
      read_raw <= read_gray;
      read     <= read_raw;
      if in_rst = '1' then
        write_count <= (others => '0');
        write_gray  <= (others => '0');
      elsif in_valid = '1' and full = '0' then
        write_count <= next_write;
        write_gray  <= gray(next_write);
      end if;
    end if;
  end process write_reg;

  read_reg : process (out_clk) is
  begin
    if rising_edge(out_clk) then
      written_raw <= write_gray;
      written     <= written_raw;
      if out_rst = '1' then
        read_count <= (others => '0');
        read_gray  <= (others => '0');
      elsif out_ready = '1' and empty = '0' then
        read_count <= next_read;
        read_gray  <= gray(next_read);
      end if;
    end if;
  end process read_reg;

end architecture rtl;
