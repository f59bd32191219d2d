-- SPDX-License-Identifier: Apache-2.0
-- Delays words by a fixed number of steps: a small RAM with a rotating pointer instead of a shift register. It takes far fewer
-- registers on families with distributed RAM (ECP5, MachXO3, Gowin): 16 words of 4 bits in the place of six LUT4.
--
--   word --> RAM --> register --> delayed
--             ^
--          pointer
--
-- delayed is the word of DELAY steps ago. Words of the first DELAY steps after power-up are undefined; a reset restores the pointer
-- only.
--
-- Widths: WORD_BITS bits. Latency: DELAY steps, one of them in the register.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity delay_line is
  generic (
    WORD_BITS : positive;              -- width of a word
    DELAY     : positive range 3 to 17 -- steps from word to delayed
  );
  port (
    clk     : in    std_ulogic;                                -- clock
    rst     : in    std_ulogic;                                -- synchronous reset of the pointer, active high
    step    : in    std_ulogic;                                -- '1': step at the end of this cycle
    word    : in    std_ulogic_vector(WORD_BITS - 1 downto 0); -- next word
    delayed : out   std_ulogic_vector(WORD_BITS - 1 downto 0)  -- word of DELAY steps ago
  );
end entity delay_line;

architecture rtl of delay_line is

  constant WORDS        : positive := DELAY - 1;
  constant POINTER_BITS : positive := counter_bits(WORDS);

  signal pointer : unsigned(POINTER_BITS - 1 downto 0);
  signal oldest  : std_ulogic_vector(WORD_BITS - 1 downto 0);

begin

  memory : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => POINTER_BITS,
      WORD_BITS    => WORD_BITS
    )
    port map (
      clk           => clk,
      write         => step,
      write_address => std_ulogic_vector(pointer),
      write_data    => word,
      read_address  => std_ulogic_vector(pointer),
      read_data     => oldest
    );

  pointer_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        pointer <= (others => '0');
      elsif step = '1' then
        pointer <= pointer + 1;
        if pointer = WORDS - 1 and WORDS /= 2 ** POINTER_BITS then
          pointer <= (others => '0');
        end if;
      end if;
    end if;
  end process pointer_reg;

  delayed_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if step = '1' then
        delayed <= oldest;
      end if;
    end if;
  end process delayed_reg;

end architecture rtl;
