-- SPDX-License-Identifier: Apache-2.0
-- Brings the subkeys into the order in which the rounds use them.
-- Source: SHAvite-3 as submitted for Round 2.
--
-- In C_256 a row is one subkey and needs no change of order. In C_512 the rows of a round hold subkeys 0 and 1, 2 and 3, 4 and 5, 6
-- and 7. The two AES of a round use subkeys 0 and 4, 1 and 5, 2 and 6, 3 and 7. Registers store the first subkey of a pair while
-- the second one is missing. The subkeys of the first AES are stored two rows longer than those of the second.
--
--   even, odd    the XOR of both is the key of the next AES round; in C_512 odd is zero
--
-- Latency: C_256: the key is there in the cycle after its row. C_512: the pair of subkeys 0 and 4 is there in the cycle after the
-- last row of their round.

library ieee;
use ieee.std_logic_1164.all;
use work.shavite3_pkg.all;

entity shavite3_highspeed_order is
  generic (
    BRANCHES : positive range 1 to 2 -- 1 for C_256, 2 for C_512
  );
  port (
    clk     : in    std_ulogic;                                  -- core clock
    advance : in    std_ulogic;                                  -- the row is completed in this cycle
    place   : in    std_ulogic_vector(0 to 3);                   -- C_512: bit i is '1' in the cycle of row i of a round
    lower   : in    columns_t(0 to 2 * BRANCHES - 1);            -- lower half of the row of this cycle
    made    : in    columns_t(2 * BRANCHES to 4 * BRANCHES - 1); -- upper half of the row before: first operand
    plain   : in    columns_t(2 * BRANCHES to 4 * BRANCHES - 1); -- upper half of the row before: second operand
    even    : out   columns_t(0 to 4 * BRANCHES - 1);            -- key of the next AES round: first operand
    odd     : out   columns_t(0 to 4 * BRANCHES - 1)             -- key of the next AES round: second operand
  );
end entity shavite3_highspeed_order;

architecture rtl of shavite3_highspeed_order is

begin

  one_branch : if BRANCHES = 1 generate
    signal lower_before : columns_t(0 to 1);
  begin

    even <= (lower_before(0), lower_before(1), made(2), made(3));
    odd  <= (NONE, NONE, plain(2), plain(3));

    order_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if advance = '1' then
          lower_before <= lower;
        end if;
      end if;
    end process order_reg;

  end generate one_branch;

  two_branches : if BRANCHES = 2 generate
    subtype subkey_t is columns_t(0 to 3);

    type subkeys_t is array (natural range <>) of subkey_t;

    -- Subkeys of earlier rows; the index is the number of rows since then. upper_since(2) is the sum of two registers, which are
    -- equal to registers of the message expansion. Synthesis keeps one copy of these.
    signal lower_since : subkeys_t(1 to 3);
    signal upper_since : subkeys_t(1 to 4);
    signal made_2      : subkey_t;          -- made of the row before
    signal plain_2     : subkey_t;
    signal even_key    : columns_t(0 to 7); -- subkeys 0 and 4, then 2 and 6
    signal odd_key     : columns_t(0 to 7); -- subkeys 1 and 5, then 3 and 7
  begin

    every_word : for i in 0 to 3 generate
      upper_since(1)(i) <= made(4 + i) xor plain(4 + i);
      upper_since(2)(i) <= made_2(i) xor plain_2(i);
    end generate every_word;

    even <= even_key when place(0) = '1' or place(2) = '1' else
            odd_key;
    odd  <= (others => NONE);

    order_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if advance = '1' then
          lower_since(1)      <= lower;
          lower_since(2 to 3) <= lower_since(1 to 2);
          made_2              <= made;
          plain_2             <= plain;
          upper_since(3 to 4) <= upper_since(2 to 3);
          if place(3) = '1' or place(0) = '1' then
            even_key <= lower_since(3) & lower_since(1);
          end if;
          if place(0) = '1' or place(1) = '1' then
            odd_key <= upper_since(4) & upper_since(2);
          end if;
        end if;
      end if;
    end process order_reg;

  end generate two_branches;

end architecture rtl;
