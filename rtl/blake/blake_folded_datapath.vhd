-- SPDX-License-Identifier: Apache-2.0
-- State and hash value of the folded BLAKE-256 core: LANES columns or diagonals in a step, and HALVES half G functions on each.
-- Source: BLAKE specification, section 2.1.2 (initialisation, round function, finalisation); 14 rounds in the third-round version.
-- Widths: words of 32 bits; the state has 16, the hash value h has 8. Latency: one cycle for a step.
--
--   LANES = 1                                                        LANES = 4
--   +----+----+----+----+                                            +---------+
--   | 0  | 1  | 2  | 3  |<-- result --- half G functions <-- 0       | 0 .. 3  |--> half G functions --> results --> turn --> 0 .. 3
--   +----+----+----+----+                                            +---------+
--   the registers shift to the left
--
-- Each of a (v0-3), b (v4-7), c (v8-11) and d (v12-15) has four registers. Position x holds one column or diagonal. After the
-- columns, b, c and d rotate by one, two and three positions, so that position x holds a diagonal. After the diagonals, a, b and d
-- rotate by two, one and three. That restores the columns, but two positions further. So b and d always rotate by the same
-- number, and each register selects from two words, not three. After an even number of rounds the columns are in their places.
--
-- The message word of the first half G of a step is added to a at the end of the step before, which keeps it off the longest path.
--
-- In the steps that finalise and initialise (`chains`), a and b take the new hash value, c and d take constants and the bit counter.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.blake_pkg.all;

entity blake_folded_datapath is
  generic (
    LANES  : positive range 1 to 4; -- columns or diagonals in a step: 1 or 4
    HALVES : positive range 1 to 4  -- half G functions one after the other in a step: 1, 2 or 4
  );
  port (
    clk        : in    std_ulogic;                                          -- clock
    advance    : in    std_ulogic;                                          -- the state takes the result of the step
    chains     : in    std_ulogic;                                          -- finalisation and initialisation instead of a round
    feeds      : in    std_ulogic;                                          -- the next step is one of the rounds
    busy       : in    std_ulogic;                                          -- the finalisation includes the state
    later_half : in    std_ulogic;                                          -- second half of G; used with HALVES = 1
    turn       : in    std_ulogic;                                          -- rotate columns to diagonals or back after this step
    diagonal   : in    std_ulogic;                                          -- the step ends with diagonals
    column     : in    unsigned(1 downto 0);                                -- column in steps with `chains`; used with LANES = 1
    restart    : in    std_ulogic;                                          -- the hash value takes the initial value of a message
    t          : in    unsigned(63 downto 0);                               -- bit counter of the next block
    words      : in    std_ulogic_vector(32 * LANES * HALVES - 1 downto 0); -- message words, see blake_folded_message
    digest     : out   std_ulogic_vector(255 downto 0)                      -- new hash value, h0 first; valid in the last step of a block
  );
end entity blake_folded_datapath;

architecture rtl of blake_folded_datapath is

  constant WORD_BITS : positive := 32;

  subtype word_t is unsigned(WORD_BITS - 1 downto 0);

  type words_t is array (natural range <>) of word_t;

  subtype four_t is words_t(0 to 3);

  subtype lanes_t is words_t(0 to LANES - 1);

  type stages_t is array (natural range <>) of lanes_t;

  constant ZERO : word_t := (others => '0');

  -- The message word of part P of lane L.
  function message (all_words : std_ulogic_vector; l : natural; p : natural) return unsigned is
    constant LOW : natural := WORD_BITS * (l * HALVES + p);
  begin
    return unsigned(all_words(LOW + WORD_BITS - 1 downto LOW));
  end function message;

  -- Word I of the initial values c_i and t xor c_(4+i).
  function counter_word (bits : unsigned(63 downto 0); i : natural) return unsigned is
  begin
    if i >= 2 then
      return bits(63 downto 32) xor constant_word(4 + i, WORD_BITS);
    end if;
    return bits(31 downto 0) xor constant_word(4 + i, WORD_BITS);
  end function counter_word;

  -- The words that are in the four registers after a step without rotation, from the old ones and the results of the lanes.
  function shifted (old : four_t; results : lanes_t) return four_t is
    variable new_words : four_t;
  begin
    for i in 0 to 3 loop
      if i + LANES <= 3 then
        new_words(i) := old(i + LANES);
      else
        new_words(i) := results(i + LANES - 4);
      end if;
    end loop;
    return new_words;
  end function shifted;

  -- The words rotated by AMOUNT positions if `rotates`.
  function rotated (four : four_t; amount : positive; rotates : std_ulogic) return four_t is
    variable new_words : four_t := four;
  begin
    if rotates = '1' then
      for i in 0 to 3 loop
        new_words(i) := four((i + amount) mod 4);
      end loop;
    end if;
    return new_words;
  end function rotated;

  signal a_reg   : four_t;  -- the first LANES words include their first message word
  signal b_reg   : four_t;
  signal c_reg   : four_t;
  signal d_reg   : four_t;
  signal h_a     : four_t;  -- h0 to h3
  signal h_b     : four_t;  -- h4 to h7
  signal a_in    : stages_t(0 to HALVES);
  signal b_in    : stages_t(0 to HALVES);
  signal c_in    : stages_t(0 to HALVES);
  signal d_in    : stages_t(0 to HALVES);
  signal a_new   : lanes_t;
  signal b_new   : lanes_t;
  signal c_new   : lanes_t;
  signal d_new   : lanes_t;
  signal a_chain : lanes_t; -- the new h0 to h3
  signal b_chain : lanes_t; -- the new h4 to h7
  signal a_next  : four_t;
  signal b_next  : four_t;
  signal c_next  : four_t;
  signal d_next  : four_t;

