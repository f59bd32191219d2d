-- SPDX-License-Identifier: Apache-2.0
-- The byte counter t of the folded BLAKE2 cores.
--
-- A message has padding only in its last block. That block has `bits modulo block` bits of message; 0 of them are a whole block, unless
-- the message is empty.
--
--   message_bits --> bytes in the last block --> part   --+
--                \-> whole block?            --> blocks --+--> t
--
-- Source: RFC 7693, sections 3.2 and 3.3. Widths: a block has 2**PART_BITS bytes; t has 64 bits.
-- Latency: t is valid in the cycle after `count`, and until the next one.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity blake2_folded_counter is
  generic (
    PART_BITS : positive -- bits of a number of bytes in a block
  );
  port (
    clk          : in    std_ulogic;                     -- clock
    restart      : in    std_ulogic;                     -- a new message follows
    count        : in    std_ulogic;                     -- go to the block that the other inputs describe
    block_last   : in    std_ulogic;                     -- it is the last one of its message
    message_bits : in    std_ulogic_vector(31 downto 0); -- bits of the message in the last segment
    t            : out   unsigned(63 downto 0)           -- bytes of the message up to this block
  );
end entity blake2_folded_counter;

architecture rtl of blake2_folded_counter is

  signal blocks   : unsigned(63 - PART_BITS downto 0); -- full blocks up to this block
  signal part     : unsigned(PART_BITS - 1 downto 0);  -- bytes in a block that is not full
  signal new_part : unsigned(PART_BITS - 1 downto 0);
  signal full     : unsigned(0 downto 0);              -- the whole block is message

begin

  t        <= blocks & part;
  new_part <= unsigned(message_bits(PART_BITS + 2 downto 3));
  full(0)  <= not block_last or to_bit(new_part = 0 and unsigned(message_bits(31 downto PART_BITS + 3)) /= 0);

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if restart = '1' then
        blocks <= (others => '0');
      elsif count = '1' then
        blocks <= blocks + full;
      end if;
      if count = '1' then
        part <= new_part and (PART_BITS - 1 downto 0 => block_last);
      end if;
    end if;
  end process count_reg;

end architecture rtl;
