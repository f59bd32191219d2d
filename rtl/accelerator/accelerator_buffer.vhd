-- SPDX-License-Identifier: Apache-2.0
-- Message buffer of one lane: a FIFO of rows in block RAM. A row is what the bus moves in a cycle, with flags.
--
--   write_row --> memory --> read_data --> row register --> row
--
-- full leaves room for RESERVE more rows: for those that the distributor has already sent, and for those that end a packet
-- which does not fit. empty says that there is no row in any of the three places; a row that is written in this cycle counts
-- from the next cycle on.
--
-- Widths: WIDTH bits a row, ROWS rows. Latency: three cycles. One row a cycle in and out.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity accelerator_buffer is
  generic (
    WIDTH   : positive := 66;   -- bits of a row, flags included
    ROWS    : positive := 1024; -- rows of the memory, a power of two, at least 8
    RESERVE : positive := 4     -- rows that may be written while full is '1'
  );
  port (
    clk       : in    std_ulogic;                            -- clock of all ports
    rst       : in    std_ulogic;                            -- synchronous reset, active high
    write     : in    std_ulogic;                            -- write_row is stored in this cycle
    write_row : in    std_ulogic_vector(WIDTH - 1 downto 0); -- next row
    full      : out   std_ulogic;                            -- RESERVE rows of the memory are left, or fewer
    half      : out   std_ulogic;                            -- at least half of the memory is in use
    empty     : out   std_ulogic;                            -- there is no row in the buffer
    row       : out   std_ulogic_vector(WIDTH - 1 downto 0); -- oldest row
    row_valid : out   std_ulogic;                            -- row holds a row
    row_ready : in    std_ulogic                             -- the receiver takes the row in this cycle
  );
end entity accelerator_buffer;

architecture rtl of accelerator_buffer is

  constant ADDRESS_BITS : positive := counter_bits(ROWS);

  signal stored        : unsigned(ADDRESS_BITS downto 0); -- rows in the memory
  signal write_address : unsigned(ADDRESS_BITS - 1 downto 0);
  signal read_address  : unsigned(ADDRESS_BITS - 1 downto 0);
  signal read          : std_ulogic;                      -- a row leaves the memory in this cycle
  signal move          : std_ulogic;                      -- a row moves from read_data to the row register
  signal fetched       : std_ulogic;                      -- read_data holds a row
  signal read_data     : std_ulogic_vector(WIDTH - 1 downto 0);
  signal held          : std_ulogic;                      -- the row register holds a row

begin

  full      <= to_bit(stored >= ROWS - RESERVE);
  half      <= stored(ADDRESS_BITS) or stored(ADDRESS_BITS - 1);
  empty     <= to_bit(stored = 0) and not fetched and not held;
  row_valid <= held;
  move      <= fetched and (row_ready or not held);
  read      <= to_bit(stored /= 0) and (move or not fetched);

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        stored        <= (others => '0');
        write_address <= (others => '0');
        read_address  <= (others => '0');
        fetched       <= '0';
        held          <= '0';
      else
        if write = '1' and read = '0' then
          stored <= stored + 1;
        elsif write = '0' and read = '1' then
          stored <= stored - 1;
        end if;
        if write = '1' then
          write_address <= write_address + 1;
        end if;
        if read = '1' then
          read_address <= read_address + 1;
        end if;
        fetched <= read or (fetched and not move);
        held    <= move or (held and not row_ready);
      end if;
    end if;
  end process control_reg;

  row_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if move = '1' then
        row <= read_data;
      end if;
    end if;
  end process row_reg;

  memory : entity work.memory_simple_dual_port
    generic map (
      ADDRESS_BITS => ADDRESS_BITS,
      WORD_BITS    => WIDTH
    )
    port map (
      clk           => clk,
      write         => write,
      write_address => std_ulogic_vector(write_address),
      write_data    => write_row,
      read          => read,
      read_address  => std_ulogic_vector(read_address),
      read_data     => read_data
    );

end architecture rtl;
