-- SPDX-License-Identifier: Apache-2.0
-- Connects an external core that is told the number of blocks of a message to FairHash streams of one word a block. The core is
-- simulated inside this bridge by the same testbench as FairHash cores.
--
--                +-------------+ first_block, next_block, block_data  +------+
--   in_* ------->| which block |---------- block_count ------------->|      |
--                | of message? |<----------- core_ready --------------| core |
--   out_* <------|             |<------ digest, digest_valid ---------|      |
--                +-------------+                                      +------+
--
-- block_count has the number of blocks of a message from its first command until the first command of the next message. A command
-- is given while the core is idle: with HAS_READY while core_ready is '1', with BLOCK_CYCLES that many cycles after the command
-- before, else from the cycle after the one in which digest_valid is '1'. Outputs of the core are ignored in the START_CYCLES - 1
-- cycles after a command. The digest is read in the first cycle in which digest_valid is '1' after the last block, and kept here
-- for the receiver. The digest is the upper bits of the port.
--
-- Widths: in_data has a block, above it '1' for the last block of a message, and above that the blocks of the message, in each of
-- its words. Latency: with BLOCK_CYCLES the first block of a message waits for START_CYCLES - 1 cycles, since nothing says when a
-- reset of the core is over; else none.

library ieee;
use ieee.std_logic_1164.all;
use work.shell_pkg.all;

entity count_bridge is
  generic (
    BLOCK_BITS   : positive             := 512; -- bits of a block
    COUNT_BITS   : positive             := 16;  -- bits of the number of blocks
    PORT_BITS    : positive             := 256; -- bits of the core's digest port
    DIGEST_BITS  : positive             := 256; -- bits of a digest
    START_CYCLES : positive             := 1;   -- cycles from a command until the outputs of the core answer it
    BLOCK_CYCLES : natural              := 0;   -- cycles from a command to that of the next block; 0: an output says when
    HAS_INIT     : natural range 0 to 1 := 1;   -- 0: the first block of a message has the command of the others
    HAS_READY    : natural range 0 to 1 := 1;   -- 0: the core has no core_ready
    HOLDS        : natural range 0 to 1 := 0    -- 1: the block stays on the port until the next command
  );
  port (
    clk          : in    std_ulogic;                                          -- clock of both sides
    rst          : in    std_ulogic;                                          -- synchronous reset, active high
    in_data      : in    std_ulogic_vector(BLOCK_BITS + COUNT_BITS downto 0); -- block, last, number of blocks
    in_valid     : in    std_ulogic;                                          -- in_data holds a block
    in_ready     : out   std_ulogic;                                          -- in_data is taken if in_valid is '1'
    out_data     : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0);         -- digest
    out_valid    : out   std_ulogic;                                          -- out_data holds a digest
    out_ready    : in    std_ulogic;                                          -- the receiver takes out_data in this cycle
    first_block  : out   std_ulogic;                                          -- command: the first block of a message
    next_block   : out   std_ulogic;                                          -- command: a further block
    block_count  : out   std_ulogic_vector(COUNT_BITS - 1 downto 0);          -- blocks of the message
    block_data   : out   std_ulogic_vector(BLOCK_BITS - 1 downto 0);          -- block for the core
    core_ready   : in    std_ulogic;                                          -- the core can take a command
    digest       : in    std_ulogic_vector(PORT_BITS - 1 downto 0);           -- digest port of the core
    digest_valid : in    std_ulogic                                           -- the core's digest is valid
  );
end entity count_bridge;

architecture rtl of count_bridge is

  constant WAIT_CYCLES : natural := maximum(START_CYCLES, BLOCK_CYCLES) - 1;

  function cycles_of_rest return natural is
  begin
    if BLOCK_CYCLES > 0 then
      return START_CYCLES - 1;
    end if;
    return 0;
  end function cycles_of_rest;

  constant REST_CYCLES : natural := cycles_of_rest;

  signal is_first : std_ulogic;                                          -- the next block begins a message
  signal busy     : std_ulogic;                                          -- a block is hashed, and digest_valid will say when it is
  signal waits    : std_ulogic;                                          -- the last block was given, its digest not taken
  signal full     : std_ulogic;                                          -- the digest was read and is in `saved`
  signal settles  : natural range 0 to WAIT_CYCLES;                      -- cycles in which outputs are ignored
  signal rests    : natural range 0 to REST_CYCLES;                      -- cycles for which the first block still waits
  signal settled  : std_ulogic;
  signal rested   : std_ulogic;
  signal idle     : std_ulogic;                                          -- the core can take a command
  signal starts   : std_ulogic;                                          -- a block is given
  signal begins   : std_ulogic;                                          -- it has the command of the first block
  signal finished : std_ulogic;                                          -- the digest is read in this cycle
  signal saved    : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  signal held     : std_ulogic_vector(BLOCK_BITS + COUNT_BITS downto 0);
  signal current  : std_ulogic_vector(BLOCK_BITS + COUNT_BITS downto 0); -- the word that was given last

begin

  settled  <= to_bit(settles = 0);
  rested   <= to_bit(rests = 0 or is_first = '0');
  idle     <= settled and rested and not waits
              and ((core_ready and to_bit(HAS_READY = 1)) or (not busy and to_bit(HAS_READY = 0)));
  in_ready <= idle;
  starts   <= idle and in_valid;
  begins   <= starts and is_first and to_bit(HAS_INIT = 1);

  first_block <= begins;
  next_block  <= starts and not begins;
  block_data  <= current(BLOCK_BITS - 1 downto 0) when HOLDS = 1 else in_data(BLOCK_BITS - 1 downto 0);
  current     <= in_data when starts = '1' else held;
  block_count <= current(BLOCK_BITS + COUNT_BITS downto BLOCK_BITS + 1);

  finished  <= waits and not full and settled and digest_valid;
  out_valid <= finished or full;
  out_data  <= saved when full = '1' else digest(PORT_BITS - 1 downto PORT_BITS - DIGEST_BITS);

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        is_first <= '1';
        busy     <= '0';
        waits    <= '0';
        full     <= '0';
        settles  <= 0;
        rests    <= REST_CYCLES;
      else
        if starts = '1' then
          rests <= REST_CYCLES;
        elsif in_valid = '1' and is_first = '1' and waits = '0' and rests > 0 then
          rests <= rests - 1;
        end if;
        if starts = '1' then
          settles <= START_CYCLES - 1;
          if BLOCK_CYCLES > 0 and in_data(BLOCK_BITS) = '0' then
            settles <= BLOCK_CYCLES - 1;
          end if;
        elsif settles > 0 then
          settles <= settles - 1;
        end if;
        if starts = '1' then
          is_first <= in_data(BLOCK_BITS);
          waits    <= in_data(BLOCK_BITS);
          busy     <= to_bit(BLOCK_CYCLES = 0);
        else
          busy  <= busy and not (settled and digest_valid);
          full  <= (full or finished) and not out_ready;
          waits <= waits and not ((full or finished) and out_ready);
        end if;
      end if;
    end if;
  end process control_reg;

  data_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if finished = '1' then
        saved <= digest(PORT_BITS - 1 downto PORT_BITS - DIGEST_BITS);
      end if;
      if starts = '1' then
        held <= in_data;
      end if;
    end if;
  end process data_reg;

end architecture rtl;
