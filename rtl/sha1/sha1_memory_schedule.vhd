-- SPDX-License-Identifier: Apache-2.0
-- The message schedule of sha1_highspeed_schedule with its shift register in small distributed RAM: in slot t it outputs W_t.
--
--   schedule_word --> w1 --> w2 --> RAM of 5 steps --> w7 --> RAM of 6 steps --> w13 --> w14 --> w15
--
-- In slot t, w_k is W_(t-k). W_t = rotl1(W_(t-3) xor W_(t-8) xor W_(t-14) xor W_(t-16)) is computed in slot t-1. A reset restores the
-- pointers of the RAMs only: the words of a block never depend on those of another one.
--
-- Source: FIPS 180-4, section 6.1.2, step 1; paper C, Fig. 8.
-- Latency: none for a message word, one slot for the others.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha1_pkg.all;

entity sha1_memory_schedule is
  port (
    clk           : in    std_ulogic; -- clock
    rst           : in    std_ulogic; -- synchronous reset of the pointers, active high
    advance       : in    std_ulogic; -- step to the next slot
    loading       : in    std_ulogic; -- slots 0 to 15: output message_word
    message_word  : in    word_t;     -- word of the message block
    schedule_word : out   word_t      -- W_t
  );
end entity sha1_memory_schedule;

architecture rtl of sha1_memory_schedule is

  constant FIRST_STEPS  : positive := 5;
  constant SECOND_STEPS : positive := 6;

  signal w1       : word_t;
  signal w2       : word_t;
  signal w7       : std_ulogic_vector(WORD_BITS - 1 downto 0);
  signal w13      : std_ulogic_vector(WORD_BITS - 1 downto 0);
  signal w14      : word_t;
  signal w15      : word_t;
  signal computed : word_t;
  signal chosen   : word_t; -- the word of this step: from the message, or computed

begin

  chosen        <= message_word when loading = '1' else computed;
  schedule_word <= chosen;

  to_w7 : entity work.delay_line
    generic map (
      WORD_BITS => WORD_BITS,
      DELAY     => FIRST_STEPS
    )
    port map (
      clk     => clk,
      rst     => rst,
      step    => advance,
      word    => std_ulogic_vector(w2),
      delayed => w7
    );

  to_w13 : entity work.delay_line
    generic map (
      WORD_BITS => WORD_BITS,
      DELAY     => SECOND_STEPS
    )
    port map (
      clk     => clk,
      rst     => rst,
      step    => advance,
      word    => w7,
      delayed => w13
    );

  words_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        w1       <= chosen;
        w2       <= w1;
        w14      <= unsigned(w13);
        w15      <= w14;
        computed <= rotl(w2 xor unsigned(w7) xor unsigned(w13) xor w15, 1);
      end if;
    end if;
  end process words_reg;

end architecture rtl;
