-- SPDX-License-Identifier: Apache-2.0
-- The round constants K, one word a cycle from a table.
--
--   count(3..0) --> 16 words --> part 0 --+
--               --> 16 words --> part 1 --+-- OR --> constant_word
--               --> ...                   |
--                   count(6..4) selects the part that is not cleared
--
-- The table is split into parts of 16 words, because a table of 16 words takes one LUT4 for each bit. The registers of all parts
-- but one are cleared, so that an OR selects the part.
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

  constant PART_WORDS : positive := 16;
  constant PARTS      : positive := rounds(WORD_BITS) / PART_WORDS;

  type part_t is array (0 to PART_WORDS - 1) of unsigned(WORD_BITS - 1 downto 0);

  type parts_t is array (0 to PARTS - 1) of unsigned(WORD_BITS - 1 downto 0);

  -- Returns the constants of PART, in the order in which count addresses them: one round ahead.
  function words_of_part (part : natural) return part_t is
    variable words : part_t;
  begin
    for i in words'range loop
      words(i) := round_constant((PART_WORDS * part + i + 1) mod rounds(WORD_BITS), WORD_BITS);
    end loop;
    return words;
  end function words_of_part;

  signal chosen : parts_t;

begin

  combine_parts : process (all) is
    variable sum : unsigned(WORD_BITS - 1 downto 0);
  begin
    sum := (others => '0');
    for part in parts_t'range loop
      sum := sum or chosen(part);
    end loop;
    constant_word <= sum;
  end process combine_parts;

  all_parts : for part in parts_t'range generate
    constant WORDS : part_t := words_of_part(part);
  begin

    part_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if advance = '1' then
          chosen(part) <= (others => '0');
          if count(6 downto 4) = part then
            chosen(part) <= WORDS(to_integer(count(3 downto 0)));
          end if;
        end if;
      end if;
    end process part_reg;

  end generate all_parts;

end architecture rtl;
