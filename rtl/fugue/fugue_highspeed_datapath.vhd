-- SPDX-License-Identifier: Apache-2.0
-- State of Fugue with one SMIX per cycle. The first word of the digest is valid from the cycle after the last step, while moving is
-- '0'. The other words are stored in the cycle of `done` and stay until the final rounds of the next message.
-- Source: paper A, section 4; S. Halevi, W. E. Hall, C. S. Jutla, "The Hash Function Fugue", September 2009 (see fugue_pkg).
-- Widths: DIGEST_BITS = 256 or 512 for a state of 30 or 36 columns of 4 bytes. Latency: one cycle per sub-round or step.
--
--   +-> products --> sums, super-mix --> window --+--(+)--> next window --> S-box's first half --+
--   |                                             |   ^                                          |
--   |                  ring  <--------------------+   |                                          |
--   |                    +----------------------------+                                          |
--   |                  waiting windows <--------------+                                          |
--   +--------------------------------------------------------------------------------------------+
--
-- The pipeline register `products` is inside the S-box, after its products. The window is columns 0 to 3 of the state, which SMIX
-- changes. The ring is all other columns; it rotates by three columns in each sub-round.
--
-- In the 13 final rounds, each step of a round would rotate the state by about a half (256 bits) or a quarter (512 bits), and the
-- whole round by all columns but one. Here nothing rotates in these rounds. Each part of the state has its own window. The windows
-- take turns at the super-mix, and a window moves on by one column each time. The ring keeps its values. The column that a window
-- receives comes from its position in the ring through `picked`, which is selected one step ahead. A column that has left one
-- window and is due in the next one comes from the shift register `left`. The last sub-round before the final rounds, to_turn, puts
-- the windows that wait into their registers. The register of the one that waits longest has no multiplexer: this window comes from
-- `starting`, which is zero except in the first step.
--
-- After the last step, `done` makes one more step of the windows. The registers of the waiting windows and `rest` then hold the
-- digest, and no copy of it is needed. The next message needs them in its final rounds only.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;
use work.fugue_pkg.all;

entity fugue_highspeed_datapath is
  generic (
    DIGEST_BITS : positive -- bits of the digest: 256 or 512
  );
  port (
    clk          : in    std_ulogic;                                           -- datapath clock
    idle         : in    std_ulogic;                                           -- restores the initial state
    done         : in    std_ulogic;                                           -- the first word of the digest is taken: store the others
    moving       : in    std_ulogic;                                           -- the registers take the next values
    tix          : in    std_ulogic;                                           -- this sub-round begins with TIX: the word enters
    to_turn      : in    std_ulogic;                                           -- last sub-round before the final rounds, until moving
    ending_round : in    std_ulogic;                                           -- a step of the final rounds
    tokens       : in    std_ulogic_vector(0 to final_steps(DIGEST_BITS) - 1); -- one-hot: number of the step in the final rounds
    last_part    : in    std_ulogic;                                           -- the window receives a column of the last part
    word         : in    std_ulogic_vector(31 downto 0);                       -- message word in written form
    first_word   : out   word_t;                                               -- first word of the digest in the basis, not registered
    stored       : out   std_ulogic_vector(DIGEST_BITS - 33 downto 0)          -- other words of the digest in the basis, from registers
  );
end entity fugue_highspeed_datapath;

architecture rtl of fugue_highspeed_datapath is

  constant P          : positive  := parts(DIGEST_BITS);
  constant WIDTH      : positive  := columns(DIGEST_BITS);
  constant STEPS      : positive  := final_steps(DIGEST_BITS);
  constant LAST_DELAY : positive  := delay_of_last_part(DIGEST_BITS);
  constant DELAY      : positive  := delay_of_other_parts(DIGEST_BITS);
  constant INITIAL    : columns_t := initial_state(DIGEST_BITS);
  constant NOTHING    : column_t  := (others => (others => '0'));

  signal products : product_columns_t(0 to 3);
  signal halfway  : product_columns_t(0 to 3); -- S-box products of the next window
  signal window   : window_t;                  -- columns 0 to 3 after SMIX
  signal ring     : columns_t(4 to WIDTH - 1);
  signal turned   : columns_t(4 to WIDTH - 1); -- ring after this sub-round
  signal beside   : window_t;                  -- what is added to the columns of the window in this sub-round
  signal chosen   : window_t;                  -- next window, input of the S-boxes

  -- Windows that wait for their turn, the next one first, and the registers around them.
  signal waiting  : windows_t(1 to P - 1);
  signal starting : window_t;              -- the window that waits longest, in the first step; else zero
  signal due      : window_t;              -- window of the next step
  signal stepped  : windows_t(0 to P - 1); -- windows after this step, the next one first
  signal rest     : window_t;              -- last part of the digest
  signal picked   : column_t;              -- column that this step takes from the ring; else zero
  signal fresh    : column_t;              -- column that the window receives in this step
  signal left     : columns_t(1 to DELAY); -- columns that have left a window, the most recent first

