-- SPDX-License-Identifier: Apache-2.0
-- State and chaining value of the folded BLAKE2 cores: LANES columns or diagonals in a step, and SERIES functions G on each.
--
--   LANES = 4                                        LANES = 2
--   +---------+                                      +----------+     +-----------+
--   | 0 .. 3  |--> G --> wires (--> G --> wires) --> | 0, 1     |<----| 2, 3      |<-- results of G
--   +---------+                                      +----------+     +-----------+
--       ^                                 |            |     ^                           |
--       +---------------------------------+            +-> G +---------------------------+ at the end of columns or diagonals
--
-- Each of the rows a (v0-3), b (v4-7), c (v8-11) and d (v12-15) has four registers. The two arrangements need as few multiplexers as possible:
--
-- Four lanes: lane l has column l, then diagonal -l (numbers modulo 4), which has the words a(-l), b(1-l), c(2-l), d(3-l). So each
-- row passes from columns to diagonals by a reflection, l -> k - l with k = 0, 1, 2, 3 for a, b, c, d. A reflection is its own
-- inverse: the same wires lead from diagonals back to columns, and no register selects.
--
-- Two lanes: half a round has two steps, p = 0 and 1. Lane l has number 2l + p - r (modulo 4) in round r. Results go to registers
-- 2 and 3, and these go to 0 and 1. In the step `to_diagonal`, the results of b and d go to 0 and 1 directly, in the step
-- `to_column` those of a and c, while 2 and 3 keep their words. b and c change lanes on the way to 2 and 3, a and d on
-- the way to 0 and 1. After 4n + 2 rounds the columns have exchanged their lanes, which CROSSED takes into account.
--
-- The first message word of a G is added to a at the end of the step before, which keeps it off the longest path.
--
-- In the steps with `chains`, a and b take the new chaining value, in the last one of them c and d take IV, t and the flag of the last block.
--
-- Source: RFC 7693, sections 3.1 and 3.2. Widths: words of WORD_BITS = 32 or 64 bits. Latency: one cycle for a step.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.blake2_pkg.all;
use work.shell_pkg.all;

entity blake2_folded_datapath is
  generic (
    WORD_BITS : positive;              -- bits of a word: 32 or 64
    LANES     : positive range 2 to 4; -- columns or diagonals in a step: 2 or 4
    SERIES    : positive range 1 to 2  -- G functions one after the other in a step: 1, or 2 with four lanes
  );
  port (
    clk          : in    std_ulogic;                                                 -- clock
    advance      : in    std_ulogic;                                                 -- the state takes the result of the step
    chains       : in    std_ulogic;                                                 -- new chaining value instead of a round
    ends         : in    std_ulogic;                                                 -- the last step of a block
    busy         : in    std_ulogic;                                                 -- the chaining value includes the state
    to_diagonal  : in    std_ulogic;                                                 -- last step of columns; used with LANES = 2
    to_column    : in    std_ulogic;                                                 -- last step of diagonals; used with LANES = 2
    restart      : in    std_ulogic;                                                 -- the chaining value takes the initial value of a message
    t            : in    unsigned(63 downto 0);                                      -- bytes of the message up to the next block
    last         : in    std_ulogic;                                                 -- the next block is the last one of its message
    first_words  : in    std_ulogic_vector(WORD_BITS * LANES * SERIES - 1 downto 0); -- see blake2_folded_message
    second_words : in    std_ulogic_vector(WORD_BITS * LANES * SERIES - 1 downto 0); -- see blake2_folded_message
    digest       : out   std_ulogic_vector(8 * WORD_BITS - 1 downto 0)               -- new chaining value, first byte most significant; valid with `ends`
  );
end entity blake2_folded_datapath;

