-- SPDX-License-Identifier: Apache-2.0
-- The message expansion of Hamsi-256, 32 bits to 256, half a block a cycle (O. Kucuk, "The Hash Function Hamsi", 2.2.4;
-- hamsi_expansion_pkg).
--
--   word --> later half --(+)--> sums of four bits --> code --+--> earlier, shifted --> m_1
--       +--> first half ---+                                  +---------------------> m_0
--               ^                                             |
--               +------------- symbols before the first ------+
--
-- A block is the sum of two messages whose last eight symbols are zero, one of them eight places later. A shift of the message is one of
-- the codeword, so one circuit expands both, and the first half is what is left of it behind the symbols that the other one has there.
--
-- In the cycle of `take` the later half comes from the port, in the next one the first half from a register. m_0 + m_1 is the expanded
-- message in the cycle behind that; where `last` is '1' then and afterwards, what P_f adds to the constants of P is in it, and stays there
-- alone. Otherwise the sum is zero. want: high where take may be; in the cycle behind it m_0 and m_1 are zero.

library ieee;
use ieee.std_logic_1164.all;
use work.hamsi_pkg.all;
use work.hamsi_expansion_pkg.all;

entity hamsi_highspeed_expansion_256 is
  port (
    clk  : in    std_ulogic;
    word : in    std_ulogic_vector(31 downto 0);
    want : in    std_ulogic;
    take : in    std_ulogic;
    last : in    std_ulogic;
    m_0  : out   words_t(0 to 7);
    m_1  : out   words_t(0 to 7)
  );
end entity hamsi_highspeed_expansion_256;

architecture rtl of hamsi_highspeed_expansion_256 is

  constant ROWS    : rows_16_t(0 to 4 * CYCLE + 7) := cyclic_rows;
  constant SYMBOLS : positive                      := 2 * CYCLE + 2;

  -- The sums of four bits, by the bits that are in them.
  type sums_t is array (0 to 15) of std_ulogic;

  type groups_t is array (0 to 3) of sums_t;

  signal first_half : std_ulogic_vector(0 to 15);
  signal chunk      : std_ulogic_vector(0 to 15);
  signal groups     : groups_t;
  signal marked     : sums_t;
  signal code       : std_ulogic_vector(0 to 4 * CYCLE + 7);
  signal earlier    : std_ulogic_vector(0 to 4 * CYCLE + 7);

  -- In how many of four bits a row has a part.
  function part (row : std_ulogic_vector(0 to 15); group_index : natural) return natural is
    variable result : natural := 0;
  begin
    for i in 0 to 3 loop
      if row(4 * group_index + i) = '1' then
        result := result + 2 ** i;
      end if;
    end loop;
    return result;
  end function part;

  -- Whether P_f changes bit I of the codeword where it is used.
  function changes (i : natural) return boolean is
  begin
    if i >= 2 * SYMBOLS then
      return false;
    end if;
    return alpha_change(place_of_message(word_of(i / 2, SYMBOLS) + 4 * (i mod 2), 4), 4)(bit_of(i / 2, SYMBOLS)) = '1';
  end function changes;

  -- The bit of the codeword that is LEAD places before bit I: cyclically in both parts, and behind all others for the last symbols.
  function origin (i : natural range 0 to 2 * SYMBOLS - 1) return natural is
    constant PERIOD : positive := 2 * CYCLE;
  begin
    if i >= 2 * PERIOD then
      return i + 4;
    end if;
    return (i / PERIOD) * PERIOD + (i mod PERIOD + PERIOD - 2 * LEAD) mod PERIOD;
  end function origin;

begin

  choose : process (all) is
  begin
    for i in 0 to 15 loop
      chunk(i) <= (word(15 - i) and want) xor first_half(i) xor earlier(2 * (CYCLE - LEAD) + 2 * (i / 2) + 1 - i mod 2);
    end loop;
  end process choose;

  add_bits : process (all) is
    variable sums : sums_t;
    variable low  : natural;
  begin
    for g in 0 to 3 loop
      sums(0) := '0';
      for i in 0 to 3 loop
        for k in 2 ** i to 2 * 2 ** i - 1 loop
          low     := k - 2 ** i;
          sums(k) := sums(low) xor chunk(4 * g + i);
        end loop;
      end loop;
      groups(g) <= sums;
    end loop;
    for k in 0 to 15 loop
      marked(k) <= sums(k) xor (last and not want);
    end loop;
  end process add_bits;

  add_groups : process (all) is
    variable last_sums : sums_t;
  begin
    for i in code'range loop
      last_sums := groups(3);
      if changes(i) then
        last_sums := marked;
      end if;
      code(i) <= (groups(0)(part(ROWS(i), 0)) xor groups(1)(part(ROWS(i), 1))) xor
                 (groups(2)(part(ROWS(i), 2)) xor last_sums(part(ROWS(i), 3)));
    end loop;
  end process add_groups;

  half_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if take = '1' then
        for i in 0 to 15 loop
          first_half(i) <= word(31 - i);
        end loop;
        earlier <= code;
      else
        first_half <= (others => '0');
        earlier    <= (others => '0');
      end if;
    end if;
  end process half_reg;

  message_reg : process (clk) is
    variable w : natural;
    variable b : natural;
  begin
    if rising_edge(clk) then
      for i in 0 to 2 * SYMBOLS - 1 loop
        w         := word_of(i / 2, SYMBOLS) + 4 * (i mod 2);
        b         := bit_of(i / 2, SYMBOLS);
        m_1(w)(b) <= earlier(origin(i));
        m_0(w)(b) <= code(i);
      end loop;
      if want = '1' then
        m_0 <= (others => (others => '0'));
      end if;
    end if;
  end process message_reg;

end architecture rtl;
