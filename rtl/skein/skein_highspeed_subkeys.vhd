-- SPDX-License-Identifier: Apache-2.0
-- The key schedule of Threefish: two subkeys in each step, and the first subkey of the next step.
-- Source: Skein specification, section 3.3.2.
--
-- Step q adds subkey 2q before its rounds and subkey 2q + 1 after four of its eight rounds. After step 8, subkey 18 follows. The
-- key has N_W + 1 words. The register `key` stores N_W of them, starting at k_(2q); it shifts by two words in each step. The
-- missing word is the one that makes the XOR of all words a constant, so it is computed.
--
--   subkey s, word    0 .. N_W-4           N_W-3                  N_W-2                      N_W-1
--                     k_s .. k_(s+N_W-4)   k_(s+N_W-3) + t_s      k_(s+N_W-2) + t_(s+1)      k_(s+N_W-1) + s
--
-- Word N_W-2 of a subkey is equal to word N_W-3 of the next one. So each subkey costs one addition of a tweak word.
--
-- The first subkey of a step comes from registers. The chaining value of a block arrives in the last cycle of the block before. So
-- the first subkey of a block has no tweak yet: the datapath adds the two tweak words to the block instead. In step 0 the middle
-- subkey still lacks t_1, which consists of flags only; it is added here.
-- Latency: none from `key` to middle and later; one cycle to front.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.skein_pkg.all;

entity skein_highspeed_subkeys is
  generic (
    N_W : positive -- words of the state: 4 or 8
  );
  port (
    clk       : in    std_ulogic;            -- core clock
    advance   : in    std_ulogic;            -- the step is completed in this cycle
    resting   : in    std_ulogic;            -- set the key to the initial value
    load      : in    std_ulogic;            -- take chain as the key
    beginning : in    std_ulogic;            -- step 0 of a block
    step      : in    unsigned(3 downto 0);  -- number of the step, 0 .. 8
    flag_bits : in    flags_t;               -- tweak of the block: upper bits of t_1
    of_x      : in    word_t;                -- t_(2q+2) of step q, index modulo 3
    of_y      : in    word_t;                -- t_(2q) of step q, index modulo 3
    chain     : in    words_t(0 to N_W - 1); -- chaining value: the key of the next block
    key       : out   words_t(0 to N_W - 1); -- words k_(2q) .. k_(2q+N_W-1)
    front     : out   words_t(0 to N_W - 1); -- subkey 2q
    middle    : out   words_t(0 to N_W - 1); -- subkey 2q + 1
    later     : out   words_t(0 to N_W - 1)  -- subkey 2q + 2
  );
end entity skein_highspeed_subkeys;

architecture rtl of skein_highspeed_subkeys is

  constant INITIAL : words_t(0 to N_W - 1) := initial_value(N_W, 64 * N_W); -- initial chaining value

  signal parity  : word_t;                      -- the word of the key that is not stored
  signal with_t1 : word_t;                      -- word N_W-3 of middle; in step 0 it includes t_1
  signal turned  : words_t(0 to N_W - 1);       -- key of the next step
  signal with_t  : words_t(N_W - 3 to N_W - 1); -- words N_W-3 to N_W-1 of front, in registers

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
