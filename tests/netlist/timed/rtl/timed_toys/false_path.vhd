-- SPDX-License-Identifier: Apache-2.0
-- A core in name only with a path that no data use: through both adders.
--
--   a, b --> first sum --1--+              +--0-- second sum --> z
--                           +--> middle ---+
--   a ------------------0---+   (same      +--1-- b
--                               select)
--
-- The first sum reaches `middle` only while the select is 1, and `middle` reaches z through the second adder only while it is 0.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity false_path is
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
end entity false_path;

architecture rtl of false_path is

  signal a, b, z : unsigned(W - 1 downto 0);
  signal middle  : unsigned(W - 1 downto 0);
  signal choice  : std_ulogic;

begin

  in_ready  <= '1';
  out_valid <= '0';
  out_data  <= std_ulogic_vector(z);

  middle <= a + b when choice = '1' else a;

  word_reg : process (clk) is
  begin
    if rising_edge(clk) then
      a      <= unsigned(in_data);
      b      <= rotate_left(a, 5);
      choice <= in_data(0) xor a(3);
      if choice = '1' then
        z <= b;
      else
        z <= middle + rotate_left(b, 7);
      end if;
    end if;
  end process word_reg;

end architecture rtl;
