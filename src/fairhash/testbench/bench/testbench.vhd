-- SPDX-License-Identifier: Apache-2.0
-- The one testbench of the VHDL engine: reads a stimulus file, drives a core with it, holds the core to the rules of the
-- handshake and writes what happened. docs/testbench.md describes both files; bench.h does the same for compiled cores,
-- step for step, so that both write the same observation of a correct core.
--
-- `dut` is written for each core: it binds the core's entity and generics to ports of W bits, and OUT_W bits for digests.
-- One io_clk cycle is 2 ns. Inputs change after the rising edge, first to the opposite of what they will be, so that an output
-- that follows an input within the cycle is found out.

library ieee;
use ieee.std_logic_1164.all;

library std;
use std.env.all;
use std.textio.all;

entity testbench is
  generic (
    W           : positive;
    OUT_W       : positive;
    IO_RATIO    : positive;
    STIMULUS    : string;
    OBSERVATION : string
  );
end entity testbench;

architecture bench of testbench is

  signal clk       : std_ulogic := '0';
  signal io_clk    : std_ulogic := '0';
  signal rst       : std_ulogic := '0';
  signal in_data   : std_ulogic_vector(W - 1 downto 0) := (others => '0');
  signal in_valid  : std_ulogic := '0';
  signal in_ready  : std_ulogic;
  signal out_data  : std_ulogic_vector(OUT_W - 1 downto 0);
  signal out_valid : std_ulogic;
  signal out_ready : std_ulogic := '0';

  type input_word_t is record
    gap   : natural;
    due   : natural;
    value : std_ulogic_vector(W - 1 downto 0);
  end record input_word_t;

  type output_word_t is record
    ready : std_ulogic_vector(31 downto 0);
    stall : natural;
  end record output_word_t;

  type inputs_t is array (natural range <>) of input_word_t;
  type outputs_t is array (natural range <>) of output_word_t;
  type inputs_ptr_t is access inputs_t;
  type outputs_ptr_t is access outputs_t;

  function to_bit (condition : boolean) return std_ulogic is
  begin
    if condition then
      return '1';
    end if;
    return '0';
  end function to_bit;

