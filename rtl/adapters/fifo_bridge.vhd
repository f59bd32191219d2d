-- SPDX-License-Identifier: Apache-2.0
-- Our streams on one side, the FIFOs of the papers on the other: for a core with the original FIFO ports (paper B, Fig. 1).
--
--                  +-------+ din, src_ready   +------+ dout, dst_write  +-------+
--   in_* --------->| queue |----------------->| core |----------------->| queue |---------> out_*
--                  |       |<-----------------|      |<-----------------|       |
--                  +-------+     src_read     +------+    dst_ready     +-------+
--
-- src_ready, src_read, dst_ready and dst_write are active low. A word is on din while src_ready is low; the core takes it in a cycle
-- in which it pulls src_read low. The core may write in a cycle in which dst_ready is low. The words are those of our streams.
--
-- Widths: W bits a word. Latency: one cycle each way.

library ieee;
use ieee.std_logic_1164.all;

entity fifo_bridge is
  generic (
    W : positive := 64
  );
  port (
    clk       : in    std_ulogic;
    rst       : in    std_ulogic;
    in_data   : in    std_ulogic_vector(W - 1 downto 0);
    in_valid  : in    std_ulogic;
    in_ready  : out   std_ulogic;
    out_data  : out   std_ulogic_vector(W - 1 downto 0);
    out_valid : out   std_ulogic;
    out_ready : in    std_ulogic;
    din       : out   std_ulogic_vector(W - 1 downto 0);
    src_ready : out   std_ulogic;
    src_read  : in    std_ulogic;
    dout      : in    std_ulogic_vector(W - 1 downto 0);
    dst_ready : out   std_ulogic;
    dst_write : in    std_ulogic
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
