-- SPDX-License-Identifier: Apache-2.0
-- RAM with a write port and a read port (simple dual port). Synthesis infers one block RAM or several.
--
--   write_address, write_data --> words --> register --> read_data
--                read_address --/
--
-- read: read_data is the word at read_address in the next cycle; otherwise it keeps its value.
-- A read of the address that the other port writes in the same cycle is undefined: read_data is then 'X' in simulation, and what
-- the hardware returns differs between families. Synthesis reads the 'X' as "any value", so no family takes logic for the case. A
-- core that needs the old or the new word must not read in that cycle, or must select write_data itself.
--
-- Contents at power-up: the words of CONTENTS. Other words are undefined, and so are all words without CONTENTS. A reset
-- restores nothing.
-- Latency: a read takes one cycle; a written word can be read in the next cycle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity memory_simple_dual_port is
  generic (
    ADDRESS_BITS : positive;               -- the memory has 2**ADDRESS_BITS words
    WORD_BITS    : positive;               -- width of a word
    CONTENTS     : std_ulogic_vector := "" -- first contents, word 0 leftmost; a whole number of words
  );
  port (
    clk           : in    std_ulogic;                                   -- all ports are on this clock
    write         : in    std_ulogic;                                   -- '1': write in this cycle
    write_address : in    std_ulogic_vector(ADDRESS_BITS - 1 downto 0); -- of the written word
    write_data    : in    std_ulogic_vector(WORD_BITS - 1 downto 0);    -- written word
    read          : in    std_ulogic;                                   -- '1': read in this cycle
    read_address  : in    std_ulogic_vector(ADDRESS_BITS - 1 downto 0); -- of the word that is read
    read_data     : out   std_ulogic_vector(WORD_BITS - 1 downto 0)     -- word of the last read, registered
  );
end entity memory_simple_dual_port;

architecture rtl of memory_simple_dual_port is

  type words_t is array (2 ** ADDRESS_BITS - 1 downto 0) of std_ulogic_vector(WORD_BITS - 1 downto 0);

  function first_words return words_t is
    alias    bits   : std_ulogic_vector(0 to CONTENTS'length - 1) is CONTENTS;
    variable result : words_t := (others => (others => 'X'));
  begin
    for i in 0 to CONTENTS'length / WORD_BITS - 1 loop
      result(i) := bits(i * WORD_BITS to (i + 1) * WORD_BITS - 1);
    end loop;
    return result;
  end function first_words;

  signal words : words_t := first_words;

begin

  ports_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if write = '1' then
        words(to_integer(unsigned(write_address))) <= write_data;
      end if;
      if read = '1' then
        if write = '1' and write_address = read_address then
          read_data <= (others => 'X');
        else
          read_data <= words(to_integer(unsigned(read_address)));
        end if;
      end if;
    end if;
  end process ports_reg;

end architecture rtl;
