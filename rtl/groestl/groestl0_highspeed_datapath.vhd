-- SPDX-License-Identifier: Apache-2.0
-- P and Q of Groestl-0 on one round of logic in two pipeline stages: while P is in one stage, Q is in the other.
-- Source: paper A, section 4 and Table 1.
-- Widths: COLUMNS = 8 or 16 columns of 8 bytes. All bytes are in the basis of aes_sbox_pkg. Latency: two cycles per round.
--
--             +-- first stage ------+               +-- second stage ---------------------------+
--   +-------+ | SubBytes up to its  | +----------+  | ShiftBytes -> SubBytes' sums -> MixBytes  |
--   | state |-| products            |-| products |--|   -> add `spread` and the chaining value  |--+--> digest
--   +-------+ +---------------------+ +----------+  +-------------------------------------------+  |
--       ^                                  ^ clear        ^                                 ^      |
--       |                      block --> spread ----------+                  +---------+    |      |
--       |                      round constants                               | chained |--(and chain)
--       |                                                                    +---------+           |
--       |                                                                         ^                |
--       +-------------------------------------------------------------------------+----------------+
--
-- With chaining value h and block m, `chained` holds two values in turn. The first is P(h + m) + h, which is added to the result of
-- Q and gives the next chaining value h'. The second is h' + m', with the next block m'. It is added to the next result of P
-- together with m', so that m' cancels and h' remains.
--
-- All additions are XORs. They are done after MixBytes, where the LUT4s have free inputs.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;
use work.groestl_pkg.all;

entity groestl0_highspeed_datapath is
  generic (
    COLUMNS : positive -- columns of the state: 8 (256-bit digest) or 16 (512-bit digest)
  );
  port (
    clk        : in    std_ulogic;                                   -- datapath clock
    advance    : in    std_ulogic;                                   -- the registers go to the next step
    resting    : in    std_ulogic;                                   -- sets the chaining value to the initial value
    clear      : in    std_ulogic;                                   -- sets the products to zero
    chain      : in    std_ulogic;                                   -- adds the chaining value after MixBytes
    keep       : in    std_ulogic;                                   -- the chaining value takes the result of the second stage
    add_block  : in    std_ulogic;                                   -- spread takes the block, else zero
    add_port   : in    std_ulogic;                                   -- the last word of the block is taken from port_word
    p_constant : in    byte_t;                                       -- constant for the next round of P, written form, or zero
    q_constant : in    byte_t;                                       -- constant for the next round of Q, written form, or zero
    held       : in    std_ulogic_vector(64 * COLUMNS - 1 downto 0); -- block in the basis, prepared by scatter, column 0 first
    port_word  : in    std_ulogic_vector(8 * COLUMNS - 1 downto 0);  -- last word of the block, as it arrives, in the same form
    digest     : out   std_ulogic_vector(32 * COLUMNS - 1 downto 0)  -- last half of the next state, in the basis, not registered
  );
end entity groestl0_highspeed_datapath;

architecture rtl of groestl0_highspeed_datapath is

  constant LAST_COLUMNS : positive := COLUMNS / 8;
  constant LAST_BITS    : positive := 64 * LAST_COLUMNS;

  constant INITIAL : state_t(0 to COLUMNS - 1) := initial_value(COLUMNS, 32 * COLUMNS);

  signal state         : state_t(0 to COLUMNS - 1);
  signal products      : product_state_t(0 to COLUMNS - 1);
  signal chained       : state_t(0 to COLUMNS - 1);         -- chaining value register, see above
  signal spread        : state_t(0 to COLUMNS - 1);         -- block and round constants to add after MixBytes
  signal next_state    : state_t(0 to COLUMNS - 1);
  signal shifted       : product_state_t(0 to COLUMNS - 1); -- products after ShiftBytes
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

  -- Without add_block, the bytes that receive no constants are set to zero even if `advance` is '0'. This changes nothing: when the
  -- rounds wait without add_block, these bytes are zero already.
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
