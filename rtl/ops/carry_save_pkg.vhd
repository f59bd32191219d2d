-- SPDX-License-Identifier: Apache-2.0
-- Carry-save addition: three operands become two with the same sum, without carry propagation.
--
-- The functions are logic, not additions, so that synthesis does not build carry chains of them.
--
-- Source: paper C, section 4. Widths: operands and results of n bits. Latency: none, combinational.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package carry_save_pkg is

  -- Returns the sum word of a + b + c: the sum bit of each position.
  function save_sum (a, b, c : unsigned) return unsigned;

  -- Returns the carry word of a + b + c: the carry of each position, shifted left by one.
  -- a + b + c = save_sum + save_carry modulo 2^n.
  function save_carry (a, b, c : unsigned) return unsigned;

end package carry_save_pkg;

package body carry_save_pkg is

  function save_sum (a, b, c : unsigned) return unsigned is
  begin
    return a xor b xor c;
  end function save_sum;

  function save_carry (a, b, c : unsigned) return unsigned is
    variable carry : unsigned(a'length - 1 downto 0);
  begin
    carry := (a and b) or (a and c) or (b and c);
    return carry(a'length - 2 downto 0) & '0';
  end function save_carry;

end package body carry_save_pkg;
