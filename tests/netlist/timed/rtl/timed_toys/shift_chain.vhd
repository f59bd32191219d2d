-- SPDX-License-Identifier: Apache-2.0
-- A core in name only: takes a word in every cycle, shifts it through DEPTH registers and never shows a digest. Data use every
-- path between two of its registers.

library ieee;
use ieee.std_logic_1164.all;

entity shift_chain is
  generic (
    W     : positive := 16;
    DEPTH : positive := 12
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
end entity shift_chain;

architecture rtl of shift_chain is

  signal chain : std_ulogic_vector(W * DEPTH - 1 downto 0);

begin

  in_ready  <= '1';
  out_valid <= '0';
  out_data  <= chain(W * DEPTH - 1 downto W * DEPTH - W);

  chain_reg : process (clk) is
  begin
    if rising_edge(clk) then
      chain <= chain(W * DEPTH - W - 1 downto 0) & in_data;
    end if;
  end process chain_reg;

end architecture rtl;
