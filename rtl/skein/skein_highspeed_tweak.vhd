-- SPDX-License-Identifier: Apache-2.0
-- The tweak of Skein (section 3.4): the position, which is the bytes of the message hashed so far with those of the block that comes
-- next, and the flags. It counts to 2^61 bytes (paper A, section 4.1: lengths below 2^w bits).
--
--   +------------------+                      +-------+
--   | blocks | in last |--+-----------------> | of_x  |    t_0, t_1 or t_2 = t_0 xor t_1, as the step behind this one needs
--   | flags            |  |                   | of_y  |    it: t_(2q+2) and t_(2q) of step q
--   +------------------+  +--> position       +-------+
--
-- Padding adds zero bytes up to the end of a block and a bit in a partial byte, so only the last block of a message has bytes that do not
-- count. It has all, or those of message_bits that do not fill a block; none, if the message has none at all.
--
-- count: the next block is made out, and the tweak steps to it: the first of its message with `first`, or the output transformation
-- with `closing`. restart: the position is zero again. N_W: 4 or 8 words.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;
use work.skein_pkg.all;

entity skein_highspeed_tweak is
  generic (
    N_W : positive
  );
  port (
    clk          : in    std_ulogic;
    restart      : in    std_ulogic;
    advance      : in    std_ulogic;
    count        : in    std_ulogic;
    first        : in    std_ulogic;
    closing      : in    std_ulogic;
    block_last   : in    std_ulogic;
    message_bits : in    std_ulogic_vector(31 downto 0);
    step         : in    unsigned(3 downto 0);
    position     : out   word_t;
    flag_bits    : out   flags_t;
    of_x         : out   word_t;
    of_y         : out   word_t
  );
end entity skein_highspeed_tweak;

architecture rtl of skein_highspeed_tweak is

  -- Bits of a number of bytes below those of a block.
  constant BYTE_BITS : positive := counter_bits(8 * N_W);

  -- Of which step behind this one t_1 or t_0 is needed.
  function step_has (at_step : unsigned(3 downto 0); remainder : natural) return std_ulogic is
  begin
    return to_bit(at_step = remainder) or to_bit(at_step = remainder + 3) or to_bit(at_step = remainder + 6);
  end function step_has;

  signal partial : std_ulogic;
  signal bytes   : unsigned(BYTE_BITS downto 0);
  signal empty   : std_ulogic;
  signal full    : unsigned(0 downto 0);
  signal blocks  : unsigned(60 - BYTE_BITS downto 0);
  signal low     : unsigned(BYTE_BITS - 1 downto 0);
  signal upper   : flags_t;

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

  -- The position's part below the flags is that of t_0 and of t_2, and t_1 has none.
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
