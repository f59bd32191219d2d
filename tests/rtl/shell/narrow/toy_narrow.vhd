-- SPDX-License-Identifier: Apache-2.0
-- The toy algorithm of tests/testbench/toy with the shell parts for 16-bit words: a memory for the block, a digest in registers.
-- The core keeps the memory's port to itself in two of its rounds, and a block lies at the indices 6, 7, 0, 1.
--
--   in --> narrow_reader --> memory_loader --> memory --> state --> memory_unloader --> out

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity toy_narrow is
  port (
    clk       : in    std_ulogic;
    io_clk    : in    std_ulogic;
    rst       : in    std_ulogic;
    in_data   : in    std_ulogic_vector(15 downto 0);
    in_valid  : in    std_ulogic;
    in_ready  : out   std_ulogic;
    out_data  : out   std_ulogic_vector(15 downto 0);
    out_valid : out   std_ulogic;
    out_ready : in    std_ulogic
  );
end entity toy_narrow;

architecture rtl of toy_narrow is

  subtype state_t is unsigned(127 downto 0);

  constant IV : state_t := x"61707865_3320646e_79622d32_6b206574";

  function round (state : state_t; number : unsigned(3 downto 0)) return state_t is
    variable a : unsigned(31 downto 0);
    variable b : unsigned(31 downto 0);
    variable c : unsigned(31 downto 0);
    variable d : unsigned(31 downto 0);
  begin
    a := state(127 downto 96) + state(95 downto 64);
    d := rotate_left(state(31 downto 0) xor a, 16);
    c := state(63 downto 32) + d;
    b := rotate_left(state(95 downto 64) xor c, 12);
    return b & c & d & (a xor resize(number, 32));
  end function round;

  signal word        : std_ulogic_vector(15 downto 0);
  signal word_valid  : std_ulogic;
  signal word_ready  : std_ulogic;
  signal ends_block  : std_ulogic;
  signal block_last  : std_ulogic;
  signal port_free   : std_ulogic;
  signal write       : std_ulogic;
  signal write_index : std_ulogic_vector(2 downto 0);
  signal write_data  : std_ulogic_vector(31 downto 0);
  signal full        : std_ulogic;
  signal loaded_last : std_ulogic;
  signal free_block  : std_ulogic;
  signal read        : std_ulogic;
  signal read_index  : unsigned(2 downto 0);
  signal read_data   : std_ulogic_vector(31 downto 0);
  signal read_due    : std_ulogic;
  signal last        : std_ulogic;
  signal count       : unsigned(3 downto 0);
  signal reading     : std_ulogic;
  signal finishing   : std_ulogic;
  signal unload      : std_ulogic;
  signal unload_done : std_ulogic;
  signal capture     : std_ulogic;
  signal held        : std_ulogic_vector(31 downto 0);
  signal state       : state_t;

begin

  reader : entity work.narrow_reader
    generic map (
      BLOCK_BITS => 128
    )
    port map (
      clk          => io_clk,
      rst          => rst,
      in_data      => in_data,
      in_valid     => in_valid,
      in_ready     => in_ready,
      word         => word,
      word_valid   => word_valid,
      word_ready   => word_ready,
      ends_block   => ends_block,
      block_last   => block_last,
      before_last  => open,
      message_bits => open
    );

  loader : entity work.memory_loader
    generic map (
      BLOCK_WORDS => 4,
      INDEX_BITS  => 3,
      FIRST       => 6
    )
    port map (
      clk         => clk,
      rst         => rst,
      word        => word,
      word_valid  => word_valid,
      word_ready  => word_ready,
      ends_block  => ends_block,
      block_last  => block_last,
      port_free   => port_free,
      write       => write,
      write_index => write_index,
      write_data  => write_data,
      full        => full,
      last        => loaded_last,
      free_block  => free_block
    );

  memory : entity work.memory_simple_dual_port
    generic map (
      ADDRESS_BITS => 3,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => write,
      write_address => write_index,
      write_data    => write_data,
      read          => read,
      read_address  => std_ulogic_vector(read_index),
      read_data     => read_data
    );

  unloader : entity work.memory_unloader
    generic map (
      WORDS => 4
    )
    port map (
      clk        => clk,
      rst        => rst,
      unload     => unload,
      done       => unload_done,
      read       => open,
      read_index => open,
      capture    => capture,
      held       => held,
      out_data   => out_data,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

  read       <= reading and full;
  port_free  <= '0' when reading = '0' and (count = 2 or count = 3) else '1';
  free_block <= '1' when read = '1' and read_index = 1 else '0';

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      read_due <= read;
      if read = '1' then
        read_index <= read_index + 1;
      end if;
      if free_block = '1' then
        read_index <= to_unsigned(6, 3);
        reading    <= '0';
        last       <= loaded_last;
      elsif reading = '0' and read_due = '0' and unload = '0' then
        count <= count + 1;
        if finishing = '0' and count = 7 then
          count     <= (others => '0');
          finishing <= last;
          reading   <= not last;
        elsif finishing = '1' and count = 3 then
          count     <= (others => '0');
          finishing <= '0';
          unload    <= '1';
        end if;
      elsif unload_done = '1' then
        unload  <= '0';
        reading <= '1';
      end if;
      if rst = '1' then
        read_due   <= '0';
        read_index <= to_unsigned(6, 3);
        reading    <= '1';
        finishing  <= '0';
        unload     <= '0';
        count      <= (others => '0');
      end if;
    end if;
  end process control_reg;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or unload_done = '1' then
        state <= IV;
      elsif read_due = '1' then
        state <= state(95 downto 0) & (state(127 downto 96) xor unsigned(read_data));
      elsif capture = '1' then
        state <= state(95 downto 0) & state(127 downto 96);
      elsif reading = '0' and unload = '0' then
        state <= round(state, count);
      end if;
      if capture = '1' then
        held <= std_ulogic_vector(state(127 downto 96));
      end if;
    end if;
  end process state_reg;

end architecture rtl;
