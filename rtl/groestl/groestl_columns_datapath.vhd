-- SPDX-License-Identifier: Apache-2.0
-- Datapath of Groestl by columns: COLUMNS columns of P or of Q in each cycle.
-- Source: Groestl specification (2011), section 3.4.
--
--           +-- delay line -------------------+
--           v                                 |
--   select bytes --> [a] --> S-box, products --> [products] --> sums --> MixBytes, sums --+--> delay line
--    (ShiftBytes)                                                           ^    ^        |
--   message, constants --> [spread, top, bottom] ---------------------------+    |        v
--   chaining value --------------------------------------------------------------+<-- [chained]
--
-- The groups of P and Q follow each other without a gap, so the state is a delay line without enable and without a place to load it.
-- ShiftBytes reads bytes of different ages. With GROUPS = 8 / COLUMNS, lane l of a group and the shift s of its row, let
-- q = (l + s) / COLUMNS modulo GROUPS. The byte that is needed is in the group that is q groups later in the round before, or
-- GROUPS - q groups earlier if the round has ended by then. So it has an age of 2 GROUPS - 2 - q or 3 GROUPS - 2 - q cycles: two
-- taps for P and two for Q.
--
-- Widths: COLUMNS columns of 8 bytes in the basis of aes_sbox_pkg. Latency: a group is three cycles after its selection in the delay
-- line.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.aes_sbox_pkg.all;
use work.groestl_pkg.all;

entity groestl_columns_datapath is
  generic (
    COLUMNS : positive range 1 to 8 -- columns in a cycle: 1, 2, 4 or 8
  );
  port (
    clk           : in    std_ulogic;                     -- clock
    group_0       : in    unsigned(2 downto 0);           -- group whose bytes are selected
    in_q_0        : in    std_ulogic;                     -- it is one of Q
    front         : in    state_t(0 to COLUMNS - 1);      -- columns of the message, prepared by scatter
    take_1        : in    std_ulogic;                     -- add them in the next cycle
    load_1        : in    std_ulogic;                     -- sets the products to zero
    group_1       : in    unsigned(2 downto 0);           -- group in stage 1, and its round
    round_1       : in    unsigned(3 downto 0);           -- round of the group in stage 1
    p_constant_1  : in    std_ulogic;                     -- add the round constant of P in the next cycle
    q_constant_1  : in    std_ulogic;                     -- add the round constant of Q in the next cycle
    chain_add_2   : in    std_ulogic;                     -- adds the chaining value to the result
    chain_step_2  : in    std_ulogic;                     -- the chaining value advances by a group
    chain_write_2 : in    std_ulogic;                     -- and takes the result, instead of its own group again
    chain_clear   : in    std_ulogic;                     -- the chaining value becomes the initial value
    digest        : out   std_ulogic_vector(255 downto 0) -- last four columns of the chaining value, in the basis
  );
end entity groestl_columns_datapath;

architecture rtl of groestl_columns_datapath is

  constant GROUPS : positive := 8 / COLUMNS;
  -- Age of the oldest byte that a tap reads.
  constant OLDEST : natural := 3 * GROUPS - 3;

  subtype group_t is state_t(0 to COLUMNS - 1);

  type history_t is array (natural range <>) of group_t;

  constant INITIAL : state_t(0 to 7) := initial_value(8, 256);

  signal line       : history_t(1 to OLDEST + 1); -- line(i) is the result of i cycles ago
  signal next_a     : group_t;
  signal a          : group_t;
  signal next_prods : product_state_t(0 to COLUMNS - 1);
  signal products   : product_state_t(0 to COLUMNS - 1);
  signal b          : group_t;
  signal spread     : group_t;
  signal top        : group_t;                    -- row 0 is the constant of P, row 7 that of Q
  signal complement : std_ulogic;
  signal result     : group_t;
  signal chained    : state_t(0 to 7);            -- the next group in columns 0 to COLUMNS - 1

begin

  select_bytes : process (all) is
    variable history : history_t(0 to OLDEST + 1);
    variable amount  : natural;
    variable later   : natural;
    variable source  : natural;
    variable byte    : byte_t;
  begin
    history(0)               := result;
    history(1 to OLDEST + 1) := line;
    for lane in 0 to COLUMNS - 1 loop
      for row in 0 to 7 loop
        for half in 0 to 1 loop
          amount := lane + shift_amount(row, half = 1, 3);
          later  := (amount / COLUMNS) mod GROUPS;
          source := amount mod COLUMNS;
          byte   := history(2 * GROUPS - 2 - later)(source)(row);
          if later > 0 and group_0 >= GROUPS - later then
            byte := history(3 * GROUPS - 2 - later)(source)(row);
          end if;
          if half = 0 then
            next_a(lane)(row) <= byte;
          elsif in_q_0 = '1' then
            next_a(lane)(row) <= byte;
          end if;
        end loop;
      end loop;
    end loop;
  end process select_bytes;

  lanes : for lane in 0 to COLUMNS - 1 generate

    rows : for row in 0 to 7 generate

      first_half : entity work.aes_sbox_first_half
        port map (
          a        => a(lane)(row),
          products => next_prods(lane)(row)
        );

      b(lane)(row) <= sbox_sums(products(lane)(row));
    end generate rows;

    mix : entity work.groestl_lightweight_mix
      port map (
        a           => b(lane),
        spread      => spread(lane),
        chained     => chained(lane),
        add_chained => chain_add_2,
        complement  => complement,
        top         => top(lane)(0),
        bottom      => top(lane)(7),
        result      => result(lane)
      );

  end generate lanes;

  name_digest : for i in 0 to 31 generate
    digest(255 - 8 * i downto 248 - 8 * i) <= chained(4 + i / 8)(i mod 8);
  end generate name_digest;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      line(1) <= result;
      for i in 2 to OLDEST + 1 loop
        line(i) <= line(i - 1);
      end loop;
      a        <= next_a;
      products <= next_prods;
      if load_1 = '1' then
        products <= (others => (others => (others => '0')));
      end if;
    end if;
  end process state_reg;

  -- What is added in stage 2. A round's constant is added at the end of the round before.
  added_reg : process (clk) is
    variable column : unsigned(2 downto 0);
    variable value  : byte_t;
  begin
    if rising_edge(clk) then
      spread <= front;
      if take_1 = '0' then
        spread <= (others => (others => (others => '0')));
      end if;
      complement <= q_constant_1;
      for lane in 0 to COLUMNS - 1 loop
        column := resize(group_1 * COLUMNS + lane, 3);
        value  := to_basis('0' & std_ulogic_vector(column) & std_ulogic_vector(round_1));
        top(lane)    <= (others => (others => '0'));
        top(lane)(0) <= value and (7 downto 0 => p_constant_1);
        top(lane)(7) <= value and (7 downto 0 => q_constant_1);
      end loop;
    end if;
  end process added_reg;

  chain_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if chain_clear = '1' then
        chained <= INITIAL;
      elsif chain_step_2 = '1' then
        for i in 0 to 7 loop
          if i + COLUMNS < 8 then
            chained(i) <= chained(i + COLUMNS);
          elsif chain_write_2 = '1' then
            chained(i) <= result(i mod COLUMNS);
          else
            chained(i) <= chained(i mod COLUMNS);
          end if;
        end loop;
      end if;
    end if;
  end process chain_reg;

end architecture rtl;
