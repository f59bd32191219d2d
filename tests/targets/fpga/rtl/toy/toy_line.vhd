-- SPDX-License-Identifier: Apache-2.0
-- A core in name only, of nothing but registers, as many as one asks for: W x DEPTH.

library ieee;
use ieee.std_logic_1164.all;

entity toy_line is
  generic (
    W     : positive := 64;
    DEPTH : positive := 2
  );
  port (
    clk       : in    std_ulogic;
    io_clk    : in    std_ulogic;
    rst       : in    std_ulogic;
    in_data   : in    std_ulogic_vector(W - 1 downto 0);
    in_valid  : in    std_ulogic;
    in_ready  : out   std_ulogic;
    out_data  : out   std_ulogic_vector(W - 1 downto 0);
    out_valid : out   std_ulogic;
    out_ready : in    std_ulogic
  );
end entity toy_line;

architecture rtl of toy_line is

  signal line_bits : std_ulogic_vector(W * DEPTH - 1 downto 0);

begin

  in_ready  <= out_ready and not rst;
  out_valid <= in_valid;
  out_data  <= line_bits(W * DEPTH - 1 downto W * DEPTH - W);

  line_reg : process (clk) is
  begin
    if rising_edge(clk) then
      line_bits <= line_bits(W * DEPTH - W - 1 downto 0) & in_data;
    end if;
  end process line_reg;

end architecture rtl;
