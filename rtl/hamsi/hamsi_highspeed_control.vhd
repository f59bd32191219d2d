-- SPDX-License-Identifier: Apache-2.0
-- The control of the Hamsi core. It counts the rounds of a block, and decides when a block is taken and when a digest is handed
-- over. A block is one word of the input stream. These flags mark what happens in a cycle; several of them can be '1' together:
--
--   want       '1' in `idle` and from the last round but one of each block except the final one: a word may be taken
--   take       a word is taken; the expansion processes one half of it
--   second     the cycle after take: the expansion processes the other half
--   boundary   the cycle after second: round 0 of the block; the message and the chaining value enter the state
--   moving     a round runs: boundary and the cycles after it
--   ending     follows the last round of a message; the digest is offered to the unloader until `done`; then `idle` follows
--
-- While `moving` is '0' the registers of the state keep their values. This happens between two blocks if the word arrives late.
-- Latency: ROUNDS cycles for a block, 2 ROUNDS cycles for the final block of a message.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity hamsi_highspeed_control is
  generic (
    ROUNDS : positive -- rounds of P; P_f has twice as many
  );
  port (
    clk         : in    std_ulogic;          -- core clock
    rst         : in    std_ulogic;          -- synchronous reset, active high: the next state is idle
    word_valid  : in    std_ulogic;          -- from the reader: a message word is present
    word_last   : in    std_ulogic;          -- from the reader: that word is the last one of its message
    done        : in    std_ulogic;          -- from the unloader: it takes the digest in this cycle
    want        : out   std_ulogic;          -- to the reader: a word may be taken
    take        : out   std_ulogic;          -- a word is taken in this cycle
    last        : out   std_ulogic;          -- the word taken most recently is the last one of its message
    is_final    : out   std_ulogic;          -- the block whose rounds run is the last one of its message
    boundary    : out   std_ulogic;          -- round 0 of a block
    moving      : out   std_ulogic;          -- a round runs; the datapath stores its result
    joining     : out   std_ulogic;          -- no round runs, or round 0: the state is built from message and chaining value
    chain       : out   std_ulogic;          -- value of joining in the next cycle
    ending      : out   std_ulogic;          -- to the unloader: the digest is valid
    idle        : out   std_ulogic;          -- no message is being processed; the datapath resets its registers
    round_index : out   unsigned(3 downto 0) -- number of the round in its block, from 0
  );
end entity hamsi_highspeed_control;

architecture rtl of hamsi_highspeed_control is

  signal second    : std_ulogic; -- the cycle after take
  signal at_last   : std_ulogic; -- the last round of a block
  signal continues : std_ulogic; -- another round of the same block follows
  signal ended     : std_ulogic; -- value of ending in the next cycle

begin

  take      <= want and word_valid;
  continues <= moving and not at_last;
  chain     <= not continues;
  ended     <= (at_last and is_final) or (ending and not done);

  word_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if take = '1' then
        last <= word_last;
      end if;
      if second = '1' then
        is_final <= last;
      end if;
    end if;
  end process word_reg;

  round_reg : process (clk) is
  begin
    if rising_edge(clk) then
      round_index <= (others => '0');
      if continues = '1' then
        round_index <= round_index + 1;
      end if;
      at_last <= moving and (to_bit(round_index = 2 * ROUNDS - 2) or (to_bit(round_index = ROUNDS - 2) and not is_final));
    end if;
  end process round_reg;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        want     <= '1';
        second   <= '0';
        boundary <= '0';
        moving   <= '0';
        joining  <= '1';
        ending   <= '0';
        idle     <= '1';
      else
        want     <= (want and not take) or (ending and done) or (moving and to_bit(round_index = ROUNDS - 3) and not is_final);
        second   <= take;
        boundary <= second;
        moving   <= second or continues;
        joining  <= not continues;
        ending   <= ended;
        idle     <= (idle and not take) or (ending and done);
      end if;
    end if;
  end process state_reg;

end architecture rtl;
