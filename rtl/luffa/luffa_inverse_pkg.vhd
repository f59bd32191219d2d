-- SPDX-License-Identifier: Apache-2.0
-- The inverse of a step of Luffa v2, to compute constants. A circuit that needs no logic to select its first input starts from the
-- state that one step transforms into it.
-- Source: Luffa, Specification Ver. 2.0, sections 4.1 to 4.4.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.luffa_pkg.all;

package luffa_inverse_pkg is

  -- Returns the state that SubCrumb, MixWord and AddConstant with the constants C transform into RESULT.
  function step_inverse (result : state_t; c : constants_t) return state_t;

end package luffa_inverse_pkg;

package body luffa_inverse_pkg is

  -- The S-box of SubCrumb as a table: entry X is the column of four bits that it makes of column X.
  type table_t is array (0 to 15) of std_ulogic_vector(3 downto 0);

  function s_box return table_t is
    variable v     : state_t(0 to 0) := (others => (others => (others => '0')));
    variable table : table_t;
  begin
    for x in 0 to 15 loop
      for k in 0 to 3 loop
        v(0)(k)(x) := to_unsigned(x, 4)(k);
      end loop;
    end loop;
    v := sub_crumb(v);
    for x in 0 to 15 loop
      for k in 0 to 3 loop
        table(x)(k) := v(0)(k)(x);
      end loop;
    end loop;
    return table;
  end function s_box;

  -- The words of each half of a permutation in the order in which the S-box takes them (4.2).
  type order_t is array (0 to 1, 0 to 3) of natural range 0 to 7;

  constant ORDER : order_t := ((0, 1, 2, 3), (5, 6, 7, 4));

  function step_inverse (result : state_t; c : constants_t) return state_t is
    constant TABLE : table_t := s_box;

    variable v      : state_t(0 to result'length - 1) := result;
    variable x      : word_t;
    variable y      : word_t;
    variable column : std_ulogic_vector(3 downto 0);
  begin
    for j in v'range loop
      v(j)(0) := v(j)(0) xor c(j)(0);
      v(j)(4) := v(j)(4) xor c(j)(1);
      for k in 0 to 3 loop
        x           := v(j)(k);
        y           := rotated(v(j)(k + 4), 31);
        x           := rotated(x xor y, 22);
        y           := rotated(y xor x, 18);
        x           := rotated(x xor y, 30);
        v(j)(k)     := x;
        v(j)(k + 4) := y xor x;
      end loop;
      for half in 0 to 1 loop
        for bit_number in 0 to 31 loop
          for k in 0 to 3 loop
            column(k) := v(j)(ORDER(half, k))(bit_number);
          end loop;
          for source in 0 to 15 loop
            if TABLE(source) = column then
              for k in 0 to 3 loop
                v(j)(ORDER(half, k))(bit_number) := to_unsigned(source, 4)(k);
              end loop;
            end if;
          end loop;
        end loop;
      end loop;
    end loop;
    return v;
  end function step_inverse;

end package body luffa_inverse_pkg;