begin

  mix : process (all) is
    variable sums : window_t;
  begin
    for j in 0 to 3 loop
      for i in 0 to 3 loop
        sums(j)(i) := sbox_sums(products(j)(i));
      end loop;
    end loop;
    window <= super_mix(sums);
  end process mix;

  turned <= sub_round(window & ring, to_column(word), tix);
  beside <= beside_window(window & ring, to_column(word), tix);

  -- Column 0 of the window is added to the column that the window receives and to column 0 of each waiting window.
  step_windows : process (all) is
    variable waits : window_t;
  begin
    for i in 0 to P - 2 loop
      waits := waiting(i + 1);
      if i = P - 2 then
        for j in 0 to 3 loop
          waits(j) := waits(j) xor starting(j);
        end loop;
      end if;
      if i = 0 then
        due <= waits;
      end if;
      stepped(i)    <= waits;
      stepped(i)(0) <= waits(0) xor window(0);
    end loop;
    stepped(P - 1)  <= (window(1), window(2), window(3), fresh xor window(0));
  end process step_windows;

  -- The columns of the window arrive late. So the columns that are added to them are selected separately, in advance.
  choose_window : process (all) is
    variable added : window_t;
    variable late  : window_t;
  begin
    for j in 0 to 3 loop
      added(j) := (beside(j) and not ending_round) xor (due(j) and ending_round);
    end loop;
    late(0) := (window(1) and not ending_round) xor (window(0) and ending_round);
    late(1) := window(2) and not ending_round;
    late(2) := window(3) and not ending_round;
    late(3) := window(0) and not (ending_round or tix);
    for j in 0 to 3 loop
      chosen(j) <= late(j) xor added(j);
    end loop;
  end process choose_window;

  columns_of_s_boxes : for j in 0 to 3 generate

    s_boxes : for i in 0 to 3 generate

      first_half : entity work.aes_sbox_first_half
        port map (
          a        => chosen(j)(i),
          products => halfway(j)(i)
        );

    end generate s_boxes;

  end generate columns_of_s_boxes;

  -- At most one operand of this sum is not zero.
  fresh <= picked xor (left(DELAY) and not last_part) xor (left(LAST_DELAY) and last_part);

  -- After the step of `done`, the first part of the digest is in the window that waits longest. The other parts follow in the order
  -- of the windows; the last part is in `rest`.
  first_word <= to_word(window(1));

  output_digest : process (all) is
    variable column : column_t;
  begin
    for i in 1 to DIGEST_BITS / 32 - 1 loop
      if i / 4 < P - 1 then
        column := waiting(P - 1 - i / 4)(i mod 4);
      else
        column := rest(i mod 4);
      end if;
      stored(DIGEST_BITS - 1 - 32 * i downto DIGEST_BITS - 32 - 32 * i) <= to_word(column);
    end loop;
  end process output_digest;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if idle = '1' then
        products <= (others => (others => (others => '0')));
        ring     <= INITIAL(4 to WIDTH - 1);
      elsif moving = '1' then
        products <= halfway;
        if ending_round = '0' then
          ring <= turned;
        end if;
      end if;
    end if;
  end process state_reg;

  windows_reg : process (clk) is
    variable place : natural;
  begin
    if rising_edge(clk) then
      if done = '1' or (moving = '1' and (to_turn = '1' or ending_round = '1')) then
        waiting <= stepped(1 to P - 1);
        if to_turn = '1' then
          for i in 1 to P - 2 loop
            place      := (P - i) * (WIDTH / P);
            waiting(i) <= turned(place to place + 3);
          end loop;
          waiting(P - 1) <= (others => NOTHING);
        end if;
      end if;
      starting <= (others => NOTHING);
      if to_turn = '1' then
        starting <= turned(WIDTH / P to WIDTH / P + 3);
      end if;
      if done = '1' then
        rest    <= waiting(1);
        rest(0) <= waiting(1)(0) xor window(0);
      end if;
    end if;
  end process windows_reg;

  left_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if idle = '1' then
        left <= (others => NOTHING);
      elsif moving = '1' and ending_round = '1' then
        left <= window(0) & left(1 to DELAY - 1);
      end if;
    end if;
  end process left_reg;

  -- At most one term of this sum is not zero: a column of the ring, or column 4 of the state for the first step. The sum is a tree, in
  -- which one LUT4 takes two terms.
  pick_reg : process (clk) is
    variable terms : columns_t(0 to 63);
  begin
    if rising_edge(clk) then
      terms := (others => NOTHING);
      for t in 0 to STEPS - 1 loop
        if fresh_column(t, DIGEST_BITS) /= 0 then
          terms(t)     := ring(fresh_column(t, DIGEST_BITS)) and tokens(t);
          terms(t + 1) := turned(4) and to_turn;
        end if;
      end loop;
      for level in 1 to 6 loop
        for i in 0 to 64 / 2 ** level - 1 loop
          terms(i) := terms(2 * i) xor terms(2 * i + 1);
        end loop;
      end loop;
      picked <= terms(0);
    end if;
  end process pick_reg;

end architecture rtl;
