-- SPDX-License-Identifier: Apache-2.0
-- Connects an external core that takes a whole block at a command to FairHash streams of one word a block, like block_bridge, for
-- cores that need more: a command for the last block, a number of bytes, an `init` without a block, a block that stays on the port,
-- a digest that is valid for one cycle, or no port that says when the core is ready. The core is simulated inside this bridge by the
-- same testbench as FairHash cores.
--
--                +-------------+ first_block, next_block, last_block  +------+
--   in_* ------->| which block |------------------------------------->|      |
--                | of message? |<----------- core_ready --------------| core |
--   out_* <------|             |<------ digest, digest_valid ---------|      |
--                +-------------+                                      +------+
--
-- A command is given in a cycle in which the core is idle. Outputs of the core are ignored in the START_CYCLES - 1 cycles after it.
-- With HAS_READY the core is idle while core_ready is '1'; else from the cycle after the one in which digest_valid is '1'. The digest
-- is read in the first cycle in which it is valid after the last block, and kept here for the receiver. With PULSE or without
-- HAS_READY, digest_valid alone marks that cycle; else core_ready must be '1' too. The digest is the upper bits of the port.
--
-- With INIT_ALONE the first block of a message is taken with its init, so that the cycles of a message include it.
--
-- Widths: in_data has a block, above it '1' for the last block of a message, and above that the number of its bytes. Latency: none.

library ieee;
use ieee.std_logic_1164.all;
use work.shell_pkg.all;

entity command_bridge is
  generic (
    BLOCK_BITS   : positive             := 512; -- bits of a block
    COUNT_BITS   : natural              := 0;   -- bits of the number of bytes; 0 if the core has no such port
    PORT_BITS    : positive             := 256; -- bits of the core's digest port
    DIGEST_BITS  : positive             := 256; -- bits of a digest
    START_CYCLES : positive             := 1;   -- cycles from a command until the outputs of the core answer it
    HAS_INIT     : natural range 0 to 1 := 1;   -- 0: the first block of a message has the command of the others
    INIT_ALONE   : natural range 0 to 1 := 0;   -- 1: first_block starts a message without a block
    HAS_FINISH   : natural range 0 to 1 := 0;   -- 1: finish replaces next_block for the last block of a message
    HAS_READY    : natural range 0 to 1 := 1;   -- 0: the core has no core_ready, but shows the end of each block by digest_valid
    PULSE        : natural range 0 to 1 := 0;   -- 1: the digest is read when digest_valid is '1', whatever core_ready is
    HOLDS        : natural range 0 to 1 := 0    -- 1: the block stays on the port until the next command
  );
  port (
    clk          : in    std_ulogic;                                             -- clock of both sides
    rst          : in    std_ulogic;                                             -- synchronous reset, active high
    in_data      : in    std_ulogic_vector(BLOCK_BITS + COUNT_BITS downto 0);    -- block, last, number of bytes
    in_valid     : in    std_ulogic;                                             -- in_data holds a block
    in_ready     : out   std_ulogic;                                             -- in_data is taken if in_valid is '1'
    out_data     : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0);            -- digest
    out_valid    : out   std_ulogic;                                             -- out_data holds a digest
    out_ready    : in    std_ulogic;                                             -- the receiver takes out_data in this cycle
    first_block  : out   std_ulogic;                                             -- command: begin a message
    next_block   : out   std_ulogic;                                             -- command: a further block
    finish       : out   std_ulogic;                                             -- command: the last block
    last_block   : out   std_ulogic;                                             -- the block is the last of its message
    bytes        : out   std_ulogic_vector(maximum(COUNT_BITS, 1) - 1 downto 0); -- number of message bytes of the block
    block_data   : out   std_ulogic_vector(BLOCK_BITS - 1 downto 0);             -- block for the core
    core_ready   : in    std_ulogic;                                             -- the core can take a command
    digest       : in    std_ulogic_vector(PORT_BITS - 1 downto 0);              -- digest port of the core
    digest_valid : in    std_ulogic                                              -- the core's digest is valid
  );
