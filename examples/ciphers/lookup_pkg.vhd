-- SPDX-License-Identifier: Apache-2.0
-- Tables as logic: the synthesis tools could otherwise infer a memory, which the cores do not have.

library ieee;
use ieee.std_logic_1164.all;

package lookup_pkg is

  -- Returns bit `index` of `table`, counted from the left. `table` has 2**index'length bits.
  function look_up (table : std_ulogic_vector; index : std_ulogic_vector) return std_ulogic;

end package lookup_pkg;

package body lookup_pkg is

  function look_up (table : std_ulogic_vector; index : std_ulogic_vector) return std_ulogic is
    variable left   : std_ulogic_vector(0 to table'length - 1) := table;
    variable length : positive                                 := table'length;
    alias    bits   : std_ulogic_vector(index'length - 1 downto 0) is index;
  begin
    for i in bits'range loop
      length := length / 2;
      for j in 0 to length - 1 loop
        left(j) := (left(j) and not bits(i)) or (left(j + length) and bits(i));
      end loop;
    end loop;
    return left(0);
  end function look_up;

end package body lookup_pkg;
