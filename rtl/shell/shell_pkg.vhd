-- SPDX-License-Identifier: Apache-2.0
-- Helper functions of the shell: width of a counter, byte order of a word, conversion of a condition to a bit.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package shell_pkg is

  -- Returns the width in bits of a counter that counts 0 .. COUNT - 1; at least one bit.
  function counter_bits (count : positive) return positive;

  -- Returns the bytes of WORD in reverse order. A stream word carries its most significant byte first; some algorithms
  -- define the least significant byte as the first one. WORD is a whole number of bytes.
  function swap_bytes (word : std_ulogic_vector) return std_ulogic_vector;

  -- Returns '1' if CONDITION is true, otherwise '0'.
  function to_bit (condition : boolean) return std_ulogic;

end package shell_pkg;

package body shell_pkg is

  function counter_bits (count : positive) return positive is
    variable bits : positive := 1;
  begin
    while 2 ** bits < count loop
      bits := bits + 1;
    end loop;
    return bits;
  end function counter_bits;

  function swap_bytes (word : std_ulogic_vector) return std_ulogic_vector is
    constant LENGTH : natural := word'length;
    alias    source : std_ulogic_vector(LENGTH - 1 downto 0) is word;
    variable result : std_ulogic_vector(LENGTH - 1 downto 0);
  begin
    for i in 0 to LENGTH / 8 - 1 loop
      result(8 * i + 7 downto 8 * i) := source(LENGTH - 8 * i - 1 downto LENGTH - 8 * i - 8);
    end loop;
    return result;
  end function swap_bytes;

  function to_bit (condition : boolean) return std_ulogic is
  begin
    if condition then
      return '1';
    end if;
    return '0';
  end function to_bit;

end package body shell_pkg;
