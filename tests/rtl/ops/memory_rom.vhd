-- SPDX-License-Identifier: Apache-2.0
-- ROM with one port and a registered read. Synthesis infers block RAM with initial contents, or logic where that is cheaper.
--
--   address --> words --> register --> read_data
--
-- read: read_data is the word at the address in the next cycle; otherwise it keeps its value. Words that CONTENTS does not give are
-- undefined, and a core must not read them.
--
-- Latency: a read takes one cycle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity memory_rom is
  generic (
    ADDRESS_BITS : positive;         -- the memory has 2**ADDRESS_BITS words
    WORD_BITS    : positive;         -- width of a word
    CONTENTS     : std_ulogic_vector -- first contents, word 0 leftmost; a whole number of words
  );
  port (
    clk       : in    std_ulogic;                                   -- all ports are on this clock
    read      : in    std_ulogic;                                   -- '1': read in this cycle
    address   : in    std_ulogic_vector(ADDRESS_BITS - 1 downto 0); -- of the word that is read
    read_data : out   std_ulogic_vector(WORD_BITS - 1 downto 0)     -- word of the last read, registered
  );
end entity memory_rom;

architecture rtl of memory_rom is

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

  constant WORDS : words_t := first_words;

begin

  port_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if read = '1' then
        read_data <= WORDS(to_integer(unsigned(address)));
      end if;
    end if;
  end process port_reg;

end architecture rtl;
