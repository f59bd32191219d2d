-- SPDX-License-Identifier: Apache-2.0
-- Addition for sums of several operands whose order matters: each stays an adder of its own. Synthesis makes one sum of additions in a
-- row, with carry-save adders of functions in front of a single carry chain. With functions of four inputs that takes three cells a bit
-- and operand instead of one, and brings early operands to where the late ones wait.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package addition_pkg is

  -- a + b modulo 2^n, of two operands of n bits.
  function own_sum (a : unsigned; b : unsigned) return unsigned;

end package addition_pkg;

package body addition_pkg is

  -- What is not used as a whole is not merged into another sum, so the lowest bit is made a second time.
  function own_sum (a : unsigned; b : unsigned) return unsigned is
    constant LENGTH : positive := a'length;
    alias    left   : unsigned(LENGTH - 1 downto 0) is a;
    alias    right  : unsigned(LENGTH - 1 downto 0) is b;
    variable sum    : unsigned(LENGTH - 1 downto 0);
  begin
    sum    := left + right;
    sum(0) := left(0) xor right(0);
    return sum;
  end function own_sum;

end package body addition_pkg;
