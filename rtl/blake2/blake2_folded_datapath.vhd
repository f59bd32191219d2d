-- SPDX-License-Identifier: Apache-2.0
-- State of the folded BLAKE2 cores: LANES columns or diagonals in a step, and SERIES functions G on each.
--
--   LANES = 4                                           LANES = 2
--   +---------+                                         +---------+   +---------+
--   | 0 .. 3  |--> G --> wires (--> G --> wires) --+    | 0, 1    |<--| 2, 3    |<--+
--   +---------+                                    |    +---------+   +---------+   |
--        ^                                         |      |    ^                    |
--        +-----------------------------------------+      +> G +--------------------+
--
-- Four lanes: from columns to diagonals and back, the words of a row are reflected (see blake2_folded_pkg).
--
-- Two lanes: results go to the registers 2 and 3, and the words of these go to 0 and 1. In the step `to_diagonal` the results of b
-- and d go to 0 and 1 directly, in the step `to_column` those of a and c, and 2 and 3 keep their words. b and c change lanes on the
-- way to 2 and 3, a and d on the direct way.
--
-- The first message word of a G is added to a at the end of the step before, which keeps it off the longest path.
--
-- In the steps with `chains`, a and b take the new chaining value. In the last one of them, c and d take IV, t and the flag of the
-- last block.
--
-- Source: RFC 7693, sections 3.1 and 3.2. Widths: words of WORD_BITS = 32 or 64 bits. Latency: one cycle for a step.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.blake2_folded_pkg.all;
use work.blake2_pkg.all;

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
    to_diagonal  : in    std_ulogic;                                                 -- last step of columns; used with LANES = 2
    to_column    : in    std_ulogic;                                                 -- last step of diagonals; used with LANES = 2
    t            : in    unsigned(63 downto 0);                                      -- bytes of the message up to the next block
    last         : in    std_ulogic;                                                 -- the next block is the last one of its message
    first_words  : in    std_ulogic_vector(WORD_BITS * LANES * SERIES - 1 downto 0); -- see blake2_folded_message
    second_words : in    std_ulogic_vector(WORD_BITS * LANES * SERIES - 1 downto 0); -- see blake2_folded_message
    a            : out   unsigned(WORD_BITS * LANES - 1 downto 0);                   -- v0 to v3 of the lanes, lane 0 rightmost
    b            : out   unsigned(WORD_BITS * LANES - 1 downto 0);                   -- v4 to v7
    c            : out   unsigned(WORD_BITS * LANES - 1 downto 0);                   -- v8 to v11
    d            : out   unsigned(WORD_BITS * LANES - 1 downto 0);                   -- v12 to v15
    new_low      : in    unsigned(WORD_BITS * LANES - 1 downto 0);                   -- chaining value of the lanes, h0 to h3
    new_high     : in    unsigned(WORD_BITS * LANES - 1 downto 0)                    -- h4 to h7
  );
end entity blake2_folded_datapath;

