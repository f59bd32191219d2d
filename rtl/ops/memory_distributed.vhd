-- SPDX-License-Identifier: Apache-2.0
-- Small RAM with a write port and a read port without register, for 16 words or a small multiple. ECP5, MachXO3 and Gowin make it
-- of LUTs, 16 words of 4 bits in each group. iCE40 and GateMate have no such RAM: there it becomes registers and multiplexers.
--
--   write_address, write_data --> words --> read_data
--                read_address --/
--
-- read_data is the word at read_address, in the same cycle. While the same word is written it is the old word, on every family: the
-- new one appears after the clock edge.
--
-- The first contents are undefined: families without such RAM have registers instead, which the netlist check starts at random.
--
-- Latency: a read is combinational; a written word can be read in the next cycle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity memory_distributed is
  generic (
    ADDRESS_BITS : positive; -- the memory has 2**ADDRESS_BITS words
    WORD_BITS    : positive  -- width of a word
  );
  port (
    clk           : in    std_ulogic;                                   -- all ports are on this clock
    write         : in    std_ulogic;                                   -- '1': write in this cycle
    write_address : in    std_ulogic_vector(ADDRESS_BITS - 1 downto 0); -- of the written word
    write_data    : in    std_ulogic_vector(WORD_BITS - 1 downto 0);    -- written word
    read_address  : in    std_ulogic_vector(ADDRESS_BITS - 1 downto 0); -- of the word that is read
    read_data     : out   std_ulogic_vector(WORD_BITS - 1 downto 0)     -- word at read_address, not registered
  );
end entity memory_distributed;

architecture rtl of memory_distributed is

  type words_t is array (2 ** ADDRESS_BITS - 1 downto 0) of std_ulogic_vector(WORD_BITS - 1 downto 0);

  signal words : words_t;

begin

  write_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if write = '1' then
        words(to_integer(unsigned(write_address))) <= write_data;
      end if;
    end if;
  end process write_reg;

  read_data <= words(to_integer(unsigned(read_address)));

end architecture rtl;
