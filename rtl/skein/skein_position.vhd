-- SPDX-License-Identifier: Apache-2.0
-- Two words of the tweak of Skein: the position and the flags. The position is the number of bytes hashed so far, the next block
-- included. It counts to 2^61 bytes (paper A, section 4.1: lengths below 2^w bits).
-- Source: Skein specification, section 3.4.
--
-- Padding adds bytes to the end of a block, and a bit in a partial byte. So only the last block of a message contains bytes that
-- are not counted. The number of bytes counted there is message_bits / 8, rounded up, modulo the bytes of a block. If this is zero,
-- all bytes of the block are counted, or none if the message has no bits.
-- Latency: one cycle from count to position and flag_bits.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;
use work.skein_pkg.all;

entity skein_position is
  generic (
    N_W : positive -- words of the state: 4 or 8
  );
  port (
    clk          : in    std_ulogic;                     -- core clock
    restart      : in    std_ulogic;                     -- set the position to zero
    count        : in    std_ulogic;                     -- the next block is known; change position and flags to it
    first        : in    std_ulogic;                     -- the next block is the first one of its message
    closing      : in    std_ulogic;                     -- the next block is the output transformation
    block_last   : in    std_ulogic;                     -- the next block is the last one of its message
    message_bits : in    std_ulogic_vector(31 downto 0); -- message bits in the last segment, from bits_reader
    position     : out   word_t;                         -- bytes of the message including the block: t_0
    flag_bits    : out   flags_t                         -- upper bits of t_1
  );
end entity skein_position;

architecture rtl of skein_position is

  -- Width of a number of bytes within a block.
  constant BYTE_BITS : positive := counter_bits(8 * N_W);

  signal partial : std_ulogic;                        -- the message ends in a partial byte
  signal bytes   : unsigned(BYTE_BITS downto 0);      -- message_bits within a block, rounded up to bytes
  signal empty   : std_ulogic;                        -- the message has no bits
  signal full    : unsigned(0 downto 0);              -- every byte of the block counts
  signal blocks  : unsigned(60 - BYTE_BITS downto 0); -- full blocks counted so far
  signal low     : unsigned(BYTE_BITS - 1 downto 0);  -- bytes of an incomplete last block

begin

  partial  <= to_bit(message_bits(2 downto 0) /= "000");
  bytes    <= ('0' & unsigned(message_bits(BYTE_BITS + 2 downto 3))) + unsigned'('0' & partial);
  empty    <= first and not partial and to_bit(unsigned(message_bits(BYTE_BITS + 3 downto 3)) = 0);
  full(0)  <= not block_last or (to_bit(bytes(BYTE_BITS - 1 downto 0) = 0) and not empty);
  position <= "000" & blocks & low;

  position_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if restart = '1' or (count = '1' and closing = '1') then
        blocks <= (others => '0');
      elsif count = '1' then
        blocks <= blocks + full;
      end if;
      if count = '1' then
        low       <= bytes(BYTE_BITS - 1 downto 0) and (BYTE_BITS - 1 downto 0 => block_last);
        flag_bits <= flags(T_MSG, first, block_last, block_last and partial);
        if closing = '1' then
          low       <= to_unsigned(OUTPUT_POSITION, BYTE_BITS);
          flag_bits <= flags(T_OUT, '1', '1', '0');
        end if;
      end if;
    end if;
  end process position_reg;

end architecture rtl;
