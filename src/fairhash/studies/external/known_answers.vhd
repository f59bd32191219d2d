-- SPDX-License-Identifier: Apache-2.0
-- Gives a core the words of INPUTS and holds its output to those of DIGESTS, both one hexadecimal word a line; ends with a failure at
-- the first wrong word or after LIMIT cycles without one. `dut` is the core with its generics. Every third cycle the output waits.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;

entity known_answers is
  generic (
    W        : positive;
    IO_RATIO : positive := 1;
    LIMIT    : positive := 100000;
    INPUTS   : string   := "inputs.txt";
    DIGESTS  : string   := "digests.txt"
  );
end entity known_answers;

architecture rtl of known_answers is

  signal io_clk    : std_ulogic                        := '0';
  signal clk       : std_ulogic                        := '0';
  signal rst       : std_ulogic                        := '1';
  signal in_data   : std_ulogic_vector(W - 1 downto 0) := (others => '0');
  signal in_valid  : std_ulogic                        := '0';
  signal in_ready  : std_ulogic;
  signal out_data  : std_ulogic_vector(W - 1 downto 0);
  signal out_valid : std_ulogic;
  signal out_ready : std_ulogic                        := '0';
  signal done      : boolean                           := false;

begin

  clocks : process is
  begin
    while not done loop
      for cycle in 0 to IO_RATIO - 1 loop
        if cycle = 0 then
          clk <= '1';
        end if;
        io_clk <= '1';
        wait for 1 ns;
        clk    <= '0';
        io_clk <= '0';
        wait for 1 ns;
      end loop;
    end loop;
    wait;
  end process clocks;

  rst <= '1', '0' after 20 * IO_RATIO * 1 ns + 1500 ps;

  core : entity work.dut
    port map (
      clk       => clk,
      io_clk    => io_clk,
      rst       => rst,
      in_data   => in_data,
      in_valid  => in_valid,
      in_ready  => in_ready,
      out_data  => out_data,
      out_valid => out_valid,
      out_ready => out_ready
    );

  feed : process is
    file     source : text open read_mode is INPUTS;
    variable row    : line;
    variable word   : std_ulogic_vector(W - 1 downto 0);
  begin
    wait until falling_edge(io_clk) and rst = '0';
    while not endfile(source) loop
      readline(source, row);
      hread(row, word);
      in_data  <= word;
      in_valid <= '1';
      wait until rising_edge(io_clk) and in_ready = '1';
      wait until falling_edge(io_clk);
      in_valid <= '0';
    end loop;
    wait;
  end process feed;

  check : process is
    file     source : text open read_mode is DIGESTS;
    variable row    : line;
    variable word   : std_ulogic_vector(W - 1 downto 0);
    variable words  : natural := 0;
    variable waited : natural := 0;
  begin
    wait until falling_edge(io_clk) and rst = '0';
    while not endfile(source) loop
      readline(source, row);
      hread(row, word);
      waited := 0;
      loop
        wait until falling_edge(io_clk);
        waited := waited + 1;
        assert waited < LIMIT
          report "no digest word " & integer'image(words)
          severity failure;
        out_ready <= '0' when waited mod 3 = 0 else '1';
        wait until rising_edge(io_clk);
        exit when out_valid = '1' and out_ready = '1';
      end loop;
      assert out_data = word
        report "digest word " & integer'image(words) & " is " & to_hstring(out_data) & " instead of " & to_hstring(word)
        severity failure;
      words := words + 1;
    end loop;
    assert words > 0
      report "nothing to check"
      severity failure;
    report integer'image(words) & " digest words are right";
    done <= true;
    wait;
  end process check;

end architecture rtl;
