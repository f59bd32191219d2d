-- SPDX-License-Identifier: Apache-2.0
-- Counts the cycles of a block and decides what is added to the state.
--
-- P is in the state register in even cycles and Q in odd ones. A block takes 2 ROUNDS + 1 cycles, `step` counts them; R = ROUNDS:
--
--   step 0 .. 2R-1   rounds: step 2r is round r of P, step 2r + 1 round r of Q
--        2R-2        waits for all words of the next block but the last, or adds the current block (its h was kept as h + m)
--        2R-1        the result of P is in front of the state register; waits for the last word of the next block, which is added
--        GAP         the result of Q is there, and P's is added; the next block is added once more, as the input of Q
--
-- GAP is counted as the number before 0. Between messages the control rests in step 2R-2 with `idle`, and the state being added to
-- is zero. Behind the last block, P runs once more with nothing in Q's cycles (`closing`); its result with h is the digest.
--
-- What decides over hundreds of places in the datapath comes from registers, or is one function behind `present` and `out_free`: the
-- registers are made in the step that leads to theirs.
--
-- chain: the chaining value is added. keep: it is taken; not with the digest, behind which nothing needs it.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.aes_sbox_pkg.all;
use work.groestl_pkg.all;
use work.shell_pkg.all;

entity groestl0_highspeed_control is
  generic (
    ROUNDS : positive
  );
  port (
    clk        : in    std_ulogic;
    rst        : in    std_ulogic;
    want       : out   std_ulogic;
    present    : in    std_ulogic;
    last       : in    std_ulogic;
    out_free   : in    std_ulogic;
    out_load   : out   std_ulogic;
    advance    : out   std_ulogic;
    resting    : out   std_ulogic;
    clear      : out   std_ulogic;
    chain      : out   std_ulogic;
    keep       : out   std_ulogic;
    add_block  : out   std_ulogic;
    add_port   : out   std_ulogic;
    p_constant : out   byte_t;
    q_constant : out   byte_t
  );
end entity groestl0_highspeed_control;

architecture rtl of groestl0_highspeed_control is

  type constants_t is array (0 to 15) of byte_t;

  constant GATHER : natural := 2 * ROUNDS - 2;
  constant FINISH : natural := 2 * ROUNDS - 1;
  constant GAP    : natural := 31;

  -- By half of the step: the constant of the round that follows, none behind the last one.
  function next_constants (for_q : boolean) return constants_t is
    variable table : constants_t := (others => (others => '0'));
  begin
    for i in 0 to ROUNDS - 2 loop
      table(i) := constant_of_p(i + 1);
      if for_q then
        table(i) := constant_of_q(i + 1);
      end if;
    end loop;
    if for_q then
      table(GAP / 2) := constant_of_q(0);
    end if;
    return table;
  end function next_constants;

  constant NEXT_OF_P : constants_t := next_constants(false);
  constant NEXT_OF_Q : constants_t := next_constants(true);

  signal step      : unsigned(4 downto 0);
  signal next_step : unsigned(4 downto 0);
  signal idle      : std_ulogic;
  signal closing   : std_ulogic;
  signal at_gather : std_ulogic;
  signal at_finish : std_ulogic;
  signal more      : std_ulogic;
  signal wants     : std_ulogic;
  signal done      : std_ulogic;
  signal keeps     : std_ulogic;
  signal moves     : std_ulogic;

begin

  more     <= idle or not last;
  moves    <= not ((wants and not present) or (done and not out_free));
  want     <= wants;
  advance  <= moves;
  keep     <= keeps and not (wants and not present);
  out_load <= done;
  resting  <= idle;
  add_port <= at_finish;

  -- Constants enter the state with the round before theirs, so that nothing stands in front of SubBytes.
  p_constant <= NEXT_OF_P(to_integer(step(4 downto 1))) and (7 downto 0 => not step(0));
  q_constant <= NEXT_OF_Q(to_integer(step(4 downto 1))) and (7 downto 0 => step(0));

  choose_step : process (all) is
  begin
    next_step <= step + 1;
    if at_finish = '1' then
      next_step <= to_unsigned(GAP, 5);
      if closing = '1' then
        next_step <= to_unsigned(GATHER, 5);
      end if;
    end if;
  end process choose_step;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        step      <= to_unsigned(GATHER, 5);
        at_gather <= '1';
        at_finish <= '0';
        idle      <= '1';
        closing   <= '0';
        wants     <= '1';
        done      <= '0';
        keeps     <= '0';
        clear     <= '1';
        chain     <= '0';
        add_block <= '0';
      elsif moves = '1' then
        step      <= next_step;
        at_gather <= to_bit(next_step = GATHER);
        at_finish <= at_gather;
        wants     <= (to_bit(next_step = GATHER) and (more or at_finish)) or (at_gather and more);
        done      <= at_gather and closing;
        keeps     <= (at_gather or at_finish) and not closing;
        clear     <= idle or at_finish;
        chain     <= at_gather or (at_finish and not closing);
        add_block <= (to_bit(next_step = GATHER) and not idle and not closing) or wants;
        if at_finish = '1' then
          idle    <= closing;
          closing <= not closing and not more;
        end if;
      end if;
    end if;
  end process step_reg;

end architecture rtl;
