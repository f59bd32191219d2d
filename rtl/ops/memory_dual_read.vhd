-- SPDX-License-Identifier: Apache-2.0
-- RAM with two ports: port a reads or writes one word in a cycle, port b reads one. Every family infers block RAM; iCE40 stores the
-- words twice, since its block RAM has a single read port.
--
--   address_a, write_data_a --> words --> register --> read_data_a
--                 address_b --/      \--> register --> read_data_b
--
-- Port a: enable and not write: read_data_a is the word at address_a in the next cycle. enable and write: the word becomes
-- write_data_a, and read_data_a keeps its value. not enable: nothing changes. Port b: enable: read_data_b is the word at address_b
-- in the next cycle; otherwise it keeps its value.
--
-- A read by port b of the address that port a writes in the same cycle is undefined ('X' in simulation). Synthesis reads the 'X' as
-- "any value", so no family takes logic for the case; a core must avoid it.
--
-- At most 1024 words, which is the depth of the smallest block (MachXO3). Yosys 0.70 maps deeper memories wrongly: a write to one
-- block then changes the word that was read from another.
--
-- Contents at power-up: the words of CONTENTS. Other words are undefined, and so are all words without CONTENTS. A reset
-- restores nothing.
-- Latency: a read takes one cycle; a written word can be read in the next cycle, by both ports.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity memory_dual_read is
  generic (
    ADDRESS_BITS : positive range 1 to 10; -- the memory has 2**ADDRESS_BITS words
    WORD_BITS    : positive;               -- width of a word
    CONTENTS     : std_ulogic_vector := "" -- first contents, word 0 leftmost; a whole number of words
  );
  port (
    clk          : in    std_ulogic;                                   -- all ports are on this clock
    enable_a     : in    std_ulogic;                                   -- '1': port a reads or writes in this cycle
    write_a      : in    std_ulogic;                                   -- '1': port a writes; '0': it reads
    address_a    : in    std_ulogic_vector(ADDRESS_BITS - 1 downto 0); -- of port a's word
    write_data_a : in    std_ulogic_vector(WORD_BITS - 1 downto 0);    -- word that port a writes
    read_data_a  : out   std_ulogic_vector(WORD_BITS - 1 downto 0);    -- word of port a's last read, registered
    enable_b     : in    std_ulogic;                                   -- '1': port b reads in this cycle
    address_b    : in    std_ulogic_vector(ADDRESS_BITS - 1 downto 0); -- of port b's word
    read_data_b  : out   std_ulogic_vector(WORD_BITS - 1 downto 0)     -- word of port b's last read, registered
  );
end entity memory_dual_read;

architecture rtl of memory_dual_read is

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
      if enable_a = '1' then
        if write_a = '1' then
          words(to_integer(unsigned(address_a))) <= write_data_a;
        else
          read_data_a <= words(to_integer(unsigned(address_a)));
        end if;
      end if;
      if enable_b = '1' then
        if enable_a = '1' and write_a = '1' and address_a = address_b then
          read_data_b <= (others => 'X');
        else
          read_data_b <= words(to_integer(unsigned(address_b)));
        end if;
      end if;
    end if;
  end process ports_reg;

end architecture rtl;
