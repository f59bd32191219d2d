-- SPDX-License-Identifier: Apache-2.0
-- The key schedule of Threefish, one subkey in each step.
-- Source: Skein specification, section 3.3.2.
--
-- Step s adds subkey s. The key has N_W + 1 words. The register `key` stores N_W of them, starting at k_s; it shifts by one word in
-- each step. The missing word is the one that makes the XOR of all words a constant, so it is computed.
--
--   subkey s, word    0 .. N_W-4           N_W-3                  N_W-2                      N_W-1
--                     k_s .. k_(s+N_W-4)   k_(s+N_W-3) + t_s      k_(s+N_W-2) + t_(s+1)      k_(s+N_W-1) + s
--
-- The last three words are computed one step ahead. Word N_W-2 of a subkey is equal to word N_W-3 of the next one, so each subkey
-- costs one addition of a tweak word.
--
-- The chaining value of a block arrives in the last cycle of the block before. So subkey 0 has no tweak: the datapath adds the two
-- tweak words to the block instead, and t_1, which consists of flags only, is added to subkey 1 in step 0.
-- Latency: one cycle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.skein_pkg.all;

entity skein_four_rounds_subkeys is
  generic (
    N_W : positive -- words of the state: 4 or 8
  );
  port (
    clk       : in    std_ulogic;                -- core clock
    advance   : in    std_ulogic;                -- the step is completed in this cycle
    resting   : in    std_ulogic;                -- set the key to the initial value
    load      : in    std_ulogic;                -- take chain as the key
    beginning : in    std_ulogic;                -- step 0 of a block
    step      : in    unsigned(4 downto 0);      -- number of the step, 0 .. 18
    phase     : in    std_ulogic_vector(0 to 2); -- one-hot: step modulo 3
    position  : in    word_t;                    -- tweak of the block: t_0
    flag_bits : in    flags_t;                   -- tweak of the block: upper bits of t_1
    chain     : in    words_t(0 to N_W - 1);     -- chaining value: the key of the next block
    key       : out   words_t(0 to N_W - 1);     -- words k_s .. k_(s+N_W-1)
    subkey    : out   words_t(0 to N_W - 1)      -- subkey s
  );
end entity skein_four_rounds_subkeys;

architecture rtl of skein_four_rounds_subkeys is

  constant INITIAL : words_t(0 to N_W - 1) := initial_value(N_W, 64 * N_W); -- initial chaining value

  signal parity      : word_t;                      -- the word of the key that is not stored
  signal tweak       : word_t;                      -- t_(s+2), index modulo 3
  signal with_t      : words_t(N_W - 3 to N_W - 1); -- words N_W-3 to N_W-1 of the subkey
  signal next_with_t : words_t(N_W - 3 to N_W - 1); -- the same of the next subkey

begin

  parity <= parity_word(key);
  subkey <= key(0 to N_W - 4) & with_t;

  -- t_2 is t_0 xor t_1.
  choose_tweak : process (all) is
  begin
    tweak                <= position and (word_t'range => not phase(2));
    tweak(flags_t'range) <= (position(flags_t'range) and (flags_t'range => not phase(2))) xor
                            (flag_bits and (flags_t'range               => not phase(1)));
  end process choose_tweak;

  compute_ahead : process (all) is
  begin
    next_with_t(N_W - 3)                <= with_t(N_W - 2);
    next_with_t(N_W - 3)(flags_t'range) <= with_t(N_W - 2)(flags_t'range) + (flag_bits and (flags_t'range => beginning));
    next_with_t(N_W - 2)                <= own_sum(key(N_W - 1), tweak);
    next_with_t(N_W - 1)                <= own_sum(parity, resize(step + 1, 64));
  end process compute_ahead;

  key_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if resting = '1' then
        key    <= INITIAL;
        with_t <= INITIAL(N_W - 3 to N_W - 1);
      elsif advance = '1' then
        key    <= key(1 to N_W - 1) & parity;
        with_t <= next_with_t;
        if load = '1' then
          key    <= chain;
          with_t <= chain(N_W - 3 to N_W - 1);
        end if;
      end if;
    end if;
  end process key_reg;

end architecture rtl;
