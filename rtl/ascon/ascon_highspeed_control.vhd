-- SPDX-License-Identifier: Apache-2.0
-- Counts the rounds of Ascon-Hash256 or Ascon-XOF128: absorbs blocks, then sends the words of the digest.
--
--   idle        the state rests before the last rounds of the permutation (at_end). Absorbing the first block leads to step 0
--   at_end      last rounds. After them a block is added, if `absorbing`; the step waits for it (gate, armed)
--   step 0      of a permutation that follows the last block's: word 0 of the state is a word of the digest (emits). The step waits while
--               the word before has not been taken. After the last word the state rests again
--
-- A block is taken in the step before at_end, or later if it comes later. It is on `inject` for one cycle.
--
-- Source: NIST SP 800-232, sections 3 and 5. Latency: one cycle a step; a step is UNROLL rounds.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.ascon_pkg.all;
use work.shell_pkg.all;

entity ascon_highspeed_control is
  generic (
    UNROLL : positive -- rounds of one cycle; divides 4
  );
  port (
    clk         : in    std_ulogic;           -- clock
    rst         : in    std_ulogic;           -- synchronous reset, active high
    word_valid  : in    std_ulogic;           -- the reader has a word, which is a block
    word_last   : in    std_ulogic;           -- it is the last one of its message
    word_ready  : out   std_ulogic;           -- the block is taken in this cycle if there is one
    taken       : out   std_ulogic;           -- the block is taken in this cycle
    ends_output : in    std_ulogic;           -- the next word of the digest is the last one
    sending     : in    std_ulogic;           -- a word of the digest has not been taken
    send        : out   std_ulogic;           -- word 0 of the state is the next word of the digest; taken unless `sending`
    sent        : out   std_ulogic;           -- it is taken, and the next word follows
    rest        : out   std_ulogic;           -- load the state before a message
    advance     : out   std_ulogic;           -- next step
    step        : out   unsigned(3 downto 0); -- number of the first round of this cycle
    next_step   : out   unsigned(3 downto 0)  -- number of the first round of the next cycle
  );
end entity ascon_highspeed_control;

architecture rtl of ascon_highspeed_control is

  constant LAST_STEP : natural := ROUNDS - UNROLL;

  signal following : unsigned(3 downto 0); -- value of next_step
  signal near_end  : std_ulogic;           -- the step before at_end
  signal at_end    : std_ulogic;           -- the last rounds of a permutation
  signal gate      : std_ulogic;           -- at_end and absorbing
  signal absorbing : std_ulogic;           -- the message has another block
  signal armed     : std_ulogic;           -- inject holds a block
  signal last      : std_ulogic;           -- it is the last one of its message
  signal emits     : std_ulogic;           -- value of send
  signal wants     : std_ulogic;           -- value of word_ready
  signal takes     : std_ulogic;           -- value of taken
  signal moves     : std_ulogic;           -- value of advance
  signal ends      : std_ulogic;           -- reset, or the last word of the digest leaves the state

begin

  moves      <= not ((gate and not armed) or (emits and sending));
  ends       <= rst or (emits and not sending and ends_output);
  wants      <= (near_end and absorbing) or (gate and not armed);
  takes      <= wants and word_valid;
  advance    <= moves;
  rest       <= ends;
  word_ready <= wants;
  taken      <= takes;
  send       <= emits;
  sent       <= emits and not sending;
  next_step  <= following;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if ends = '1' then
        step      <= to_unsigned(LAST_STEP, 4);
        following <= (others => '0');
        near_end  <= '0';
        at_end    <= '1';
      elsif moves = '1' then
        step      <= following;
        following <= following + UNROLL;
        if near_end = '1' then
          following <= (others => '0');
        end if;
        near_end <= to_bit(following = LAST_STEP - UNROLL);
        at_end   <= near_end;
      end if;
    end if;
  end process step_reg;

  phase_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if ends = '1' then
        absorbing <= '1';
        gate      <= '1';
        emits     <= '0';
      elsif moves = '1' then
        absorbing <= absorbing and not (at_end and last);
        gate      <= near_end and absorbing;
        emits     <= at_end and not absorbing;
      end if;
    end if;
  end process phase_reg;

  block_reg : process (clk) is
  begin
    if rising_edge(clk) then
      armed <= takes and not rst;
      if takes = '1' then
        last <= word_last;
      end if;
    end if;
  end process block_reg;

end architecture rtl;
