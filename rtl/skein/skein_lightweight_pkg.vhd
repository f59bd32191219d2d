-- SPDX-License-Identifier: Apache-2.0
-- Slots of the states of lightweight Skein, and the rotation amounts of MIX as sequences that the counter of slots looks up.
-- skein_lightweight_control defines the states and slots.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sequence_pkg.all;
use work.skein_pkg.all;

package skein_lightweight_pkg is

  -- Bits of the counter of slots, the last slot of each state, and the number of the last subkey.
  constant COUNT_BITS  : positive := 5;
  constant LAST_START  : natural  := 22;
  constant LAST_INJECT : natural  := 10;
  constant LAST_ROUND  : natural  := 15;
  constant LAST_FINISH : natural  := 31;
  constant LAST_NUMBER : natural  := N_R / 4;

  type amount_bits_t is array (0 to 5) of std_ulogic_vector(0 to 31);

  -- Returns the sequence that is '1' in slots FIRST to LAST of the state start, inject or finish.
  function in_start (first, last : natural) return std_ulogic_vector;

  function in_inject (first, last : natural) return std_ulogic_vector;

  function in_finish (first, last : natural) return std_ulogic_vector;

  -- Returns the bits of the rotation amounts of MIX. The index is 16 (s mod 2) + slot, where s is the number of the subkey.
  function all_amounts return amount_bits_t;

end package skein_lightweight_pkg;

package body skein_lightweight_pkg is

  function in_start (first, last : natural) return std_ulogic_vector is
  begin
    return marks(first, last, LAST_START + 1, 2 ** COUNT_BITS);
  end function in_start;

  function in_inject (first, last : natural) return std_ulogic_vector is
  begin
    return marks(first, last, LAST_INJECT + 1, 2 ** COUNT_BITS);
  end function in_inject;

  function in_finish (first, last : natural) return std_ulogic_vector is
  begin
    return marks(first, last, LAST_FINISH + 1, 2 ** COUNT_BITS);
  end function in_finish;

  function all_amounts return amount_bits_t is
    variable result : amount_bits_t;
    variable value  : unsigned(5 downto 0);
  begin
    for i in 0 to 31 loop
      value := to_unsigned(rotation(8, i / 4, i mod 4), 6);
      for b in 0 to 5 loop
        result(b)(i) := value(b);
      end loop;
    end loop;
    return result;
  end function all_amounts;

end package body skein_lightweight_pkg;
