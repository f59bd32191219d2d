-- SPDX-License-Identifier: Apache-2.0
-- Chooses the words of the tweak that the subkeys of a step need.
-- Source: Skein specification, sections 3.3.2 and 3.4.
--
--   position, flags --> choice --> of_x, of_y     of_x is t_(2q+2), of_y is t_(2q) of step q, with index modulo 3, and
--                                                 t_2 = t_0 xor t_1; each is set in the step before
--
-- Latency: one cycle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;
use work.skein_pkg.all;

entity skein_highspeed_tweak is
  port (
    clk       : in    std_ulogic;           -- core clock
    advance   : in    std_ulogic;           -- the step is completed in this cycle
    step      : in    unsigned(3 downto 0); -- number of the step, 0 .. 8
    position  : in    word_t;               -- t_0
    flag_bits : in    flags_t;              -- upper bits of t_1; its other bits are zero
    of_x      : out   word_t;               -- t_0, t_1 or t_2: see above
    of_y      : out   word_t                -- t_0, t_1 or t_2: see above
  );
end entity skein_highspeed_tweak;

architecture rtl of skein_highspeed_tweak is

  -- '1' if AT_STEP is REMAINDER modulo 3. The tweak words in use repeat every three steps.
  function step_has (at_step : unsigned(3 downto 0); remainder : natural) return std_ulogic is
  begin
    return to_bit(at_step = remainder) or to_bit(at_step = remainder + 3) or to_bit(at_step = remainder + 6);
  end function step_has;

  signal upper : flags_t; -- bits of the position that overlap the flags

begin

  upper <= position(flags_t'range);

  -- The bits below the flags are the position in t_0 and in t_2, and zero in t_1.
  choice_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        of_x                         <= position;
        of_x(flag_bits'range)        <= (upper and (flags_t'range     => not step_has(step, 0))) xor
                                        (flag_bits and (flags_t'range => not step_has(step, 1)));
        if step_has(step, 0) = '1' then
          of_x(FLAG_LOW - 1 downto 0) <= (others => '0');
        end if;
        of_y                         <= position;
        of_y(flag_bits'range)        <= (upper and (flags_t'range     => not step_has(step, 1))) xor
                                        (flag_bits and (flags_t'range => not step_has(step, 2)));
        if step_has(step, 1) = '1' then
          of_y(FLAG_LOW - 1 downto 0) <= (others => '0');
        end if;
      end if;
    end if;
  end process choice_reg;

end architecture rtl;
