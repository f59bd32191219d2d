-- SPDX-License-Identifier: Apache-2.0
-- The counter of ECHO (from HAIFA): the bits of the message hashed so far, those of the block that comes next included,
-- and those of its padding not; zero for a block of padding alone. It counts to 2^64 bits (paper A, section 4.1: lengths below 2^w).
--
--   header --> bits of the last segment --> less those of each block --> bits of this block --(+)--> count
--
-- It counts in the cycles behind the first word of a block, one step in each: a block has at least 16 words.
--
-- header: in_data is a header (rtl/shell/segment_reader). word_taken: a word of payload goes to the loader; block_taken: it ends a block;
-- message_taken: it ends a message. ready: count is that of the block whose words come. BLOCK_BITS: 1024 or 1536.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity echo_highspeed_counter is
  generic (
    BLOCK_BITS : positive
  );
  port (
    clk           : in    std_ulogic;
    rst           : in    std_ulogic;
    header        : in    std_ulogic;
    in_data       : in    std_ulogic_vector(63 downto 0);
    word_taken    : in    std_ulogic;
    block_taken   : in    std_ulogic;
    message_taken : in    std_ulogic;
    ready         : out   std_ulogic;
    count         : out   unsigned(63 downto 0)
  );
end entity echo_highspeed_counter;

architecture rtl of echo_highspeed_counter is

  -- Bits of a number of at most BLOCK_BITS.
  constant PART_BITS : positive := 11;

  signal begun        : std_ulogic;
  signal phase        : std_ulogic_vector(1 to 3);
  signal last_segment : std_ulogic;
  signal left         : unsigned(31 downto 0);
  signal less         : unsigned(32 downto 0);
  signal part         : unsigned(PART_BITS - 1 downto 0);
  signal empty        : std_ulogic;

begin

  phase_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or block_taken = '1' then
        begun <= '0';
        phase <= (others => '0');
        ready <= '0';
      else
        begun <= begun or word_taken;
        phase <= (word_taken and not begun) & phase(1 to 2);
        ready <= ready or phase(3);
      end if;
    end if;
  end process phase_reg;

  left_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if header = '1' then
        last_segment <= in_data(32);
        left         <= unsigned(in_data(31 downto 0));
      elsif phase(2) = '1' then
        left <= less(31 downto 0);
        if less(32) = '1' then
          left <= (others => '0');
        end if;
      end if;
    end if;
  end process left_reg;

  part_reg : process (clk) is
  begin
    if rising_edge(clk) then
      less <= ('0' & left) - BLOCK_BITS;
      if phase(2) = '1' then
        part  <= to_unsigned(BLOCK_BITS, PART_BITS);
        empty <= '0';
        if less(32) = '1' and last_segment = '1' then
          part  <= left(PART_BITS - 1 downto 0);
          empty <= to_bit(left(PART_BITS - 1 downto 0) = 0);
        end if;
      end if;
    end if;
  end process part_reg;

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or message_taken = '1' or (phase(3) = '1' and empty = '1') then
        count <= (others => '0');
      elsif phase(3) = '1' then
        count <= count + part;
      end if;
    end if;
  end process count_reg;

end architecture rtl;
