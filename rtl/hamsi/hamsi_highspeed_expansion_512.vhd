-- SPDX-License-Identifier: Apache-2.0
-- The message expansion of Hamsi-512: from 64 bits to 512 bits, half a block in each cycle.
-- Source: O. Kucuk, "The Hash Function Hamsi", section 2.2.4; see hamsi_expansion_pkg for the code.
--
--   word --> bits y --> XOR --> sums of four bits --> XOR --> checks --+--> checked --> hexacode --> m_0, m_1
--       +--> bits x -----^                             ^               |
--                                                      |               |
--                                                      +--- times alpha, register earlier
--
-- A symbol is x + alpha y, with bits x and y. The code is linear over GF(4). So one circuit computes the check symbols of a message
-- whose symbols are single bits: first those of all y, then those of all x, to which alpha times the former are added. The hexacode
-- encodes each symbol of the Reed-Solomon code and is combinational, after the registers.
--
-- - In the cycle of `take` the circuit receives the bits y from the port.
-- - In the next cycle it receives the bits x from a register.
--
-- m_0 XOR m_1 is the expanded message in the second cycle after `take`, and zero in all other cycles. While `is_final` is '1' it
-- also contains the difference of the constants of P_f and P.
-- Latency: two cycles.

library ieee;
use ieee.std_logic_1164.all;
use work.hamsi_pkg.all;
use work.hamsi_expansion_pkg.all;

entity hamsi_highspeed_expansion_512 is
  port (
    clk      : in    std_ulogic;                     -- core clock
    word     : in    std_ulogic_vector(63 downto 0); -- the block
    want     : in    std_ulogic;                     -- the block may be taken; in the next cycle `checked` is zero
    take     : in    std_ulogic;                     -- the block is taken in this cycle
    is_final : in    std_ulogic;                     -- the block whose rounds run is the last one of its message
    m_0      : out   words_t(0 to 15);               -- first operand of the expanded message
    m_1      : out   words_t(0 to 15)                -- second operand of the expanded message
  );
end entity hamsi_highspeed_expansion_512;

architecture rtl of hamsi_highspeed_expansion_512 is

  constant ROWS     : rows_32_t(0 to 191) := reed_solomon_rows; -- matrix of the checks: one row for each bit
  constant SYMBOLS  : positive            := 256;               -- symbols of a codeword
  constant ELEMENTS : positive            := 43;                -- elements of GF(64) in a codeword

  -- Elements of GF(64) in the message. Element SHORTENED has two symbols instead of three.
  constant INFORMATIONS : positive := 11;
  constant SHORTENED    : natural  := 5;

  -- All sums of four bits. Bit i of the index is '1' if bit i is an operand.
  type sums_t is array (0 to 15) of std_ulogic;

  type groups_t is array (0 to 7) of sums_t;

  -- An element of GF(64): bits x and y of three symbols in turn.
  subtype element_t is std_ulogic_vector(0 to 5);

  type elements_t is array (natural range <>) of element_t;

  signal x_half   : std_ulogic_vector(0 to 31);  -- bits x of the block, in the cycle after take
  signal y_half   : std_ulogic_vector(0 to 31);  -- bits y of the block
  signal chunk    : std_ulogic_vector(0 to 31);  -- the 32 bits that are encoded in this cycle
  signal groups   : groups_t;                    -- sums of each four bits of chunk
  signal checks   : std_ulogic_vector(0 to 191); -- check symbols, bits x and y in turn
  signal earlier  : std_ulogic_vector(0 to 191); -- checks of the cycle before
  signal checked  : std_ulogic_vector(0 to 191); -- register: checks of the block
  signal informed : std_ulogic_vector(0 to 63);  -- register: symbols of the block, bits x and y in turn

  -- The four bits of ROW that belong to group GROUP_INDEX, as an index of sums_t.
  function part (row : std_ulogic_vector(0 to 31); group_index : natural) return natural is
    variable result : natural := 0;
  begin
    for i in 0 to 3 loop
      if row(4 * group_index + i) = '1' then
        result := result + 2 ** i;
      end if;
    end loop;
    return result;
  end function part;

