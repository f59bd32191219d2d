-- SPDX-License-Identifier: Apache-2.0
-- M rounds of SHA-1 in a cycle (paper C, section 7).
--
--   rotl 5(A_0), f, E + K + W --> carry-save adder --> + --> A_1          first round
--   f(A_(j-1), ...) + (E + K + W) --> +                                   round j: this sum is made beside A_j,
--   rotl 5(A_j) ---------------------> + --> A_(j+1)                      so that one addition follows A_j
--
-- The registers hold the last five values of the variable a: x(4) = A_0 down to x(0) = A_(-4). B to E of a round are earlier values
-- of a, rotated. E + K + W of the first round is computed one slot ahead. The words of the chaining value are added in the last
-- group of rounds only; H0 is added to the E + K + W of the last round.
--
-- Source: FIPS 180-4, section 6.1.2, step 3. Latency: one slot for M rounds.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.carry_save_pkg.all;
use work.sha1_pkg.all;

entity sha1_unrolled_rounds is
  generic (
    M : positive range 2 to 8 -- rounds a cycle
  );
  port (
    clk            : in    std_ulogic;                                             -- clock
    advance        : in    std_ulogic;                                             -- step to the next slot
    start          : in    std_ulogic;                                             -- load the initial hash value
    last_round     : in    std_ulogic;                                             -- add the chaining value
    capture        : in    std_ulogic;                                             -- store the variables as chaining value
    slot           : in    unsigned(6 downto 0);                                   -- slot: index of the group of schedule_words
    schedule_words : in    words_t(0 to M - 1);                                    -- W of M rounds
    variables      : out   std_ulogic_vector(STATE_WORDS * WORD_BITS - 1 downto 0) -- a to e, a in the highest bits
  );
end entity sha1_unrolled_rounds;

architecture rtl of sha1_unrolled_rounds is

  type phases_t is array (0 to M - 1) of unsigned(1 downto 0);

  -- Returns the phase of round M * SLOT + POSITION: how many of the rounds 20, 40 and 60 have been reached.
  function phase_of (slot : unsigned; position : natural) return unsigned is
    variable phase : unsigned(1 downto 0);
  begin
    phase := "00";
    for limit in 1 to PHASES - 1 loop
      if slot >= (limit * PHASE_ROUNDS - position + M - 1) / M then
        phase := to_unsigned(limit, 2);
      end if;
    end loop;
    return phase;
  end function phase_of;

  -- Returns f for a phase that is a signal.
  function f_of (phase : unsigned(1 downto 0); b, c, d : word_t) return word_t is
  begin
    if phase = 0 then
      return ch(b, c, d);
    elsif phase = 2 then
      return maj(b, c, d);
    end if;
    return parity(b, c, d);
  end function f_of;

  -- The initial hash value as x(0) to x(4).
  constant INITIAL_X : words_t(0 to STATE_WORDS - 1) :=
  (
    rotl(INITIAL_VALUE(4), 2), rotl(INITIAL_VALUE(3), 2), rotl(INITIAL_VALUE(2), 2), INITIAL_VALUE(1), INITIAL_VALUE(0)
  );

  signal stored      : words_t(0 to STATE_WORDS - 1);     -- x(0) to x(4)
  signal x           : words_t(0 to STATE_WORDS + M - 1); -- values of the variable a, oldest first
  signal chaining    : words_t(0 to STATE_WORDS - 1);     -- H0 to H4
  signal added       : words_t(0 to STATE_WORDS - 1);     -- H0 to H4 in the last group, else zeros
  signal next_stored : words_t(0 to STATE_WORDS - 1);
  signal first_e     : word_t;                            -- e of the first round of the next group
  signal phases      : phases_t;                          -- phases of the rounds whose W is in schedule_words
  signal kw          : words_t(0 to M - 1);               -- K + W of the rounds of this slot; E + K + W of the first one
  signal round_phase : phases_t;                          -- phases of the rounds of this slot
  signal mask        : word_t;                            -- all ones in the last group, else zeros
  signal now         : words_t(0 to STATE_WORDS - 1);     -- a to e

begin

  mask <= (others => last_round);

  -- a to e and the chaining value
  connect_words : process (all) is
  begin
    now(0) <= stored(4);
    now(1) <= stored(3);
    for i in 2 to STATE_WORDS - 1 loop
      now(i) <= rotl(stored(4 - i), 30);
    end loop;
    for i in now'range loop
      added(i) <= chaining(i) and mask;
      variables(WORD_BITS * (STATE_WORDS - i) - 1 downto WORD_BITS * (STATE_WORDS - i - 1)) <= std_ulogic_vector(now(i));
    end loop;
  end process connect_words;

  keep_stored : for i in stored'range generate
    x(i) <= stored(i);
  end generate keep_stored;

  all_rounds : for j in 0 to M - 1 generate
    signal f_value : word_t;
    signal ekw     : word_t;
    signal five    : word_t; -- rotl 5(a)
  begin

    phases(j) <= phase_of(slot, j);
    f_value   <= f_of(round_phase(j), x(j + 3), rotl(x(j + 2), 30), rotl(x(j + 1), 30));
    five      <= rotl(x(j + 4), 5);

    first_round : if j = 0 generate
      ekw      <= kw(0);
      x(j + 5) <= own_sum(save_sum(five, f_value, ekw), save_carry(five, f_value, ekw));
    end generate first_round;

    later_rounds : if j > 0 generate
      signal e_kw : word_t;
    begin
      e_kw     <= own_sum(rotl(x(j), 30), kw(j));
      ekw      <= own_sum(e_kw, added(0)) when j = M - 1 else e_kw;
      x(j + 5) <= own_sum(five, own_sum(f_value, ekw));
    end generate later_rounds;

  end generate all_rounds;

  next_stored(4) <= x(M + 4);
  next_stored(3) <= own_sum(x(M + 3), added(1));

  rotated_words : for i in 2 to STATE_WORDS - 1 generate
    next_stored(4 - i) <= rotl(own_sum(rotl(x(M + 4 - i), 30), added(i)), 2);
  end generate rotated_words;

  first_e <= INITIAL_VALUE(4) when start = '1' else rotl(next_stored(0), 30);

  ahead_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        round_phase <= phases;
        for j in kw'range loop
          kw(j) <= schedule_words(j) + ROUND_CONSTANTS(to_integer(phases(j)));
        end loop;
        kw(0) <= own_sum(own_sum(schedule_words(0), ROUND_CONSTANTS(to_integer(phases(0)))), first_e);
      end if;
    end if;
  end process ahead_reg;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        stored <= INITIAL_X;
      elsif advance = '1' then
        stored <= next_stored;
      end if;
      if start = '1' then
        chaining <= INITIAL_VALUE;
      elsif capture = '1' then
        chaining <= now;
      end if;
    end if;
  end process state_reg;

end architecture rtl;
