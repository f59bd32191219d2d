-- SPDX-License-Identifier: Apache-2.0
-- One SMIX of Fugue a cycle (paper A, section 4; S. Halevi, W. E. Hall, C. S. Jutla, "The Hash Function Fugue").
--
--   +-> products --> sums, super-mix --> window --+--(+)--> next window --> S-box's first half --+
--   |                                             |   ^                                          |
--   |                  ring  <--------------------+   |                                          |
--   |                    +----------------------------+                                          |
--   |                  waiting windows <--------------+                                          |
--   +--------------------------------------------------------------------------------------------+
--
-- The register lies inside the S-box. Columns 0 to 3 of the state are the window, columns behind them the ring, which turns by three
-- columns in a sub-round.
--
-- The last rounds would turn the state by half or a quarter, and by one column in a round. Here nothing turns: their windows take turns at
-- the super-mix, and each goes on by one column when it comes back. The ring holds still, and the column that comes behind a window
-- is offered from where it lies, all others being zero; a column that has left a window comes out of a shift register.
-- In the first of these steps, `tokens(0)`, the windows are taken from the ring by `starting`, which is zero in all others.
--
-- moving: registers take the next step. tix: a word enters. ending_round: a step of the last rounds. to_turn: the next one is the first of
-- those. tokens: one-hot, the step. last_part: the column that comes behind the window is one of the last part.
-- idle: the initial state is restored. digest: valid in the cycle behind the last step, in the basis. Latency: one cycle a sub-round.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;
use work.fugue_pkg.all;

entity fugue_highspeed_datapath is
  generic (
    DIGEST_BITS : positive
  );
  port (
    clk          : in    std_ulogic;
    idle         : in    std_ulogic;
    moving       : in    std_ulogic;
    tix          : in    std_ulogic;
    to_turn      : in    std_ulogic;
    ending_round : in    std_ulogic;
    tokens       : in    std_ulogic_vector(0 to final_steps(DIGEST_BITS) - 1);
    last_part    : in    std_ulogic;
    word         : in    std_ulogic_vector(31 downto 0);
    digest       : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0)
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
  signal halfway  : product_columns_t(0 to 3);
  signal window   : window_t;
  signal ring     : columns_t(4 to WIDTH - 1);
  signal turned   : columns_t(4 to WIDTH - 1);
  signal beside   : window_t;
  signal chosen   : window_t;

  -- Windows that wait, the next one first, and what they become.
  signal waiting  : windows_t(1 to P - 1);
  signal starting : windows_t(0 to P - 2);
  signal stepped  : windows_t(0 to P - 1);
  signal behind_4 : column_t;
  signal behind   : columns_t(0 to STEPS - 1);
  signal fresh    : column_t;
  signal left     : columns_t(1 to DELAY);

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

  -- The column behind the window, and those that wait foremost, take the window's foremost one.
  step_windows : process (all) is
  begin
    for i in 0 to P - 2 loop
      stepped(i)    <= waiting(i + 1);
      stepped(i)(0) <= (waiting(i + 1)(0) xor starting(i)(0)) xor window(0);
      for j in 1 to 3 loop
        stepped(i)(j) <= waiting(i + 1)(j) xor starting(i)(j);
      end loop;
    end loop;
    stepped(P - 1)    <= (window(1), window(2), window(3), fresh xor window(0));
  end process step_windows;

  -- What is added to the window's own columns is chosen apart from them, since they come late.
  choose_window : process (all) is
    variable added : window_t;
    variable late  : window_t;
  begin
    for j in 0 to 3 loop
      added(j) := (beside(j) and not ending_round) xor ((waiting(1)(j) xor starting(0)(j)) and ending_round);
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

  collect : process (all) is
    variable sum : column_t;
  begin
    sum := behind_4;
    for t in 0 to STEPS - 1 loop
      if fresh_column(t, DIGEST_BITS) /= 0 then
        sum := sum xor behind(t);
      end if;
    end loop;
    fresh <= sum xor (left(DELAY) and not last_part) xor (left(LAST_DELAY) and last_part);
  end process collect;

  -- The window left last is the digest's first part, then come those that wait, the one that would be next as the last. Their foremost
  -- columns take the window's.
  output_digest : process (all) is
    variable column : column_t;
  begin
    for i in 0 to DIGEST_BITS / 32 - 1 loop
      if i < 4 then
        column := stepped(P - 1)(i);
      else
        column := waiting(P - i / 4)(i mod 4);
        if i mod 4 = 0 then
          column := column xor window(0);
        end if;
      end if;
      digest(DIGEST_BITS - 1 - 32 * i downto DIGEST_BITS - 32 - 32 * i) <= to_word(column);
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
  begin
    if rising_edge(clk) then
      if idle = '1' then
        waiting <= (others => (others => NOTHING));
        left    <= (others => NOTHING);
      elsif moving = '1' and ending_round = '1' then
        waiting <= stepped(1 to P - 1);
        left    <= window(0) & left(1 to DELAY - 1);
      end if;
    end if;
  end process windows_reg;

  starting_reg : process (clk) is
    variable place : natural;
  begin
    if rising_edge(clk) then
      starting <= (others => (others => NOTHING));
      behind_4 <= NOTHING;
      if to_turn = '1' then
        behind_4 <= turned(4);
        for i in 0 to P - 2 loop
          place       := (P - 1 - i) * (WIDTH / P);
          starting(i) <= turned(place to place + 3);
        end loop;
      end if;
    end if;
  end process starting_reg;

  behind_reg : process (clk) is
  begin
    if rising_edge(clk) then
      behind <= (others => NOTHING);
      for t in 0 to STEPS - 1 loop
        if fresh_column(t, DIGEST_BITS) /= 0 and tokens(t) = '1' then
          behind(t) <= ring(fresh_column(t, DIGEST_BITS));
        end if;
      end loop;
    end if;
  end process behind_reg;

end architecture rtl;
