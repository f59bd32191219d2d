-- SPDX-License-Identifier: Apache-2.0
-- The message schedule of sha2_highspeed_schedule with its shift register in small distributed RAM: in slot t it outputs W_t.
--
--   schedule_word --> w1
--   schedule_word --> RAM of 5 steps --> w5 --> RAM of 7 steps --> w12 --> w13
--
-- In slot t, w_k is W_(t-k). The sum of W_t is made in slots t-3 (early), t-2 (late) and t-1 (computed), as there. A reset restores
-- the pointers of the RAMs only: the words of a block never depend on those of another one.
--
-- Source: FIPS 180-4, sections 6.2.2 and 6.4.2, step 1; paper C, Fig. 8.
-- Widths: words of WORD_BITS bits, 32 or 64. Latency: none for a message word.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha2_pkg.all;

entity sha2_memory_schedule is
  generic (
    WORD_BITS : positive -- bits of a word: 32 or 64
  );
  port (
    clk           : in    std_ulogic;                       -- clock
    rst           : in    std_ulogic;                       -- synchronous reset of the pointers, active high
    advance       : in    std_ulogic;                       -- step to the next slot
    loading       : in    std_ulogic;                       -- slots 0 to 15: output message_word
    message_word  : in    unsigned(WORD_BITS - 1 downto 0); -- word of the message block
    schedule_word : out   unsigned(WORD_BITS - 1 downto 0)  -- W_t
  );
end entity sha2_memory_schedule;

architecture rtl of sha2_memory_schedule is

  constant FIRST_STEPS  : positive := 5;
  constant SECOND_STEPS : positive := 7;

  signal w1       : unsigned(WORD_BITS - 1 downto 0);
  signal w5       : std_ulogic_vector(WORD_BITS - 1 downto 0);
  signal w12      : std_ulogic_vector(WORD_BITS - 1 downto 0);
  signal w13      : unsigned(WORD_BITS - 1 downto 0);
  signal early    : unsigned(WORD_BITS - 1 downto 0); -- first sum of two operands of the next word
  signal late     : unsigned(WORD_BITS - 1 downto 0); -- sum of three operands of the next word
  signal computed : unsigned(WORD_BITS - 1 downto 0);
  signal chosen   : unsigned(WORD_BITS - 1 downto 0); -- the word of this step: from the message, or computed

begin

  chosen        <= message_word when loading = '1' else computed;
  schedule_word <= chosen;

  to_w5 : entity work.delay_line
    generic map (
      WORD_BITS => WORD_BITS,
      DELAY     => FIRST_STEPS
    )
    port map (
      clk     => clk,
      rst     => rst,
      step    => advance,
      word    => std_ulogic_vector(chosen),
      delayed => w5
    );

  to_w12 : entity work.delay_line
    generic map (
      WORD_BITS => WORD_BITS,
      DELAY     => SECOND_STEPS
    )
    port map (
      clk     => clk,
      rst     => rst,
      step    => advance,
      word    => w5,
      delayed => w12
    );

  sums_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        w1       <= chosen;
        w13      <= unsigned(w12);
        early    <= small_sigma_0(unsigned(w12)) + w13;
        late     <= early + unsigned(w5);
        computed <= small_sigma_1(w1) + late;
      end if;
    end if;
  end process sums_reg;

end architecture rtl;
