-- SPDX-License-Identifier: Apache-2.0
-- Connects an external core with the FIFO ports of the papers (paper B, Fig. 1) to FairHash streams. The core is simulated inside
-- this bridge by the same testbench as FairHash cores.
--
--                  +-------+ din, src_ready   +------+ dout, dst_write  +-------+
--   in_* --------->| queue |----------------->| core |----------------->| queue |---------> out_*
--                  |       |<-----------------|      |<-----------------|       |
--                  +-------+     src_read     +------+    dst_ready     +-------+
--
-- src_ready, src_read, dst_ready and dst_write are active low. din holds a word while src_ready is '0'; the core takes it in a
-- cycle in which it sets src_read to '0'. The core may write in a cycle in which dst_ready is '0'. The words are those of the
-- FairHash streams, headers included.
--
-- Widths: W bits a word. Latency: one cycle in each direction.

library ieee;
use ieee.std_logic_1164.all;

entity fifo_bridge is
  generic (
    W : positive := 64 -- bits of a word
  );
  port (
    clk       : in    std_ulogic;                        -- clock of both sides
    rst       : in    std_ulogic;                        -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(W - 1 downto 0); -- FairHash input stream: headers and payload
    in_valid  : in    std_ulogic;                        -- in_data holds a word
    in_ready  : out   std_ulogic;                        -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(W - 1 downto 0); -- FairHash output stream: words of the digest
    out_valid : out   std_ulogic;                        -- out_data holds a word
    out_ready : in    std_ulogic;                        -- the receiver takes out_data in this cycle
    din       : out   std_ulogic_vector(W - 1 downto 0); -- to the core: word of the input FIFO
    src_ready : out   std_ulogic;                        -- '0': the input FIFO holds a word
    src_read  : in    std_ulogic;                        -- '0': the core takes din in this cycle
    dout      : in    std_ulogic_vector(W - 1 downto 0); -- from the core: word of the digest
    dst_ready : out   std_ulogic;                        -- '0': the output FIFO has room
    dst_write : in    std_ulogic                         -- '0': the core writes dout in this cycle
  );
end entity fifo_bridge;

architecture rtl of fifo_bridge is

  signal offered : std_ulogic;
  signal read    : std_ulogic;
  signal write   : std_ulogic;
  signal space   : std_ulogic;

begin

  src_ready <= not offered;
  read      <= not src_read;
  write     <= not dst_write;
  dst_ready <= not space;

  source : entity work.word_queue
    generic map (
      W => W
    )
    port map (
      clk       => clk,
      rst       => rst,
      in_data   => in_data,
      in_valid  => in_valid,
      in_ready  => in_ready,
      out_data  => din,
      out_valid => offered,
      out_ready => read
    );

  sink : entity work.word_queue
    generic map (
      W => W
    )
    port map (
      clk       => clk,
      rst       => rst,
      in_data   => dout,
      in_valid  => write,
      in_ready  => space,
      out_data  => out_data,
      out_valid => out_valid,
      out_ready => out_ready
    );

end architecture rtl;