architecture rtl of blake2_folded_datapath is

  subtype word_t is unsigned(WORD_BITS - 1 downto 0);

  type words_t is array (natural range <>) of word_t;

  subtype four_t is words_t(0 to 3);

  subtype lanes_t is words_t(0 to LANES - 1);

  type stages_t is array (natural range <>) of lanes_t;

  -- Word INDEX of a vector, from the right.
  function word_of (words : unsigned; index : natural) return word_t is
  begin
    return words(WORD_BITS * (index + 1) - 1 downto WORD_BITS * index);
  end function word_of;

  signal first_word  : unsigned(first_words'range);
  signal second_word : unsigned(second_words'range);
  signal a_reg       : four_t; -- the first LANES words include their first message word
  signal b_reg       : four_t;
  signal c_reg       : four_t;
  signal d_reg       : four_t;
  signal a_in        : stages_t(0 to SERIES - 1);
  signal b_in        : stages_t(0 to SERIES - 1);
  signal c_in        : stages_t(0 to SERIES - 1);
  signal d_in        : stages_t(0 to SERIES - 1);
  signal a_out       : stages_t(0 to SERIES - 1);
  signal b_out       : stages_t(0 to SERIES - 1);
  signal c_out       : stages_t(0 to SERIES - 1);
  signal d_out       : stages_t(0 to SERIES - 1);
  signal a_next      : four_t; -- without message words
  signal b_next      : four_t;
  signal c_next      : four_t; -- in all steps but the last one
  signal d_next      : four_t;
  signal d_first     : four_t; -- v12 to v15 of the next block

begin

  first_word  <= unsigned(first_words);
  second_word <= unsigned(second_words);
  a_in(0)     <= a_reg(0 to LANES - 1);
  b_in(0)     <= b_reg(0 to LANES - 1);
  c_in(0)     <= c_reg(0 to LANES - 1);
  d_in(0)     <= d_reg(0 to LANES - 1);

  every_lane : for l in 0 to LANES - 1 generate

    a(WORD_BITS * (l + 1) - 1 downto WORD_BITS * l) <= a_reg(l);
    b(WORD_BITS * (l + 1) - 1 downto WORD_BITS * l) <= b_reg(l);
    c(WORD_BITS * (l + 1) - 1 downto WORD_BITS * l) <= c_reg(l);
    d(WORD_BITS * (l + 1) - 1 downto WORD_BITS * l) <= d_reg(l);

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
          second => word_of(second_word, s * LANES + l),
          next_a => a_out(s)(l),
          next_b => b_out(s)(l),
          next_c => c_out(s)(l),
          next_d => d_out(s)(l)
        );

      reflected : if s > 0 generate
        a_in(s)(l) <= own_sum(a_out(s - 1)((4 - l) mod 4), word_of(first_word, s * LANES + l));
        b_in(s)(l) <= b_out(s - 1)((5 - l) mod 4);
        c_in(s)(l) <= c_out(s - 1)((6 - l) mod 4);
        d_in(s)(l) <= d_out(s - 1)((7 - l) mod 4);
      end generate reflected;

    end generate every_stage;

    four_lanes : if LANES = 4 generate
      a_next(l) <= word_of(new_low, l) when chains = '1' else
                   a_out(SERIES - 1)((4 - l) mod 4);
      b_next(l) <= word_of(new_high, l) when chains = '1' else
                   b_out(SERIES - 1)((5 - l) mod 4);
      c_next(l) <= c_out(SERIES - 1)((6 - l) mod 4);
      d_next(l) <= d_out(SERIES - 1)((7 - l) mod 4);
    end generate four_lanes;

    two_lanes : if LANES = 2 generate
      constant LATE : natural := late_register(LANES, WORD_BITS, l);
    begin

      a_next(l)     <= a_out(0)(1 - l) when to_column = '1' else
                       a_reg(2 + l);
      b_next(l)     <= b_out(0)(l) when to_diagonal = '1' else
                       b_reg(2 + l);
      c_next(l)     <= c_out(0)(l) when to_column = '1' else
                       c_reg(2 + l);
      d_next(l)     <= d_out(0)(1 - l) when to_diagonal = '1' else
                       d_reg(2 + l);
      a_next(2 + l) <= a_reg(2 + l) when to_column = '1' else
                       word_of(new_low, LATE) when chains = '1' else
                       a_out(0)(l);
      b_next(2 + l) <= b_reg(2 + l) when to_diagonal = '1' else
                       word_of(new_high, LATE) when chains = '1' else
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
      word := initial_word(4 + column(LANES, i), WORD_BITS);
      if column(LANES, i) = 0 then
        word := word xor t(WORD_BITS - 1 downto 0);
      elsif column(LANES, i) = 1 then
        word := word xor resize(shift_right(t, WORD_BITS), WORD_BITS);
      elsif column(LANES, i) = 2 then
        word := word xor (word_t'range => last);
      end if;
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
          a_reg(l) <= own_sum(a_next(l), word_of(first_word, l));
        end loop;
        if ends = '1' then
          for i in 0 to 3 loop
            c_reg(i) <= initial_word(column(LANES, i), WORD_BITS);
          end loop;
          d_reg <= d_first;
        end if;
      end if;
    end if;
  end process state_reg;

end architecture rtl;
