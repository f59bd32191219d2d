-- SPDX-License-Identifier: Apache-2.0
-- The bit counter of lightweight ECHO-256, as HAIFA defines it: the number of message bits hashed so far, including the current block
-- and excluding padding. It is zero for a block that holds only padding.
-- Source: "SHA-3 Proposal: ECHO" (see echo_pkg).
--
--   header --> [left] --> minus 1536 for each block --> bits of this block --(+)--> [upper, lower]
--
-- A block has 3 x 512 bits. So the lower nine bits of the counter are zero, except after the block in which the message ends.
--
-- Widths: 33 bits; a message has at most 2**32 bits. Latency: count is valid two cycles after the last word of the block.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity echo_lightweight_counter is
  port (
    clk     : in    std_ulogic;                     -- clock
    rst     : in    std_ulogic;                     -- synchronous reset, active high
    header  : in    std_ulogic;                     -- in_data is a word of a header that is taken
    payload : in    std_ulogic;                     -- in_data is a word of the message
    in_data : in    std_ulogic_vector(15 downto 0); -- word of the input stream
    store   : in    std_ulogic;                     -- the last word of a block is taken
    restart : in    std_ulogic;                     -- the next block is the first one of its message
    count   : out   unsigned(32 downto 0)           -- message bits up to the end of the block
  );
end entity echo_lightweight_counter;

architecture rtl of echo_lightweight_counter is

  constant UNIT_BITS   : positive := 9; -- of a block's third
  constant BLOCK_UNITS : positive := 3;

  signal position     : unsigned(1 downto 0);  -- number of the next word of the header
  signal last_segment : std_ulogic;
  signal left         : unsigned(31 downto 0); -- bits of the last segment that have not been counted
  signal less         : unsigned(32 - UNIT_BITS downto 0);
  signal ends         : std_ulogic;            -- the message ends in this block, or before it
  signal empty        : std_ulogic;
  signal stored       : std_ulogic;
  signal thirds       : unsigned(1 downto 0);
  signal clear        : std_ulogic;            -- the last block has no message bits: its counter is zero
  signal upper        : unsigned(32 - UNIT_BITS downto 0);
  signal lower        : unsigned(UNIT_BITS - 1 downto 0);

begin

  less  <= ('0' & left(31 downto UNIT_BITS)) - BLOCK_UNITS;
  ends  <= less(less'high) and last_segment;
  empty <= to_bit(left(UNIT_BITS + 1 downto 0) = 0);
  count <= upper & lower;

  header_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or payload = '1' then
        position <= "00";
      elsif header = '1' then
        position <= position + 1;
      end if;
      if header = '1' and position = 1 then
        last_segment <= in_data(0);
      end if;
    end if;
  end process header_reg;

  left_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if store = '1' and ends = '1' then
        left <= (others => '0');
      elsif header = '1' then
        left <= left(15 downto 0) & unsigned(in_data);
      elsif store = '1' then
        left(31 downto UNIT_BITS) <= less(31 - UNIT_BITS downto 0);
      end if;
    end if;
  end process left_reg;

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      stored <= store and not rst;
      thirds  <= to_unsigned(BLOCK_UNITS, 2);
      if ends = '1' then
        thirds <= left(UNIT_BITS + 1 downto UNIT_BITS);
      end if;
      clear <= ends and empty;
      if rst = '1' or restart = '1' or (stored = '1' and clear = '1') then
        upper <= (others => '0');
      elsif stored = '1' then
        upper <= upper + thirds;
      end if;
      if store = '1' then
        lower <= left(UNIT_BITS - 1 downto 0);
        if ends = '0' then
          lower <= (others => '0');
        end if;
      end if;
    end if;
  end process count_reg;

end architecture rtl;