begin

  dut : entity work.dut
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

  bench : process is

    file     stimulus_file    : text;
    file     observation_file : text;
    variable source           : line;
    variable inputs           : inputs_ptr_t;
    variable outputs          : outputs_ptr_t;
    variable hold_reset       : natural;
    variable during           : natural;
    variable abort            : natural;
    variable limit            : natural;
    variable watch            : natural;
    variable input_count      : natural;
    variable output_count     : natural;
    variable section          : natural := 0;
    variable cycle            : natural := 0;
    variable phase            : natural := 0;
    variable verdict          : line;

    procedure read_section is
    begin
      readline(stimulus_file, source);
      read(source, hold_reset);
      read(source, during);
      read(source, abort);
      read(source, limit);
      read(source, watch);
      read(source, input_count);
      read(source, output_count);
      deallocate(inputs);
      deallocate(outputs);
      inputs  := new inputs_t(0 to input_count - 1);
      outputs := new outputs_t(0 to output_count - 1);
      for i in inputs'range loop
        readline(stimulus_file, source);
        read(source, inputs(i).gap);
        read(source, inputs(i).due);
        hread(source, inputs(i).value);
      end loop;
      for i in outputs'range loop
        readline(stimulus_file, source);
        hread(source, outputs(i).ready);
        read(source, outputs(i).stall);
      end loop;
    end procedure read_section;

    procedure note (kind : string; value : std_ulogic_vector) is
      variable target : line;
    begin
      write(target, kind & " " & integer'image(cycle) & " ");
      hwrite(target, value);
      writeline(observation_file, target);
    end procedure note;

    -- The rising edge in the middle of the cycle, and the falling one at its end.
    procedure edge is
    begin
      io_clk <= '1';
      clk    <= to_bit(phase = IO_RATIO - 1);
      wait for 1 ns;
      io_clk <= '0';
      clk    <= '0';
      phase  := (phase + 1) mod IO_RATIO;
      cycle  := cycle + 1;
    end procedure edge;

    procedure step is
    begin
      rst       <= '0';
      in_valid  <= '0';
      in_data   <= (others => '1');
      out_ready <= '0';
      wait for 1 ns;
      edge;
    end procedure step;

    -- A cycle with rst high. `during` is a set: 1 in_valid is high, 2 out_ready is high, 4 the word is not the first one.
    -- Nothing that moves while rst is high counts, so the observation does not have it.
    procedure step_in_reset is
      constant OFFER : boolean := during mod 2 = 1;
    begin
      rst       <= '1';
      in_valid  <= to_bit(OFFER);
      in_data   <= (others => '1');
      out_ready <= to_bit(during / 2 mod 2 = 1);
      if OFFER and input_count > 0 then
        in_data <= inputs(0).value;
        if during / 4 = 1 then
          in_data <= not inputs(0).value;
        end if;
      end if;
      wait for 1 ns;
      edge;
    end procedure step_in_reset;

    procedure drive is

      variable taken       : natural := 0;
      variable given       : natural := 0;
      variable due         : natural := 0;
      variable gap         : natural := 0;
      variable turn        : natural := 0;
      variable stall       : natural := 0;
      variable watched     : natural := 0;
      variable now         : natural := 0;
      variable held        : boolean := false;
      variable held_data   : std_ulogic_vector(OUT_W - 1 downto 0);
      variable valid       : std_ulogic;
      variable ready       : std_ulogic;
      variable data        : std_ulogic_vector(W - 1 downto 0);
      variable probe_in    : std_ulogic;
      variable probe_out   : std_ulogic;
      variable probe_data  : std_ulogic_vector(OUT_W - 1 downto 0);

      procedure judge (word : string) is
      begin
        write(verdict, word);
      end procedure judge;

    begin
      rst <= '0';
      if input_count > 0 then
        gap := inputs(0).gap;
      end if;
      loop
        if abort > 0 and now = abort then
          judge("aborted");
          return;
        end if;
        if taken = input_count and given = output_count then
          if watched = watch then
            judge("done");
            return;
          end if;
          watched := watched + 1;
        end if;
        if now = limit then
          judge("hang");
          return;
        end if;
        valid := to_bit(taken < input_count and gap = 0);
        data  := (others => '0');
        if input_count > 0 then
          data := inputs(minimum(taken, input_count - 1)).value;
        end if;
        if valid = '0' then
          data := not data;
        end if;
        if given = output_count then
          ready := '1';
        elsif held then
          ready := to_bit(stall = 0);
        else
          ready := outputs(given).ready(turn mod 32);
        end if;

        in_valid  <= not valid;
        in_data   <= not data;
        out_ready <= not ready;
        wait for 500 ps;
        probe_in   := in_ready;
        probe_out  := out_valid;
        probe_data := out_data;
        in_valid   <= valid;
        in_data    <= data;
        out_ready  <= ready;
        wait for 500 ps;
        if is_x(in_ready) or is_x(out_valid) or (out_valid = '1' and is_x(out_data)) then
          judge("metavalue");
          return;
        end if;
        if in_ready /= probe_in or out_valid /= probe_out or out_data /= probe_data then
          judge("combinational");
          return;
        end if;
        if held and out_valid = '0' then
          judge("retracted");
          return;
        end if;
        if held and out_data /= held_data then
          judge("changed");
          return;
        end if;
        if out_valid = '1' and given = output_count then
          judge("extra");
          return;
        end if;
        if out_valid = '1' and given = due then
          judge("early");
          return;
        end if;

        if valid = '1' and in_ready = '1' then
          note("i", data);
          due   := due + inputs(taken).due;
          taken := taken + 1;
          if taken < input_count then
            gap := inputs(taken).gap;
          end if;
        elsif gap > 0 then
          gap := gap - 1;
        end if;
        turn := turn + 1;
        if out_valid = '1' and ready = '1' then
          note("o", out_data);
          given := given + 1;
          turn  := 0;
          held  := false;
        elsif out_valid = '1' then
          if held then
            stall := stall - 1;
          else
            stall := outputs(given).stall;
          end if;
          held      := true;
          held_data := out_data;
        end if;
        edge;
        now := now + 1;
      end loop;
    end procedure drive;

  begin
    file_open(stimulus_file, STIMULUS, read_mode);
    file_open(observation_file, OBSERVATION, write_mode);
    while not endfile(stimulus_file) loop
      read_section;
      while phase /= 0 loop
        step;
      end loop;
      for i in 1 to hold_reset * IO_RATIO loop
        step_in_reset;
      end loop;
      write(source, "s " & integer'image(section) & " " & integer'image(cycle));
      writeline(observation_file, source);
      drive;
      write(source, "v " & integer'image(cycle) & " " & verdict.all & " ");
      write(source, std_ulogic'image(in_ready)(2) & " " & std_ulogic'image(out_valid)(2) & " ");
      hwrite(source, out_data);
      writeline(observation_file, source);
      exit when verdict.all /= "done" and verdict.all /= "aborted";
      deallocate(verdict);
      section := section + 1;
    end loop;
    file_close(observation_file);
    stop;
  end process bench;

end architecture bench;
