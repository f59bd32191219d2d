-- SPDX-License-Identifier: Apache-2.0
-- The second sums of SIMD's transform, over b, for one k0 = m + 8 HALF (see simd_field_pkg). This is a fast transform of 2N points
-- whose root is a power of two, followed by a correction and the reduction modulo 257 to the range -128 .. 128.
-- Source: "SIMD Is a Message Digest", version 1.1, in the form of simd_field_pkg.
--
--   v --> log2(2N) layers of sums, and of differences times powers of two --> (+correction) --> fold --> centre --> points
--
-- Each layer makes the sums one bit wider. Numbers that are multiplied by a power of two are folded.
--
-- Widths: v holds folded numbers of 10 bits; points holds numbers of 9 bits.
-- No clock: combinational.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.simd_field_pkg.all;

entity simd_highspeed_outer is
  generic (
    N    : positive;            -- number of Feistel ladders: 4 or 8
    HALF : natural range 0 to 1 -- k0 is m for 0, m + 8 for 1
  );
  port (
    step   : in    unsigned(2 downto 0);           -- m, the number of the cycle, 0 .. 7
    last   : in    std_ulogic;                     -- the block is the last one of its message
    v      : in    folded_array_t(0 to 2 * N - 1); -- sums for k0, for b = 0 .. 2N-1
    points : out   point_array_t(0 to 2 * N - 1)   -- y_k for k0, in the order of k1 = 0 .. 2N-1
  );
end entity simd_highspeed_outer;

architecture rtl of simd_highspeed_outer is

  constant SIZE   : positive := 2 * N;
  constant LAYERS : positive := 2 + N / 4;

  -- Enough for the correction too, because the values of the inputs use only a part of their ten bits.
  constant RESULT_BITS : positive := 10 + LAYERS;

  -- Entry 16 i + m is the correction of point i in step m. Entry 16 i + 8 + m is the same for the last block of a message.
  subtype corrections_t is point_array_t(0 to 16 * SIZE - 1);

  function corrections return corrections_t is
    variable result : corrections_t;
  begin
    for i in 0 to SIZE - 1 loop
      for m in 0 to 7 loop
        result(16 * i + m)     := to_signed(correction(N, 16 * i + 8 * HALF + m, false), point_t'length);
        result(16 * i + 8 + m) := to_signed(correction(N, 16 * i + 8 * HALF + m, true), point_t'length);
      end loop;
    end loop;
    return result;
  end function corrections;

  constant CORRECTIONS_OF_POINTS : corrections_t := corrections;

  signal sums  : sum_array_t(0 to SIZE - 1);   -- result of the transform
  signal added : point_array_t(0 to SIZE - 1); -- correction

  -- I with its LAYERS bits in reverse order.
  function reversed (i : natural) return natural is
    variable rest   : natural := i;
    variable result : natural := 0;
  begin
    for layer in 1 to LAYERS loop
      result := 2 * result + rest mod 2;
      rest   := rest / 2;
    end loop;
    return result;
  end function reversed;

  -- The distance between the indices of the two operands in LAYER.
  function distance (layer : natural) return positive is
  begin
    return SIZE / 2 ** (layer + 1);
  end function distance;

  -- The sum (or difference, if MINUS) of two operands in LAYER. Operands have 10 + LAYER bits, the result one bit more.
  function in_layer (layer : natural; a : sum_t; b : sum_t; minus : boolean) return sum_t is
    variable left  : signed(10 + layer downto 0);
    variable right : signed(10 + layer downto 0);
  begin
    left  := resize(a(9 + layer downto 0), 11 + layer);
    right := resize(b(9 + layer downto 0), 11 + layer);
    if minus then
      return resize(left - right, sum_t'length);
    end if;
    return resize(left + right, sum_t'length);
  end function in_layer;

begin

  transform : process (all) is
    variable x : sum_array_t(0 to SIZE - 1);
    variable a : sum_t;
    variable b : sum_t;
  begin
    for i in 0 to SIZE - 1 loop
      x(i) := resize(v(i), sum_t'length);
    end loop;
    for layer in 0 to LAYERS - 1 loop
      for i in 0 to SIZE - 1 loop
        if (i / distance(layer)) mod 2 = 0 then
          a := x(i);
          b := x(i + distance(layer));

          x(i)                   := in_layer(layer, a, b, false);
          x(i + distance(layer)) := resize(times_power(in_layer(layer, a, b, true)(10 + layer downto 0),
                                                       i mod distance(layer) * 8 / distance(layer)), sum_t'length);
        end if;
      end loop;
    end loop;
    for i in 0 to SIZE - 1 loop
      sums(i) <= x(reversed(i));
    end loop;
  end process transform;

  correct : process (all) is
  begin
    for i in 0 to SIZE - 1 loop
      added(i) <= (others => '0');
      for m in 0 to 7 loop
        if step = m then
          added(i) <= CORRECTIONS_OF_POINTS(16 * i + m);
          if last = '1' then
            added(i) <= CORRECTIONS_OF_POINTS(16 * i + 8 + m);
          end if;
        end if;
      end loop;
    end loop;
  end process correct;

  every_point : for i in 0 to SIZE - 1 generate
    points(i) <= centre(fold(signed(own_sum(unsigned(sums(i)(RESULT_BITS - 1 downto 0)), unsigned(resize(added(i), RESULT_BITS))))));
  end generate every_point;

end architecture rtl;
