-- SPDX-License-Identifier: Apache-2.0
-- Counts the steps of Shabal's rounds for shabal_parallel_datapath. In each cycle exactly one of these states is '1':
--
--   exchange     one cycle before each round; after the round of the last block it starts three final rounds with the same block
--   running      48 steps. The last step takes the next block, or leads to a final round's exchange, to `waiting` or to `ending`
--   waiting      the next block has not arrived
--   ending       the digest is valid; leads to `idle` when the unloader takes it
--   idle         the initial state is loaded; takes the first block of a message
--
-- Source: Shabal, section 2.3. Widths: one bit each. Latency: 49 cycles a round.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity shabal_parallel_control is
  port (
    clk      : in    std_ulogic; -- clock
    rst      : in    std_ulogic; -- synchronous reset, active high
    take     : in    std_ulogic; -- a block is complete; the exchange follows in the next cycle
    last     : in    std_ulogic; -- that block ends its message
    want     : out   std_ulogic; -- the core can take a block in this cycle
    out_free : in    std_ulogic; -- the unloader can take a digest
    exchange : out   std_ulogic; -- all words change at once
    closing  : out   std_ulogic; -- exchange before a final round: keep the block
    active   : out   std_ulogic; -- the state changes in this cycle: exchange or running
    ending   : out   std_ulogic; -- the digest is valid
    clear    : out   std_ulogic; -- set the block number to zero
    idle     : out   std_ulogic  -- load the initial state
  );
end entity shabal_parallel_control;

architecture rtl of shabal_parallel_control is

  constant STEPS : positive := 48;
  constant EXTRA : positive := 3;

  signal step    : unsigned(5 downto 0);
  signal at_last : std_ulogic;           -- step before the last one of a round
  signal finish  : std_ulogic;           -- last step of a round
  signal running : std_ulogic;
  signal waiting : std_ulogic;           -- a block is due and has not been taken
  signal rounds  : unsigned(1 downto 0); -- number of final rounds started so far
  signal more    : std_ulogic;           -- last step, and another block follows
  signal again   : std_ulogic;           -- last step, and a final round follows
  signal ended   : std_ulogic;           -- the unloader takes the digest in this cycle

begin

  more   <= finish and not last;
  again  <= finish and last and not to_bit(rounds = EXTRA);
  ended  <= ending and out_free;
  want   <= idle or waiting or more;
  active <= exchange or running;
  clear  <= ending or rst;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      at_last <= to_bit(step = STEPS - 3) and running;
      finish  <= at_last;
      if running = '0' then
        step <= (others => '0');
      else
        step <= step + 1;
      end if;
      if idle = '1' then
        rounds <= (others => '0');
      elsif again = '1' then
        rounds <= rounds + 1;
      end if;
    end if;
  end process step_reg;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        exchange <= '0';
        closing  <= '0';
        running  <= '0';
        waiting  <= '0';
        ending   <= '0';
        idle     <= '1';
      else
        exchange <= take or again;
        closing  <= again;
        running  <= exchange or (running and not finish);
        waiting  <= (waiting or more) and not take;
        ending   <= (finish and last and not again) or (ending and not out_free);
        idle     <= (idle or ended) and not take;
      end if;
    end if;
  end process state_reg;

end architecture rtl;
