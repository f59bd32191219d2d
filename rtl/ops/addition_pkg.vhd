-- SPDX-License-Identifier: Apache-2.0
-- Additions and subtractions that synthesis does not merge with others. They keep the order of operands in a sum of several.
--
-- Synthesis merges consecutive additions into one sum: carry-save adders in front of a single carry chain. With LUT4s, each
-- operand then takes three cells a bit instead of one. In addition, an operand that is available early is no longer added before
-- the late ones arrive.
--
-- Synthesis merges an addition only if one of its operands is the whole result of another addition. So own_sum exchanges bit 0
-- of its two operands, which does not change the sum. own_difference exchanges their highest bits, which changes only the borrow
-- out, and that is not used. Then no operand is a whole result. This takes no additional cell.
--
-- Widths: operands and results of n bits, all of equal length. Latency: none, combinational.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package addition_pkg is

  -- Returns a + b modulo 2^n.
  function own_sum (a : unsigned; b : unsigned) return unsigned;

  -- Returns a - b modulo 2^n.
  function own_difference (a : unsigned; b : unsigned) return unsigned;

end package addition_pkg;

package body addition_pkg is

  function own_sum (a : unsigned; b : unsigned) return unsigned is
    constant HIGH  : natural := a'length - 1;
    alias    left  : unsigned(HIGH downto 0) is a;
    alias    right : unsigned(HIGH downto 0) is b;
  begin
    return (left(HIGH downto 1) & right(0)) + (right(HIGH downto 1) & left(0));
  end function own_sum;

  function own_difference (a : unsigned; b : unsigned) return unsigned is
    constant HIGH  : natural := a'length - 1;
    alias    left  : unsigned(HIGH downto 0) is a;
    alias    right : unsigned(HIGH downto 0) is b;
  begin
    return (right(HIGH) & left(HIGH - 1 downto 0)) - (left(HIGH) & right(HIGH - 1 downto 0));
  end function own_difference;

end package body addition_pkg;
