-- SPDX-License-Identifier: Apache-2.0
-- The round constants, from a register.
--
--   slot(3..0) --> 16 words --> part 0 --+
--              --> 16 words --> part 1 --+-- OR --> constant_word
--              --> ...                   |
--                  slot(..4) picks the part that is not cleared
--
-- Sixteen words are one four-input function a bit. Clearing the registers of all parts but one makes the selection an OR.
--
-- In slot t the constant is that of round t + 1: of round 0 in the last slot, and of round 1 behind `start`, which leads to slot 0.
-- WORD_BITS: 32 or 64.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha2_pkg.all;

entity sha2_highspeed_constants is
  generic (
    WORD_BITS : positive
  );
  port (
    clk           : in    std_ulogic;
    advance       : in    std_ulogic;
    start         : in    std_ulogic;
    slot          : in    unsigned(6 downto 0);
    constant_word : out   unsigned(WORD_BITS - 1 downto 0)
  );
end entity sha2_highspeed_constants;

architecture rtl of sha2_highspeed_constants is

  constant PART_WORDS : positive := 16;
  constant PARTS      : positive := rounds(WORD_BITS) / PART_WORDS;

  type part_t is array (0 to PART_WORDS - 1) of unsigned(WORD_BITS - 1 downto 0);

  type parts_t is array (0 to PARTS - 1) of unsigned(WORD_BITS - 1 downto 0);

  -- By slot: the constant that is to be in the register in the slot behind it.
  function words_of_part (part : natural) return part_t is
    variable words : part_t;
  begin
    for i in words'range loop
      words(i) := round_constant((PART_WORDS * part + i + 2) mod rounds(WORD_BITS), WORD_BITS);
    end loop;
    return words;
  end function words_of_part;

  signal parts_reg_q : parts_t;

begin

  combine_parts : process (all) is
    variable sum : unsigned(WORD_BITS - 1 downto 0);
  begin
    sum := (others => '0');
    for part in parts_t'range loop
      sum := sum or parts_reg_q(part);
    end loop;
    constant_word <= sum;
  end process combine_parts;

  all_parts : for part in parts_t'range generate
    constant WORDS : part_t := words_of_part(part);
  begin

    part_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if start = '1' then
          parts_reg_q(part) <= (others => '0');
          if part = PARTS - 1 then
            parts_reg_q(part) <= WORDS(PART_WORDS - 1);
          end if;
        elsif advance = '1' then
          parts_reg_q(part) <= (others => '0');
          if slot(6 downto 4) = part then
            parts_reg_q(part) <= WORDS(to_integer(slot(3 downto 0)));
          end if;
        end if;
      end if;
    end process part_reg;

  end generate all_parts;

end architecture rtl;
