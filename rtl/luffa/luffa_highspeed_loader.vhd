-- SPDX-License-Identifier: Apache-2.0
-- Loads blocks for the high-speed cores of Luffa. The products 2^j M of a block M, which message injection adds to the V_j, are in
-- registers in the cycle after the one that takes the last word, so their sums are not on the path from the state to the state.
--
--            +- waiting ----+         +- 2^j M ---------+
--   word --->| words 0 .. 2 |-------->| all products    |------> blocks
--       |    +--------------+  +----->| zero by `quiet` |
--       +------- word 3 -------+      +-----------------+
--
-- The last word is taken only while `want` is '1'; `take` is '1' in that cycle and is combinational. In every cycle without `quiet` the
-- products are those of `waiting` and the word on the port, whether that is a whole block or not. The datapath reads blocks only
-- in the cycle after take. It holds quiet from that cycle until the cycle before it raises want again, so that blocks is zero until
-- then.
--
-- Widths: words of 64 bits, four words a block; the first word is the most significant one. Word k of M is in several products; they
-- share its registers.
-- Latency: one cycle after the last word. `last` is valid from the cycle after take.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.luffa_pkg.all;
use work.shell_pkg.all;

entity luffa_highspeed_loader is
  generic (
    PERMUTATIONS : positive -- number of permutations: 3 or 5
  );
  port (
    clk        : in    std_ulogic;                     -- core clock
    rst        : in    std_ulogic;                     -- synchronous reset, active high
    word       : in    std_ulogic_vector(63 downto 0); -- next word of the message
    word_valid : in    std_ulogic;                     -- word holds a word
    word_last  : in    std_ulogic;                     -- word is the last one of its message
    word_ready : out   std_ulogic;                     -- word is taken in this cycle if word_valid is '1'
    want       : in    std_ulogic;                     -- the datapath can absorb a block in the next cycle
    quiet      : in    std_ulogic;                     -- blocks is zero in the next cycle
    take       : out   std_ulogic;                     -- the last word is taken; blocks is valid in the next cycle
    blocks     : out   state_t(0 to PERMUTATIONS - 1); -- 2^j M for each permutation j, in the cycle after take
    last       : out   std_ulogic                      -- the latest block ends its message
  );
end entity luffa_highspeed_loader;

architecture rtl of luffa_highspeed_loader is

  constant WORDS : positive := 4; -- words of a block

  signal waiting : std_ulogic_vector(64 * (WORDS - 1) - 1 downto 0); -- words of the block that have arrived
  signal index   : unsigned(counter_bits(WORDS - 1) - 1 downto 0);
  signal full    : std_ulogic;
  signal m       : words_t;                                          -- `waiting` and the word on the port

begin

  take       <= word_valid and full and want;
  word_ready <= want or not full;

  block_words : process (all) is
    variable bits : std_ulogic_vector(255 downto 0);
  begin
    bits := waiting & word;
    for k in words_t'range loop
      m(k) <= bits(255 - 32 * k downto 224 - 32 * k);
    end loop;
  end process block_words;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or take = '1' then
        index <= (others => '0');
        full  <= '0';
      elsif word_valid = '1' and full = '0' then
        index <= index + 1;
        full  <= to_bit(index = WORDS - 2);
      end if;
    end if;
  end process control_reg;

  waiting_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if word_valid = '1' and full = '0' then
        waiting <= std_ulogic_vector(shift_left(unsigned(waiting), 64));
        waiting(63 downto 0) <= word;
      end if;
    end if;
  end process waiting_reg;

  blocks_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if quiet = '1' then
        blocks <= (others => (others => (others => '0')));
      else
        blocks <= multiples(m, PERMUTATIONS);
      end if;
    end if;
  end process blocks_reg;

  last_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if take = '1' then
        last <= word_last;
      end if;
    end if;
  end process last_reg;

end architecture rtl;
