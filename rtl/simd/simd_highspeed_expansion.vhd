-- SPDX-License-Identifier: Apache-2.0
-- The words W of SIMD's steps: it stores the points of the transform, selects points and multiplies them (message expansion 2).
-- Source: "SIMD Is a Message Digest", version 1.1; the permutation P is in simd_pkg, the inner code in simd_field_pkg.
--
--   points --> gathered, 7 columns --+--> kept, all points --> one of eight --> times 185 or 233 --+
--                                    |                                            chain -----------+--> w
--            at step 7: the eighth --+
--
-- While the words of one block are selected from `kept`, the points of the next block are gathered. In each cycle each half of each
-- word comes from one of eight points, selected by `by`. In the ninth cycle the words are those of the chaining value.
--
-- In step 0 .. 7, points are those of k0 = step and then those of k0 = step + 8, each in the order of k1.
-- Latency: one cycle. w is for the next cycle: N words for each of four steps.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.simd_field_pkg.all;
use work.simd_pkg.all;

entity simd_highspeed_expansion is
  generic (
    N : positive -- number of Feistel ladders: 4 or 8
  );
  port (
    clk     : in    std_ulogic;                    -- core clock
    advance : in    std_ulogic;                    -- the step is completed in this cycle
    keep    : in    std_ulogic;                    -- end of step 7: all points of the block are complete; store them
    feed    : in    std_ulogic;                    -- step 7: the next words are those of the chaining value
    clear   : in    std_ulogic;                    -- set the words to zero
    by      : in    choice_t;                      -- selects one of eight points for each half of a word
    second  : in    std_ulogic;                    -- multiply by 233, not 185
    points  : in    point_array_t(0 to 4 * N - 1); -- points of the transform in this step
    chain   : in    words_t(0 to 4 * N - 1);       -- chaining value
    w       : out   words_t(0 to 4 * N - 1)        -- words W for the next cycle's steps
  );
end entity simd_highspeed_expansion;

architecture rtl of simd_highspeed_expansion is

  subtype seven_columns_t is point_array_t(0 to 6);

  subtype eight_columns_t is point_array_t(0 to 7);

  type gathered_t is array (0 to 4 * N - 1) of seven_columns_t;

  type kept_t is array (0 to 4 * N - 1) of eight_columns_t;

  signal gathered : gathered_t;              -- points of the steps so far, shifted by a column in each step
  signal kept     : kept_t;                  -- points of the block in the ladders
  signal coded_w  : words_t(0 to 4 * N - 1); -- words from the points of `kept`

  -- The index k of the point y_k in the lower half (PART = 0) or upper half (PART = 1) of word J of step I.
  function point_of (i : natural; j : natural; part : natural) return natural is
    constant Z : natural := P(i);
  begin
    if Z < 16 then
      return 2 * N * Z + 2 * j + part;
    elsif Z < 24 then
      return 2 * N * (Z - 16) + 2 * j + 16 * N * part;
    end if;
    return 2 * N * (Z - 24) + 2 * j + 1 + 16 * N * part;
  end function point_of;

begin

  every_slot : for slot in 0 to 3 generate

    every_word : for j in 0 to N - 1 generate

      every_part : for part in 0 to 1 generate
        signal y : point_t;
      begin

        choose_y : process (all) is
          variable options : std_ulogic_vector(0 to 7);
          variable k       : natural;
        begin
          for bit_index in 0 to 8 loop
            for t in 0 to 7 loop
              k          := point_of(4 * t + slot, j, part);
              options(t) := kept((k mod 16) / 8 * 2 * N + k / 16)(k mod 8)(bit_index);
            end loop;
            y(bit_index) <= chosen(options, by);
          end loop;
        end process choose_y;

        coded_w(N * slot + j)(16 * part + 15 downto 16 * part) <= coded(y, second);
      end generate every_part;

    end generate every_word;

  end generate every_slot;

  points_reg : process (clk) is
  begin
    if rising_edge(clk) then
      for i in 0 to 4 * N - 1 loop
        if advance = '1' then
          gathered(i)(0 to 5) <= gathered(i)(1 to 6);
          gathered(i)(6)      <= points(i);
        end if;
        if keep = '1' then
          kept(i)(0 to 6) <= gathered(i);
          kept(i)(7)      <= points(i);
        end if;
      end loop;
    end if;
  end process points_reg;

  w_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        w <= (others => (others => '0'));
      elsif advance = '1' then
        w <= coded_w;
        if feed = '1' then
          w <= chain;
        end if;
      end if;
    end if;
  end process w_reg;

end architecture rtl;
