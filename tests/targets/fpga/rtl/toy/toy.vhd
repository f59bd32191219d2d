-- SPDX-License-Identifier: Apache-2.0
-- A core in name only, small enough to be placed in seconds: has the ports of every core and adds up what it is given.
--
--   in --> taken (io_clk) --> sum (clk, part `adder`) --> shown (io_clk) --> out

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity toy_adder is
  generic (
    W : positive
  );
  port (
    clk   : in    std_ulogic;
    rst   : in    std_ulogic;
    taken : in    std_ulogic_vector(W - 1 downto 0);
    sum   : out   std_ulogic_vector(W - 1 downto 0)
  );
end entity toy_adder;

architecture rtl of toy_adder is

  signal total : unsigned(W - 1 downto 0);

begin

  sum <= std_ulogic_vector(total);

  total_reg : process (clk) is
  begin
    if rising_edge(clk) then
      total <= rotate_left(total, 3) + unsigned(taken);
      if rst = '1' then
        total <= (others => '0');
      end if;
    end if;
  end process total_reg;

end architecture rtl;

library ieee;
use ieee.std_logic_1164.all;

entity toy is
  generic (
    W : positive := 16
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
end entity toy;

architecture rtl of toy is

  signal taken : std_ulogic_vector(W - 1 downto 0);
  signal sum   : std_ulogic_vector(W - 1 downto 0);
  signal shown : std_ulogic_vector(W - 1 downto 0);
  signal full  : std_ulogic;

begin

  in_ready  <= out_ready or not full;
  out_valid <= full;
  out_data  <= shown;

  adder : entity work.toy_adder
    generic map (
      W => W
    )
    port map (
      clk   => clk,
      rst   => rst,
      taken => taken,
      sum   => sum
    );

  port_reg : process (io_clk) is
  begin
    if rising_edge(io_clk) then
      if in_valid = '1' and (out_ready = '1' or full = '0') then
        taken <= in_data;
      end if;
      shown <= sum xor taken;
      full  <= in_valid or (full and not out_ready);
      if rst = '1' then
        full <= '0';
      end if;
    end if;
  end process port_reg;

end architecture rtl;
