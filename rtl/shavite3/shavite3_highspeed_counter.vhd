-- SPDX-License-Identifier: Apache-2.0
-- The counter of SHAvite-3 (from HAIFA): the bits of the message hashed so far, those of the block that comes next included,
-- and those of its padding not; zero for a block of padding alone. It counts to 2^64 bits (paper A, section 4.1: lengths below 2^w).
--
--   bits of the block     in the last block         in the one before it      in all others
--   padding fits          those of the message      all                       all
--   padding spills        none                      those of the message      all
--
-- Padding spills where the last block with bits of the message has no room for a one and two lengths. Of message_bits the part that does
-- not fill a block matters, so that the counter is that part below a count of full blocks.
--
-- count: the next block is taken. restart: the counter is zero again. first, second: cnt[0] and cnt[1] in the basis, two cycles behind
-- count. BLOCK_BITS: 512 or 1024.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shavite3_pkg.all;
use work.shell_pkg.all;

entity shavite3_highspeed_counter is
  generic (
    BLOCK_BITS : positive
  );
  port (
    clk          : in    std_ulogic;
    restart      : in    std_ulogic;
    count        : in    std_ulogic;
    block_last   : in    std_ulogic;
    before_last  : in    std_ulogic;
    message_bits : in    std_ulogic_vector(31 downto 0);
    first        : out   column_t;
    second       : out   column_t
  );
end entity shavite3_highspeed_counter;

architecture rtl of shavite3_highspeed_counter is

  -- Bits of a number below those of a block; bits that padding needs at least: a one, the message's length, and 16 bits for the digest's.
  constant PART_BITS : positive := counter_bits(BLOCK_BITS);
  constant PAD_BITS  : positive := 1 + BLOCK_BITS / 8 + 16;

  signal part    : unsigned(PART_BITS - 1 downto 0);
  signal blocks  : unsigned(63 - PART_BITS downto 0);
  signal low     : unsigned(PART_BITS - 1 downto 0);
  signal spills  : std_ulogic;
  signal no_part : std_ulogic;
  signal partial : std_ulogic;
  signal empty   : std_ulogic;
  signal full    : unsigned(0 downto 0);
  signal cnt     : std_ulogic_vector(63 downto 0);

begin

  part    <= unsigned(message_bits(PART_BITS - 1 downto 0));
  spills  <= to_bit(part > BLOCK_BITS - PAD_BITS);
  no_part <= to_bit(part = 0);
  empty   <= block_last and (spills or no_part);
  partial <= (block_last and not spills) or (before_last and spills);
  full(0) <= not (partial or empty);
  cnt     <= std_ulogic_vector(blocks & low);

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if restart = '1' or (count = '1' and empty = '1') then
        blocks <= (others => '0');
        low    <= (others => '0');
      elsif count = '1' then
        blocks <= blocks + full;
        low    <= part and (PART_BITS - 1 downto 0 => partial);
      end if;
    end if;
  end process count_reg;

  -- The counter's least significant byte is the first one of its word.
  basis_reg : process (clk) is
    variable words : columns_t(0 to 1);
  begin
    if rising_edge(clk) then
      words  := to_columns(swap_bytes(cnt));
      first  <= words(0);
      second <= words(1);
    end if;
  end process basis_reg;

end architecture rtl;
