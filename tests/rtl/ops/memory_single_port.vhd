-- SPDX-License-Identifier: Apache-2.0
-- RAM with one port: it reads or writes one word in a cycle. Synthesis infers one port of a block RAM.
--
--   address, write_data --> words --> register --> read_data
--
-- enable and not write: read_data is the word at the address in the next cycle. enable and write: the word at the address becomes
-- write_data, and read_data keeps its value. not enable: nothing changes. So no cycle reads and writes, and no family needs logic
-- for the case. ECP5, MachXO3, Gowin and GateMate call this write mode "normal" or "no change"; iCE40 takes one LUT4 for the
-- enable of its read port.
--
-- At most 1024 words, which is the depth of the smallest block (MachXO3). Yosys 0.70 maps deeper memories wrongly: a write to one
-- block then changes the word that was read from another.
--
-- Contents at power-up: the words of CONTENTS. Other words are undefined, and so are all words without CONTENTS. A reset
-- restores nothing.
-- Latency: a read takes one cycle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity memory_single_port is
  generic (
    ADDRESS_BITS : positive range 1 to 10; -- the memory has 2**ADDRESS_BITS words
    WORD_BITS    : positive;               -- width of a word
    CONTENTS     : std_ulogic_vector := "" -- first contents, word 0 leftmost; a whole number of words
  );
  port (
    clk        : in    std_ulogic;                                   -- all ports are on this clock
    enable     : in    std_ulogic;                                   -- '1': read or write in this cycle
    write      : in    std_ulogic;                                   -- '1': write; '0': read
    address    : in    std_ulogic_vector(ADDRESS_BITS - 1 downto 0); -- of the word that is read or written
    write_data : in    std_ulogic_vector(WORD_BITS - 1 downto 0);    -- written word
    read_data  : out   std_ulogic_vector(WORD_BITS - 1 downto 0)     -- word of the last read, registered
  );
end entity memory_single_port;

architecture rtl of memory_single_port is

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

  port_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if enable = '1' then
        if write = '1' then
          words(to_integer(unsigned(address))) <= write_data;
        else
          read_data <= words(to_integer(unsigned(address)));
        end if;
      end if;
    end if;
  end process port_reg;

end architecture rtl;
