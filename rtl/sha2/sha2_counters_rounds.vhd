-- SPDX-License-Identifier: Apache-2.0
-- The rounds of SHA-2 with 5-to-3 parallel counters, one round a cycle (paper C, Fig. 4b).
--
--   h, Sigma1(e), Ch(e, f, g), K + W, H0 --> counter --+
--                           Sigma0(a), Maj(a, b, c) ---+--> counter --> carry-save adder --> + --> a
--   h, Sigma1(e), Ch(e, f, g), K + W, d --> counter --> carry-save adder --> + --> e
--   a + H1 --> b    b + H2 --> c    c + H3 --> d    e + H5 --> f    f + H6 --> g    g + H7 --> h
--
-- The words of the chaining value are added only in the last round of a block; in all other rounds zeros are added. The word H4 is
-- added one round earlier, to c, so that the sum for e has five operands. K + W is computed one slot before its round.
--
-- Source: FIPS 180-4, sections 6.2.2 and 6.4.2; paper C, section 4. Widths: words of WORD_BITS bits, 32 or 64.
-- Latency: one slot a round.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.carry_save_pkg.all;
use work.sha2_pkg.all;

entity sha2_counters_rounds is
  generic (
    WORD_BITS : positive;                                               -- bits of a word: 32 or 64
    INITIAL   : std_ulogic_vector(STATE_WORDS * WORD_BITS - 1 downto 0) -- initial hash value, H0 in the highest bits
  );
  port (
    clk           : in    std_ulogic;                                              -- clock
    advance       : in    std_ulogic;                                              -- step to the next slot
    start         : in    std_ulogic;                                              -- load the initial hash value
    last_slot     : in    std_ulogic;                                              -- the last round but one: add H4
    last_round    : in    std_ulogic;                                              -- add the other words
    constant_word : in    unsigned(WORD_BITS - 1 downto 0);                        -- K of this slot
    schedule_word : in    unsigned(WORD_BITS - 1 downto 0);                        -- W of this slot
    chaining      : in    std_ulogic_vector(STATE_WORDS * WORD_BITS - 1 downto 0); -- chaining value, H0 in the highest bits
    variables     : out   std_ulogic_vector(STATE_WORDS * WORD_BITS - 1 downto 0)  -- a to h, a in the highest bits
  );
end entity sha2_counters_rounds;

architecture rtl of sha2_counters_rounds is

  subtype word_t is unsigned(WORD_BITS - 1 downto 0);

  type words_t is array (0 to STATE_WORDS - 1) of word_t;

  -- Returns the words of BITS, the first one from the highest bits.
  function words_of (bits : std_ulogic_vector) return words_t is
    variable words : words_t;
  begin
    for i in words'range loop
      words(i) := unsigned(bits(WORD_BITS * (STATE_WORDS - i) - 1 downto WORD_BITS * (STATE_WORDS - i - 1)));
    end loop;
    return words;
  end function words_of;

  signal state   : words_t; -- a to h
  signal added   : words_t; -- H0 to H7 in the last round, else zeros
  signal added_d : word_t;  -- H4 in the last round but one, H3 in the last round, else zeros
  signal kw      : word_t;  -- K + W of this slot's round
  signal sigma_a : word_t;
  signal maj_a   : word_t;
  signal sigma_e : word_t;
  signal ch_e    : word_t;
  signal a_ones  : word_t;
  signal a_twos  : word_t;
  signal a_fours : word_t;
  signal b_ones  : word_t;
  signal b_twos  : word_t;
  signal b_fours : word_t;
  signal e_ones  : word_t;
  signal e_twos  : word_t;
  signal e_fours : word_t;

begin

  -- GHDL's synthesis ignores a function of one argument in a port map, so these values are signals.
  sigma_a <= big_sigma_0(state(0));
  maj_a   <= maj(state(0), state(1), state(2));
  sigma_e <= big_sigma_1(state(4));
  ch_e    <= ch(state(4), state(5), state(6));
  added_d <= (words_of(chaining)(4) and (WORD_BITS - 1 downto 0 => last_slot)) or added(3);

  connect_words : process (all) is
  begin
    for i in state'range loop
      variables(WORD_BITS * (STATE_WORDS - i) - 1 downto WORD_BITS * (STATE_WORDS - i - 1)) <= std_ulogic_vector(state(i));
      added(i)                                                                              <= words_of(chaining)(i)
                                                                                               and (WORD_BITS - 1 downto 0 => last_round);
    end loop;
  end process connect_words;

  counter_a : entity work.counter_5_3
    generic map (
      WORD_BITS => WORD_BITS
    )
    port map (
      a     => kw,
      b     => state(7),
      c     => added(0),
      d     => ch_e,
      e     => sigma_e,
      ones  => a_ones,
      twos  => a_twos,
      fours => a_fours
    );

  counter_b : entity work.counter_5_3
    generic map (
      WORD_BITS => WORD_BITS
    )
    port map (
      a     => maj_a,
      b     => sigma_a,
      c     => a_ones,
      d     => a_twos,
      e     => a_fours,
      ones  => b_ones,
      twos  => b_twos,
      fours => b_fours
    );

  counter_e : entity work.counter_5_3
    generic map (
      WORD_BITS => WORD_BITS
    )
    port map (
      a     => kw,
      b     => state(7),
      c     => state(3),
      d     => ch_e,
      e     => sigma_e,
      ones  => e_ones,
      twos  => e_twos,
      fours => e_fours
    );

  kw_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        kw <= schedule_word + constant_word;
      end if;
    end if;
  end process kw_reg;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        state <= words_of(INITIAL);
      elsif advance = '1' then
        state(0) <= save_sum(b_ones, b_twos, b_fours) + save_carry(b_ones, b_twos, b_fours);
        state(1) <= state(0) + added(1);
        state(2) <= state(1) + added(2);
        state(3) <= state(2) + added_d;
        state(4) <= save_sum(e_ones, e_twos, e_fours) + save_carry(e_ones, e_twos, e_fours);
        state(5) <= state(4) + added(5);
        state(6) <= state(5) + added(6);
        state(7) <= state(6) + added(7);
      end if;
    end if;
  end process state_reg;

end architecture rtl;
