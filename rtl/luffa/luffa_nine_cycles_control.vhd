-- SPDX-License-Identifier: Apache-2.0
-- The control of the Luffa core with nine cycles a block. It counts the cycles of a round, and decides when a block is injected and
-- when a digest is handed over. A round processes one block: message injection, then eight steps. A blank round injects a block of
-- zeros; each blank round is followed by 256 bits of digest. Exactly one of these states is active in each cycle, each with a flag
-- of its own:
--
--   injecting    message injection
--   stepping     steps 0 .. 6 of a round
--   finish       step 7; the loader may take the next block. After the last block of a message a blank round follows;
--                after the last blank round the next state is `ending`
--   waiting      follows `finish` if the next block of the message is not complete yet
--   holding      follows the first of two blank rounds while the unloader is not free
--   ending       the digest (or its second half) is offered to the unloader; when the unloader is free, the next state is `idle`
--   idle         the datapath's registers are reset to the starting variables; the loader may take the first block of a message
--
-- All outputs except `want` and `load` come directly from registers, because they drive hundreds of cells of the datapath. With two
-- blank rounds, the first half of the digest is handed over during the second injection of zeros.
-- Latency: 9 cycles for each round.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.luffa_pkg.all;
use work.shell_pkg.all;

entity luffa_nine_cycles_control is
  generic (
    BLANKS : positive range 1 to 2 -- number of blank rounds: 1 or 2
  );
  port (
    clk      : in    std_ulogic; -- core clock
    rst      : in    std_ulogic; -- synchronous reset, active high: the next state is idle
    take     : in    std_ulogic; -- from the loader: it takes the last word of a block in this cycle
    last     : in    std_ulogic; -- from the loader: the block taken most recently is the last one of its message
    want     : out   std_ulogic; -- to the loader: it may take the last word of a block
    out_free : in    std_ulogic; -- from the unloader: it can store a digest in this cycle
    load     : out   std_ulogic; -- to the unloader: 256 bits of digest are valid; taken when out_free is high
    quiet    : out   std_ulogic; -- to the loader: inject must be zero in the next cycle
    stepping : out   std_ulogic; -- steps 0 .. 6 of a round
    resting  : out   std_ulogic; -- neither injecting nor stepping: the datapath resets its step register
    finish   : out   std_ulogic; -- step 7 of a round
    clear    : out   std_ulogic  -- injecting, stepping or idle: the datapath resets its chaining register
  );
end entity luffa_nine_cycles_control;

architecture rtl of luffa_nine_cycles_control is

  signal injecting : std_ulogic;           -- state `injecting`, see above
  signal step      : unsigned(2 downto 0); -- number of the step in a round, 0 while injecting
  signal at_last   : std_ulogic;           -- step 6, the last step of stepping
  signal waiting   : std_ulogic;           -- state `waiting`
  signal holding   : std_ulogic;           -- state `holding`
  signal ending    : std_ulogic;           -- state `ending`
  signal idle      : std_ulogic;           -- state `idle`
  -- blank: the round is a blank one. last_blank: it is the last blank round. half_ready: the first half of the digest is valid.
  signal blank         : std_ulogic;
  signal last_blank    : std_ulogic;
  signal half_ready    : std_ulogic;
  signal more          : std_ulogic; -- step 7, and the message has another block
  signal between       : std_ulogic; -- the first of two blank rounds is complete
  signal go_blank      : std_ulogic; -- a blank round starts in the next cycle
  signal go_second     : std_ulogic; -- the second blank round starts in the next cycle
  signal ended         : std_ulogic; -- the unloader stores the digest in this cycle
  signal next_stepping : std_ulogic; -- value of stepping in the next cycle
  signal next_busy     : std_ulogic; -- injecting or stepping in the next cycle

begin

  more          <= finish and not last;
  between       <= (finish and blank and not last_blank) or holding;
  go_second     <= between and out_free;
  go_blank      <= (finish and last and not blank) or go_second;
  ended         <= ending and out_free;
  next_stepping <= injecting or (stepping and not at_last);
  next_busy     <= take or go_blank or next_stepping;
  want          <= idle or waiting or more;
  load          <= ending or half_ready;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      at_last <= to_bit(step = STEPS - 3) and stepping;
      if stepping = '0' then
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
        injecting  <= '0';
        stepping   <= '0';
        resting    <= '1';
        finish     <= '0';
        waiting    <= '0';
        holding    <= '0';
        ending     <= '0';
        idle       <= '1';
        clear      <= '1';
        quiet      <= '0';
        blank      <= '0';
        last_blank <= '0';
        half_ready <= '0';
      else
        injecting  <= take or go_blank;
        stepping   <= next_stepping;
        resting    <= not next_busy;
        finish     <= stepping and at_last;
        waiting    <= (waiting or more) and not take;
        holding    <= between and not out_free;
        ending     <= (finish and last_blank) or (ending and not out_free);
        idle       <= (idle or ended) and not take;
        clear      <= idle or ended or next_busy;
        quiet      <= next_busy or (stepping and at_last and last) or (between and not out_free);
        blank      <= go_blank or (blank and not ended);
        half_ready <= go_second;
        if BLANKS = 1 then
          last_blank <= go_blank or (last_blank and not finish);
        else
          last_blank <= go_second or (last_blank and not finish);
        end if;
      end if;
    end if;
  end process state_reg;

end architecture rtl;
