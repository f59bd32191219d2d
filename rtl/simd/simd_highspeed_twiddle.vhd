-- SPDX-License-Identifier: Apache-2.0
-- Multiplies by alpha^(b k0) between the two sums of SIMD's transform. k0 is m + 8 HALF in step m (see simd_field_pkg).
-- Source: "SIMD Is a Message Digest", version 1.1, in the form of simd_field_pkg.
--
--   u --> four rows of u times -1, 0, 1 or 2 --> three additions --> fold --> v
--              ^
--   step --> digits
--
-- A digit is two bits. These and two bits of u are the inputs of one LUT4 for each bit of a row. A row times -1 is only inverted.
-- The 1 that two's complement then lacks is part of the correction in simd_highspeed_outer.
--
-- Widths: u and v are folded numbers of 10 bits.
-- No clock: combinational.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.simd_field_pkg.all;

entity simd_highspeed_twiddle is
  generic (
    N       : positive;            -- number of Feistel ladders: 4 or 8
    BYTE_OF : positive;            -- b, at least 1
    HALF    : natural range 0 to 1 -- k0 is m for 0, m + 8 for 1
  );
  port (
    step : in    unsigned(2 downto 0); -- m, the number of the cycle, 0 .. 7
    u    : in    folded_t;             -- number to multiply
    v    : out   folded_t              -- product, folded
  );
end entity simd_highspeed_twiddle;

architecture rtl of simd_highspeed_twiddle is

  type rows_t is array (0 to 3) of unsigned(10 downto 0);

  type codes_t is array (natural range <>) of std_ulogic_vector(1 downto 0);

  -- The digits as codes of two bits: 00 for 0, 01 for 1, 10 for 2, 11 for -1. Entry 8 p + m is the digit of 4^p in step m.
  function codes_of_steps return codes_t is
    variable result : codes_t(0 to 31);
  begin
    for p in 0 to 3 loop
      for m in 0 to 7 loop
        result(8 * p + m) := std_ulogic_vector(to_unsigned(digit(N, BYTE_OF, m + 8 * HALF, p) mod 4, 2));
      end loop;
    end loop;
    return result;
  end function codes_of_steps;

  constant STEP_CODES : codes_t(0 to 31) := codes_of_steps;

  signal codes : codes_t(0 to 3);       -- digits of this step, p = 0 .. 3
  signal rows  : rows_t;                -- u times each digit
  signal low   : unsigned(13 downto 0); -- rows 0 and 1, added
  signal high  : unsigned(12 downto 0); -- rows 2 and 3, added
  signal p     : unsigned(16 downto 0); -- product before it is folded

  -- X with sign extension to LENGTH bits.
  function wide (x : unsigned; length : positive) return unsigned is
  begin
    return unsigned(resize(signed(x), length));
  end function wide;

begin

  choose_codes : process (all) is
  begin
    for k in 0 to 3 loop
      codes(k) <= "00";
      for m in 0 to 7 loop
        if step = m then
          codes(k) <= STEP_CODES(8 * k + m);
        end if;
      end loop;
    end loop;
  end process choose_codes;

  make_rows : process (all) is
    variable twice : folded_t;
  begin
    twice := u(8 downto 0) & '0';
    for k in 0 to 3 loop
      for i in 0 to 9 loop
        rows(k)(i) <= (codes(k)(0) and (codes(k)(1) xor u(i))) or (codes(k)(1) and not codes(k)(0) and twice(i));
      end loop;
      rows(k)(10) <= (codes(k)(0) and (codes(k)(1) xor u(9))) or (codes(k)(1) and not codes(k)(0) and u(9));
    end loop;
  end process make_rows;

  low(1 downto 0)   <= rows(0)(1 downto 0);
  low(13 downto 2)  <= own_sum(wide(rows(0)(10 downto 2), 12), wide(rows(1), 12));
  high(1 downto 0)  <= rows(2)(1 downto 0);
  high(12 downto 2) <= own_sum(wide(rows(2)(10 downto 2), 11), rows(3));
  p(3 downto 0)     <= low(3 downto 0);
  p(16 downto 4)    <= own_sum(wide(low(13 downto 4), 13), high);
  v                 <= fold(signed(p));

end architecture rtl;
