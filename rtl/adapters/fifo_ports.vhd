-- SPDX-License-Identifier: Apache-2.0
-- Adds the FIFO ports of the papers (paper B, Fig. 1) to a FairHash core: src_ready, src_read, dst_ready and dst_write, all
-- active low.
--
--   din, src_ready -->+-------+--> core's in_*       core's out_* -->+-------+--> dout, dst_write
--   src_read       <--| gates |                                      | gates |<-- dst_ready
--                     +-------+                                      +-------+
--
-- The core reads a word in a cycle in which the input FIFO holds one and the core is ready. It writes a word in a cycle in which
-- it has one and the output FIFO has room.
--
-- Widths: W bits a word. Latency: none; the adapter has no register.

library ieee;
use ieee.std_logic_1164.all;

entity fifo_ports is
  generic (
    W : positive := 64 -- bits of a word
  );
  port (
    din       : in    std_ulogic_vector(W - 1 downto 0); -- word of the input FIFO
    src_ready : in    std_ulogic;                        -- '0': the input FIFO holds a word
    src_read  : out   std_ulogic;                        -- '0': the core takes din in this cycle
    dout      : out   std_ulogic_vector(W - 1 downto 0); -- word for the output FIFO
    dst_ready : in    std_ulogic;                        -- '0': the output FIFO has room
    dst_write : out   std_ulogic;                        -- '0': write dout into the output FIFO
    in_data   : out   std_ulogic_vector(W - 1 downto 0); -- to the core: input stream
    in_valid  : out   std_ulogic;                        -- in_data holds a word
    in_ready  : in    std_ulogic;                        -- the core takes in_data in this cycle
    out_data  : in    std_ulogic_vector(W - 1 downto 0); -- from the core: output stream
    out_valid : in    std_ulogic;                        -- out_data holds a word
    out_ready : out   std_ulogic                         -- out_data is taken in this cycle
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
