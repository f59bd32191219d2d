-- SPDX-License-Identifier: Apache-2.0
-- ROM-based sequences of control signals: a control bit for each step of a counter, looked up in logic. The lightweight cores
-- use it (paper B, section 2.4: main state machine, one counter of cycles, sequences from ROM).
--
--   count --> lookup in a constant --> control bit
--
-- The ROM is a tree of multiplexers that is folded where a constant allows it, so it takes LUTs and never a block RAM. An entry of
-- '-' is a step in which the bit does not matter, or that never occurs. Such entries make the tree smaller: halves of the table
-- that agree in all entries other than '-' are folded into one.
--
-- Widths: a sequence has 2**n entries and is read by a counter of n bits. Latency: none; register the result where a path is long.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package sequence_pkg is

  -- Returns a sequence that is '1' in steps FIRST to LAST and '0' in the other ones below STEPS. Entries from STEPS on are '-'.
  function marks (first, last : natural; steps : positive; size : positive) return std_ulogic_vector;

  -- Returns the sequence that is '1' where one of both is. '-' with '0' is '-', and '-' with '1' is '1'.
  function either (left, right : std_ulogic_vector) return std_ulogic_vector;

  -- Returns entry COUNT of the sequence.
  function lookup (contents : std_ulogic_vector; count : unsigned) return std_ulogic;

end package sequence_pkg;

package body sequence_pkg is

  function marks (first, last : natural; steps : positive; size : positive) return std_ulogic_vector is
    variable result : std_ulogic_vector(0 to size - 1);
  begin
    for i in result'range loop
      if i >= first and i <= last then
        result(i) := '1';
      elsif i < steps then
        result(i) := '0';
      else
        result(i) := '-';
      end if;
    end loop;
    return result;
  end function marks;

  function either (left, right : std_ulogic_vector) return std_ulogic_vector is
    alias    one    : std_ulogic_vector(0 to left'length - 1) is left;
    alias    two    : std_ulogic_vector(0 to right'length - 1) is right;
    variable result : std_ulogic_vector(0 to left'length - 1);
  begin
    for i in result'range loop
      if one(i) = '1' or two(i) = '1' then
        result(i) := '1';
      elsif one(i) = '-' or two(i) = '-' then
        result(i) := '-';
      else
        result(i) := '0';
      end if;
    end loop;
    return result;
  end function either;

  -- Returns whether no entry of the sequence is OTHER.
  function lacks (contents : std_ulogic_vector; other : std_ulogic) return boolean is
  begin
    for i in contents'range loop
      if contents(i) = other then
        return false;
      end if;
    end loop;
    return true;
  end function lacks;

  -- Returns whether both sequences agree in all entries other than '-'.
  function agree (one, two : std_ulogic_vector) return boolean is
  begin
    for i in 0 to one'length - 1 loop
      if (one(one'left + i) = '0' and two(two'left + i) = '1') or (one(one'left + i) = '1' and two(two'left + i) = '0') then
        return false;
      end if;
    end loop;
    return true;
  end function agree;

  -- Returns the entries of one of both sequences, '-' only where both have it.
  function fold (one, two : std_ulogic_vector) return std_ulogic_vector is
    variable result : std_ulogic_vector(0 to one'length - 1);
  begin
    for i in result'range loop
      result(i) := one(one'left + i);
      if result(i) = '-' then
        result(i) := two(two'left + i);
      end if;
    end loop;
    return result;
  end function fold;

  function lookup (contents : std_ulogic_vector; count : unsigned) return std_ulogic is
    constant HALF  : natural := contents'length / 2;
    alias    entry : std_ulogic_vector(0 to contents'length - 1) is contents;
    alias    index : unsigned(count'length - 1 downto 0) is count;
    variable found : std_ulogic;
  begin
    if lacks(contents, '1') then
      found := '0';
    elsif lacks(contents, '0') then
      found := '1';
    elsif agree(entry(0 to HALF - 1), entry(HALF to entry'right)) then
      found := lookup(fold(entry(0 to HALF - 1), entry(HALF to entry'right)), index(index'high - 1 downto 0));
    else
      -- Written with gates, since GHDL's synthesis would leave an undefined value in a multiplexer that an `if` makes.
      found :=
      (
        index(index'high) and lookup(entry(HALF to entry'right),
                                      index(index'high - 1 downto 0))
      ) or
        (
          not index(index'high) and lookup(entry(0 to HALF - 1),
                                            index(index'high - 1 downto 0))
        );
    end if;
    return found;
  end function lookup;

end package body sequence_pkg;
