-- SPDX-License-Identifier: Apache-2.0
-- A FIFO of 2**ADDRESS_BITS words with one clock, which reports its free words.
--
-- in_data --> words --> out_data
--
-- Widths: W bits a word. Latency: one cycle. Throughput: one word a cycle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity data_fifo is
  generic (
    W            : positive := 32; -- bits of a word
    ADDRESS_BITS : positive := 4   -- the FIFO has 2**ADDRESS_BITS words
  );
  port (
    clk       : in    std_ulogic;                        -- clock of both sides
    rst       : in    std_ulogic;                        -- synchronous reset, active high: empties the FIFO
    in_data   : in    std_ulogic_vector(W - 1 downto 0); -- next word
    in_valid  : in    std_ulogic;                        -- in_data holds a word
    in_ready  : out   std_ulogic;                        -- in_data is taken in this cycle if in_valid is '1'
    space     : out   unsigned(ADDRESS_BITS downto 0);   -- free words
    out_data  : out   std_ulogic_vector(W - 1 downto 0); -- oldest word
    out_valid : out   std_ulogic;                        -- out_data holds a word
    out_ready : in    std_ulogic                         -- the receiver takes out_data in this cycle
  );
end entity data_fifo;

architecture rtl of data_fifo is

  constant DEPTH : positive := 2 ** ADDRESS_BITS;

  type words_t is array (DEPTH - 1 downto 0) of std_ulogic_vector(W - 1 downto 0);

  signal words         : words_t;
  signal write_address : unsigned(ADDRESS_BITS - 1 downto 0);
  signal read_address  : unsigned(ADDRESS_BITS - 1 downto 0);
  signal free          : unsigned(ADDRESS_BITS downto 0);
  signal writes        : std_ulogic;
  signal reads         : std_ulogic;

begin

  in_ready  <= to_bit(free /= 0);
  out_valid <= to_bit(free /= DEPTH);
  out_data  <= words(to_integer(read_address));
  space     <= free;
  writes    <= in_valid and to_bit(free /= 0);
  reads     <= out_ready and to_bit(free /= DEPTH);

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        write_address <= (others => '0');
        read_address  <= (others => '0');
        free          <= to_unsigned(DEPTH, free'length);
      else
        if writes = '1' then
          write_address <= write_address + 1;
        end if;
        if reads = '1' then
          read_address <= read_address + 1;
        end if;
        if reads = '1' and writes = '0' then
          free <= free + 1;
        elsif writes = '1' and reads = '0' then
          free <= free - 1;
        end if;
      end if;
    end if;
  end process control_reg;

  words_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if writes = '1' then
        words(to_integer(write_address)) <= in_data;
      end if;
    end if;
  end process words_reg;

end architecture rtl;
