-- SPDX-License-Identifier: Apache-2.0
-- Gives one of our cores the FIFO ports of the papers (paper B, Fig. 1): src_ready, src_read, dst_ready, dst_write, all active low.
--
--   din, src_ready -->+-------+--> core's in_*       core's out_* -->+-------+--> dout, dst_write
--   src_read       <--| gates |                                      | gates |<-- dst_ready
--                     +-------+                                      +-------+
--
-- A word is read in a cycle in which the FIFO has one and the core takes it, and written in one in which the FIFO has room.
--
-- Widths: W bits a word. Latency: none.

library ieee;
use ieee.std_logic_1164.all;

entity fifo_ports is
  generic (
    W : positive := 64
  );
  port (
    din       : in    std_ulogic_vector(W - 1 downto 0);
    src_ready : in    std_ulogic;
    src_read  : out   std_ulogic;
    dout      : out   std_ulogic_vector(W - 1 downto 0);
    dst_ready : in    std_ulogic;
    dst_write : out   std_ulogic;
    in_data   : out   std_ulogic_vector(W - 1 downto 0);
    in_valid  : out   std_ulogic;
    in_ready  : in    std_ulogic;
    out_data  : in    std_ulogic_vector(W - 1 downto 0);
    out_valid : in    std_ulogic;
    out_ready : out   std_ulogic
  );
end entity fifo_ports;

architecture rtl of fifo_ports is

begin

  in_data   <= din;
  in_valid  <= not src_ready;
  src_read  <= src_ready or not in_ready;
  dout      <= out_data;
  dst_write <= dst_ready or not out_valid;
  out_ready <= not dst_ready;

end architecture rtl;
