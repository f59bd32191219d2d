-- SPDX-License-Identifier: Apache-2.0
-- A small sponge with the interface of every core, for testing the testbench: 128-bit state, additions, rotations and xors,
-- blocks of 128 bits, eight rounds a block, four more rounds at the end, digest = state. toy_model.py says the same in Python.
--
-- Loading (io_clk), rounds (clk) and unloading (io_clk) overlap; a pair of toggles between each two says full or empty.
-- W = 32. Cycles for N blocks: 2 + 5/io_ratio + 8N + 4 + 4/io_ratio.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity toy_core is
  generic (
    ROUNDS : integer := 8
  );
  port (
    clk       : in    std_ulogic;
    io_clk    : in    std_ulogic;
    rst       : in    std_ulogic;
    in_data   : in    std_ulogic_vector(31 downto 0);
    in_valid  : in    std_ulogic;
    in_ready  : out   std_ulogic;
    out_data  : out   std_ulogic_vector(31 downto 0);
    out_valid : out   std_ulogic;
    out_ready : in    std_ulogic
  );
end entity toy_core;

architecture rtl of toy_core is

  subtype state_t is unsigned(127 downto 0);

  constant IV           : state_t := x"61707865_3320646e_79622d32_6b206574";
  constant FINAL_ROUNDS : integer := 4;

  -- One round: ARX on the four words, then the round's number into the last one.
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

  -- loader
  signal in_payload  : std_ulogic;
  signal last_part   : std_ulogic;
  signal words_left  : unsigned(30 downto 0);
  signal word_number : unsigned(1 downto 0);
  signal block_word  : state_t;
  signal block_last  : std_ulogic;
  signal filled      : std_ulogic;
  signal emptied     : std_ulogic;
  signal block_full  : std_ulogic;
  signal can_load    : std_ulogic;
  -- rounds
  signal state       : state_t;
  signal number      : unsigned(3 downto 0);
  signal at_work     : std_ulogic;
  signal first       : std_ulogic;
  signal last        : std_ulogic;
  signal finishing   : std_ulogic;
  signal finished    : std_ulogic;
  signal start       : std_ulogic;
  signal chained     : state_t;
  signal advanced    : state_t;
  -- unloader
  signal digest      : state_t;
  signal written     : std_ulogic;
  signal fetched     : std_ulogic;
  signal shift       : state_t;
  signal shift_left  : unsigned(2 downto 0);
  signal out_busy    : std_ulogic;

begin

  block_full <= filled xor emptied;
  can_load   <= not in_payload or not block_full;
  in_ready   <= can_load;

  load_reg : process (io_clk) is
  begin
    if rising_edge(io_clk) then
      if in_valid = '1' and can_load = '1' then
        if in_payload = '0' then
          words_left <= unsigned(in_data(31 downto 1));
          last_part  <= in_data(0);
          in_payload <= '1';
        else
          block_word  <= block_word(95 downto 0) & unsigned(in_data);
          words_left  <= words_left - 1;
          word_number <= word_number + 1;
          if words_left = 1 then
            in_payload <= '0';
          end if;
          if word_number = 3 then
            filled     <= not filled;
            block_last <= '0';
            if words_left = 1 then
              block_last <= last_part;
            end if;
          end if;
        end if;
      end if;
      if rst = '1' then
        in_payload  <= '0';
        word_number <= (others => '0');
        filled      <= '0';
      end if;
    end if;
  end process load_reg;

  start    <= block_full and not at_work and not finished;
  chained  <= IV xor block_word when start = '1' and first = '1' else
              state xor block_word when start = '1' else
              state;
  advanced <= round(chained, number);

  round_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        emptied <= not emptied;
        last    <= block_last;
        first   <= '0';
        at_work <= '1';
      end if;
      if start = '1' or at_work = '1' then
        state  <= advanced;
        number <= number + 1;
        if finishing = '0' and number = ROUNDS - 1 then
          number    <= (others => '0');
          finishing <= last;
          at_work   <= last;
        elsif finishing = '1' and number = FINAL_ROUNDS - 1 then
          number    <= (others => '0');
          finishing <= '0';
          at_work   <= '0';
          finished  <= '1';
        end if;
      end if;
      if finished = '1' and written = fetched then
        digest   <= state;
        written  <= not written;
        finished <= '0';
        first    <= '1';
      end if;
      if rst = '1' then
        emptied   <= '0';
        at_work   <= '0';
        first     <= '1';
        finishing <= '0';
        finished  <= '0';
        written   <= '0';
        number    <= (others => '0');
      end if;
    end if;
  end process round_reg;

  out_busy  <= '1' when shift_left /= 0 else '0';
  out_valid <= out_busy;
  out_data  <= std_ulogic_vector(shift(127 downto 96));

  unload_reg : process (io_clk) is
  begin
    if rising_edge(io_clk) then
      if out_busy = '0' and written /= fetched then
        shift      <= digest;
        shift_left <= to_unsigned(4, 3);
        fetched    <= not fetched;
      elsif out_busy = '1' and out_ready = '1' then
        shift      <= shift(95 downto 0) & x"0000_0000";
        shift_left <= shift_left - 1;
      end if;
      if rst = '1' then
        shift_left <= (others => '0');
        fetched    <= '0';
      end if;
    end if;
  end process unload_reg;

end architecture rtl;
