-- SPDX-License-Identifier: Apache-2.0
-- The round constants K, one word a cycle from a table with a registered read.
--
-- Source: FIPS 180-4, section 4.2. Widths: words of WORD_BITS bits, 32 or 64.
-- Latency: one slot after count, constant_word is K of round count + 1, or of round 0 after the highest count.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha2_pkg.all;

entity sha2_highspeed_constants is
  generic (
    WORD_BITS : positive -- bits of a word: 32 or 64
  );
  port (
    clk           : in    std_ulogic;                      -- clock
    advance       : in    std_ulogic;                      -- step to the next slot
    count         : in    unsigned(6 downto 0);            -- slot + 1, see sha2_highspeed_control
    constant_word : out   unsigned(WORD_BITS - 1 downto 0) -- round constant K
  );
end entity sha2_highspeed_constants;

architecture rtl of sha2_highspeed_constants is

  type table_t is array (0 to 2 ** 7 - 1) of unsigned(WORD_BITS - 1 downto 0);

  -- Returns the constants in the order in which count addresses them: one round ahead. Unused entries are undefined.
  function words_by_count return table_t is
    variable words : table_t;
  begin
    words := (others => (others => '-'));
    for i in 0 to rounds(WORD_BITS) - 1 loop
      words(i) := round_constant((i + 1) mod rounds(WORD_BITS), WORD_BITS);
    end loop;
    return words;
  end function words_by_count;

  constant WORDS : table_t := words_by_count;

begin

  word_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        constant_word <= WORDS(to_integer(count));
      end if;
    end if;
  end process word_reg;

end architecture rtl;
