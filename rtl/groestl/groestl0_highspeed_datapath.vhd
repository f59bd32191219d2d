-- SPDX-License-Identifier: Apache-2.0
-- P and Q of Groestl-0 on one round of logic in two stages: while one of them is in the first stage, the other is in the second
-- (paper A, section 4 and Table 1).
--
--             +-- first stage ------+               +-- second stage ---------------------------+
--   +-------+ | SubBytes up to its  | +----------+  | SubBytes' sums -> ShiftBytes -> MixBytes  |
--   | state |-| products            |-| products |--|   -> add `spread` and the chaining value  |--+--> digest
--   +-------+ +---------------------+ +----------+  +-------------------------------------------+  |
--       ^                                  ^ clear        ^                                 ^      |
--       |                      block --> spread ----------+                    +-------+    |      |
--       |                      round constants                                 | chain |--(and)    |
--       |                                                                      +-------+           |
--       +------------------------------------------------------------------------- ^ --------------+
--
-- `chain` keeps the last value with a block in it: P's result, to be added to Q's, then h' + m', to be added to the next result of P
-- together with m'. Everything is added behind MixBytes, where functions of four inputs have one to spare.
--
-- COLUMNS: 8 or 16. held, port_word: the block and its last word, as from to_state and scatter. digest: the last half of the state,
-- in the basis, as it enters the register. Latency: two cycles a round.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;
use work.groestl_pkg.all;

entity groestl0_highspeed_datapath is
  generic (
    COLUMNS : positive
  );
  port (
    clk        : in    std_ulogic;
    advance    : in    std_ulogic;
    resting    : in    std_ulogic;
    clear      : in    std_ulogic;
    chain      : in    std_ulogic;
    keep       : in    std_ulogic;
    add_block  : in    std_ulogic;
    add_port   : in    std_ulogic;
    p_constant : in    byte_t;
    q_constant : in    byte_t;
    held       : in    std_ulogic_vector(64 * COLUMNS - 1 downto 0);
    port_word  : in    std_ulogic_vector(8 * COLUMNS - 1 downto 0);
    digest     : out   std_ulogic_vector(32 * COLUMNS - 1 downto 0)
  );
end entity groestl0_highspeed_datapath;

architecture rtl of groestl0_highspeed_datapath is

  constant LAST_COLUMNS : positive := COLUMNS / 8;
  constant LAST_BITS    : positive := 64 * LAST_COLUMNS;

  constant INITIAL : state_t(0 to COLUMNS - 1) := initial_value(COLUMNS, 32 * COLUMNS);

  signal state         : state_t(0 to COLUMNS - 1);
  signal products      : product_state_t(0 to COLUMNS - 1);
  signal chained       : state_t(0 to COLUMNS - 1);
  signal spread        : state_t(0 to COLUMNS - 1);
  signal next_state    : state_t(0 to COLUMNS - 1);
  signal shifted       : product_state_t(0 to COLUMNS - 1);
  signal next_products : product_state_t(0 to COLUMNS - 1);
  signal next_spread   : state_t(0 to COLUMNS - 1);
  signal block_bits    : std_ulogic_vector(0 to 64 * COLUMNS - 1);

begin

  shifted <= shift_bytes(products);

  every_column : for column in 0 to COLUMNS - 1 generate

    every_row : for row in 0 to 7 generate

      first_stage : entity work.aes_sbox_first_half
        port map (
          a        => state(column)(row),
          products => next_products(column)(row)
        );

    end generate every_row;

    second_stage : entity work.groestl0_highspeed_column
      port map (
        products => shifted(column),
        chained  => chained(column),
        chain    => chain,
        spread   => spread(column),
        result   => next_state(column)
      );

  end generate every_column;

  output_digest : for i in 0 to 4 * COLUMNS - 1 generate
    digest(32 * COLUMNS - 8 * i - 1 downto 32 * COLUMNS - 8 * i - 8) <= next_state(COLUMNS / 2 + i / 8)(i mod 8);
  end generate output_digest;

  block_bits(0 to 64 * COLUMNS - LAST_BITS - 1)              <= held(64 * COLUMNS - 1 downto LAST_BITS);
  block_bits(64 * COLUMNS - LAST_BITS to 64 * COLUMNS - 1) <= port_word when add_port = '1' else held(LAST_BITS - 1 downto 0);

  choose_spread : process (all) is
    variable added : byte_t;
  begin
    for i in 0 to 8 * COLUMNS - 1 loop
      added := (others => '0');
      if add_block = '1' then
        added := block_bits(8 * i to 8 * i + 7);
      end if;
      if i = 0 then
        added := added xor scatter(to_basis(p_constant));
      elsif i = 7 then
        added := added xor scatter(to_basis(q_constant));
      end if;
      next_spread(i / 8)(i mod 8) <= added;
    end loop;
  end process choose_spread;

  products_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        products <= (others => (others => (others => '0')));
      elsif advance = '1' then
        products <= next_products;
      end if;
    end if;
  end process products_reg;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        state <= next_state;
      end if;
    end if;
  end process state_reg;

  chain_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if resting = '1' then
        chained <= INITIAL;
      elsif keep = '1' then
        chained <= next_state;
      end if;
    end if;
  end process chain_reg;

  -- Without a block the bytes that get no constants are cleared whether or not the rounds advance: where they wait without one, these
  -- are zero already.
  spread_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        spread <= next_spread;
      end if;
      if add_block = '0' then
        for i in 0 to 8 * COLUMNS - 1 loop
          if i /= 0 and i /= 7 then
            spread(i / 8)(i mod 8) <= (others => '0');
          end if;
        end loop;
      end if;
    end if;
  end process spread_reg;

end architecture rtl;
