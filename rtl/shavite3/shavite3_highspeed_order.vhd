-- SPDX-License-Identifier: Apache-2.0
-- Brings the subkeys into the order in which the rounds use them.
-- Source: SHAvite-3 as submitted for Round 2.
--
-- In C_256 a row is one subkey and needs no change of order. In C_512 the rows of a round hold subkeys 0 and 1, 2 and 3, 4 and 5, 6
-- and 7. The two AES of a round use subkeys 0 and 4, 1 and 5, 2 and 6, 3 and 7. Registers store the first subkey of a pair while
-- the second one is missing. The subkeys of the first AES are stored two rows longer than those of the second.
--
--   even, odd    the XOR of both is the key of the next AES round; in C_512 odd is zero
--   key_before   the key of this AES round. In C_512 its second half is valid only in the first AES round of a round: the subkey is
--                then the lower half of the third row before this one
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
    clk        : in    std_ulogic;                                  -- core clock
    advance    : in    std_ulogic;                                  -- the row is completed in this cycle
    place      : in    std_ulogic_vector(0 to 3);                   -- C_512: bit i is '1' in the cycle of row i of a round
    lower      : in    columns_t(0 to 2 * BRANCHES - 1);            -- lower half of the row of this cycle
    made       : in    columns_t(2 * BRANCHES to 4 * BRANCHES - 1); -- upper half of the row before: first operand
    plain      : in    columns_t(2 * BRANCHES to 4 * BRANCHES - 1); -- upper half of the row before: second operand
    even       : out   columns_t(0 to 4 * BRANCHES - 1);            -- key of the next AES round: first operand
    odd        : out   columns_t(0 to 4 * BRANCHES - 1);            -- key of the next AES round: second operand
    key_before : out   columns_t(0 to 4 * BRANCHES - 1)             -- key of this AES round, if it is the first one of a round
  );
end entity shavite3_highspeed_order;

architecture rtl of shavite3_highspeed_order is

  subtype half_t is columns_t(0 to 2 * BRANCHES - 1);

  -- Halves of earlier rows; the index is the number of rows since then. Most of these registers are equal to registers of the message
  -- expansion. Synthesis keeps one copy of these.
  type halves_t is array (natural range <>) of half_t;

begin

  one_branch : if BRANCHES = 1 generate
    signal lower_since : halves_t(1 to 2);
    signal upper_since : halves_t(1 to 2);
  begin

    even   <= lower_since(1) & made;
    odd    <= (NONE, NONE, plain(2), plain(3));
    key_before <= lower_since(2) & upper_since(2);

    every_word : for i in 0 to 1 generate
      upper_since(1)(i) <= made(2 + i) xor plain(2 + i);
    end generate every_word;

    order_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if advance = '1' then
          lower_since(1) <= lower;
          lower_since(2) <= lower_since(1);
          upper_since(2) <= upper_since(1);
        end if;
      end if;
    end process order_reg;

  end generate one_branch;

  two_branches : if BRANCHES = 2 generate
    signal lower_since : halves_t(1 to 3);
    signal upper_since : halves_t(1 to 4);
    signal even_key    : columns_t(0 to 7); -- subkeys 0 and 4, then 2 and 6
    signal odd_key     : columns_t(0 to 7); -- subkeys 1 and 5, then 3 and 7
    signal even_before : columns_t(0 to 3); -- subkey 0 in the first AES round of a round
  begin

    even   <= even_key when place(0) = '1' or place(2) = '1' else
              odd_key;
    odd    <= (others => NONE);
    key_before <= even_before & lower_since(3);

    every_word : for i in 0 to 3 generate
      upper_since(1)(i) <= made(4 + i) xor plain(4 + i);
    end generate every_word;

    order_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if advance = '1' then
          lower_since(1)      <= lower;
          lower_since(2 to 3) <= lower_since(1 to 2);
          upper_since(2 to 4) <= upper_since(1 to 3);
          even_before         <= even(0 to 3);
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
