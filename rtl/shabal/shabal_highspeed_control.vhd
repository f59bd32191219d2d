-- SPDX-License-Identifier: Apache-2.0
-- Counts the steps of Shabal's rounds, takes the words of a block when they are due, and offers the words of a digest when they are made.
--
--   step 34 .. 47, then 0 and 1 of the next round: the words of B for that round are made, one a step, from C and, before a message round,
--                  from half a word of the port (`taking`). The core has no other store for a block that waits
--   step 48        `extra`: nothing moves but the last addition to A
--   starting       steps 34 .. 47 in front of the first message round: only the block moves
--   clear          one cycle behind a message: the initial state
--
-- Behind the last block's round there are three rounds with the same block; in the last of them the digest's words are made, and leave in
-- pairs in the step behind the second one. The core stops for a word that is not there or not taken.
--
-- All outputs but advance and what hangs on it come from registers.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity shabal_highspeed_control is
  generic (
    DIGEST_BITS : positive
  );
  port (
    clk        : in    std_ulogic;
    rst        : in    std_ulogic;
    word_valid : in    std_ulogic;
    word_last  : in    std_ulogic;
    word_ready : out   std_ulogic;
    out_valid  : out   std_ulogic;
    out_ready  : in    std_ulogic;
    clear      : out   std_ulogic;
    -- the block and B move; all of the state moves; the last word of A moves
    load_step : out   std_ulogic;
    full_step : out   std_ulogic;
    a_step    : out   std_ulogic;
    extra     : out   std_ulogic;
    -- a block is taken; its second half of a word
    taking : out   std_ulogic;
    half   : out   std_ulogic;
    -- B's new words enter, its old ones are found in C from this tap on
    exchange : out   std_ulogic;
    moved_13 : out   std_ulogic;
    moved_9  : out   std_ulogic;
    moved_6  : out   std_ulogic;
    -- C is added to A
    adding : out   std_ulogic;
    -- the word of C for the next step, one of eight; the last of these is one of two
    pick     : out   std_ulogic_vector(0 to 7);
    pick_old : out   std_ulogic;
    -- the counter moves; it counts; it is offered
    w_step  : out   std_ulogic;
    w_count : out   std_ulogic;
    w_offer : out   std_ulogic
  );
end entity shabal_highspeed_control;

architecture rtl of shabal_highspeed_control is

  constant FIRST_LOAD : positive := 34;
  constant EXTRA_STEP : positive := 48;
  -- Each pair of words of the digest is offered two steps behind the first one's, in steps of even number.
  constant FIRST_OFFER : positive := EXTRA_STEP + 2 - DIGEST_BITS / 32;

  signal step      : unsigned(5 downto 0);
  signal next_step : unsigned(5 downto 0);
  signal starting  : std_ulogic;
  signal last      : std_ulogic;
  signal closing   : unsigned(1 downto 0);
  signal offering  : std_ulogic;
  signal advance   : std_ulogic;
  signal wraps     : std_ulogic;
  signal counting  : std_ulogic;

begin

  advance    <= not clear and not (taking and not word_valid) and not (out_valid and not out_ready);
  load_step  <= advance and not extra;
  full_step  <= advance and not extra and not starting;
  a_step     <= advance and not starting;
  word_ready <= taking and half;
  half       <= step(0);
  w_step     <= advance and (counting or w_offer);
  w_count    <= counting;

  wraps     <= extra or (starting and to_bit(step = EXTRA_STEP - 1));
  next_step <= (others => '0') when wraps = '1' else
               step + 1;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        step     <= to_unsigned(FIRST_LOAD, 6);
        starting <= '1';
        taking   <= '1';
        extra    <= '0';
        exchange <= '1';
        counting <= '1';
        w_offer  <= '0';
        closing  <= (others => '0');
        last     <= '0';
      elsif advance = '1' then
        step     <= next_step;
        starting <= starting and not wraps;
        extra    <= to_bit(step = EXTRA_STEP - 1) and not starting;
        if step = FIRST_LOAD - 1 then
          exchange <= '1';
          taking   <= not last;
          counting <= not last;
        elsif step = FIRST_LOAD + 1 then
          counting <= '0';
        elsif step = 1 then
          exchange <= '0';
          taking   <= '0';
        end if;
        if taking = '1' and half = '1' then
          last <= word_last;
        end if;
        if extra = '1' and last = '1' then
          closing <= closing + 1;
        end if;
        w_offer <= (to_bit(step = EXTRA_STEP - 1) and not starting) or (w_offer and extra);
      end if;
    end if;
  end process step_reg;

  clear_reg : process (clk) is
  begin
    if rising_edge(clk) then
      clear <= rst or (advance and extra and to_bit(closing = 3));
    end if;
  end process clear_reg;

  out_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' or rst = '1' then
        offering  <= '0';
        out_valid <= '0';
      elsif advance = '1' then
        if step = FIRST_OFFER - 2 then
          offering <= to_bit(closing = 3);
        end if;
        out_valid <= offering and step(0);
      end if;
    end if;
  end process out_reg;

  tap_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        moved_13 <= '0';
        moved_9  <= '0';
        moved_6  <= '0';
        adding   <= '0';
      elsif advance = '1' then
        if step = 34 then
          moved_13 <= '1';
        end if;
        if step = 35 then
          adding <= '1';
        end if;
        if step = 38 then
          moved_9 <= '1';
        end if;
        if step = 41 then
          moved_6 <= '1';
        end if;
        if step = 47 then
          moved_13 <= '0';
          moved_9  <= '0';
          moved_6  <= '0';
          adding   <= '0';
        end if;
      end if;
    end if;
  end process tap_reg;

  pick_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        pick     <= "10000000";
        pick_old <= '1';
      elsif full_step = '1' then
        pick <= pick(7) & pick(0 to 6);
        if pick(7) = '1' then
          pick_old <= not pick_old;
        end if;
      end if;
    end if;
  end process pick_reg;

end architecture rtl;
