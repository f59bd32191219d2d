-- SPDX-License-Identifier: Apache-2.0
-- The bit counter of ECHO, as HAIFA defines it: the number of message bits hashed so far. It includes the block that comes next and
-- excludes padding. It is zero for a block that holds only padding. The counter has 64 bits (paper A, section 4.1: lengths below
-- 2^w).
-- Source: "SHA-3 Proposal: ECHO" (see echo_pkg); paper A, section 4.1.
-- Widths: BLOCK_BITS = 1024 or 1536; 64-bit counter. Latency: three cycles after the first word of a block. A block has at least 16
-- words, so the value is ready in time.
--
--   header --> bits of the last segment --> minus those of each block --> bits of this block --(+)--> count

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity echo_highspeed_counter is
  generic (
    BLOCK_BITS : positive -- bits of a block: 1024 or 1536
  );
  port (
    clk           : in    std_ulogic;                     -- datapath clock
    rst           : in    std_ulogic;                     -- synchronous reset, active high
    header        : in    std_ulogic;                     -- in_data is a header in this cycle (see rtl/shell/segment_reader)
    in_data       : in    std_ulogic_vector(63 downto 0); -- word of the input stream
    word_taken    : in    std_ulogic;                     -- the loader takes a message word in this cycle
    block_taken   : in    std_ulogic;                     -- that word is the last one of its block
    message_taken : in    std_ulogic;                     -- that word is the last one of its message
    ready         : out   std_ulogic;                     -- count is the value of the block whose words arrive now
    count         : out   unsigned(63 downto 0)           -- message bits up to the end of that block; 0 if it is all padding
  );
end entity echo_highspeed_counter;

architecture rtl of echo_highspeed_counter is

  -- Width of a number of at most BLOCK_BITS.
  constant PART_BITS : positive := 11;

  signal begun        : std_ulogic;                       -- from the first word of a block until the block is taken
  signal phase        : std_ulogic_vector(1 to 3);        -- the three cycles after that word
  signal last_segment : std_ulogic;
  signal left         : unsigned(31 downto 0);            -- bits of the last segment not counted so far
  signal less         : unsigned(32 downto 0);            -- left minus BLOCK_BITS, with a sign bit
  signal part         : unsigned(PART_BITS - 1 downto 0); -- bits of the message in this block
  signal empty        : std_ulogic;                       -- this block holds only padding

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
