-- SPDX-License-Identifier: Apache-2.0
-- Prints a thousand rows: five 16-bit operands, the three words of counter_5_3, and the two words of a carry-save adder of the first
-- three operands.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;
use work.carry_save_pkg.all;

entity counter_5_3_table is
end entity counter_5_3_table;

architecture rtl of counter_5_3_table is

  subtype word_t is unsigned(15 downto 0);

  type words_t is array (0 to 4) of word_t;

  signal operands : words_t;
  signal ones     : word_t;
  signal twos     : word_t;
  signal fours    : word_t;

begin

  counter : entity work.counter_5_3
    generic map (
      WORD_BITS => 16
    )
    port map (
      a     => operands(0),
      b     => operands(1),
      c     => operands(2),
      d     => operands(3),
      e     => operands(4),
      ones  => ones,
      twos  => twos,
      fours => fours
    );

  print : process is
    variable row : line;
  begin
    for index in 0 to 999 loop
      for i in operands'range loop
        operands(i) <= to_unsigned((index * (7919 + 2 * i * i * i) + 977 * i) mod 65536, 16);
      end loop;
      wait for 1 ns;
      for i in operands'range loop
        write(row, integer'image(to_integer(operands(i))) & ' ');
      end loop;
      write(row, integer'image(to_integer(ones)) & ' ' & integer'image(to_integer(twos)) & ' ');
      write(row, integer'image(to_integer(fours)) & ' ');
      write(row, integer'image(to_integer(save_sum(operands(0), operands(1), operands(2)))) & ' ');
      write(row, integer'image(to_integer(save_carry(operands(0), operands(1), operands(2)))));
      writeline(output, row);
    end loop;
    wait;
  end process print;

end architecture rtl;
