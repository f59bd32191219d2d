-- SPDX-License-Identifier: Apache-2.0
-- Control of lightweight Groestl: a counter of rounds and columns. A column is in four stages, from its read (stage 0) to its write
-- (stage 3); control bits follow it in registers.
--
--   round       columns
--   0           loads P and Q of column 0, then of column 1, ... ; waits for a block
--   1 .. 10     one round: eight columns of P, then eight of Q
--
-- A message is one pass that writes the initial value (round 0 only), one pass for each block, and one pass for the output
-- transformation, which takes the chaining value instead of a block and ignores Q. The digest is sent after that.
--
-- Latency: a block takes 178 cycles.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.aes_sbox_pkg.all;
use work.shell_pkg.all;

entity groestl_lightweight_control is
  generic (
    SUBMISSION : positive range 2 to 3 -- round of the competition: 2 for Groestl-0, 3 for Groestl
  );
  port (
    clk          : in    std_ulogic;                    -- clock
    rst          : in    std_ulogic;                    -- synchronous reset, active high
    full         : in    std_ulogic;                    -- from the loader: a block is in the memory
    loaded_last  : in    std_ulogic;                    -- from the loader: it is the last block of its message
    free_block   : out   std_ulogic;                    -- to the loader: the block has been read
    port_free    : out   std_ulogic;                    -- to the loader: it may write in this cycle
    unload       : out   std_ulogic;                    -- send the digest
    unload_done  : in    std_ulogic;                    -- its last word is sent
    rows_clear   : out   std_ulogic;                    -- to the row addresses, as the next four
    rows_step    : out   std_ulogic;                    -- groestl_lightweight_rows: the next step
    rows_jump    : out   std_ulogic;                    -- groestl_lightweight_rows: the step begins with another address
    rows_round   : out   unsigned(2 downto 0);          -- groestl_lightweight_rows: number of the round modulo 8
    rows_in_q    : out   std_ulogic;                    -- groestl_lightweight_rows: the column is one of Q
    read_q       : out   std_ulogic;                    -- to the datapath, as the next ones: the column that is read is one of Q
    write_q      : out   std_ulogic;                    -- the written column is one of Q
    write_state  : out   std_ulogic;                    -- write the column of the state
    block_read   : out   std_ulogic;                    -- read a column of the message from the memory
    block_column : out   std_ulogic_vector(2 downto 0); -- number of the column of the message that is read
    block_used   : out   std_ulogic;                    -- one cycle later: the column was read; otherwise spread is cleared
    initial_last : out   std_ulogic;                    -- spread becomes the last column of the initial value
    load_clear   : out   std_ulogic;                    -- b is zero in the next cycle
    chain_add    : out   std_ulogic;                    -- add the chaining value to the result
    chain_write  : out   std_ulogic;                    -- write the result as a column of the chaining value
    chain_index  : out   std_ulogic_vector(2 downto 0); -- number of the column of the chaining value that is written
    complement   : out   std_ulogic;                    -- complement the result
    constant_p   : out   byte_t;                        -- round constant of row 0
    constant_q   : out   byte_t                         -- round constant of row 7
  );
end entity groestl_lightweight_control;

architecture rtl of groestl_lightweight_control is

  type columns_t is array (natural range <>) of std_ulogic_vector(2 downto 0);

  constant LAST_ROUND : natural := 10;
  -- In this slot of the last round all columns of P are written: column 7 has its slot three cycles earlier.
  constant UNLOAD_STEP : natural := 10;

  signal round        : unsigned(3 downto 0);
  signal step         : unsigned(3 downto 0);      -- column and half
  signal starting     : std_ulogic;                -- the pass writes the initial value
  signal finishing    : std_ulogic;                -- the pass is the output transformation
  signal last         : std_ulogic;                -- the block is the last one of its message
  signal unloading    : std_ulogic;
  signal loading      : std_ulogic;                -- round 0
  signal ending       : std_ulogic;                -- round 10
  signal settling     : std_ulogic;                -- two cycles, until the first column of round 1 can be read
  signal advance      : std_ulogic;                -- the slot ends with this cycle
  signal at_end       : std_ulogic;                -- the pass ends with this cycle
  signal half         : std_ulogic;                -- P or Q
  signal column       : std_ulogic_vector(2 downto 0);
  signal uses_block   : std_ulogic;
  signal finished     : std_ulogic;                -- the digest is complete
  signal columns      : columns_t(1 to 3);
  signal halves       : std_ulogic_vector(1 to 3);
  signal writes       : std_ulogic_vector(1 to 3);
  signal loads        : std_ulogic_vector(1 to 2); -- `loading` one and two cycles ago
  signal used         : std_ulogic_vector(1 to 2);
  signal block_ends   : std_ulogic;
  signal starts       : std_ulogic_vector(1 to 2);
  signal rounds_1     : unsigned(3 downto 0);
  signal rounds_2     : unsigned(3 downto 0);
  signal chain_adds   : std_ulogic_vector(1 to 3);
  signal chain_writes : std_ulogic_vector(1 to 3);
  signal has_constant : std_ulogic_vector(1 to 2);

