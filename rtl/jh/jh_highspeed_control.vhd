-- SPDX-License-Identifier: Apache-2.0
-- The control of the JH core. It counts the steps of a block and decides when a block is taken and when a digest is handed over.
-- Exactly one of these states is active in each cycle, each with a flag of its own:
--
--   busy         steps 0 .. 34 of a block, the full rounds; in step 0 `first` is '1' and the datapath receives the block
--   finish       step 35, the half round; the loader may take the next block; the state after a message's last block is `ending`
--   waiting      follows `finish` if the next block of the message is not complete yet
--   ending       the digest is offered to the unloader; when the unloader is free, the next state is `idle`
--   idle         the datapath's registers are reset to the initial value; the loader may take the first block of a message
--
-- All outputs except `want` come directly from registers, because they drive hundreds of cells of the datapath.
-- Latency: 36 cycles for a block.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.jh_pkg.all;
use work.shell_pkg.all;

entity jh_highspeed_control is
  port (
    clk      : in    std_ulogic; -- core clock
    rst      : in    std_ulogic; -- synchronous reset, active high: the next state is idle
    take     : in    std_ulogic; -- from the loader: it takes the last word of a block in this cycle
    last     : in    std_ulogic; -- from the loader: the block taken most recently is the last one of its message
    want     : out   std_ulogic; -- to the loader: it may take the last word of a block
    out_free : in    std_ulogic; -- from the unloader: it can store a digest in this cycle
    ending   : out   std_ulogic; -- to the unloader: the digest is valid; taken when out_free is high
    busy     : out   std_ulogic; -- a full round runs: steps 0 .. 34
    resting  : out   std_ulogic; -- not busy: the datapath resets its round register
    first    : out   std_ulogic; -- step 0: the block is at the input of the datapath
    later    : out   std_ulogic; -- not first: a second register, for fewer loads
    finish   : out   std_ulogic; -- step 35: the half round
    clear    : out   std_ulogic  -- busy or idle: the datapath resets its chaining register
  );
end entity jh_highspeed_control;

architecture rtl of jh_highspeed_control is

  signal step    : unsigned(5 downto 0); -- number of the step in a block
  signal at_last : std_ulogic;           -- step 34, the last full round
  signal waiting : std_ulogic;           -- state `waiting`, see above
  signal idle    : std_ulogic;           -- state `idle`
  signal more    : std_ulogic;           -- half round, and the message has another block
  signal ended   : std_ulogic;           -- the unloader stores the digest in this cycle

begin

  more    <= finish and not last;
  want    <= idle or waiting or more;
  ended   <= ending and out_free;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      at_last <= to_bit(step = FULL_ROUNDS - 2) and busy;
      if busy = '0' then
        step <= (others => '0');
      else
        step <= step + 1;
      end if;
    end if;
  end process step_reg;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        busy    <= '0';
        resting <= '1';
        first   <= '0';
        later   <= '1';
        finish  <= '0';
        waiting <= '0';
        ending  <= '0';
        idle    <= '1';
        clear   <= '1';
      else
        first   <= take;
        later   <= not take;
        busy    <= take or (busy and not at_last);
        resting <= not (take or (busy and not at_last));
        finish  <= busy and at_last;
        waiting <= (waiting or more) and not take;
        ending  <= (finish and last) or (ending and not out_free);
        idle    <= (idle or ended) and not take;
        clear   <= idle or ended or take or (busy and not at_last);
      end if;
    end if;
  end process state_reg;

end architecture rtl;
