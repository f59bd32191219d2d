-- SPDX-License-Identifier: Apache-2.0
-- Counts the rounds of Hamsi and decides where a block enters and where a digest is taken.
--
--   want       from the last round but one of a block on, and in `idle`: takes a word, in the cycle of `take`
--   second     behind take: the other half of the block is expanded
--   boundary   behind second: round 0 of the block, whose message and chaining value enter
--   moving     boundary and the rounds behind it
--   ending     behind the last round of a message: the digest is offered until `done`; then `idle`
--
-- The registers hold still where moving is '0': between two blocks of a message if the word comes late.
--
-- joining: no round runs, or boundary: the state is made of message and chaining value. chain: joining in the next cycle. last: the word
-- taken most recently ends its message. is_final: so does the block in the rounds. round_index: the rounds of a block, from 0.
-- ROUNDS: of P.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity hamsi_highspeed_control is
  generic (
    ROUNDS : positive
  );
  port (
    clk         : in    std_ulogic;
    rst         : in    std_ulogic;
    word_valid  : in    std_ulogic;
    word_last   : in    std_ulogic;
    done        : in    std_ulogic;
    want        : out   std_ulogic;
    take        : out   std_ulogic;
    last        : out   std_ulogic;
    is_final    : out   std_ulogic;
    boundary    : out   std_ulogic;
    moving      : out   std_ulogic;
    joining     : out   std_ulogic;
    chain       : out   std_ulogic;
    ending      : out   std_ulogic;
    idle        : out   std_ulogic;
    round_index : out   unsigned(3 downto 0)
  );
end entity hamsi_highspeed_control;

architecture rtl of hamsi_highspeed_control is

  signal second    : std_ulogic;
  signal at_last   : std_ulogic;
  signal continues : std_ulogic;
  signal ended     : std_ulogic;

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
