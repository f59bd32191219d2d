-- SPDX-License-Identifier: Apache-2.0
-- Types and tables of lightweight BMW-256: the map of the memory, and what its datapath does in one slot.
-- Source: D. Gligoroski et al., "Cryptographic Hash Function BLUE MIDNIGHT WISH", September 2009.
-- Widths: an address has 8 bits, that is a 4-bit area and a 4-bit index. Latency: none.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.bmw_pkg.all;

package bmw_lightweight_pkg is

  -- Areas of 16 words. Words of Q have a 5-bit index, so Q is areas 0 and 1. Areas from 8 on are never written.
  subtype area_t is unsigned(3 downto 0);

  constant AREA_Q       : area_t := x"0"; -- quadruple pipe; W before q_0 to q_15
  constant AREA_ADDED   : area_t := x"2"; -- the sums of AddElement, before the XOR
  constant AREA_FOLDED  : area_t := x"3"; -- 0: XL, 1: XH
  constant AREA_MESSAGE : area_t := x"4"; -- two blocks: areas 4 and 5
  constant AREA_CHAIN   : area_t := x"6"; -- chaining value
  constant AREA_INITIAL : area_t := x"8"; -- H(0)
  constant AREA_FINAL   : area_t := x"9"; -- CONST^final
  constant AREA_K       : area_t := x"a"; -- K_16 to K_31

  -- The phases of a block, in their order. See bmw_lightweight_sequence.
  subtype phase_t is unsigned(3 downto 0);

  constant PHASE_W       : phase_t := x"0";
  constant PHASE_Q       : phase_t := x"1";
  constant PHASE_IDLE_1  : phase_t := x"2";
  constant PHASE_ADD     : phase_t := x"3";
  constant PHASE_EXPAND1 : phase_t := x"4";
  constant PHASE_EXPAND2 : phase_t := x"5";
  constant PHASE_FOLD    : phase_t := x"6";
  constant PHASE_IDLE_2  : phase_t := x"7";
  constant PHASE_LOWER   : phase_t := x"8";
  constant PHASE_UPPER   : phase_t := x"9";

  -- Address of one port: index + `offset`, or only `offset` if `fixed`.
  type place_t is record
    used   : std_ulogic; -- the port reads
    area   : area_t;
    offset : unsigned(4 downto 0);
    fixed  : std_ulogic;
    low    : std_ulogic; -- bit 3 of the sum is taken as zero
  end record place_t;

  -- What happens to the word of port a.
  type change_t is record
    s_used : std_ulogic;           -- the function s_k; otherwise rotate to the left, then clear bits
    k      : unsigned(1 downto 0);
    rotate : unsigned(4 downto 0); -- amount in bits
    left   : std_ulogic;           -- clear the lowest `shift` bits, which makes a shift to the left
    right  : std_ulogic;           -- clear the highest `shift` bits, which makes a shift to the right
    shift  : unsigned(3 downto 0); -- amount in bits
  end record change_t;

  -- What happens to the sum.
  type total_t is record
    b_xor    : std_ulogic; -- XOR the word of port b to the operand
    b_add    : std_ulogic; -- add the word of port b to the sum
    keep     : std_ulogic; -- XOR the operand of the slot before to the operand
    add      : std_ulogic; -- add the operand to the sum, or subtract it
    subtract : std_ulogic;
    first    : std_ulogic; -- the sum is taken as zero before that
    ends     : std_ulogic; -- the sum is complete after that, and is written to the memory
  end record total_t;

  type slot_t is record
    a        : place_t;
    b        : place_t;
    by_index : std_ulogic; -- the amount of the rotation is the index of the word of port a, plus one
    change   : change_t;
    sum      : total_t;
    target   : place_t;    -- where the sum is written
  end record slot_t;

  constant NO_PLACE  : place_t  := ('0', x"0", "00000", '0', '0');
  constant NO_CHANGE : change_t := ('0', "00", "00000", '0', '0', "0000");
  constant NO_SUM    : total_t  := ('0', '0', '0', '0', '0', '0', '0');
  constant NO_SLOT   : slot_t   := (NO_PLACE, NO_PLACE, '0', NO_CHANGE, NO_SUM, NO_PLACE);

  -- Returns the place in `area` at index + `offset`.
  function at (area : area_t; offset : natural range 0 to 31; fixed : std_ulogic := '0'; low : std_ulogic := '0') return place_t;

  -- Returns the change that shifts by `amount` bits to the left, or to the right if it is negative.
  function shift_by (amount : integer range -11 to 8) return change_t;

  -- Returns the change that rotates by `amount` bits to the left.
  function rotate_by (amount : natural range 0 to 31) return change_t;

  -- Returns '1' if X_index is subtracted in W_i.
  function subtracted (i : word_index_t; index : word_index_t) return std_ulogic;

end package bmw_lightweight_pkg;

package body bmw_lightweight_pkg is

  function at (area : area_t; offset : natural range 0 to 31; fixed : std_ulogic := '0'; low : std_ulogic := '0') return place_t is
  begin
    return ('1', area, to_unsigned(offset, 5), fixed, low);
  end function at;

  function shift_by (amount : integer range -11 to 8) return change_t is
    variable result : change_t := NO_CHANGE;
  begin
    result.rotate := to_unsigned(amount mod 32, 5);
    result.shift  := to_unsigned(abs amount, 4);
    if amount > 0 then
      result.left := '1';
    end if;
    if amount < 0 then
      result.right := '1';
    end if;
    return result;
  end function shift_by;

  function rotate_by (amount : natural range 0 to 31) return change_t is
    variable result : change_t := NO_CHANGE;
  begin
    result.rotate := to_unsigned(amount, 5);
    return result;
  end function rotate_by;

  function subtracted (i : word_index_t; index : word_index_t) return std_ulogic is
    constant SUM : work.bmw_pkg.sum_t := W_SUMS(i);
  begin
    if (index = SUM.b and SUM.to_b = '-') or (index = SUM.c and SUM.to_cd = '-') or (index = SUM.d and SUM.to_cd /= SUM.to_d) or
       (index = SUM.e and SUM.to_e = '-') then
      return '1';
    end if;
    return '0';
  end function subtracted;

end package body bmw_lightweight_pkg;
