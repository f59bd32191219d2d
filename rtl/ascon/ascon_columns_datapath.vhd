-- SPDX-License-Identifier: Apache-2.0
-- The state of Ascon in a shift register, COLUMNS columns a cycle. A pass is the linear diffusion of one round and the substitution of the
-- next one.
--
--   +--> [slice 0] --> [1] --> ... --> [SLICES - 1] --> ... --> [the last one]
--   |       |           |                  |                         |
--   |       +-----------+------ window ----+-------------------------+
--   |                             |
--   |                             +--> diffusion --+--> XOR --> substitution --+
--   |                                              |     ^                     |
--   |                                              +-->  |  rate               |
--   |                                            inject, round_byte            |
--   +--------------------------------------------------------------------------+
--
-- Slice k is bits COLUMNS k and following of each word. Slices are computed in order, so the slice to compute is always at the same
-- position, SLICES - 1, and its neighbour D slices to the left at SLICES - 1 - D. If that neighbour is at the other end of the word, its
-- position is SLICES less or more, which takes one multiplexer for each bit of a neighbour. Only the bits that diffusion needs have
-- multiplexers, and registers beyond position SLICES - 1. The next pass follows at once.
--
-- Source: NIST SP 800-232, section 3. Widths: slices of COLUMNS bits, five of them a step. Latency: one cycle a step, 64/COLUMNS a round.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.ascon_pkg.all;
use work.shell_pkg.all;

entity ascon_columns_datapath is
  generic (
    COLUMNS    : positive range 16 to 32; -- columns of a step: 16 or 32
    INDEX_BITS : positive;                -- log2(64 / COLUMNS)
    IV         : lane_t                   -- initial value
  );
  port (
    clk         : in    std_ulogic;                              -- clock
    rest        : in    std_ulogic;                              -- load the state before a message; has priority over advance
    advance     : in    std_ulogic;                              -- next step
    slice_index : in    unsigned(INDEX_BITS - 1 downto 0);       -- slice of this step
    inject      : in    std_ulogic_vector(COLUMNS - 1 downto 0); -- slice of the block, added to word 0; else zero
    round_byte  : in    std_ulogic_vector(7 downto 0);           -- round constant in the step of slice 0, otherwise zero
    rate        : out   std_ulogic_vector(COLUMNS - 1 downto 0)  -- slice of word 0 after the diffusion; valid while inject is zero
  );
end entity ascon_columns_datapath;

architecture rtl of ascon_columns_datapath is

  constant SLICES : positive := 64 / COLUMNS;
  constant REACH  : positive := SLICES / 2;     -- how many slices to either side diffusion needs, at most
  constant LENGTH : positive := SLICES + REACH; -- slices in the shift register

  subtype part_t is std_ulogic_vector(COLUMNS - 1 downto 0);

  -- The parts of five words, word 0 in the most significant bits.
  subtype slice_t is std_ulogic_vector(5 * COLUMNS - 1 downto 0);

  type history_t is array (0 to LENGTH - 1) of slice_t;

  type parts_t is array (0 to 4) of part_t;

  -- Before a message, the state that diffusion turns into the initial state.
  constant RESTING : state_t := inverse_diffused(initial_state(IV));

  -- Returns slice K of STATE.
  function slice_of (state : state_t; k : natural) return slice_t is
    variable result : slice_t;
  begin
    for i in state_t'range loop
      result(COLUMNS * (5 - i) - 1 downto COLUMNS * (4 - i)) := state(i)(COLUMNS * (k + 1) - 1 downto COLUMNS * k);
    end loop;
    return result;
  end function slice_of;

  -- Returns the part of word I.
  function part (slice : slice_t; i : natural) return part_t is
  begin
    return slice(COLUMNS * (5 - i) - 1 downto COLUMNS * (4 - i));
  end function part;

  -- Returns where the bit AMOUNT to the left of bit 0 of the computed slice is in the window. Rotations by more than half of a word count
  -- to the other side.
  function place (amount : natural) return natural is
  begin
    if amount > 32 then
      return COLUMNS * REACH + amount - 64;
    end if;
    return COLUMNS * REACH + amount;
  end function place;

  -- Returns '1' if INDEX is one of LOW to HIGH.
  function is_between (index : unsigned; low : natural; high : natural) return std_ulogic is
    variable result : std_ulogic := '0';
  begin
    for k in low to high loop
      result := result or to_bit(index = k);
    end loop;
    return result;
  end function is_between;

  signal history      : history_t; -- in order of age, the youngest one first
  signal first        : slice_t;   -- slice 0 of the pass
  signal diffused_now : parts_t;
  signal absorbed     : part_t;    -- word 0 with the block
  signal wide_byte    : part_t;

begin

  absorbed  <= diffused_now(0) xor inject;
  rate      <= absorbed;
  wide_byte <= std_ulogic_vector(resize(unsigned(round_byte), COLUMNS));

  every_word : for i in parts_t'range generate
    constant FIRST_PLACE  : natural := place(ROTATIONS(i, 0));
    constant SECOND_PLACE : natural := place(ROTATIONS(i, 1));
    constant SELF         : natural := place(0);

    -- The computed slice in the middle, REACH slices of higher bits, and REACH slices of lower bits.
    signal window : std_ulogic_vector((2 * REACH + 1) * COLUMNS - 1 downto 0);
  begin

    diffused_now(i) <= window(SELF + COLUMNS - 1 downto SELF) xor window(FIRST_PLACE + COLUMNS - 1 downto FIRST_PLACE)
                       xor window(SECOND_PLACE + COLUMNS - 1 downto SECOND_PLACE);

    window(SELF + COLUMNS - 1 downto SELF) <= part(history(SLICES - 1), i);

    neighbours : for d in 1 to REACH generate
      constant LEFT  : natural := SELF + d * COLUMNS; -- of the slice d to the left in the window
      constant RIGHT : natural := SELF - d * COLUMNS; -- of the slice d to the right

      signal wrapped : part_t; -- the slice d to the left, if it is at the other end of the word
    begin

      nearest : if d = 1 generate
        wrapped <= part(first, i);
      end generate nearest;

      further : if d /= 1 generate
        wrapped <= part(history(2 * SLICES - 1 - d), i);
      end generate further;

      window(LEFT + COLUMNS - 1 downto LEFT) <= wrapped when is_between(slice_index, SLICES - d, SLICES - 1) = '1' else
                                                part(history(SLICES - 1 - d), i);

      window(RIGHT + COLUMNS - 1 downto RIGHT) <= part(history(d - 1), i) when is_between(slice_index, 0, d - 1) = '1' else
                                                  part(history(SLICES - 1 + d), i);
    end generate neighbours;

  end generate every_word;

  history_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        history(0) <= substituted(absorbed & diffused_now(1) & (diffused_now(2) xor wide_byte) & diffused_now(3)
                                  & diffused_now(4));
        for position in 1 to LENGTH - 1 loop
          history(position) <= history(position - 1);
        end loop;
        if slice_index = 0 then
          first <= history(SLICES - 1);
        end if;
      end if;
      if rest = '1' then
        for k in 0 to SLICES - 1 loop
          history(SLICES - 1 - k) <= slice_of(RESTING, k);
        end loop;
      end if;
    end if;
  end process history_reg;

end architecture rtl;