architecture rtl of blake2_folded_datapath is

  subtype word_t is unsigned(WORD_BITS - 1 downto 0);

  type words_t is array (natural range <>) of word_t;

  subtype four_t is words_t(0 to 3);

  subtype lanes_t is words_t(0 to LANES - 1);

  type stages_t is array (natural range <>) of lanes_t;

  -- With two lanes: whether the columns have exchanged their lanes after the rounds.
  constant CROSSED : natural := (2 / LANES) * (rounds(WORD_BITS) / 2 mod 2);

  -- Word INDEX of the vector of message words.
  function message (all_words : std_ulogic_vector; index : natural) return word_t is
  begin
    return unsigned(all_words(WORD_BITS * (index + 1) - 1 downto WORD_BITS * index));
  end function message;

  -- The column in register INDEX at the beginning of a block.
  function column (index : natural) return natural is
  begin
    if LANES = 2 then
      return 2 * (index mod 2) + index / 2;
    end if;
    return index;
  end function column;

  -- The lane in which a column is after the rounds that is in lane INDEX before them.
  function late_lane (index : natural) return natural is
  begin
    return (index + CROSSED) mod LANES;
  end function late_lane;

  -- The four words of the chaining value before the first block from word FIRST on, in the order of late lanes.
  function four_words (first : natural) return four_t is
    variable words : four_t;
  begin
    for i in 0 to 3 loop
      words((i / LANES) * LANES + late_lane(i mod LANES)) := first_chaining_word(first + column(i), WORD_BITS);
    end loop;
    return words;
  end function four_words;

  constant FIRST_LOW  : four_t := four_words(0);
  constant FIRST_HIGH : four_t := four_words(4);

  signal a_reg    : four_t;                    -- the first LANES words include their first message word
  signal b_reg    : four_t;
  signal c_reg    : four_t;
  signal d_reg    : four_t;
  signal low      : four_t;                    -- h0 to h3, in the order of late lanes
  signal high     : four_t;                    -- h4 to h7
  signal a_in     : stages_t(0 to SERIES - 1);
  signal b_in     : stages_t(0 to SERIES - 1);
  signal c_in     : stages_t(0 to SERIES - 1);
  signal d_in     : stages_t(0 to SERIES - 1);
  signal a_out    : stages_t(0 to SERIES - 1);
  signal b_out    : stages_t(0 to SERIES - 1);
  signal c_out    : stages_t(0 to SERIES - 1);
  signal d_out    : stages_t(0 to SERIES - 1);
  signal new_low  : lanes_t;
  signal new_high : lanes_t;
  signal a_next   : four_t;                    -- without message words
  signal b_next   : four_t;
  signal c_next   : four_t;                    -- in all steps but the last one
  signal d_next   : four_t;
  signal d_first  : four_t;                    -- v12 to v15 of the next block

