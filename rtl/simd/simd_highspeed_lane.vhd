-- SPDX-License-Identifier: Apache-2.0
-- The first sums of SIMD's transform for one byte of each of eight rows. In cycle m it computes the sums over w of 2^(w k0) x_w,
-- for k0 = m and k0 = m + 8 (see simd_field_pkg).
-- Source: "SIMD Is a Message Digest", version 1.1, in the form of simd_field_pkg.
--
--   rows --> r_0 .. r_7 --+--> sum of those with even w --+--(+)--> fold --> lower
--            ^            +--> sum of those with odd w ---+--(-)--> fold --> upper
--            +-- turned --+
--
-- 2^(8w) is 1 or -1, so both sums have the same terms. From one cycle to the next a term is multiplied by 2^w, which needs only
-- wires and inverters. The sums are too large by a constant, which the correction in simd_highspeed_outer removes.
--
-- Widths: rows holds eight bytes; lower and upper are 10-bit signed numbers.
-- Latency: none from the registers r to the sums; one cycle from one m to the next.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.simd_field_pkg.all;

entity simd_highspeed_lane is
  port (
    clk     : in    std_ulogic;                     -- core clock
    advance : in    std_ulogic;                     -- the step is completed in this cycle
    load    : in    std_ulogic;                     -- store x_w in r_w, for m = 0
    rows    : in    std_ulogic_vector(63 downto 0); -- eight bytes x_w, row 0 first
    lower   : out   folded_t;                       -- sum for k0 = m
    upper   : out   folded_t                        -- sum for k0 = m + 8
  );
end entity simd_highspeed_lane;

architecture rtl of simd_highspeed_lane is

  type bytes_t is array (0 to 7) of unsigned(7 downto 0);

  signal r    : bytes_t;              -- registers: 2^(w m) x_w
  signal even : unsigned(9 downto 0); -- sum of r with even w
  signal odd  : unsigned(9 downto 0); -- sum of r with odd w

  -- The sum of four bytes.
  function four (a : unsigned; b : unsigned; c : unsigned; d : unsigned) return unsigned is
  begin
    return own_sum('0' & own_sum('0' & a, '0' & b), '0' & own_sum('0' & c, '0' & d));
  end function four;

begin

  even  <= four(r(0), r(2), r(4), r(6));
  odd   <= four(r(1), r(3), r(5), r(7));
  lower <= fold(signed(own_sum("00" & even, "00" & odd)));
  upper <= fold(signed(own_difference("00" & even, "00" & odd)));

  r_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        for w in 0 to 7 loop
          r(w) <= turned(r(w), w);
          if load = '1' then
            r(w) <= unsigned(rows(63 - 8 * w downto 56 - 8 * w));
          end if;
        end loop;
      end if;
    end if;
  end process r_reg;

end architecture rtl;
