-- SPDX-License-Identifier: Apache-2.0
-- The round constants K as a table with a registered read, so that a recipe can put it into block RAM or into logic.
--
-- Source: FIPS 180-4, section 4.2; paper C, section 6 (block RAM). Widths: words of WORD_BITS bits, 32 or 64.
-- Latency: one cycle. In slot t, constant_word is K of round t.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha2_pkg.all;

entity sha2_counters_constants is
  generic (
    WORD_BITS : positive -- bits of a word: 32 or 64
  );
  port (
    clk           : in    std_ulogic;                      -- clock
    next_slot     : in    unsigned(6 downto 0);            -- slot in the next cycle, see block_control
    constant_word : out   unsigned(WORD_BITS - 1 downto 0) -- round constant K
  );
end entity sha2_counters_constants;

architecture rtl of sha2_counters_constants is

  type table_t is array (0 to 127) of unsigned(WORD_BITS - 1 downto 0);

  -- Returns the constants of all rounds; the rest of the table is zero and never read.
  function table_of_constants return table_t is
    variable words : table_t;
  begin
    words := (others => (others => '0'));
    for i in 0 to rounds(WORD_BITS) - 1 loop
      words(i) := round_constant(i, WORD_BITS);
    end loop;
    return words;
  end function table_of_constants;

  constant TABLE : table_t := table_of_constants;

begin

  read_reg : process (clk) is
  begin
    if rising_edge(clk) then
      constant_word <= TABLE(to_integer(next_slot));
    end if;
  end process read_reg;

end architecture rtl;
