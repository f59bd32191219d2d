-- SPDX-License-Identifier: Apache-2.0
-- Makes a hash function of an external core that computes only a permutation, and connects it to FairHash streams of one word a
-- block: a sponge whose state is in this bridge (The Keccak reference 3.0, section 1.1). The core is simulated inside this bridge
-- by the same testbench as FairHash cores.
--
--            block    +-------+ start, state_in   +-------------+
--   in_* ------------>| state |------------------>|             |
--                     |  XOR  |                   | permutation |
--   out_* <-----------| block |<------------------|             |
--            digest   +-------+ done, state_out   +-------------+
--
-- The core takes state_in in a cycle in which start is '1', and has the permuted state on state_out in a later cycle in which done
-- is '1'. done must be '0' in the cycle after start; it may stay '1' until the next start. The next block may start in the cycle
-- in which done is '1'. The block is XORed into the upper bits of the state if AT_TOP is 1, else into the lower bits; the digest
-- is read from the same end.
--
-- Widths: in_data has a block and above it '1' for the last block of a message. Latency: one cycle from done to out_valid.

library ieee;
use ieee.std_logic_1164.all;

entity permutation_bridge is
  generic (
    STATE_BITS  : positive             := 1600; -- bits of the state
    BLOCK_BITS  : positive             := 1088; -- bits of a block, the rate of the sponge
    DIGEST_BITS : positive             := 256;  -- bits of a digest, at most BLOCK_BITS
    AT_TOP      : natural range 0 to 1 := 1     -- 1: blocks and digests are the upper bits of the state
  );
  port (
    clk        : in    std_ulogic;                                  -- clock of both sides
    rst        : in    std_ulogic;                                  -- synchronous reset, active high
    in_data    : in    std_ulogic_vector(BLOCK_BITS downto 0);      -- block, and '1' above it if it is the last one
    in_valid   : in    std_ulogic;                                  -- in_data holds a block
    in_ready   : out   std_ulogic;                                  -- in_data is taken in this cycle if in_valid is '1'
    out_data   : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0); -- digest
    out_valid  : out   std_ulogic;                                  -- out_data holds a digest
    out_ready  : in    std_ulogic;                                  -- the receiver takes out_data in this cycle
    start      : out   std_ulogic;                                  -- the core takes state_in in this cycle
    state_in   : out   std_ulogic_vector(STATE_BITS - 1 downto 0);  -- state for the core
    core_ready : in    std_ulogic;                                  -- the core can start
    done       : in    std_ulogic;                                  -- state_out holds the permuted state
    state_out  : in    std_ulogic_vector(STATE_BITS - 1 downto 0)   -- state from the core
  );
end entity permutation_bridge;

architecture rtl of permutation_bridge is

  signal state     : std_ulogic_vector(STATE_BITS - 1 downto 0);
  signal current   : std_ulogic_vector(STATE_BITS - 1 downto 0); -- the state after all blocks so far
  signal mixed     : std_ulogic_vector(STATE_BITS - 1 downto 0); -- that state XOR the block
  signal is_first  : std_ulogic;                                 -- the next block begins a message
  signal is_last   : std_ulogic;                                 -- the block in the core is the last of its message
  signal busy      : std_ulogic;                                 -- a permutation runs in the core
  signal full      : std_ulogic;                                 -- out_data holds a digest
  signal finished  : std_ulogic;                                 -- the permutation ends in this cycle
  signal completed : std_ulogic;                                 -- the permutation of the last block has finished
  signal space     : std_ulogic;
  signal starts    : std_ulogic;

begin

  finished  <= busy and done;
  completed <= finished and is_last;
  space     <= core_ready and (finished or not busy) and not completed and not full;
  starts    <= in_valid and space;
  in_ready  <= space;
  start     <= starts;
  state_in  <= mixed;
  out_valid <= full;

  choose : process (all) is
  begin
    if is_first = '1' then
      current <= (others => '0');
    elsif finished = '1' then
      current <= state_out;
    else
      current <= state;
    end if;
  end process choose;

  top : if AT_TOP = 1 generate

    mixed <= (current(STATE_BITS - 1 downto STATE_BITS - BLOCK_BITS) xor in_data(BLOCK_BITS - 1 downto 0))
             & current(STATE_BITS - BLOCK_BITS - 1 downto 0);

    out_data <= state(STATE_BITS - 1 downto STATE_BITS - DIGEST_BITS);

  else generate

    mixed <= current(STATE_BITS - 1 downto BLOCK_BITS)
             & (current(BLOCK_BITS - 1 downto 0) xor in_data(BLOCK_BITS - 1 downto 0));

    out_data <= state(DIGEST_BITS - 1 downto 0);

  end generate top;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        is_first <= '1';
        is_last  <= '0';
        busy     <= '0';
        full     <= '0';
      else
        if starts = '1' then
          is_first <= in_data(BLOCK_BITS);
          is_last  <= in_data(BLOCK_BITS);
          busy     <= '1';
        elsif finished = '1' then
          busy <= '0';
        end if;
        full <= completed or (full and not out_ready);
      end if;
    end if;
  end process control_reg;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if finished = '1' then
        state <= state_out;
      end if;
    end if;
  end process state_reg;

end architecture rtl;
