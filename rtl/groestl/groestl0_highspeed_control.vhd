-- SPDX-License-Identifier: Apache-2.0
-- Control of the Groestl-0 core: counts the cycles of a block and decides what is added to the state.
-- Source: paper A, section 4 and Table 1, for the alternation of P and Q; Groestl specification, section 3.4, for the round
-- constants.
-- Widths: ROUNDS = 10 or 14. Latency: one step per cycle; the outputs belong to the current step.
--
-- The state register holds P in even steps and Q in odd steps. A block takes 2R + 1 steps, where R = ROUNDS. h is the chaining
-- value, m the block, h' and m' the next ones:
--
--   step 0 .. 2R-1   rounds: step 2r starts round r of P, step 2r+1 starts round r of Q
--        2R-2        waits for all words of the next block but the last. m is prepared for addition in step 2R-1
--        2R-1        the second stage outputs P(h + m); chained = h + m and m are added to it, which gives P(h + m) + h. Waits for
--                    the last word of the next block
--        GAP         the second stage outputs Q(m); chained = P(h + m) + h and m' are added to it, which gives h' + m', the next
--                    input of P. m' is prepared for a second addition in step 0, as the next input of Q
--
-- GAP has the number 31, which is the number before 0 in the 5-bit counter. After the last block, P runs once more with nothing in
-- the steps of Q (`closing`). Its result plus h is the digest. Between messages the control stays in step 2R-2 with `idle` set,
-- with zero in the second stage, so that the first block is added to the initial value alone.
--
-- Outputs that control hundreds of registers of the datapath are registers, or one LUT4 after `present` and `out_free`. For this
-- reason these registers are computed in the step before the one in which they apply.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.aes_sbox_pkg.all;
use work.groestl_pkg.all;
use work.shell_pkg.all;

entity groestl0_highspeed_control is
  generic (
    ROUNDS : positive -- rounds of P and Q: 10 (8 columns) or 14 (16 columns)
  );
  port (
    clk        : in    std_ulogic; -- datapath clock
    rst        : in    std_ulogic; -- synchronous reset, active high
    want       : out   std_ulogic; -- asks block_loader for the next block (step 2R-2) and for its last word (step 2R-1)
    present    : in    std_ulogic; -- block_loader delivers what want asks for in this cycle
    last       : in    std_ulogic; -- the block in process is the last one of its message
    out_free   : in    std_ulogic; -- the unloader can take a digest
    out_load   : out   std_ulogic; -- the datapath outputs the digest; the unloader takes it if out_free
    advance    : out   std_ulogic; -- the registers of the datapath go to the next step
    resting    : out   std_ulogic; -- no block is in process: the chaining value is the initial value
    clear      : out   std_ulogic; -- sets the S-box products to zero: the first stage passes nothing on
    chain      : out   std_ulogic; -- adds the chaining value in the second stage
    keep       : out   std_ulogic; -- the chaining value takes the result; not with the digest, after which it is not needed
    add_block  : out   std_ulogic; -- prepares the block for addition in the next step
    add_port   : out   std_ulogic; -- the last word of that block is the one on port_word
    p_constant : out   byte_t;     -- constant for the next round of P, or zero; written form, not in the basis
    q_constant : out   byte_t      -- constant for the next round of Q, or zero; written form, not in the basis
  );
end entity groestl0_highspeed_control;

architecture rtl of groestl0_highspeed_control is

  type constants_t is array (0 to 15) of byte_t;

  constant GATHER : natural := 2 * ROUNDS - 2;
  constant FINISH : natural := 2 * ROUNDS - 1;
  constant GAP    : natural := 31;

  -- The constants by step / 2: entry r is the constant of round r + 1. There is none after the last round.
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
  signal idle      : std_ulogic; -- no message is in process
  signal closing   : std_ulogic; -- P runs once more, after the last block
  signal at_gather : std_ulogic; -- step 2R-2
  signal at_finish : std_ulogic; -- step 2R-1
  signal more      : std_ulogic; -- another block is needed: of this message, or the first one of a new message
  signal wants     : std_ulogic; -- value of want
  signal done      : std_ulogic; -- last step of a message: the digest is complete
  signal keeps     : std_ulogic;
  signal moves     : std_ulogic; -- value of advance: neither a block nor the unloader is awaited

begin

  more     <= idle or not last;
  moves    <= not ((wants and not present) or (done and not out_free));
  want     <= wants;
  advance  <= moves;
  keep     <= keeps and not (wants and not present);
  out_load <= done;
  resting  <= idle;
  add_port <= at_finish;

  -- A constant is added at the end of the round before its own, so that no logic precedes SubBytes.
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
