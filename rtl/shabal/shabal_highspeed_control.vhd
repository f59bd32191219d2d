-- SPDX-License-Identifier: Apache-2.0
-- Counts the steps of Shabal's rounds, requests the words of a block, and sends the words of a digest when they are computed.
--
--   steps 34 .. 47    and steps 0 and 1 of the next round: B for the next round is computed from C, one word a step. Before the
--                     round of a new block, each such step also takes half of a 64-bit input word (`taking`). The core has no
--                     other storage for a block, so a block that arrives earlier waits outside
--   step 48           (`extra`) nothing changes except the last addition to A
--   starting          steps 34 .. 47 before the first round of a message: only B and M change
--   clear             one cycle after a message: the initial state is loaded
--
-- After the round of the last block there are three final rounds with the same block. In the last of them the words of the digest
-- are computed. They are sent in pairs, each in the step after its second word. The core stops while an input word is missing or
-- a digest word is not taken.
--
-- The outputs come from registers, except load_step, full_step, a_step and w_step, which are derived from `advance`, and
-- word_ready, which is the AND of two registers.
--
-- Source: Shabal, section 2.3. Widths: DIGEST_BITS is 256 or 512. Latency: one cycle a step, 49 steps a round.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity shabal_highspeed_control is
  generic (
    DIGEST_BITS : positive -- bits of a digest: 256 or 512
  );
  port (
    clk        : in    std_ulogic;                -- clock
    rst        : in    std_ulogic;                -- synchronous reset, active high
    word_valid : in    std_ulogic;                -- the reader has an input word
    word_last  : in    std_ulogic;                -- that word is the last one of its message
    word_ready : out   std_ulogic;                -- the input word is taken if word_valid is '1'
    out_valid  : out   std_ulogic;                -- the datapath's digest output holds two words
    out_ready  : in    std_ulogic;                -- the receiver takes them in this cycle
    clear      : out   std_ulogic;                -- load the initial state
    load_step  : out   std_ulogic;                -- B and M shift by one word
    full_step  : out   std_ulogic;                -- the whole state shifts by one word
    a_step     : out   std_ulogic;                -- the last word of A changes (also in step 48)
    extra      : out   std_ulogic;                -- step 48
    starting   : out   std_ulogic;                -- steps 34 .. 47 before the first round of a message
    last       : out   std_ulogic;                -- the block in M is the last one of its message
    index      : out   unsigned(3 downto 0);      -- number of the step modulo 16
    taking     : out   std_ulogic;                -- this step takes half of an input word for M
    half       : out   std_ulogic;                -- if taking: bits 31 .. 0 of the input word, else 63 .. 32
    exchange   : out   std_ulogic;                -- new words enter B, and its old words move to C
    moved_13   : out   std_ulogic;                -- tap 13 reads the old word of B from C
    moved_9    : out   std_ulogic;                -- tap 9 reads the old word of B from C
    moved_6    : out   std_ulogic;                -- tap 6 reads the old word of B from C
    adding     : out   std_ulogic;                -- sum three words of C; the next step adds them to A
    pick       : out   std_ulogic_vector(0 to 7); -- one-hot: source of C's word for the next step
    pick_old   : out   std_ulogic;                -- if pick(7): the source is past(7), else c(9)
    w_step     : out   std_ulogic;                -- the block counter exchanges its halves
    w_count    : out   std_ulogic;                -- add one to the block counter, in two steps
    w_offer    : out   std_ulogic                 -- w_step also puts a half on w
  );
end entity shabal_highspeed_control;

architecture rtl of shabal_highspeed_control is

  constant FIRST_LOAD : positive := 34;
  constant EXTRA_STEP : positive := 48;
  -- The step in which the first pair of digest words is sent. The following pairs are sent every second step.
  constant FIRST_OFFER : positive := EXTRA_STEP + 2 - DIGEST_BITS / 32;

  signal step      : unsigned(5 downto 0);
  signal next_step : unsigned(5 downto 0);
  signal closing   : unsigned(1 downto 0); -- number of final rounds started so far
  signal offering  : std_ulogic;           -- the digest is being sent
  signal advance   : std_ulogic;           -- the core makes a step in this cycle
  signal wraps     : std_ulogic;           -- step 0 comes next
  signal counting  : std_ulogic;           -- the block counter adds one for the block being taken

begin

  advance    <= not clear and not (taking and not word_valid) and not (out_valid and not out_ready);
  load_step  <= advance and not extra;
  full_step  <= advance and not extra and not starting;
  a_step     <= advance and not starting;
  word_ready <= taking and half;
  half       <= step(0);
  index      <= step(3 downto 0);
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
