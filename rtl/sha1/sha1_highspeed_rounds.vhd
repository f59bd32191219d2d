-- SPDX-License-Identifier: Apache-2.0
-- The rounds of SHA-1, one a cycle. The five operands of a round are added in three consecutive slots, so that no path has more than
-- one addition.
--
--   K + W --> [kw] --> + --> [ekw] --> + --> [sum] --> + --> [a] --> rotl 30 --> [b] --> [c]
--                      ^               ^               ^      |                   |       |
--                      +-- c           +-- f           +-- rotl 5(a)              |       |
--                                          f = LUT4(a, b, c, x) <-----------------+-------+
--
-- Round t is in slot t + 3. With A_t for the variable a before round t of FIPS 180-4, the registers then hold
--   a = A_t   b = rotl30(A_(t-1))   c = rotl30(A_(t-2))   sum = f + e + K + W of round t   ekw = e + K + W of round t+1
--   kw = K + W of round t+2
-- The variables d and e need no registers: they are c, one and two slots later.
--
-- f depends on a, b, c and the phase. For each of the four values of a bit of (b, c), there are only two different functions of a
-- among Ch, Parity and Maj. The register x selects one of them for each bit; it is computed one slot ahead:
--   (b, c) = 00: 0 or a     01: not a, or a     10: a, or not a     11: 1 or a
--
-- Block boundary (slots as in sha1_highspeed_control): the new chaining words replace c and b in slot 0, b and a in slot 1, and a in
-- slot 2. At the start of a message, a constant state is loaded in slot 0, from which the ordinary additions make the initial value.
--
-- Source: FIPS 180-4, section 6.1.2, step 3; additions ahead of their round as in paper C, section 4.
-- Latency: one slot a round.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha1_pkg.all;

entity sha1_highspeed_rounds is
  port (
    clk           : in    std_ulogic;                         -- clock
    advance       : in    std_ulogic;                         -- step to the next slot
    start         : in    std_ulogic;                         -- load the state of slot 1 of a message
    boundary      : in    std_ulogic_vector(0 to 5);          -- one-hot: slots around the end of a block, see control
    phase         : in    std_ulogic_vector(0 to PHASES - 1); -- one-hot: which K is added
    phase_late    : in    std_ulogic_vector(0 to PHASES - 1); -- one-hot: for which f the register x is computed
    schedule_word : in    word_t;                             -- W of this slot
    newest        : in    words_t(0 to 2);                    -- the last three sums of the chaining value, newest first
    addend        : out   word_t                              -- round variable to be added to the chaining value
  );
end entity sha1_highspeed_rounds;

architecture rtl of sha1_highspeed_rounds is

  -- Returns the register x for a bit pair (b, c), see above.
  function selection (b, c : word_t; is_parity, is_maj : std_ulogic) return word_t is
  begin
    return ((b or not c) and (WORD_BITS - 1 downto 0 => is_parity)) or (not b and c and (WORD_BITS - 1 downto 0 => is_maj));
  end function selection;

  -- Returns f for the register x, see above.
  function selected_f (a, b, c, x : word_t) return word_t is
  begin
    return (x and (a xor (b and not c))) or (not x and ((a and b) or (not a and c)));
  end function selected_f;

  -- The state of slot 1 of a message: a, b and c hold H2, H3 and H4; b and c store words rotated, a does not.
  constant START_A   : word_t := rotl(INITIAL_VALUE(2), 2);
  constant START_B   : word_t := INITIAL_VALUE(3);
  constant START_C   : word_t := INITIAL_VALUE(4);
  constant START_SUM : word_t := INITIAL_VALUE(1) - rotl(START_A, 5);
  constant START_EKW : word_t := INITIAL_VALUE(0) - rotl(INITIAL_VALUE(1), 5) - ch(START_A, START_B, START_C);

  signal a      : word_t;
  signal b      : word_t;
  signal c      : word_t;
  signal x      : word_t;
  signal sum    : word_t;
  signal ekw    : word_t;
  signal kw     : word_t;
  signal next_b : word_t;
  signal next_c : word_t;
  signal k      : word_t;

begin

  addend <= rotl(a, 30) when boundary(0 to 2) /= "000" else a;
  next_b <= newest(1) when boundary(3 to 4) /= "00" else rotl(a, 30);
  next_c <= newest(2) when boundary(3) = '1' else b;

  select_constant : process (all) is
    variable chosen : word_t;
  begin
    chosen := (others => '0');
    for i in phase'range loop
      chosen := chosen or (ROUND_CONSTANTS(i) and (WORD_BITS - 1 downto 0 => phase(i)));
    end loop;
    k <= chosen;
  end process select_constant;

  ahead_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        kw <= schedule_word + k;
      end if;
      if start = '1' then
        ekw <= START_EKW;
        sum <= START_SUM;
      elsif advance = '1' then
        ekw <= c + kw;
        sum <= selected_f(a, b, c, x) + ekw;
      end if;
    end if;
  end process ahead_reg;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        a <= START_A;
        b <= START_B;
        c <= START_C;
        x <= (others => '0');
      elsif advance = '1' then
        a <= rotl(a, 5) + sum;
        if boundary(4 to 5) /= "00" then
          a <= newest(0);
        end if;
        b <= next_b;
        c <= next_c;
        x <= selection(next_b, next_c, phase_late(1) or phase_late(3), phase_late(2));
      end if;
    end if;
  end process state_reg;

end architecture rtl;
