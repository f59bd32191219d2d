-- SPDX-License-Identifier: Apache-2.0
-- Helpers of the uniform interface: sizes of counters and the order of bytes.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package shell_pkg is

  -- Bits a counter needs to hold 0 .. COUNT - 1, at least one.
  function counter_bits (count : positive) return positive;

  -- The bytes of a word in opposite order: words arrive most significant byte first, some algorithms count from the other end.
  function swap_bytes (word : std_ulogic_vector) return std_ulogic_vector;

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