begin

  choose : process (all) is
  begin
    for i in 0 to 31 loop
      chunk(i) <= (word(63 - 2 * i) and want) xor x_half(i);
    end loop;
  end process choose;

  add_bits : process (all) is
    variable sums : sums_t;
  begin
    for g in groups'range loop
      sums(0) := '0';
      for i in 0 to 3 loop
        for k in 2 ** i to 2 * 2 ** i - 1 loop
          sums(k) := sums(k - 2 ** i) xor chunk(4 * g + i);
        end loop;
      end loop;
      groups(g) <= sums;
    end loop;
  end process add_bits;

  -- The checks of this cycle plus alpha times the earlier ones: alpha (x + alpha y) = y + alpha (x + y).
  add_groups : process (all) is
    variable four, other : std_ulogic;
  begin
    for i in checks'range loop
      four := '0';
      other := '0';
      for g in 0 to 3 loop
        four  := four xor groups(g)(part(ROWS(i), g));
        other := other xor groups(g + 4)(part(ROWS(i), g + 4));
      end loop;
      if i mod 2 = 0 then
        checks(i) <= (four xor other) xor earlier(i + 1);
      else
        checks(i) <= (four xor other) xor (earlier(i - 1) xor earlier(i));
      end if;
    end loop;
  end process add_groups;

  half_reg : process (clk) is
  begin
    if rising_edge(clk) then
      x_half  <= (others => '0');
      y_half  <= (others => '0');
      earlier <= (others => '0');
      if take = '1' then
        for i in 0 to 31 loop
          x_half(i) <= word(62 - 2 * i);
          y_half(i) <= word(63 - 2 * i);
        end loop;
        earlier <= checks;
      end if;
    end if;
  end process half_reg;

  code_reg : process (clk) is
  begin
    if rising_edge(clk) then
      for i in 0 to 31 loop
        informed(2 * i)     <= x_half(i);
        informed(2 * i + 1) <= y_half(i);
      end loop;
      checked <= checks;
      if want = '1' then
        checked <= (others => '0');
      end if;
    end if;
  end process code_reg;

  -- The hexacode appends three symbols to the three symbols z of an element: alpha^2 (z(0) + z(1) + z(2)) + alpha z(j) for j = 0,
  -- 2, 1.
  encode_elements : process (all) is
    variable z      : element_t;
    variable sum_x  : std_ulogic;
    variable sum_y  : std_ulogic;
    variable change : std_ulogic;
    variable from   : natural;
    variable n      : natural;
    variable j      : natural;

    -- Assigns the operands A and B to the place of bit y (Y = 1) or x (Y = 0) of symbol SYMBOL. Their sum is that bit.
    procedure put (
      symbol : natural;
      y      : natural;
      a      : std_ulogic;
      b      : std_ulogic
    ) is
      -- Variables, because constants at this place make GHDL 2.0 raise an exception.
      variable word_index : natural;
      variable bit_index  : natural;
    begin
      word_index := word_of(symbol, SYMBOLS) + 8 * y;
      bit_index  := bit_of(symbol, SYMBOLS);

      m_0(word_index)(bit_index) <= a;
      m_1(word_index)(bit_index) <= b;
      if alpha_change(place_of_message(word_index, 8), 8)(bit_index) = '1' then
        m_0(word_index)(bit_index) <= a xor change;
      end if;
    end procedure put;

  begin
    -- Read here, because `process (all)` of GHDL 2.0 is not sensitive to signals that only a procedure reads.
    change := is_final;
    from   := 0;
    n      := 0;
    for element in 0 to ELEMENTS - 1 loop
      for k in 0 to 5 loop
        if element = SHORTENED and k >= 4 then
          z(k) := '0';
        elsif element < INFORMATIONS then
          z(k) := informed(from + k);
        else
          z(k) := checked(from + k);
        end if;
      end loop;
      sum_y := z(0) xor z(2) xor z(4);
      sum_x := sum_y xor z(1) xor (z(3) xor z(5));
      for k in 0 to 2 loop
        if element /= SHORTENED or k < 2 then
          put(n, 0, z(2 * k), '0');
          put(n, 1, z(2 * k + 1), '0');
          n    := n + 1;
          from := from + 2;
        end if;
      end loop;
      for k in 0 to 2 loop
        if n < SYMBOLS then
          j := (3 - k) mod 3;
          put(n, 0, sum_x, z(2 * j + 1));
          put(n, 1, (sum_y xor z(2 * j)) xor z(2 * j + 1), '0');
          n := n + 1;
        end if;
      end loop;
      if element = INFORMATIONS - 1 then
        from := 0;
      end if;
    end loop;
  end process encode_elements;

end architecture rtl;