begin

  loading  <= to_bit(round = 0);
  ending   <= to_bit(round = LAST_ROUND);
  settling <= not loading and (loads(1) or loads(2));
  advance  <= not unloading and not settling and (not loading or starting or finishing or full);
  at_end   <= to_bit(step = 15) and (ending or (loading and starting));
  finished <= finishing and ending and to_bit(step = UNLOAD_STEP);
  half     <= step(0) when loading = '1' else step(3);
  column   <= std_ulogic_vector(step(3 downto 1)) when loading = '1' else std_ulogic_vector(step(2 downto 0));
  uses_block <= advance and loading and not starting and not finishing;

  unload     <= unloading;
  rows_clear <= rst or (advance and at_end) or unloading;
  rows_step  <= advance and (not loading or step(0));
  rows_jump  <= to_bit(step(2 downto 0) = 7) and (step(3) or not loading);
  rows_round <= round(2 downto 0);
  rows_in_q  <= step(3);

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or unload_done = '1' then
        round     <= (others => '0');
        step      <= (others => '0');
        starting  <= '1';
        finishing <= '0';
        last      <= '0';
        unloading <= '0';
      elsif advance = '1' then
        step <= step + 1;
        if step = 15 then
          round <= round + 1;
        end if;
        if uses_block = '1' then
          last <= loaded_last;
        end if;
        if at_end = '1' then
          round     <= (others => '0');
          starting  <= '0';
          finishing <= last and not starting;
        end if;
        unloading <= finished;
      end if;
    end if;
  end process count_reg;

  stages_reg : process (clk) is
  begin
    if rising_edge(clk) then
      columns  <= column & columns(1 to 2);
      halves   <= half & halves(1 to 2);
      loads(1) <= loading;
      loads(2) <= loads(1);
      starts   <= to_bit(starting = '1' and column = "111") & starts(1);
      rounds_1 <= round;
      rounds_2 <= rounds_1;
      chain_adds <= (ending or (loading and not half and not starting)) & chain_adds(1 to 2);
      if rst = '1' then
        writes       <= "000";
        used         <= "00";
        block_ends   <= '0';
        chain_writes <= "000";
      else
        writes       <= advance & writes(1 to 2);
        used         <= uses_block & used(1);
        block_ends   <= to_bit(step = 15);
        chain_writes <= (advance and (starting or (ending and not (finishing and half)))) & chain_writes(1 to 2);
      end if;
    end if;
  end process stages_reg;

  free_block   <= used(1) and block_ends;
  port_free    <= not used(1);
  block_read   <= used(1);
  block_column <= columns(1);
  block_used   <= used(2);
  initial_last <= starts(2);
  load_clear   <= loads(2);
  read_q       <= half;
  write_q      <= halves(3);
  write_state  <= writes(3);
  chain_index  <= columns(3);
  chain_write  <= chain_writes(3);
  chain_add    <= chain_adds(3);

  -- A column that is written in round r is the input of round r, counted from 0. The last round and the initial value have no
  -- constants.
  constants_reg : process (clk) is
    variable value : byte_t;
  begin
    if rising_edge(clk) then
      has_constant <= not (ending or starting) & has_constant(1);
      constant_p <= (others => '0');
      constant_q <= (others => '0');
      complement <= '0';
      if has_constant(2) = '1' then
        if SUBMISSION = 3 then
          value := '0' & columns(2) & std_ulogic_vector(rounds_2);
          if halves(2) = '0' then
            constant_p <= to_basis(value);
          else
            constant_q <= to_basis(value);
            complement <= '1';
          end if;
        elsif columns(2) = "000" then
          value := "0000" & std_ulogic_vector(rounds_2);
          if halves(2) = '0' then
            constant_p <= to_basis(value);
          else
            constant_q <= to_basis(not value);
          end if;
        end if;
      end if;
    end if;
  end process constants_reg;

end architecture rtl;
