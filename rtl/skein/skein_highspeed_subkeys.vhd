-- SPDX-License-Identifier: Apache-2.0
-- The key schedule of Threefish (Skein specification, section 3.3.2): two subkeys a step, and the first of the step behind it.
--
-- Step q adds subkey 2q in front of its rounds and subkey 2q + 1 in their middle; behind the last one comes subkey 18. Of the N_W + 1 words
-- of the key, `key` holds the N_W from k_(2q) on, two places further in each step; the missing one is what makes the sum of all of them
-- a constant, so the register needs no place for it.
--
--   subkey s, word    0 .. N_W-4           N_W-3                  N_W-2                      N_W-1
--                     k_s .. k_(s+N_W-4)   k_(s+N_W-3) + t_s      k_(s+N_W-2) + t_(s+1)      k_(s+N_W-1) + s
--
-- The word N_W-2 of a subkey is the word N_W-3 of the next one. So each subkey costs one addition of the tweak. The first subkey of a step
-- comes from registers, but the first one of a block, whose chaining value arrives with the last cycle of the block before it, does
-- without tweak; the datapath adds that to the message. In step 0 the middle subkey still lacks t_1, which is flags alone.
--
-- load: take `chain` as the key. N_W: 4 or 8 words. No latency from key to middle and later.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.skein_pkg.all;

entity skein_highspeed_subkeys is
  generic (
    N_W : positive
  );
  port (
    clk       : in    std_ulogic;
    advance   : in    std_ulogic;
    resting   : in    std_ulogic;
    load      : in    std_ulogic;
    beginning : in    std_ulogic;
    step      : in    unsigned(3 downto 0);
    flag_bits : in    flags_t;
    of_x      : in    word_t;
    of_y      : in    word_t;
    chain     : in    words_t(0 to N_W - 1);
    key       : out   words_t(0 to N_W - 1);
    front     : out   words_t(0 to N_W - 1);
    middle    : out   words_t(0 to N_W - 1);
    later     : out   words_t(0 to N_W - 1)
  );
end entity skein_highspeed_subkeys;

architecture rtl of skein_highspeed_subkeys is

  constant INITIAL : words_t(0 to N_W - 1) := initial_value(N_W, 64 * N_W);

  signal parity  : word_t;
  signal with_t1 : word_t;
  signal turned  : words_t(0 to N_W - 1);
  signal with_t  : words_t(N_W - 3 to N_W - 1);

begin

  parity <= parity_word(key);

  add_flags : process (all) is
    variable sum : word_t;
  begin
    sum                := with_t(N_W - 2);
    sum(flags_t'range) := sum(flags_t'range) + (flag_bits and (flags_t'range => beginning));
    with_t1            <= sum;
  end process add_flags;

  make_subkeys : process (all) is
  begin
    for i in 0 to N_W - 4 loop
      front(i)  <= key(i);
      middle(i) <= key(i + 1);
      later(i)  <= key(i + 2);
    end loop;
    for i in N_W - 3 to N_W - 1 loop
      front(i) <= with_t(i);
    end loop;
    middle(N_W - 3) <= with_t1;
    middle(N_W - 2) <= own_sum(key(N_W - 1), of_x);
    middle(N_W - 1) <= own_sum(parity, resize(step & '1', 64));
    later(N_W - 3)  <= own_sum(key(N_W - 1), of_x);
    later(N_W - 2)  <= own_sum(parity, of_y);
    later(N_W - 1)  <= own_sum(key(0), resize((step + 1) & '0', 64));
    for i in 0 to N_W - 3 loop
      turned(i) <= key(i + 2);
    end loop;
    turned(N_W - 2) <= parity;
    turned(N_W - 1) <= key(0);
  end process make_subkeys;

  key_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if resting = '1' then
        key    <= INITIAL;
        with_t <= INITIAL(N_W - 3 to N_W - 1);
      elsif advance = '1' then
        key    <= turned;
        with_t <= later(N_W - 3 to N_W - 1);
        if load = '1' then
          key    <= chain;
          with_t <= chain(N_W - 3 to N_W - 1);
        end if;
      end if;
    end if;
  end process key_reg;

end architecture rtl;
