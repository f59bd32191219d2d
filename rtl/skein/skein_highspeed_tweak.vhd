-- SPDX-License-Identifier: Apache-2.0
-- The tweak of Skein: the position and the flags. The position is the number of bytes hashed so far, the next block included. It
-- counts to 2^61 bytes (paper A, section 4.1: lengths below 2^w bits).
-- Source: Skein specification, section 3.4.
--
--   +------------------+                      +-------+
--   | position, flags  |--+-----------------> | of_x  |    of_x is t_(2q+2), of_y is t_(2q) of step q, with index modulo 3,
--   |                  |  |                   | of_y  |    and t_2 = t_0 xor t_1; each is set in the step before
--   +------------------+  +--> position       +-------+
--
-- Padding adds bytes to the end of a block, and a bit in a partial byte. So only the last block of a message contains bytes that
-- are not counted. The number of bytes counted there is message_bits / 8, rounded up, modulo the bytes of a block. If this is zero,
-- all bytes of the block are counted, or none if the message has no bits.
-- Latency: one cycle from count to position and flag_bits, one more to of_x and of_y.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;
use work.skein_pkg.all;

entity skein_highspeed_tweak is
  generic (
    N_W : positive -- words of the state: 4 or 8
  );
  port (
    clk          : in    std_ulogic;                     -- core clock
    restart      : in    std_ulogic;                     -- set the position to zero
    advance      : in    std_ulogic;                     -- the step is completed in this cycle
    count        : in    std_ulogic;                     -- the next block is known; change the tweak to it
    first        : in    std_ulogic;                     -- the next block is the first one of its message
    closing      : in    std_ulogic;                     -- the next block is the output transformation
    block_last   : in    std_ulogic;                     -- the next block is the last one of its message
    message_bits : in    std_ulogic_vector(31 downto 0); -- message bits in the last segment, from bits_reader
    step         : in    unsigned(3 downto 0);           -- number of the step, 0 .. 8
    position     : out   word_t;                         -- bytes of the message including the block: t_0
    flag_bits    : out   flags_t;                        -- upper bits of t_1
    of_x         : out   word_t;                         -- t_0, t_1 or t_2: see above
    of_y         : out   word_t                          -- t_0, t_1 or t_2: see above
  );
end entity skein_highspeed_tweak;

architecture rtl of skein_highspeed_tweak is

  -- Width of a number of bytes within a block.
  constant BYTE_BITS : positive := counter_bits(8 * N_W);

  -- '1' if AT_STEP is REMAINDER modulo 3. The tweak words in use repeat every three steps.
  function step_has (at_step : unsigned(3 downto 0); remainder : natural) return std_ulogic is
  begin
    return to_bit(at_step = remainder) or to_bit(at_step = remainder + 3) or to_bit(at_step = remainder + 6);
  end function step_has;

  signal partial : std_ulogic;                        -- the message ends in a partial byte
  signal bytes   : unsigned(BYTE_BITS downto 0);      -- message_bits within a block, rounded up to bytes
  signal empty   : std_ulogic;                        -- the message has no bits
  signal full    : unsigned(0 downto 0);              -- every byte of the block counts
  signal blocks  : unsigned(60 - BYTE_BITS downto 0); -- full blocks counted so far
  signal low     : unsigned(BYTE_BITS - 1 downto 0);  -- bytes of an incomplete last block
  signal upper   : flags_t;                           -- bits of the position that overlap the flags

begin

  partial  <= to_bit(message_bits(2 downto 0) /= "000");
  bytes    <= ('0' & unsigned(message_bits(BYTE_BITS + 2 downto 3))) + unsigned'('0' & partial);
  empty    <= first and not partial and to_bit(unsigned(message_bits(BYTE_BITS + 3 downto 3)) = 0);
  full(0)  <= not block_last or (to_bit(bytes(BYTE_BITS - 1 downto 0) = 0) and not empty);
  position <= "000" & blocks & low;
  upper    <= position(flags_t'range);

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

  -- The bits below the flags are the position in t_0 and in t_2, and zero in t_1.
  choice_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        of_x                         <= position;
        of_x(flag_bits'range)        <= (upper and (flags_t'range     => not step_has(step, 0))) xor
                                        (flag_bits and (flags_t'range => not step_has(step, 1)));
        if step_has(step, 0) = '1' then
          of_x(FLAG_LOW - 1 downto 0) <= (others => '0');
        end if;
        of_y                         <= position;
        of_y(flag_bits'range)        <= (upper and (flags_t'range     => not step_has(step, 1))) xor
                                        (flag_bits and (flags_t'range => not step_has(step, 2)));
        if step_has(step, 1) = '1' then
          of_y(FLAG_LOW - 1 downto 0) <= (others => '0');
        end if;
      end if;
    end if;
  end process choice_reg;

end architecture rtl;
