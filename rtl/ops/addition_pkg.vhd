-- SPDX-License-Identifier: Apache-2.0
-- Addition for sums of several operands whose order matters: each stays an adder of its own. Synthesis makes one sum of additions in a
-- row, with carry-save adders of functions in front of a single carry chain. With functions of four inputs that takes three cells a bit
-- and operand instead of one, and brings early operands to where the late ones wait.
--
-- Only a result that is used as a whole is merged into another sum. Bits of the same place may be exchanged between the operands of a
-- sum, and the highest ones between those of a difference, whose borrow nobody wants: then no operand is a whole result, and no cell
-- is added.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package addition_pkg is

  -- a + b modulo 2^n, of two operands of n bits.
  function own_sum (a : unsigned; b : unsigned) return unsigned;

  -- a - b modulo 2^n.
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
