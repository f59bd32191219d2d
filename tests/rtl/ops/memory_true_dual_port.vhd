-- SPDX-License-Identifier: Apache-2.0
-- RAM with two ports, each of which reads or writes one word in a cycle (true dual port). Synthesis infers block RAM on ECP5,
-- MachXO3, Gowin and GateMate. iCE40's block RAM has a single write port: there this entity becomes registers and multiplexers.
-- Where a core must fit all families, use memory_dual_read.
--
--   address_a, write_data_a --> words --> register --> read_data_a
--   address_b, write_data_b --/      \--> register --> read_data_b
--
-- Each port: enable and not write: the port's read_data is the word at its address in the next cycle. enable and write: the word
-- becomes write_data, and read_data keeps its value. not enable: nothing changes.
--
-- If both ports use the same address in a cycle and one of them writes, a read by the other is undefined ('X' in simulation). If
-- both write the same address, the word is undefined on hardware; simulation stores port b's word. No family takes logic for these
-- cases; a core must avoid them.
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

entity memory_true_dual_port is
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
    enable_b     : in    std_ulogic;                                   -- '1': port b reads or writes in this cycle
    write_b      : in    std_ulogic;                                   -- '1': port b writes; '0': it reads
    address_b    : in    std_ulogic_vector(ADDRESS_BITS - 1 downto 0); -- of port b's word
    write_data_b : in    std_ulogic_vector(WORD_BITS - 1 downto 0);    -- word that port b writes
    read_data_b  : out   std_ulogic_vector(WORD_BITS - 1 downto 0)     -- word of port b's last read, registered
  );
end entity memory_true_dual_port;

architecture rtl of memory_true_dual_port is

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
          if enable_b = '1' and write_b = '1' and address_a = address_b then
            read_data_a <= (others => 'X');
          else
            read_data_a <= words(to_integer(unsigned(address_a)));
          end if;
        end if;
      end if;
      if enable_b = '1' then
        if write_b = '1' then
          words(to_integer(unsigned(address_b))) <= write_data_b;
        else
          if enable_a = '1' and write_a = '1' and address_a = address_b then
            read_data_b <= (others => 'X');
          else
            read_data_b <= words(to_integer(unsigned(address_b)));
          end if;
        end if;
      end if;
    end if;
  end process ports_reg;

end architecture rtl;
