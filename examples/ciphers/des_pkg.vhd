-- SPDX-License-Identifier: Apache-2.0
-- The permutations and functions of DES (FIPS 46-3; SP 800-67, section 2). Bit 1 of the standard is to the left.

library ieee;
use ieee.std_logic_1164.all;
use work.lookup_pkg.all;

package des_pkg is

  subtype block_t is std_ulogic_vector(1 to 64);

  subtype half_t is std_ulogic_vector(1 to 32);

  -- C and D of the key schedule, C to the left.
  subtype schedule_t is std_ulogic_vector(1 to 56);

  -- The initial permutation IP.
  function ip (a : block_t) return block_t;

  -- The inverse of IP.
  function ip_inverse (a : block_t) return block_t;

  -- Permuted choice 1: the 56 bits of a key without its parity.
  function pc1 (key : block_t) return schedule_t;

  -- Rotates C and D by one position to the left.
  function rotate_left (a : schedule_t) return schedule_t;

  -- Rotates C and D by one position to the right.
  function rotate_right (a : schedule_t) return schedule_t;

  -- The cipher function f, with permuted choice 2 of the key schedule.
  function f (r : half_t; key : schedule_t) return half_t;

end package des_pkg;

package body des_pkg is

  type positions_t is array (positive range <>) of positive;

  type sboxes_t is array (1 to 8) of std_ulogic_vector(0 to 255);

  constant IP_TABLE : positions_t(1 to 64) := (
                                                58, 50, 42, 34, 26, 18, 10, 2, 60, 52, 44, 36, 28, 20, 12, 4,
                                                62, 54, 46, 38, 30, 22, 14, 6, 64, 56, 48, 40, 32, 24, 16, 8,
                                                57, 49, 41, 33, 25, 17, 9, 1, 59, 51, 43, 35, 27, 19, 11, 3,
                                                61, 53, 45, 37, 29, 21, 13, 5, 63, 55, 47, 39, 31, 23, 15, 7
                                              );

  constant PC1_TABLE : positions_t(1 to 56) := (
                                                 57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18,
                                                 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36,
                                                 63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22,
                                                 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4
                                               );

  constant PC2_TABLE : positions_t(1 to 48) := (
                                                 14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10,
                                                 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2,
                                                 41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48,
                                                 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32
                                               );

  constant P_TABLE : positions_t(1 to 32) := (
                                               16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10,
                                               2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25
                                             );

  -- S1 to S8: four rows of sixteen values of four bits.
  constant S_BOXES : sboxes_t := (
                                   x"e4d12fb83a6c59070f74e2d1a6cb953841e8d62bfc973a50fc8249175b3ea06d",
                                   x"f18e6b34972dc05a3d47f28ec01a69b50e7ba4d158c6932fd8a13f42b67c05e9",
                                   x"a09e63f51dc7b428d709346a285ecbf1d6498f30b12c5ae71ad069874fe3b52c",
                                   x"7de3069a1285bc4fd8b56f03472c1ae9a690cb7df13e52843f06a1d8945bc72e",
                                   x"2c417ab6853fd0e9eb2c47d150fa3986421bad78f9c5630eb8c71e2d6f09a453",
                                   x"c1af92680d34e75baf427c9561de0b389ef528c3704a1db6432c95fabe17608d",
                                   x"4b2ef08d3c975a61d0b7491ae35c2f8614bdc37eaf6805926bd814a7950fe23c",
                                   x"d2846fb1a93e50c71fd8a374c56b0e927b419ce206adf35821e74a8dfc90356b"
                                 );

  -- Returns the bits of a at `positions`.
  function permuted (a : std_ulogic_vector; positions : positions_t) return std_ulogic_vector is
    variable result : std_ulogic_vector(1 to positions'length);
    alias    bits   : std_ulogic_vector(1 to a'length) is a;
  begin
    for i in result'range loop
      result(i) := bits(positions(i));
    end loop;
    return result;
  end function permuted;

  function ip (a : block_t) return block_t is
  begin
    return permuted(a, IP_TABLE);
  end function ip;

  function ip_inverse (a : block_t) return block_t is
    variable result : block_t;
  begin
    for i in block_t'range loop
      result(IP_TABLE(i)) := a(i);
    end loop;
    return result;
  end function ip_inverse;

  function pc1 (key : block_t) return schedule_t is
  begin
    return permuted(key, PC1_TABLE);
  end function pc1;

  function rotate_left (a : schedule_t) return schedule_t is
  begin
    return a(2 to 28) & a(1) & a(30 to 56) & a(29);
  end function rotate_left;

  function rotate_right (a : schedule_t) return schedule_t is
  begin
    return a(28) & a(1 to 27) & a(56) & a(29 to 55);
  end function rotate_right;

  -- Returns bit `position`, counted from the left, of all entries of S-box `box`, in the order of its input bits 1 to 6.
  function column (box : positive; position : natural) return std_ulogic_vector is
    constant TABLE  : std_ulogic_vector(0 to 255) := S_BOXES(box);
    variable result : std_ulogic_vector(0 to 63);
  begin
    for i in 0 to 63 loop
      -- bits 1 and 6 are the row, bits 2 to 5 the column
      result(i) := TABLE(64 * (2 * (i / 32) + i mod 2) + 4 * (i / 2 mod 16) + position);
    end loop;
    return result;
  end function column;

  function f (r : half_t; key : schedule_t) return half_t is
    constant ROUND_KEY : std_ulogic_vector(1 to 48) := permuted(key, PC2_TABLE);
    variable mixed     : std_ulogic_vector(1 to 6);
    variable result    : half_t;
  begin
    for box in 0 to 7 loop
      for i in 1 to 6 loop
        -- the expansion E
        mixed(i) := r((4 * box + i + 30) mod 32 + 1) xor ROUND_KEY(6 * box + i);
      end loop;
      for i in 0 to 3 loop
        result(4 * box + i + 1) := look_up(column(box + 1, i), mixed);
      end loop;
    end loop;
    return permuted(result, P_TABLE);
  end function f;

end package body des_pkg;
