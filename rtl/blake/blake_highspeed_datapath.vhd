-- SPDX-License-Identifier: Apache-2.0
-- State and hash value of BLAKE: in each cycle one round, which is four G functions on the columns and then four on the diagonals.
-- Source: paper A, section 4 and Table 1; BLAKE specification, section 2.1.2.
-- Widths: WORD_BITS = 32 or 64; the state has 16 words, the hash value h has 8. Latency: one cycle per round.
--
--   +---------------------+   +---------+   +-----------+
--   | a_reg: v0-3 + words |   | G0 - G3 |   | G4 - G7   |---> v0-3 [xor v8-11 xor h] ---> + words of the next round ---> a_reg
--   | b_reg: v4-7         |-->| columns |-->| diagonals |---> v4-7 [xor v12-15 xor h] ---------------------------------> b_reg
--   | c_reg: v8-11        |   |         |   |           |---> v8-11 [instead: c_0 .. c_3] -----------------------------> c_reg
--   | d_reg: v12-15       |   |         |   |           |---> v12-15 [instead: t xor c_4 .. c_7] ----------------------> d_reg
--   +---------------------+   +---------+   +-----------+
--
-- The parts in brackets apply in the last round of a block (`fold`), so the end of a block takes no cycle of its own. The XOR on
-- v4-7 runs in parallel to the last addition of the round. The XOR on v0-3 makes the path one XOR longer.
--
-- The first message word of each G is added early. For the columns it is added at the end of the round before. For the diagonals it
-- is added in parallel to the last steps of the columns.
--
-- A round on a cleared state with message words of zero gives constant words. The hash value of a new message starts at RESTING,
-- which these constants turn into the initial value. So the first block of a message needs no multiplexer for the initial value.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.blake_pkg.all;

entity blake_highspeed_datapath is
  generic (
    WORD_BITS : positive -- bits of a word: 32 (BLAKE-32) or 64 (BLAKE-64)
  );
  port (
    clk        : in    std_ulogic;                                     -- datapath clock
    advance    : in    std_ulogic;                                     -- the state takes the result of the round
    clear      : in    std_ulogic;                                     -- sets the state to zero and v8-11 to c_0 .. c_3
    restart    : in    std_ulogic;                                     -- sets the hash value to RESTING, the value before a message
    hold       : in    std_ulogic;                                     -- the next cycle is the last round: copies the hash value
    fold       : in    std_ulogic;                                     -- last round of a block: computes the new hash value
    keep       : in    std_ulogic;                                     -- the hash value takes the result of the last round
    t          : in    unsigned(63 downto 0);                          -- bit counter of the next block
    order      : in    std_ulogic_vector(16 * WORD_BITS - 1 downto 0); -- stored words of this round, see blake_highspeed_message
    next_order : in    std_ulogic_vector(16 * WORD_BITS - 1 downto 0); -- stored words of the next round
    pair       : in    std_ulogic_vector(8 * WORD_BITS - 1 downto 0);  -- constants of G0 .. G7 in this round
    next_pair  : in    std_ulogic_vector(8 * WORD_BITS - 1 downto 0);  -- constants of G0 .. G7 in the next round
    digest     : out   std_ulogic_vector(8 * WORD_BITS - 1 downto 0)   -- new hash value, h0 first; valid with fold, not registered
  );
end entity blake_highspeed_datapath;