begin

  every_lane : for l in 0 to LANES - 1 generate
    signal c_first : word_t; -- initial values of c and d
    signal d_first : word_t;
  begin

    a_in(0)(l) <= a_reg(l);
    b_in(0)(l) <= b_reg(l);
    c_in(0)(l) <= c_reg(l);
    d_in(0)(l) <= d_reg(l);

    every_half : for p in 0 to HALVES - 1 generate
      signal a_sum : word_t;
      signal b_sum : word_t;
      signal c_sum : word_t;
      signal d_sum : word_t;
      signal late  : std_ulogic; -- the rotations of the second half of G

      -- After the columns, the diagonals follow in the same step.
      constant TO_DIAGONAL : boolean := HALVES = 4 and p = 1;
      constant TO_B        : natural := (l + 3) mod 4;
      constant TO_C        : natural := (l + 2) mod 4;
      constant TO_D        : natural := (l + 1) mod 4;
    begin

      late  <= later_half when HALVES = 1 else
               '1' when p mod 2 = 1 else
               '0';
      a_sum <= a_in(p)(l) + b_in(p)(l);
      d_sum <= rotated_right(d_in(p)(l) xor a_sum, rotation(2, WORD_BITS)) when late = '1' else
               rotated_right(d_in(p)(l) xor a_sum, rotation(0, WORD_BITS));
      c_sum <= c_in(p)(l) + d_sum;
      b_sum <= rotated_right(b_in(p)(l) xor c_sum, rotation(3, WORD_BITS)) when late = '1' else
               rotated_right(b_in(p)(l) xor c_sum, rotation(1, WORD_BITS));

      more : if p < HALVES - 1 generate
        a_in(p + 1)(l) <= own_sum(a_sum, message(words, l, p + 1));
      end generate more;

      done : if p = HALVES - 1 generate
        a_in(p + 1)(l) <= a_sum;
      end generate done;

      straight : if not TO_DIAGONAL generate
        b_in(p + 1)(l) <= b_sum;
        c_in(p + 1)(l) <= c_sum;
        d_in(p + 1)(l) <= d_sum;
      end generate straight;

      across : if TO_DIAGONAL generate
        b_in(p + 1)(TO_B) <= b_sum;
        c_in(p + 1)(TO_C) <= c_sum;
        d_in(p + 1)(TO_D) <= d_sum;
      end generate across;

    end generate every_half;

    one_lane : if LANES = 1 generate

      choose_first : process (all) is
      begin
        c_first <= constant_word(0, WORD_BITS);
        d_first <= counter_word(t, 0);
        for i in 1 to 3 loop
          if column = i then
            c_first <= constant_word(i, WORD_BITS);
            d_first <= counter_word(t, i);
          end if;
        end loop;
      end process choose_first;

    end generate one_lane;

    four_lanes : if LANES = 4 generate
      c_first <= constant_word(l, WORD_BITS);
      d_first <= counter_word(t, l);
    end generate four_lanes;

    a_chain(l) <= h_a(l) xor ((a_reg(l) xor c_reg(l)) and (WORD_BITS - 1 downto 0 => busy));
    b_chain(l) <= h_b(l) xor ((b_reg(l) xor d_reg(l)) and (WORD_BITS - 1 downto 0 => busy));

    a_new(l) <= a_chain(l) when chains = '1' else
                a_in(HALVES)(l);
    b_new(l) <= b_chain(l) when chains = '1' else
                b_in(HALVES)(l);
    c_new(l) <= c_first when chains = '1' else
                c_in(HALVES)(l);
    d_new(l) <= d_first when chains = '1' else
                d_in(HALVES)(l);

  end generate every_lane;

  a_next <= rotated(shifted(a_reg, a_new), 2, turn and diagonal);
  b_next <= rotated(shifted(b_reg, b_new), 1, turn);
  c_next <= rotated(shifted(c_reg, c_new), 2, turn and not diagonal);
  d_next <= rotated(shifted(d_reg, d_new), 3, turn);

  state_reg : process (clk) is
    variable first_word : word_t;
  begin
    if rising_edge(clk) then
      if advance = '1' then
        a_reg <= a_next;
        b_reg <= b_next;
        c_reg <= c_next;
        d_reg <= d_next;
        for l in 0 to LANES - 1 loop
          first_word := message(words, l, 0);
          if feeds = '0' then
            first_word := ZERO;
          end if;
          a_reg(l) <= own_sum(a_next(l), first_word);
        end loop;
      end if;
    end if;
  end process state_reg;

  hash_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if restart = '1' then
        for i in 0 to 3 loop
          h_a(i) <= initial_value(i, WORD_BITS);
          h_b(i) <= initial_value(4 + i, WORD_BITS);
        end loop;
      elsif chains = '1' and advance = '1' then
        h_a <= shifted(h_a, a_chain);
        h_b <= shifted(h_b, b_chain);
      end if;
    end if;
  end process hash_reg;

  digest_words : process (all) is
    variable first_half  : four_t;
    variable second_half : four_t;
  begin
    first_half  := shifted(h_a, a_chain);
    second_half := shifted(h_b, b_chain);
    for i in 0 to 3 loop
      digest(255 - 32 * i downto 224 - 32 * i) <= std_ulogic_vector(first_half(i));
      digest(127 - 32 * i downto 96 - 32 * i)  <= std_ulogic_vector(second_half(i));
    end loop;
  end process digest_words;

end architecture rtl;
