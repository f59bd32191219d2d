-- SPDX-License-Identifier: Apache-2.0
-- The counter of SHAvite-3, as the words that the message expansion adds. It counts the bits of the message as HAIFA does (see
-- bits_counter). It is added to four rows of a block, PLACE = 0 .. 3 of shavite3_pkg.
-- Source: SHAvite-3 as submitted for Round 2, message expansion.
--
--   message_bits --> bits_counter --> t --> basis --> first, second --+--> multiplexer --+--> added
--                                                                     +------------------+
--
-- The registers `added` are zero when nothing is added; their reset does this. The table shows what is added to a word, where "~"
-- marks a complement and "ones" a word of ones. In C_512 the second subkey of a row depends on the first one, so it contains the
-- value that is added to the first one.
--
--   C_256      word 0      word 1      word 2      word 3
--   place 0    first       ~second
--   place 1                second      ~first
--   place 2                            second      ~first
--   place 3    first                               ~second
--
--   C_512      words 0, 4  words 1, 5  word 3      word 6      word 7
--   place 0    first       second      ones                    ones
--   place 1                                        second      ~first
--   place 2                                        first       ~second
--   place 3    second      first       ones                    ones
--
-- In C_256 word 2 has two registers, because a sum in the expansion has an input to spare. In C_512 words 0, 1, 6 and 7 share two
-- multiplexers: places 0 and 2 select `first` for words 0 and 6 and `second` for words 1 and 7, places 1 and 3 the opposite.
--
-- Widths: t has 64 bits; first and second are words of 32 bits.
-- Latency: first and second change one cycle after `count`, `added` one cycle after `places`.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shavite3_pkg.all;
use work.shell_pkg.all;

entity shavite3_highspeed_counter is
  generic (
    BRANCHES : positive range 1 to 2 -- 1 for C_256, 2 for C_512
  );
  port (
    clk          : in    std_ulogic;                       -- core clock
    restart      : in    std_ulogic;                       -- set the counter to zero
    count        : in    std_ulogic;                       -- the next block is taken: count its bits
    block_last   : in    std_ulogic;                       -- the next block is the last one of its message
    before_last  : in    std_ulogic;                       -- the next block is the one before the last
    message_bits : in    std_ulogic_vector(31 downto 0);   -- message bits in the last segment, from bits_reader
    advance      : in    std_ulogic;                       -- the row is completed in this cycle
    places       : in    std_ulogic_vector(place_t);       -- bit i: the row after the next is that of place i
    added        : out   columns_t(0 to 4 * BRANCHES - 1); -- what is added to the next row
    added_again  : out   column_t                          -- C_256: what is also added to word 2 of it
  );
end entity shavite3_highspeed_counter;

architecture rtl of shavite3_highspeed_counter is

  constant BLOCK_BITS : positive := 512 * BRANCHES;

  -- Padding needs at least a one bit, the length of the message, and 16 bits for the length of the digest.
  constant PAD_BITS : positive := 1 + BLOCK_BITS / 8 + 16;

  constant ONES : column_t := to_basis_column(x"ffffffff");

  signal t      : unsigned(63 downto 0); -- counter of bits
  signal first  : column_t;              -- cnt[0], in the basis
  signal second : column_t;              -- cnt[1], in the basis

begin

  counter : entity work.bits_counter
    generic map (
      BLOCK_BITS => BLOCK_BITS,
      PAD_BITS   => PAD_BITS
    )
    port map (
      clk          => clk,
      restart      => restart,
      count        => count,
      block_last   => block_last,
      before_last  => before_last,
      message_bits => message_bits,
      t            => t
    );

  -- The least significant byte of the counter is the first byte of its word.
  change_basis : process (all) is
    variable words : columns_t(0 to 1);
  begin
    words  := to_columns(swap_bytes(std_ulogic_vector(t)));
    first  <= words(0);
    second <= words(1);
  end process change_basis;

  one_branch : if BRANCHES = 1 generate

    added_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if advance = '1' then
          added       <= (others => NONE);
          added_again <= NONE;
          if places(0) = '1' or places(3) = '1' then
            added(0) <= first;
          end if;
          if places(0) = '1' or places(1) = '1' then
            added(1) <= second xor (ONES and (31 downto 0 => places(0)));
          end if;
          if places(1) = '1' then
            added(2) <= first xor ONES;
          end if;
          if places(2) = '1' then
            added_again <= second;
          end if;
          if places(2) = '1' then
            added(3) <= first xor ONES;
          elsif places(3) = '1' then
            added(3) <= second xor ONES;
          end if;
        end if;
      end if;
    end process added_reg;

  end generate one_branch;

  two_branches : if BRANCHES = 2 generate
    signal one   : column_t; -- counter word for words 0, 4 and 6
    signal other : column_t; -- counter word for words 1, 5 and 7
  begin

    one         <= first when places(0) = '1' or places(2) = '1' else
                   second;
    other       <= second when places(0) = '1' or places(2) = '1' else
                   first;
    added_again <= NONE;

    added_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if advance = '1' then
          added <= (others => NONE);
          if places(0) = '1' or places(3) = '1' then
            added <= (one, other, NONE, ONES, one, other, NONE, ONES);
          end if;
          if places(1) = '1' or places(2) = '1' then
            added(6) <= one;
            added(7) <= other xor ONES;
          end if;
        end if;
      end if;
    end process added_reg;

  end generate two_branches;

end architecture rtl;
