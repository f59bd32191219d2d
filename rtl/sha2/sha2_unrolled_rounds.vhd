-- SPDX-License-Identifier: Apache-2.0
-- M rounds of SHA-2 in a cycle (paper C, section 7).
--
--   h + K + W, Sigma1(e), Ch(e, f, g) --> carry-save adder --+--> with d: carry-save adder --> + --> next e
--                                                            |
--                        Sigma0(a), Maj(a, b, c) ------------+--> two carry-save adders ----> + --> next a
--
-- T1 of FIPS 180-4 passes to both sums in carry-save form. The registers hold the last four values of the variables a and e: xa(3)
-- and xe(3) are a and e, xa(0) and xe(0) are d and h. h + K + W of the first round is computed one slot ahead. The words of the
-- chaining value are added in the last group of rounds only.
--
-- Source: FIPS 180-4, sections 6.2.2 and 6.4.2, step 3. Widths: words of WORD_BITS bits, 32 or 64; the first word of a vector is in
-- its highest bits. Latency: one slot for M rounds.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.carry_save_pkg.all;
use work.sha2_pkg.all;

entity sha2_unrolled_rounds is
  generic (
    WORD_BITS : positive;                                                -- bits of a word: 32 or 64
    INITIAL   : std_ulogic_vector(STATE_WORDS * WORD_BITS - 1 downto 0); -- initial hash value
    M         : positive range 2 to 8                                    -- rounds a cycle
  );
  port (
    clk            : in    std_ulogic;                                             -- clock
    advance        : in    std_ulogic;                                             -- step to the next slot
    start          : in    std_ulogic;                                             -- load the initial hash value
    last_round     : in    std_ulogic;                                             -- add the chaining value
    capture        : in    std_ulogic;                                             -- store the variables as chaining value
    slot           : in    unsigned(6 downto 0);                                   -- slot: index of the group of schedule_words
    schedule_words : in    unsigned(M * WORD_BITS - 1 downto 0);                   -- W of M rounds
    variables      : out   std_ulogic_vector(STATE_WORDS * WORD_BITS - 1 downto 0) -- a to h, a in the highest bits
  );
end entity sha2_unrolled_rounds;

architecture rtl of sha2_unrolled_rounds is

  constant HALF : positive := STATE_WORDS / 2; -- variables that come from a, and that come from e

  subtype word_t is unsigned(WORD_BITS - 1 downto 0);

  type words_t is array (natural range <>) of word_t;

  -- Returns word INDEX of BITS; word 0 is in the highest bits.
  function word_of (bits : unsigned; index : natural) return word_t is
    variable first : natural;
  begin
    first := bits'length - WORD_BITS * (index + 1);
    return bits(first + WORD_BITS - 1 downto first);
  end function word_of;

  signal stored_a : words_t(0 to HALF - 1);        -- xa(0) to xa(3)
  signal stored_e : words_t(0 to HALF - 1);        -- xe(0) to xe(3)
  signal xa       : words_t(0 to HALF + M - 1);    -- values of the variable a, oldest first
  signal xe       : words_t(0 to HALF + M - 1);    -- values of the variable e, oldest first
  signal next_a   : words_t(0 to HALF - 1);
  signal next_e   : words_t(0 to HALF - 1);
  signal chaining : unsigned(STATE_WORDS * WORD_BITS - 1 downto 0);
  signal added    : words_t(0 to STATE_WORDS - 1); -- H0 to H7 in the last group, else zeros
  signal first_h  : word_t;                        -- h of the first round of the next group
  signal kw       : words_t(0 to M - 1);           -- K + W of the rounds of this slot; h + K + W of the first one
  signal k        : words_t(0 to M - 1);           -- K of the rounds whose W is in schedule_words

