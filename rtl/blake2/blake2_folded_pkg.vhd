-- SPDX-License-Identifier: Apache-2.0
-- Which column or diagonal a lane of the folded BLAKE2 cores has in a step. All numbers of columns and diagonals are modulo 4.
--
-- Each of the rows a (v0-3), b (v4-7), c (v8-11) and d (v12-15) of the state has four registers.
--
-- Four lanes: lane l has column l, then diagonal -l, which has the words a(-l), b(1-l), c(2-l), d(3-l). So each row passes from
-- columns to diagonals by a reflection, l -> k - l with k = 0, 1, 2, 3 for a, b, c, d. A reflection is its own inverse: the same
-- wires lead from diagonals back to columns, and no register needs a multiplexer for the two.
--
-- Two lanes: a half round has two steps, p = 0 and 1. In round r, lane l has column or diagonal 2l + p - r. Its words are in the
-- registers 0 and 1, the other ones in 2 and 3. blake2_folded_datapath says how they move. After the rounds of BLAKE2s the
-- columns have exchanged their lanes.
--
-- Source: RFC 7693, sections 2.7 and 3.2.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake2_pkg.all;

package blake2_folded_pkg is

  -- Returns the number of the G, 0 to 7, that LANE has in STEP of the rounds. With two G in series (SERIES = 2), that of the one at
  -- POSITION.
  function g_number (lanes : positive; series : positive; lane : natural; position : natural; step : natural) return natural;

  -- Returns the column that is in register INDEX of each row at the beginning of a block.
  function column (lanes : positive; index : natural) return natural;

  -- Returns the register in which that column is after the rounds.
  function late_register (lanes : positive; word_bits : positive; index : natural) return natural;

end package blake2_folded_pkg;

package body blake2_folded_pkg is

  function g_number (lanes : positive; series : positive; lane : natural; position : natural; step : natural) return natural is
  begin
    if lanes = 2 then
      return (2 * lane + step mod 2 + 3 * (step / 4)) mod 4 + 4 * ((step / 2) mod 2);
    end if;
    if (series = 2 and position = 0) or (series = 1 and step mod 2 = 0) then
      return lane;
    end if;
    return 4 + (4 - lane) mod 4;
  end function g_number;

  function column (lanes : positive; index : natural) return natural is
  begin
    if lanes = 2 then
      return 2 * (index mod 2) + index / 2;
    end if;
    return index;
  end function column;

  function late_register (lanes : positive; word_bits : positive; index : natural) return natural is
  begin
    if lanes = 2 and rounds(word_bits) mod 4 = 2 then
      return 2 * (index / 2) + (index + 1) mod 2;
    end if;
    return index;
  end function late_register;

end package body blake2_folded_pkg;
