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
-- window and is due in the next one comes from the shift register `left`. The windows that wait are stored in the last sub-rounds
-- before the final rounds, marked by `entering`. With two parts the register of the window has no multiplexer: this window comes from
-- `starting`, which is zero except in the first step. With four parts the windows enter the last of their registers one after the
-- other.
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
    entering     : in    std_ulogic;                                           -- a sub-round that stores a window, until moving
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
  signal begins   : std_ulogic;            -- the final rounds begin in the next cycle
  signal turned_4 : column_t;              -- column that the first step takes; zero before
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

  turned_4 <= turned(4) and to_turn;
  begins   <= to_turn and moving;

  picker : entity work.fugue_highspeed_picker
    generic map (
      DIGEST_BITS => DIGEST_BITS
    )
    port map (
      clk      => clk,
      begins   => begins,
      tokens   => tokens,
      ring     => ring,
      entering => turned_4,
      picked   => picked
    );

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

  -- With two parts the window that waits comes from `starting`.
  two_parts : if P = 2 generate

    windows_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if done = '1' or (moving = '1' and (entering = '1' or ending_round = '1')) then
          waiting(1) <= stepped(1);
          if entering = '1' then
            waiting(1) <= (others => NOTHING);
          end if;
        end if;
        starting <= (others => NOTHING);
        if entering = '1' then
          starting <= turned(WIDTH / P to WIDTH / P + 3);
        end if;
      end if;
    end process windows_reg;

  end generate two_parts;

  -- With four parts the three windows enter one after the other where the last of them is stored in to_turn. They enter three
  -- sub-rounds apart, in which the ring rotates by the distance of two windows. Until the next one enters, CMIX changes the columns
  -- of a window: column 3 in the sub-round before the last one, in which the ring stores what is added in its column 4, and the
  -- other columns in the last one.
  four_parts : if P > 2 generate
    signal corrected : window_t;
  begin

    starting  <= (others => NOTHING);
    corrected <=
    (
      waiting(P - 1)(0) xor window(1),
      waiting(P - 1)(1) xor window(2),
      waiting(P - 1)(2) xor window(3),
      waiting(P - 1)(3) xor ring(4)
    );

    windows_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if done = '1' or (moving = '1' and (entering = '1' or ending_round = '1')) then
          if ending_round = '1' then
            waiting <= stepped(1 to P - 1);
          else
            waiting(1 to P - 2) <= waiting(2 to P - 1);
            waiting(P - 2)      <= corrected;
            waiting(P - 1)      <= ring(WIDTH / P - 3 to WIDTH / P);
          end if;
        end if;
      end if;
    end process windows_reg;

  end generate four_parts;

  rest_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if done = '1' then
        rest    <= waiting(1);
        rest(0) <= waiting(1)(0) xor window(0);
      end if;
    end if;
  end process rest_reg;

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

end architecture rtl;
