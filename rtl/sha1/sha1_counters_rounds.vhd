-- SPDX-License-Identifier: Apache-2.0
-- The rounds of SHA-1 with a 5-to-3 parallel counter, one round a cycle (paper C, Fig. 4a).
--
--   rotl 5(a), f(b, c, d), e, K + W, H0 --> counter_5_3 --> carry-save adder --> + --> a
--   a + H1 --> b     rotl 30(b) + H2 --> c     c + H3 --> d     d + H4 --> e
--
-- The words H0 .. H4 of the chaining value are added only in the last round of a block; in all other rounds zeros are added.
-- K + W is computed one slot before its round.
--
-- Source: FIPS 180-4, section 6.1.2; paper C, section 4. Latency: one slot a round.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.carry_save_pkg.all;
use work.sha1_pkg.all;

entity sha1_counters_rounds is
  port (
    clk           : in    std_ulogic;                                              -- clock
    advance       : in    std_ulogic;                                              -- step to the next slot
    start         : in    std_ulogic;                                              -- load the initial hash value
    last_round    : in    std_ulogic;                                              -- add the chaining value
    slot          : in    unsigned(6 downto 0);                                    -- slot: index of schedule_word
    schedule_word : in    word_t;                                                  -- W of this slot
    chaining      : in    std_ulogic_vector(STATE_WORDS * WORD_BITS - 1 downto 0); -- chaining value, H0 in the highest bits
    variables     : out   std_ulogic_vector(STATE_WORDS * WORD_BITS - 1 downto 0)  -- a to e, a in the highest bits
  );
end entity sha1_counters_rounds;

architecture rtl of sha1_counters_rounds is

  signal state       : words_t(0 to STATE_WORDS - 1); -- a to e
  signal added       : words_t(0 to STATE_WORDS - 1); -- H0 to H4 in the last round, else zeros
  signal phase       : unsigned(1 downto 0);          -- phase of the round of the next slot
  signal round_phase : unsigned(1 downto 0);          -- phase of the round of this slot
  signal kw          : word_t;                        -- K + W of this slot's round
  signal f_value     : word_t;
  signal ones        : word_t;
  signal twos        : word_t;
  signal fours       : word_t;

begin

  connect_words : process (all) is
  begin
    for i in state'range loop
      variables(WORD_BITS * (STATE_WORDS - i) - 1 downto WORD_BITS * (STATE_WORDS - i - 1)) <= std_ulogic_vector(state(i));
      added(i) <= unsigned(chaining(WORD_BITS * (STATE_WORDS - i) - 1 downto WORD_BITS * (STATE_WORDS - i - 1)))
                  and (WORD_BITS - 1 downto 0 => last_round);
    end loop;
  end process connect_words;

  select_function : process (all) is
  begin
    f_value <= parity(state(1), state(2), state(3));
    if round_phase = 0 then
      f_value <= ch(state(1), state(2), state(3));
    elsif round_phase = 2 then
      f_value <= maj(state(1), state(2), state(3));
    end if;
  end process select_function;

  counter : entity work.counter_5_3
    generic map (
      WORD_BITS => WORD_BITS
    )
    port map (
      a     => kw,
      b     => state(4),
      c     => added(0),
      d     => rotl(state(0), 5),
      e     => f_value,
      ones  => ones,
      twos  => twos,
      fours => fours
    );

  phase_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        phase <= (others => '0');
      elsif advance = '1' and
            (slot = PHASE_ROUNDS - 1 or slot = 2 * PHASE_ROUNDS - 1 or slot = 3 * PHASE_ROUNDS - 1 or slot = ROUNDS - 1) then
        phase <= phase + 1;
      end if;
      if advance = '1' then
        round_phase <= phase;
        kw          <= schedule_word + ROUND_CONSTANTS(to_integer(phase));
      end if;
    end if;
  end process phase_reg;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        state <= INITIAL_VALUE;
      elsif advance = '1' then
        state(0) <= save_sum(ones, twos, fours) + save_carry(ones, twos, fours);
        state(1) <= state(0) + added(1);
        state(2) <= rotl(state(1), 30) + added(2);
        state(3) <= state(2) + added(3);
        state(4) <= state(3) + added(4);
      end if;
    end if;
  end process state_reg;

end architecture rtl;
