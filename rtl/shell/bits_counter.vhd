-- SPDX-License-Identifier: Apache-2.0
-- The counter of HAIFA, as BLAKE and SHAvite-3 have it: the bits of the message hashed so far, those of the block that comes next
-- included, and those of its padding not; zero for a block of padding alone. It counts to 2^64 bits (paper A, section 4.1: lengths below
-- 2^w).
--
--   bits of the block     in the last block         in the one before it      in all others
--   padding fits          those of the message      all                       all
--   padding spills        none                      those of the message      all
--
-- Padding spills where the last block with bits of the message has no room for PAD_BITS more. Of message_bits, which comes with block_last
-- and before_last from bits_reader, the part that does not fill a block matters, so that t is that part below a count of full blocks.
--
-- count: the next block is made out, and t steps to it. restart: t is zero again. BLOCK_BITS: a power of two. PAD_BITS: the bits that
-- padding needs at least.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity bits_counter is
  generic (
    BLOCK_BITS : positive;
    PAD_BITS   : positive
  );
  port (
    clk          : in    std_ulogic;
    restart      : in    std_ulogic;
    count        : in    std_ulogic;
    block_last   : in    std_ulogic;
    before_last  : in    std_ulogic;
    message_bits : in    std_ulogic_vector(31 downto 0);
    t            : out   unsigned(63 downto 0)
  );
end entity bits_counter;

architecture rtl of bits_counter is

  -- Bits of a number below those of a block.
  constant PART_BITS : positive := counter_bits(BLOCK_BITS);

  signal part    : unsigned(PART_BITS - 1 downto 0);
  signal blocks  : unsigned(63 - PART_BITS downto 0);
  signal low     : unsigned(PART_BITS - 1 downto 0);
  signal spills  : std_ulogic;
  signal no_part : std_ulogic;
  signal partial : std_ulogic;
  signal empty   : std_ulogic;
  signal full    : unsigned(0 downto 0);

begin

  part    <= unsigned(message_bits(PART_BITS - 1 downto 0));
  spills  <= to_bit(part > BLOCK_BITS - PAD_BITS);
  no_part <= to_bit(part = 0);
  empty   <= block_last and (spills or no_part);
  partial <= (block_last and not spills) or (before_last and spills);
  full(0) <= not (partial or empty);
  t       <= blocks & low;

  t_reg : process (clk) is
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
  end process t_reg;

end architecture rtl;
