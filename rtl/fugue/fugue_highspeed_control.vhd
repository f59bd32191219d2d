-- SPDX-License-Identifier: Apache-2.0
-- Control of the Fugue core: counts the sub-rounds of a message word and the steps of the final transformation, and decides when a
-- word enters and when the digest is taken.
-- Source: S. Halevi, W. E. Hall, C. S. Jutla, "The Hash Function Fugue", September 2009 (see fugue_pkg).
-- Widths: DIGEST_BITS = 256 or 512. Latency: one sub-round or step per cycle; the outputs belong to the current cycle.
--
-- The states, in their order:
--
--   idle           the initial state is restored; one cycle
--   ready          waits for a message word; the first sub-round takes it. Comes again after `between` until the last word
--   between        the other sub-rounds of the word, one-hot
--   finishing      the sub-rounds of the final transformation, after the last word; `to_turn` marks the last one. `entering` marks the
--                  last one of each three, as many as windows wait. The first of these waits until the previous digest has been
--                  sent, because the windows need the registers that hold it
--   tokens         the steps of the 13 final rounds, one-hot: each is a round and a part of it
--   ending         the digest is offered until its first word is taken, `done`; then idle

library ieee;
use ieee.std_logic_1164.all;
use work.fugue_pkg.all;
use work.shell_pkg.all;

entity fugue_highspeed_control is
  generic (
    DIGEST_BITS : positive -- bits of the digest: 256 or 512
  );
  port (
    clk          : in    std_ulogic;                                           -- datapath clock
    rst          : in    std_ulogic;                                           -- synchronous reset, active high
    word_valid   : in    std_ulogic;                                           -- the reader offers a message word
    word_last    : in    std_ulogic;                                           -- that word is the last one of its message
    done         : in    std_ulogic;                                           -- the first word of the digest is taken
    sending      : in    std_ulogic;                                           -- other words of the previous digest are left
    ready        : out   std_ulogic;                                           -- waits for a word, which this sub-round takes
    moving       : out   std_ulogic;                                           -- the registers of the datapath take the next values
    to_turn      : out   std_ulogic;                                           -- last sub-round before the final rounds
    entering     : out   std_ulogic;                                           -- a window of the final rounds is stored
    ending_round : out   std_ulogic;                                           -- final rounds, until the digest is taken
    tokens       : out   std_ulogic_vector(0 to final_steps(DIGEST_BITS) - 1); -- one-hot: number of the step in the final rounds
    last_part    : out   std_ulogic;                                           -- the window receives a column of the last part
    ending       : out   std_ulogic;                                           -- the digest is complete and offered to the sender
    idle         : out   std_ulogic                                            -- the initial state is restored
  );
end entity fugue_highspeed_control;

architecture rtl of fugue_highspeed_control is

  constant P           : positive := parts(DIGEST_BITS);
  constant SUB_ROUNDS  : positive := final_sub_rounds(DIGEST_BITS);
  constant ROUNDS      : positive := final_steps(DIGEST_BITS) / P;
  constant FIRST_ENTRY : positive := SUB_ROUNDS - 1 - 3 * (P - 2); -- the first sub-round that stores a window

  -- The sub-rounds of the final transformation are numbered by the states of a linear-feedback shift register (x^5 + x^2 + 1), whose
  -- step takes one LUT4 and no carry cells. It has 31 states: the last sub-round of fugue-512, which nothing compares, has the
  -- number of the first one.
  subtype number_t is std_ulogic_vector(4 downto 0);

  function next_number (number : number_t) return number_t is
  begin
    return number(3 downto 0) & (number(4) xor number(1));
  end function next_number;

  function number_of (index : natural) return number_t is
    variable result : number_t := "00001";
  begin
    for i in 1 to index loop
      result := next_number(result);
    end loop;
    return result;
  end function number_of;

  signal between   : std_ulogic_vector(1 to P - 1);
  signal round     : std_ulogic_vector(0 to ROUNDS - 1); -- one-hot: number of the final round
  signal part      : std_ulogic_vector(0 to P - 1);      -- one-hot: number of the step in its round; 0 outside the final rounds
  signal last      : std_ulogic;                         -- the word taken most recently is the last one of its message
  signal finishing : std_ulogic;                         -- a sub-round of the final transformation is due or waits for the sender
  signal sub_round : number_t;
  signal first     : std_ulogic;                         -- the first sub-round that stores a window, until it is completed
  signal stalls    : std_ulogic;                         -- it waits for the sender
  signal enters    : std_ulogic;                         -- the next sub-round stores a window
  signal turns     : std_ulogic;                         -- the final rounds begin in the next cycle

begin

  stalls    <= first and sending;
  turns     <= to_turn and not stalls;
  moving    <= word_valid when ready = '1' else
               not (ending or stalls);
  last_part <= part(0);

  every_step : for t in tokens'range generate
    tokens(t) <= round(t / P) and part(t mod P);
  end generate every_step;

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
      if finishing = '0' then
        sub_round <= number_of(0);
      elsif stalls = '0' then
        sub_round <= next_number(sub_round);
      end if;
    end if;
  end process sub_round_reg;

  find_entries : process (all) is
    variable found : std_ulogic;
  begin
    found := '0';
    for i in 0 to P - 2 loop
      found := found or to_bit(sub_round = number_of(FIRST_ENTRY + 3 * i - 1));
    end loop;
    enters <= found and finishing;
  end process find_entries;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        idle         <= '1';
        ready        <= '0';
        between      <= (others => '0');
        finishing    <= '0';
        to_turn      <= '0';
        first        <= '0';
        entering     <= '0';
        round        <= (others => '0');
        ending_round <= '0';
        ending       <= '0';
      else
        idle         <= ending and done;
        ready        <= idle or (ready and not word_valid) or (between(P - 1) and not last);
        between      <= (ready and word_valid) & between(1 to P - 2);
        finishing    <= (between(P - 1) and last) or (finishing and not turns);
        to_turn      <= (finishing and to_bit(sub_round = number_of(SUB_ROUNDS - 2))) or (to_turn and stalls);
        first        <= (finishing and to_bit(sub_round = number_of(FIRST_ENTRY - 1))) or stalls;
        entering     <= enters or stalls;
        if turns = '1' or part(P - 1) = '1' then
          round <= turns & round(0 to ROUNDS - 2);
        end if;
        ending_round <= turns or (ending_round and not (ending and done));
        ending       <= (round(ROUNDS - 1) and part(P - 1)) or (ending and not done);
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
