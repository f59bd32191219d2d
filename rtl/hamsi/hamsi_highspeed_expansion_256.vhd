-- SPDX-License-Identifier: Apache-2.0
-- The message expansion of Hamsi-256: from 32 bits to 256 bits, half a block in each cycle.
-- Source: O. Kucuk, "The Hash Function Hamsi", section 2.2.4; see hamsi_expansion_pkg for the code.
--
--   word --> second half --> XOR --> sums of four bits --> code --+--> earlier --> shift --> m_1
--       +--> first half -----^ ^                                  +-----------------------> m_0
--                              |                                  |
--                              +-- symbols before the first one --+
--
-- A block consists of 16 symbols of two bits. The expansion is linear, so a block is the sum of two messages: its first eight
-- symbols followed by zeros, and zeros followed by its last eight symbols. The code is quasi-cyclic: to shift a message by eight
-- symbols, shift both parts of its codeword. So one circuit, for messages that end in eight zero symbols, expands both halves.
--
-- - In the cycle of `take` the circuit expands the second half of the block, from the port, as if it came first.
-- - In the next cycle the register `earlier` holds this codeword, and its shifted copy becomes m_1. The shift moves eight other
--   symbols to the positions of the first half. These are XORed to the first half of the block before the circuit expands it to
--   m_0.
--
-- m_0 XOR m_1 is the expanded message, in the second cycle after `take`. For the last block of a message it also contains the
-- difference of the constants of P_f and P. After that cycle only this difference remains, until `want` is '1' again. In all other
-- cycles m_0 and m_1 are zero.
-- Latency: two cycles.

library ieee;
use ieee.std_logic_1164.all;
use work.hamsi_pkg.all;
use work.hamsi_expansion_pkg.all;

entity hamsi_highspeed_expansion_256 is
  port (
    clk  : in    std_ulogic;                     -- core clock
    word : in    std_ulogic_vector(31 downto 0); -- the block
    want : in    std_ulogic;                     -- the block may be taken; in the next cycle m_0 and m_1 are zero
    take : in    std_ulogic;                     -- the block is taken in this cycle
    last : in    std_ulogic;                     -- the block taken most recently is the last one of its message
    m_0  : out   words_t(0 to 7);                -- first operand of the expanded message
    m_1  : out   words_t(0 to 7)                 -- second operand of the expanded message
  );
end entity hamsi_highspeed_expansion_256;

architecture rtl of hamsi_highspeed_expansion_256 is

  constant ROWS    : rows_16_t(0 to 4 * CYCLE + 7) := cyclic_rows;   -- matrix of the code: one row for each bit
  constant SYMBOLS : positive                      := 2 * CYCLE + 2; -- symbols of a codeword

  -- All sums of four bits. Bit i of the index is '1' if bit i is an operand.
  type sums_t is array (0 to 15) of std_ulogic;

  type groups_t is array (0 to 3) of sums_t;

  signal first_half : std_ulogic_vector(0 to 15);            -- first half of the block, in the cycle after take
  signal chunk      : std_ulogic_vector(0 to 15);            -- the 16 bits that are expanded in this cycle
  signal groups     : groups_t;                              -- sums of each four bits of chunk
  signal marked     : sums_t;                                -- last group; sums inverted for the constants of P_f
  signal code       : std_ulogic_vector(0 to 4 * CYCLE + 7); -- codeword of chunk, and the extra bits
  signal earlier    : std_ulogic_vector(0 to 4 * CYCLE + 7); -- codeword of the cycle before

  -- The four bits of ROW that belong to group GROUP_INDEX, as an index of sums_t.
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

  -- Whether the constants of P_f and P differ at the place of the state that receives bit I of the codeword.
  function changes (i : natural) return boolean is
  begin
    if i >= 2 * SYMBOLS then
      return false;
    end if;
    return alpha_change(place_of_message(word_of(i / 2, SYMBOLS) + 4 * (i mod 2), 4), 4)(bit_of(i / 2, SYMBOLS)) = '1';
  end function changes;

  -- The index of the codeword bit that a shift by LEAD symbols moves to bit I. The two parts shift cyclically. For the last two
  -- symbols `code` has extra bits, which follow all others.
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