architecture rtl of blake_highspeed_datapath is

  subtype word_t is unsigned(WORD_BITS - 1 downto 0);

  type words_t is array (natural range <>) of word_t;

  constant ZERO : word_t := (others => '0');

  -- G without message words, applied to words ia, ib, ic and id of a state.
  function mixed (state : words_t(0 to 15); ia : natural; ib : natural; ic : natural; id : natural) return words_t is
    variable v : words_t(0 to 15) := state;
  begin
    for half in 0 to 1 loop
      v(ia) := v(ia) + v(ib);
      v(id) := rotated_right(v(id) xor v(ia), rotation(2 * half, WORD_BITS));
      v(ic) := v(ic) + v(id);
      v(ib) := rotated_right(v(ib) xor v(ic), rotation(2 * half + 1, WORD_BITS));
    end loop;
    return v;
  end function mixed;

  -- The hash value that one round without message words on the cleared state turns into the initial value.
  function resting_value return words_t is
    variable v : words_t(0 to 15) := (others => ZERO);
    variable h : words_t(0 to 7);
  begin
    for i in 0 to 3 loop
      v(8 + i) := constant_word(i, WORD_BITS);
    end loop;
    for i in 0 to 3 loop
      v := mixed(v, i, 4 + i, 8 + i, 12 + i);
    end loop;
    for i in 0 to 3 loop
      v := mixed(v, i, 4 + (i + 1) mod 4, 8 + (i + 2) mod 4, 12 + (i + 3) mod 4);
    end loop;
    for i in 0 to 7 loop
      h(i) := initial_value(i, WORD_BITS) xor v(i) xor v(8 + i);
    end loop;
    return h;
  end function resting_value;

  constant RESTING : words_t(0 to 7) := resting_value;

  signal a_reg    : words_t(0 to 3);
  signal b_reg    : words_t(0 to 3);
  signal c_reg    : words_t(0 to 3);
  signal d_reg    : words_t(0 to 3);
  signal chain    : words_t(0 to 7);  -- hash value h
  signal chained  : words_t(0 to 7);  -- copy of h in the last round, zero in all others
  signal column_a : words_t(0 to 3);
  signal column_b : words_t(0 to 3);
  signal column_c : words_t(0 to 3);
  signal column_d : words_t(0 to 3);
  signal rounded  : words_t(0 to 15); -- state after the round
  signal folded   : words_t(0 to 7);  -- v0-7 after the round, in the last round the new h

  -- What G adds for position i of a round: the stored word xor the constant of its G.
  function addend (words : std_ulogic_vector; pairs : std_ulogic_vector; i : word_index_t) return unsigned is
    constant HIGH : natural := (16 - i) * WORD_BITS - 1;
    constant BASE : natural := (7 - i / 2) * WORD_BITS;
  begin
    return unsigned(words(HIGH downto HIGH - WORD_BITS + 1) xor pairs(BASE + WORD_BITS - 1 downto BASE));
  end function addend;

begin

  every_g : for i in 0 to 3 generate
    signal column_second   : word_t;
    signal diagonal_a      : word_t;
    signal diagonal_second : word_t;
  begin

    column_second   <= addend(order, pair, 2 * i + 1);
    diagonal_a      <= own_sum(column_a(i), addend(order, pair, 8 + 2 * i));
    diagonal_second <= addend(order, pair, 9 + 2 * i);

    column : entity work.blake_highspeed_g
      generic map (
        WORD_BITS => WORD_BITS
      )
      port map (
        a      => a_reg(i),
        b      => b_reg(i),
        c      => c_reg(i),
        d      => d_reg(i),
        second => column_second,
        next_a => column_a(i),
        next_b => column_b(i),
        next_c => column_c(i),
        next_d => column_d(i)
      );

    diagonal : entity work.blake_highspeed_g
      generic map (
        WORD_BITS => WORD_BITS
      )
      port map (
        a      => diagonal_a,
        b      => column_b((i + 1) mod 4),
        c      => column_c((i + 2) mod 4),
        d      => column_d((i + 3) mod 4),
        second => diagonal_second,
        next_a => rounded(i),
        next_b => rounded(4 + (i + 1) mod 4),
        next_c => rounded(8 + (i + 2) mod 4),
        next_d => rounded(12 + (i + 3) mod 4)
      );

  end generate every_g;

  -- chained is zero except in the last round.
  fold_halves : for i in 0 to 7 generate
    folded(i) <= rounded(i) xor ((rounded(8 + i) and (WORD_BITS - 1 downto 0 => fold)) xor chained(i));

    digest((8 - i) * WORD_BITS - 1 downto (7 - i) * WORD_BITS) <= std_ulogic_vector(folded(i));
  end generate fold_halves;

  state_reg : process (clk) is
    variable t_word : word_t;
  begin
    if rising_edge(clk) then
      for i in 0 to 3 loop
        if clear = '1' then
          a_reg(i) <= ZERO;
          b_reg(i) <= ZERO;
          d_reg(i) <= ZERO;
        elsif advance = '1' then
          a_reg(i) <= folded(i) + addend(next_order, next_pair, 2 * i);
          b_reg(i) <= folded(4 + i);
          d_reg(i) <= rounded(12 + i);
          if fold = '1' then
            t_word := t(WORD_BITS - 1 downto 0);
            if i >= 2 then
              t_word := resize(t(63 downto WORD_BITS), WORD_BITS);
            end if;
            d_reg(i) <= t_word xor constant_word(4 + i, WORD_BITS);
          end if;
        end if;
        if clear = '1' or keep = '1' then
          c_reg(i) <= constant_word(i, WORD_BITS);
        elsif advance = '1' then
          c_reg(i) <= rounded(8 + i);
        end if;
      end loop;
    end if;
  end process state_reg;

  chain_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if restart = '1' then
        chain <= RESTING;
      elsif keep = '1' then
        chain <= folded;
      end if;
      if hold = '1' then
        chained <= chain;
      else
        chained <= (others => ZERO);
      end if;
    end if;
  end process chain_reg;

end architecture rtl;