end entity command_bridge;

architecture rtl of command_bridge is

  signal is_first : std_ulogic;                                          -- the next block begins a message
  signal loaded   : std_ulogic;                                          -- its init was given, and it is in `held`
  signal busy     : std_ulogic;                                          -- a block is hashed in a core without core_ready
  signal waits    : std_ulogic;                                          -- the last block was given, its digest not taken
  signal full     : std_ulogic;                                          -- the digest was read and is in `saved`
  signal settles  : natural range 0 to START_CYCLES;                     -- cycles in which outputs are ignored
  signal settled  : std_ulogic;
  signal idle     : std_ulogic;                                          -- the core can take a command
  signal first    : std_ulogic;                                          -- it needs an init without a block
  signal inits    : std_ulogic;                                          -- that init is given
  signal starts   : std_ulogic;                                          -- a block is given
  signal finished : std_ulogic;                                          -- the digest is read in this cycle
  signal saved    : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  signal held     : std_ulogic_vector(BLOCK_BITS + COUNT_BITS downto 0);
  signal current  : std_ulogic_vector(BLOCK_BITS + COUNT_BITS downto 0); -- the block to be given
  signal shown    : std_ulogic_vector(BLOCK_BITS + COUNT_BITS downto 0); -- what the core sees of the blocks

begin

  settled <= to_bit(settles = 0);
  -- without core_ready, nothing but START_CYCLES says when an init alone is over
  idle     <= settled and not waits and ((core_ready and to_bit(HAS_READY = 1)) or (not busy and to_bit(HAS_READY = 0)));
  first    <= is_first and not loaded and to_bit(INIT_ALONE = 1);
  in_ready <= idle and not loaded;
  inits    <= in_valid and idle and first;
  starts   <= idle and (loaded or (in_valid and not first));
  current  <= held when loaded = '1' else in_data;

  commands : process (all) is
    variable begins : std_ulogic; -- the command of the first block is given with it
    variable ends   : std_ulogic; -- the command of the last block is given
  begin
    begins := '0';
    ends   := '0';
    if HAS_INIT = 1 and INIT_ALONE = 0 then
      begins := starts and is_first;
    end if;
    if HAS_FINISH = 1 then
      ends := starts and current(BLOCK_BITS);
    end if;
    first_block <= begins or inits;
    finish      <= ends;
    next_block  <= starts and not begins and not ends;
  end process commands;

  shown      <= held when HOLDS = 1 and starts = '0' else current;
  block_data <= shown(BLOCK_BITS - 1 downto 0);
  last_block <= shown(BLOCK_BITS);

  count : if COUNT_BITS > 0 generate

    bytes <= shown(BLOCK_BITS + COUNT_BITS downto BLOCK_BITS + 1);

  else generate

    bytes <= (others => '0');

  end generate count;

  finished  <= waits and not full and settled and digest_valid
               and (core_ready or to_bit(HAS_READY = 0 or PULSE = 1));
  out_valid <= finished or full;
  out_data  <= saved when full = '1' else digest(PORT_BITS - 1 downto PORT_BITS - DIGEST_BITS);

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        is_first <= '1';
        loaded   <= '0';
        busy     <= '0';
        waits    <= '0';
        full     <= '0';
        settles  <= 0;
      else
        if starts = '1' or inits = '1' then
          settles <= START_CYCLES - 1;
        elsif settles > 0 then
          settles <= settles - 1;
        end if;
        if starts = '1' then
          is_first <= current(BLOCK_BITS);
          waits    <= current(BLOCK_BITS);
          loaded   <= '0';
          busy     <= '1';
        else
          loaded <= loaded or inits;
          busy   <= busy and not (settled and digest_valid);
          full   <= (full or finished) and not out_ready;
          waits  <= waits and not ((full or finished) and out_ready);
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
      if in_valid = '1' and idle = '1' and loaded = '0' then
        held <= in_data;
      end if;
    end if;
  end process data_reg;

end architecture rtl;