begin

  a_in(0) <= a_reg(0 to LANES - 1);
  b_in(0) <= b_reg(0 to LANES - 1);
  c_in(0) <= c_reg(0 to LANES - 1);
  d_in(0) <= d_reg(0 to LANES - 1);

  every_lane : for l in 0 to LANES - 1 generate

    every_stage : for s in 0 to SERIES - 1 generate

      g : entity work.blake2_folded_g
        generic map (
          WORD_BITS => WORD_BITS
        )
        port map (
          a      => a_in(s)(l),
          b      => b_in(s)(l),
          c      => c_in(s)(l),
          d      => d_in(s)(l),
          second => message(second_words, s * LANES + l),
          next_a => a_out(s)(l),
          next_b => b_out(s)(l),
          next_c => c_out(s)(l),
          next_d => d_out(s)(l)
        );

      reflected : if s > 0 generate
        a_in(s)(l) <= own_sum(a_out(s - 1)((4 - l) mod 4), message(first_words, s * LANES + l));
        b_in(s)(l) <= b_out(s - 1)((5 - l) mod 4);
        c_in(s)(l) <= c_out(s - 1)((6 - l) mod 4);
        d_in(s)(l) <= d_out(s - 1)((7 - l) mod 4);
      end generate reflected;

    end generate every_stage;

    new_low(l)  <= low(l) xor ((a_reg(l) xor c_reg(l)) and (word_t'range => busy));
    new_high(l) <= high(l) xor ((b_reg(l) xor d_reg(l)) and (word_t'range => busy));

    four_lanes : if LANES = 4 generate
      a_next(l) <= new_low(l) when chains = '1' else
                   a_out(SERIES - 1)((4 - l) mod 4);
      b_next(l) <= new_high(l) when chains = '1' else
                   b_out(SERIES - 1)((5 - l) mod 4);
      c_next(l) <= c_out(SERIES - 1)((6 - l) mod 4);
      d_next(l) <= d_out(SERIES - 1)((7 - l) mod 4);
    end generate four_lanes;

    two_lanes : if LANES = 2 generate
      a_next(l)     <= a_out(0)(1 - l) when to_column = '1' else
                       a_reg(2 + l);
      b_next(l)     <= b_out(0)(l) when to_diagonal = '1' else
                       b_reg(2 + l);
      c_next(l)     <= c_out(0)(l) when to_column = '1' else
                       c_reg(2 + l);
      d_next(l)     <= d_out(0)(1 - l) when to_diagonal = '1' else
                       d_reg(2 + l);
      a_next(2 + l) <= a_reg(2 + l) when to_column = '1' else
                       new_low(late_lane(l)) when chains = '1' else
                       a_out(0)(l);
      b_next(2 + l) <= b_reg(2 + l) when to_diagonal = '1' else
                       new_high(late_lane(l)) when chains = '1' else
                       b_out(0)(1 - l);
      c_next(2 + l) <= c_reg(2 + l) when to_column = '1' else
                       c_out(0)(1 - l);
      d_next(2 + l) <= d_reg(2 + l) when to_diagonal = '1' else
                       d_out(0)(l);
    end generate two_lanes;

  end generate every_lane;

  first_d : process (all) is
    variable word : word_t;
  begin
    for i in 0 to 3 loop
      word := initial_word(4 + column(i), WORD_BITS);
      case column(i) is
        when 0 => word := word xor t(WORD_BITS - 1 downto 0);
        when 1 => word := word xor resize(shift_right(t, WORD_BITS), WORD_BITS);
        when 2 => word := word xor (word_t'range => last);
        when others => null;
      end case;
      d_first(i) <= word;
    end loop;
  end process first_d;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        a_reg <= a_next;
        b_reg <= b_next;
        c_reg <= c_next;
        d_reg <= d_next;
        for l in 0 to LANES - 1 loop
          a_reg(l) <= own_sum(a_next(l), message(first_words, l));
        end loop;
        if ends = '1' then
          for i in 0 to 3 loop
            c_reg(i) <= initial_word(column(i), WORD_BITS);
          end loop;
          d_reg <= d_first;
        end if;
      end if;
    end if;
  end process state_reg;

  -- With two lanes, registers 0 and 1 are used in the first step of two, then 2 and 3.
  chaining_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if restart = '1' then
        low  <= FIRST_LOW;
        high <= FIRST_HIGH;
      elsif chains = '1' and advance = '1' then
        low(0 to 3 - LANES)  <= low(LANES to 3);
        high(0 to 3 - LANES) <= high(LANES to 3);
        low(4 - LANES to 3)  <= new_low;
        high(4 - LANES to 3) <= new_high;
      end if;
    end if;
  end process chaining_reg;

  digest_words : process (all) is
    variable low_words  : four_t;
    variable high_words : four_t;
    variable position   : natural range 0 to 3;
  begin
    low_words                   := low(LANES to 3) & new_low;
    high_words                  := high(LANES to 3) & new_high;
    for i in 0 to 3 loop
      position := (i / LANES) * LANES + late_lane(i mod LANES);
      digest(WORD_BITS * (8 - column(i)) - 1 downto WORD_BITS * (7 - column(i))) <= swap_bytes(std_ulogic_vector(low_words(position)));
      digest(WORD_BITS * (4 - column(i)) - 1 downto WORD_BITS * (3 - column(i))) <= swap_bytes(std_ulogic_vector(high_words(position)));
    end loop;
  end process digest_words;

end architecture rtl;
