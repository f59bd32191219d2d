-- SPDX-License-Identifier: Apache-2.0
-- SIMD's number-theoretic transform of a block: 32N points in eight cycles, those with k0 = m and m + 8 in step m (simd_field_pkg).
--
--             +- lane b --------+    +- twiddle ----------+    +- outer ---------------+
--   rows ---->| sums over w for |--->| times alpha^(b k0) |--->| sums over b for all   |---> points
--   of a block| both k0         |    |                    |    | k1, one for each k0   |
--             +-----------------+    +--------------------+    +-----------------------+
--
-- load: the block enters, for step 0 in the next cycle. rows: eight rows of 2N bytes, as they arrive. last: the block ends its message.
-- points: those of k0 = m, then those of m + 8, in the order of k1. N: 4 or 8. Latency: none from the lanes' registers.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.simd_field_pkg.all;

entity simd_highspeed_transform is
  generic (
    N : positive
  );
  port (
    clk     : in    std_ulogic;
    advance : in    std_ulogic;
    load    : in    std_ulogic;
    step    : in    unsigned(2 downto 0);
    last    : in    std_ulogic;
    rows    : in    std_ulogic_vector(128 * N - 1 downto 0);
    points  : out   point_array_t(0 to 4 * N - 1)
  );
end entity simd_highspeed_transform;

architecture rtl of simd_highspeed_transform is

  constant ROW_BYTES : positive := 2 * N;

  signal lower : folded_array_t(0 to ROW_BYTES - 1);
  signal upper : folded_array_t(0 to ROW_BYTES - 1);

begin

  every_byte : for b in 0 to ROW_BYTES - 1 generate
    signal bytes   : std_ulogic_vector(63 downto 0);
    signal u_lower : folded_t;
    signal u_upper : folded_t;
  begin

    every_row : for w in 0 to 7 generate
      constant HIGH : positive := 128 * N - 1 - 8 * (ROW_BYTES * w + b);
    begin

      bytes(63 - 8 * w downto 56 - 8 * w) <= rows(HIGH downto HIGH - 7);
    end generate every_row;

    lane : entity work.simd_highspeed_lane
      port map (
        clk     => clk,
        advance => advance,
        load    => load,
        rows    => bytes,
        lower   => u_lower,
        upper   => u_upper
      );

    times_1 : if b = 0 generate
      lower(b) <= u_lower;
      upper(b) <= u_upper;
    end generate times_1;

    times_power_of_alpha : if b > 0 generate

      twiddle_lower : entity work.simd_highspeed_twiddle
        generic map (
          N       => N,
          BYTE_OF => b,
          HALF    => 0
        )
        port map (
          step => step,
          u    => u_lower,
          v    => lower(b)
        );

      twiddle_upper : entity work.simd_highspeed_twiddle
        generic map (
          N       => N,
          BYTE_OF => b,
          HALF    => 1
        )
        port map (
          step => step,
          u    => u_upper,
          v    => upper(b)
        );

    end generate times_power_of_alpha;

  end generate every_byte;

  outer_lower : entity work.simd_highspeed_outer
    generic map (
      N    => N,
      HALF => 0
    )
    port map (
      step   => step,
      last   => last,
      v      => lower,
      points => points(0 to ROW_BYTES - 1)
    );

  outer_upper : entity work.simd_highspeed_outer
    generic map (
      N    => N,
      HALF => 1
    )
    port map (
      step   => step,
      last   => last,
      v      => upper,
      points => points(ROW_BYTES to 2 * ROW_BYTES - 1)
    );

end architecture rtl;
