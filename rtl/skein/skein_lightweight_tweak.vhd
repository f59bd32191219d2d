-- SPDX-License-Identifier: Apache-2.0
-- The tweak of lightweight Skein: position and flags of the block in process, while those of the next block are counted.
-- Source: Skein specification, section 3.4.
--
--   message_bits, block_last --> [next block] --> [this block] --> position, flag_bits
--
-- Padding adds bytes to the end of a block, and a bit in a partial byte. So only the last block of a message contains bytes that are
-- not counted. The number of bytes counted there is message_bits / 8, rounded up, modulo 64. If this is zero, all bytes of the block
-- are counted, or none if the message has no bits.
--
-- Widths: the position has 30 bits, for messages of at most 2**32 bits. Latency: the tweak of a block is valid one cycle after `copy`.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;
use work.skein_pkg.all;

entity skein_lightweight_tweak is
  port (
    clk          : in    std_ulogic;                     -- clock
    rst          : in    std_ulogic;                     -- synchronous reset, active high: the next block starts a message
    count        : in    std_ulogic;                     -- the last word of a block is loaded in this cycle
    block_last   : in    std_ulogic;                     -- that block is the last one of its message
    message_bits : in    std_ulogic_vector(31 downto 0); -- message bits in the last segment
    copy         : in    std_ulogic;                     -- the loaded block is processed from the next cycle on
    closing      : in    std_ulogic;                     -- the output transformation is processed from the next cycle on
    position     : out   unsigned(29 downto 0);          -- t_0: bytes of the message up to and including this block
    flag_bits    : out   flags_t                         -- upper bits of t_1
  );
end entity skein_lightweight_tweak;

architecture rtl of skein_lightweight_tweak is

  signal partial     : std_ulogic;            -- the message ends in a partial byte
  signal bytes       : unsigned(6 downto 0);  -- message_bits within a block, rounded up to bytes
  signal empty       : std_ulogic;            -- the message has no bits
  signal whole       : unsigned(0 downto 0);  -- every byte of the block counts
  signal next_blocks : unsigned(23 downto 0); -- whole blocks up to the next block
  signal next_bytes  : unsigned(5 downto 0);  -- bytes of an incomplete last block
  signal next_first  : std_ulogic;
  signal next_final  : std_ulogic;
  signal next_pad    : std_ulogic;
  signal fresh       : std_ulogic;            -- the block that is being loaded is the first one of its message

begin

  partial  <= to_bit(message_bits(2 downto 0) /= "000");
  bytes    <= ('0' & unsigned(message_bits(8 downto 3))) + unsigned'('0' & partial);
  empty    <= fresh and not partial and to_bit(unsigned(message_bits(9 downto 3)) = 0);
  whole(0) <= not block_last or (to_bit(bytes(5 downto 0) = 0) and not empty);

  next_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or (copy = '1' and next_final = '1') then
        next_blocks <= (others => '0');
        fresh       <= '1';
      elsif count = '1' then
        next_blocks <= next_blocks + whole;
        fresh       <= '0';
      end if;
      if count = '1' then
        next_bytes <= bytes(5 downto 0) and (5 downto 0 => block_last);
        next_first <= fresh;
        next_final <= block_last;
        next_pad   <= block_last and partial;
      end if;
    end if;
  end process next_reg;

  tweak_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if closing = '1' then
        position  <= to_unsigned(OUTPUT_POSITION, 30);
        flag_bits <= flags(T_OUT, '1', '1', '0');
      elsif copy = '1' then
        position  <= next_blocks & next_bytes;
        flag_bits <= flags(T_MSG, next_first, next_final, next_pad);
      end if;
    end if;
  end process tweak_reg;

end architecture rtl;
