-- SPDX-License-Identifier: Apache-2.0
-- Connects an external core that takes a whole block at a command to FairHash streams of one word a block. The core is simulated
-- inside this bridge by the same testbench as FairHash cores.
--
--                +-------------+ first_block, next_block, block_data  +------+
--   in_* ------->| which block |------------------------------------->|      |
--                | of message? |<----------- core_ready --------------| core |
--   out_* <------|             |<------ digest, digest_valid ---------|      |
--                +-------------+                                      +------+
--
-- A block starts in a cycle in which core_ready is '1': with first_block the core begins a message, with next_block it continues.
-- core_ready must be '0' in the next cycle and until the block is hashed. The digest is read when core_ready and digest_valid are
-- '1' after the last block, and stays on the port until the next message begins. The digest is the upper bits of the port.
--
-- Widths: in_data has a block and above it '1' for the last block of a message. Latency: none.

library ieee;
use ieee.std_logic_1164.all;

entity block_bridge is
  generic (
    BLOCK_BITS  : positive := 512; -- bits of a block
    PORT_BITS   : positive := 256; -- bits of the core's digest port
    DIGEST_BITS : positive := 256  -- bits of a digest
  );
  port (
    clk          : in    std_ulogic;                                  -- clock of both sides
    rst          : in    std_ulogic;                                  -- synchronous reset, active high
    in_data      : in    std_ulogic_vector(BLOCK_BITS downto 0);      -- block, and '1' above it if it is the last one
    in_valid     : in    std_ulogic;                                  -- in_data holds a block
    in_ready     : out   std_ulogic;                                  -- in_data is taken in this cycle if in_valid is '1'
    out_data     : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0); -- digest
    out_valid    : out   std_ulogic;                                  -- out_data holds a digest
    out_ready    : in    std_ulogic;                                  -- the receiver takes out_data in this cycle
    first_block  : out   std_ulogic;                                  -- the core starts the first block of a message
    next_block   : out   std_ulogic;                                  -- the core starts a further block
    block_data   : out   std_ulogic_vector(BLOCK_BITS - 1 downto 0);  -- block for the core
    core_ready   : in    std_ulogic;                                  -- the core can start a block
    digest       : in    std_ulogic_vector(PORT_BITS - 1 downto 0);   -- digest port of the core
    digest_valid : in    std_ulogic                                   -- the core's digest is valid
  );
end entity block_bridge;

architecture rtl of block_bridge is

  signal is_first : std_ulogic; -- the next block begins a message
  signal waits    : std_ulogic; -- the last block was sent, and its digest was not taken yet
  signal space    : std_ulogic;
  signal starts   : std_ulogic;
  signal finished : std_ulogic; -- the digest is valid and the core can start another message

begin

  space       <= core_ready and not waits;
  in_ready    <= space;
  starts      <= in_valid and space;
  first_block <= starts and is_first;
  next_block  <= starts and not is_first;
  block_data  <= in_data(BLOCK_BITS - 1 downto 0);
  finished    <= waits and core_ready and digest_valid;
  out_valid   <= finished;
  out_data    <= digest(PORT_BITS - 1 downto PORT_BITS - DIGEST_BITS);

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        is_first <= '1';
        waits    <= '0';
      elsif starts = '1' then
        is_first <= in_data(BLOCK_BITS);
        waits    <= in_data(BLOCK_BITS);
      elsif finished = '1' and out_ready = '1' then
        waits <= '0';
      end if;
    end if;
  end process control_reg;

end architecture rtl;
