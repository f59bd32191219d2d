-- SPDX-License-Identifier: Apache-2.0
-- Counts the steps of Shabal's rounds for the datapath that does the rest of a round in one cycle.
--
--   exchange     one cycle in front of each round; behind the last block's round for three more rounds with the same block
--   running      48 steps; the last of them takes the next block or leads to an exchange, to `waiting` or to `ending`
--   waiting      the next block is not there
--   ending       hands over the digest, waits for the unloader, and leads to `idle`
--   idle         the initial state is restored; takes the first block of a message
--
-- One of these is '1' in each cycle.
--
-- take: a block comes, which is there in the exchange behind it. closing: the exchange keeps the block. active: the state changes.
-- clear: no block has been counted.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity shabal_parallel_control is
  port (
    clk      : in    std_ulogic;
    rst      : in    std_ulogic;
    take     : in    std_ulogic;
    last     : in    std_ulogic;
    want     : out   std_ulogic;
    out_free : in    std_ulogic;
    exchange : out   std_ulogic;
    closing  : out   std_ulogic;
    active   : out   std_ulogic;
    ending   : out   std_ulogic;
    clear    : out   std_ulogic;
    idle     : out   std_ulogic
  );
end entity shabal_parallel_control;

architecture rtl of shabal_parallel_control is

  constant STEPS : positive := 48;
  constant EXTRA : positive := 3;

  signal step    : unsigned(5 downto 0);
  signal at_last : std_ulogic;
  signal finish  : std_ulogic;
  signal running : std_ulogic;
  signal waiting : std_ulogic;
  signal rounds  : unsigned(1 downto 0);
  signal more    : std_ulogic;
  signal again   : std_ulogic;
  signal ended   : std_ulogic;

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