begin

  connect_words : process (all) is
  begin
    for i in 0 to HALF - 1 loop
      variables(WORD_BITS * (STATE_WORDS - i) - 1 downto WORD_BITS * (STATE_WORDS - i - 1))
      <= std_ulogic_vector(stored_a(HALF - 1 - i));
      variables(WORD_BITS * (HALF - i) - 1 downto WORD_BITS * (HALF - i - 1))
      <= std_ulogic_vector(stored_e(HALF - 1 - i));
    end loop;
    for i in added'range loop
      added(i) <= word_of(chaining, i) and (WORD_BITS - 1 downto 0 => last_round);
    end loop;
  end process connect_words;

  select_constants : process (all) is
  begin
    for j in k'range loop
      k(j) <= (others => '0');
      for index in 0 to rounds(WORD_BITS) / M - 1 loop
        if slot = index then
          k(j) <= round_constant(M * index + j, WORD_BITS);
        end if;
      end loop;
    end loop;
  end process select_constants;

  keep_stored : for i in 0 to HALF - 1 generate
    xa(i) <= stored_a(i);
    xe(i) <= stored_e(i);
  end generate keep_stored;

  all_rounds : for j in 0 to M - 1 generate
    signal d       : word_t;
    signal hkw     : word_t; -- h + K + W
    signal sigma_e : word_t;
    signal ch_e    : word_t;
    signal t_sum   : word_t; -- sum word of T1
    signal t_carry : word_t; -- carry word of T1
    signal sigma_a : word_t;
    signal maj_a   : word_t;
    signal u_sum   : word_t; -- sum word of T1 + Sigma0(a)
    signal u_carry : word_t; -- carry word of T1 + Sigma0(a)
    signal v_sum   : word_t; -- sum word of T1 + T2
    signal v_carry : word_t; -- carry word of T1 + T2
  begin

    hkw     <= kw(0) when j = 0 else own_sum(xe(j), kw(j));
    d       <= own_sum(xa(j), added(4)) when j = M - 1 else xa(j);
    sigma_e <= big_sigma_1(xe(j + 3));
    ch_e    <= ch(xe(j + 3), xe(j + 2), xe(j + 1));
    sigma_a <= big_sigma_0(xa(j + 3));
    maj_a   <= maj(xa(j + 3), xa(j + 2), xa(j + 1));
    t_sum   <= save_sum(hkw, sigma_e, ch_e);
    t_carry <= save_carry(hkw, sigma_e, ch_e);

    xe(j + 4) <= own_sum(save_sum(t_sum, t_carry, d), save_carry(t_sum, t_carry, d));

    u_sum   <= save_sum(t_sum, t_carry, sigma_a);
    u_carry <= save_carry(t_sum, t_carry, sigma_a);
    v_sum   <= save_sum(u_sum, u_carry, maj_a);
    v_carry <= save_carry(u_sum, u_carry, maj_a);

    inner_round : if j < M - 1 generate
      xa(j + 4) <= own_sum(v_sum, v_carry);
    end generate inner_round;

    last_of_group : if j = M - 1 generate
      xa(j + 4) <= own_sum(save_sum(v_sum, v_carry, added(0)), save_carry(v_sum, v_carry, added(0)));
    end generate last_of_group;

  end generate all_rounds;

  -- H0 and H4 are already in the newest values.
  next_a(HALF - 1) <= xa(M + HALF - 1);
  next_e(HALF - 1) <= xe(M + HALF - 1);

  older_values : for i in 1 to HALF - 1 generate
    next_a(HALF - 1 - i) <= own_sum(xa(M + HALF - 1 - i), added(i));
    next_e(HALF - 1 - i) <= own_sum(xe(M + HALF - 1 - i), added(HALF + i));
  end generate older_values;

  first_h <= word_of(unsigned(INITIAL), STATE_WORDS - 1) when start = '1' else next_e(0);

  ahead_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        kw(0) <= own_sum(own_sum(word_of(schedule_words, 0), k(0)), first_h);
        for j in 1 to M - 1 loop
          kw(j) <= word_of(schedule_words, j) + k(j);
        end loop;
      end if;
    end if;
  end process ahead_reg;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        for i in 0 to HALF - 1 loop
          stored_a(i) <= word_of(unsigned(INITIAL), HALF - 1 - i);
          stored_e(i) <= word_of(unsigned(INITIAL), STATE_WORDS - 1 - i);
        end loop;
        chaining <= unsigned(INITIAL);
      else
        if advance = '1' then
          stored_a <= next_a;
          stored_e <= next_e;
        end if;
        if capture = '1' then
          chaining <= unsigned(variables);
        end if;
      end if;
    end if;
  end process state_reg;

end architecture rtl;
