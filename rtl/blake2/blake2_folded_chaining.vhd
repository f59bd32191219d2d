-- SPDX-License-Identifier: Apache-2.0
-- The chaining value of the folded BLAKE2 cores, and the digest: h(i) xor v(i) xor v(i + 8) for LANES columns in a step.
--
--   a, c of the lanes --> xor --+--> new_low                    b, d --> xor --+--> new_high
--                          ^    |                                         ^    |
--                          +--- h0 .. h3                                  +--- h4 .. h7
--
-- With two lanes, registers 0 and 1 are used in the first step of two and take the words of 2 and 3. The words have the order in which the
-- rounds leave the columns in the lanes (late_register).
--
-- Source: RFC 7693, sections 2.5 and 3.2. Widths: words of WORD_BITS = 32 or 64 bits; lane l of a vector at word l from the right.
-- Latency: none for new_low, new_high and digest; they are stored at the end of the cycle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake2_folded_pkg.all;
use work.blake2_pkg.all;
use work.shell_pkg.all;

entity blake2_folded_chaining is
  generic (
    WORD_BITS : positive;             -- bits of a word: 32 or 64
    LANES     : positive range 2 to 4 -- columns in a step: 2 or 4
  );
  port (
    clk      : in    std_ulogic;                                   -- clock
    restart  : in    std_ulogic;                                   -- take the initial value of a message
    store    : in    std_ulogic;                                   -- take new_low and new_high
    busy     : in    std_ulogic;                                   -- the new value includes the state
    a        : in    unsigned(WORD_BITS * LANES - 1 downto 0);     -- v0 to v3 of the lanes
    b        : in    unsigned(WORD_BITS * LANES - 1 downto 0);     -- v4 to v7
    c        : in    unsigned(WORD_BITS * LANES - 1 downto 0);     -- v8 to v11
    d        : in    unsigned(WORD_BITS * LANES - 1 downto 0);     -- v12 to v15
    new_low  : out   unsigned(WORD_BITS * LANES - 1 downto 0);     -- new words h0 to h3 of the lanes
    new_high : out   unsigned(WORD_BITS * LANES - 1 downto 0);     -- new words h4 to h7 of the lanes
    digest   : out   std_ulogic_vector(8 * WORD_BITS - 1 downto 0) -- new value, first byte leftmost; valid in the last step
  );
end entity blake2_folded_chaining;

architecture rtl of blake2_folded_chaining is

  constant LANE_BITS : positive := WORD_BITS * LANES;

  subtype four_t is unsigned(4 * WORD_BITS - 1 downto 0);

  -- The four words of the value before the first block from word FIRST on.
  function four_words (first : natural) return four_t is
    variable words : four_t;
    variable low   : natural;
  begin
    for i in 0 to 3 loop
      low                                   := WORD_BITS * late_register(LANES, WORD_BITS, i);
      words(low + WORD_BITS - 1 downto low) := first_chaining_word(first + column(LANES, i), WORD_BITS);
    end loop;
    return words;
  end function four_words;

  -- The words after a step, from the old ones and the new ones of the lanes.
  function shifted (old : four_t; new_words : unsigned(LANE_BITS - 1 downto 0)) return four_t is
    variable words : four_t;
  begin
    words                                                     := shift_right(old, LANE_BITS);
    words(4 * WORD_BITS - 1 downto 4 * WORD_BITS - LANE_BITS) := new_words;
    return words;
  end function shifted;

  constant FIRST_LOW  : four_t := four_words(0);
  constant FIRST_HIGH : four_t := four_words(4);

  signal low       : four_t; -- h0 to h3
  signal high      : four_t; -- h4 to h7
  signal next_low  : four_t;
  signal next_high : four_t;

begin

  new_low   <= low(LANE_BITS - 1 downto 0) xor ((a xor c) and (LANE_BITS - 1 downto 0 => busy));
  new_high  <= high(LANE_BITS - 1 downto 0) xor ((b xor d) and (LANE_BITS - 1 downto 0 => busy));
  next_low  <= shifted(low, new_low);
  next_high <= shifted(high, new_high);

  chaining_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if restart = '1' then
        low  <= FIRST_LOW;
        high <= FIRST_HIGH;
      elsif store = '1' then
        low  <= next_low;
        high <= next_high;
      end if;
    end if;
  end process chaining_reg;

  every_word : for i in 0 to 3 generate
    constant LOW_BIT : natural := WORD_BITS * late_register(LANES, WORD_BITS, i);
    constant TOP     : natural := WORD_BITS * (8 - column(LANES, i)) - 1; -- leftmost bit of the word of h0 to h3 in the digest

    signal low_word  : std_ulogic_vector(WORD_BITS - 1 downto 0);
    signal high_word : std_ulogic_vector(WORD_BITS - 1 downto 0);
  begin

    low_word  <= std_ulogic_vector(next_low(LOW_BIT + WORD_BITS - 1 downto LOW_BIT));
    high_word <= std_ulogic_vector(next_high(LOW_BIT + WORD_BITS - 1 downto LOW_BIT));

    digest(TOP downto TOP - WORD_BITS + 1)                     <= swap_bytes(low_word);
    digest(TOP - 4 * WORD_BITS downto TOP - 5 * WORD_BITS + 1) <= swap_bytes(high_word);

  end generate every_word;

end architecture rtl;
