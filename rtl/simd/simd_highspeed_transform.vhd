-- SPDX-License-Identifier: Apache-2.0
-- SIMD's number-theoretic transform of a block: 32N points in eight cycles. Step m gives the points with k0 = m and k0 = m + 8 (see
-- simd_field_pkg).
-- Source: "SIMD Is a Message Digest", version 1.1, in the form of simd_field_pkg.
--
--             +- lane b --------+    +- twiddle ----------+    +- outer ---------------+
--   rows ---->| sums over w for |--->| times alpha^(b k0) |--->| sums over b for all   |---> points
--   of a block| both k0         |    |                    |    | k1, one for each k0   |
--             +-----------------+    +--------------------+    +-----------------------+
--
-- Latency: none from the registers of the lanes to the points. The points of step 0 are there in the cycle after `load`.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.simd_field_pkg.all;

entity simd_highspeed_transform is
  generic (
    N : positive -- number of Feistel ladders: 4 or 8
  );
  port (
    clk     : in    std_ulogic;                              -- core clock
    advance : in    std_ulogic;                              -- the step is completed in this cycle
    load    : in    std_ulogic;                              -- store the block on rows
    step    : in    unsigned(2 downto 0);                    -- m, the number of the cycle, 0 .. 7
    last    : in    std_ulogic;                              -- the block is the last one of its message
    rows    : in    std_ulogic_vector(128 * N - 1 downto 0); -- a block: eight rows of 2N bytes, in the order of the stream
    points  : out   point_array_t(0 to 4 * N - 1)            -- points of k0 = m, then those of m + 8, each in the order of k1
  );
end entity simd_highspeed_transform;

architecture rtl of simd_highspeed_transform is

  constant ROW_BYTES : positive := 2 * N;

  signal lower : folded_array_t(0 to ROW_BYTES - 1); -- lanes, multiplied: for k0 = m
  signal upper : folded_array_t(0 to ROW_BYTES - 1); -- the same for k0 = m + 8

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
