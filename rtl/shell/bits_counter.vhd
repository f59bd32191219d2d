-- SPDX-License-Identifier: Apache-2.0
-- Counts the bits of a message for a hash function of the HAIFA construction, such as BLAKE and SHAvite-3. t is the number of
-- message bits in all blocks up to and including the current one. Padding bits are not counted. For a block that contains only
-- padding, t is 0. t has 64 bits (paper A, section 4.1: messages are shorter than 2^w bits).
--
-- The table shows how many message bits a block adds. Padding fits if the block in which the message ends has room for PAD_BITS
-- more bits. Otherwise padding spills into one more block.
--
--                      last block           block before the last   any other block
--   padding fits       rest of the message  all                     all
--   padding spills     none                 rest of the message     all
--
-- t consists of a count of full blocks (high bits) and the number of message bits in an incomplete block (low bits). So only the
-- low bits of message_bits, those below the size of a block, are used.
--
-- Widths: BLOCK_BITS bits a block; t 64 bits. Latency: t changes in the cycle after `count` or `restart`.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity bits_counter is
  generic (
    BLOCK_BITS : positive; -- bits of a block; a power of two
    PAD_BITS   : positive  -- least number of bits that padding needs
  );
  port (
    clk          : in    std_ulogic;                     -- clock
    restart      : in    std_ulogic;                     -- '1': set t to 0 before a new message
    count        : in    std_ulogic;                     -- '1': the next three inputs describe the next block; update t
    block_last   : in    std_ulogic;                     -- the next block is the last one of its message
    before_last  : in    std_ulogic;                     -- the next block is the one before the last
    message_bits : in    std_ulogic_vector(31 downto 0); -- message bits in the last segment, from bits_reader
    t            : out   unsigned(63 downto 0)           -- message bits up to and including the current block
  );
end entity bits_counter;

architecture rtl of bits_counter is

  -- Width of a bit count within one block.
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
