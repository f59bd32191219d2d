-- SPDX-License-Identifier: Apache-2.0
-- Counts the sub-rounds of Fugue and its last rounds, and decides where a word enters and where a digest is taken.
--
--   ready          a word enters with the first sub-round, and is waited for
--   between        the other sub-rounds of a word, one-hot
--   final          the sub-rounds of the final transformation; to_turn marks the last of them
--   tokens         the steps of the last rounds, one-hot; ending_round from the first of them until the digest has gone
--   ending         behind them: the digest is offered until `done`
--   idle           the initial state is restored; leads to ready
--
-- last_part: one-hot with the steps, see the datapath.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.fugue_pkg.all;
use work.shell_pkg.all;

entity fugue_highspeed_control is
  generic (
    DIGEST_BITS : positive
  );
  port (
    clk          : in    std_ulogic;
    rst          : in    std_ulogic;
    word_valid   : in    std_ulogic;
    word_last    : in    std_ulogic;
    done         : in    std_ulogic;
    ready        : out   std_ulogic;
    moving       : out   std_ulogic;
    to_turn      : out   std_ulogic;
    ending_round : out   std_ulogic;
    tokens       : out   std_ulogic_vector(0 to final_steps(DIGEST_BITS) - 1);
    last_part    : out   std_ulogic;
    ending       : out   std_ulogic;
    idle         : out   std_ulogic
  );
end entity fugue_highspeed_control;

architecture rtl of fugue_highspeed_control is

  constant P          : positive := parts(DIGEST_BITS);
  constant SUB_ROUNDS : positive := final_sub_rounds(DIGEST_BITS);
  constant STEPS      : positive := final_steps(DIGEST_BITS);

  signal between   : std_ulogic_vector(1 to P - 1);
  signal part      : std_ulogic_vector(0 to P - 1);
  signal last      : std_ulogic;
  signal finishing : std_ulogic;
  signal sub_round : unsigned(4 downto 0);

begin

  moving    <= word_valid when ready = '1' else
               not ending;
  last_part <= part(0);

  word_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if ready = '1' then
        last <= word_last;
      end if;
    end if;
  end process word_reg;

  sub_round_reg : process (clk) is
  begin
    if rising_edge(clk) then
      sub_round <= (others => '0');
      if finishing = '1' then
        sub_round <= sub_round + 1;
      end if;
    end if;
  end process sub_round_reg;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        idle         <= '1';
        ready        <= '0';
        between      <= (others => '0');
        finishing    <= '0';
        to_turn      <= '0';
        tokens       <= (others => '0');
        ending_round <= '0';
        ending       <= '0';
      else
        idle         <= ending and done;
        ready        <= idle or (ready and not word_valid) or (between(P - 1) and not last);
        between      <= (ready and word_valid) & between(1 to P - 2);
        finishing    <= (between(P - 1) and last) or (finishing and not to_turn);
        to_turn      <= finishing and to_bit(sub_round = SUB_ROUNDS - 2);
        tokens       <= to_turn & tokens(0 to STEPS - 2);
        ending_round <= to_turn or (ending_round and not (ending and done));
        ending       <= tokens(STEPS - 1) or (ending and not done);
      end if;
    end if;
  end process state_reg;

  part_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if ending_round = '0' then
        part    <= (others => '0');
        part(0) <= '1';
      elsif ending = '0' then
        part <= part(P - 1) & part(0 to P - 2);
      end if;
    end if;
  end process part_reg;

end architecture rtl;
