-- SPDX-License-Identifier: Apache-2.0
-- Loads the blocks of algorithms that XOR a whole block into their state, and offers all of a block in the cycle behind the one that
-- takes its last word. Registers alone move the words from one rank to the other.
--
--            +- waiting ------------+         +- rank -----------+
--   word --->| words 0 .. WORDS-2   |-------->| all words        |------> inject
--       |    +----------------------+  +----->| zero by `quiet`  |
--       +--------- word WORDS-1 -------+      +------------------+
--
-- Words 0 .. WORDS-2 are taken as they come, the last one only with `want`; in that cycle `take` is '1', which is not from a register.
-- The rank follows what waits and the port in every cycle without quiet: the datapath holds quiet from the cycle behind take until
-- one before it wants again, and looks at inject in the cycle behind take. After quiet, inject is zero.
--
-- Widths: W bits a word, WORDS words a block; the first word in the most significant bits of inject. last: the block taken most
-- recently ends its message; valid from the cycle behind take. Latency: one cycle behind the last word.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity whole_injector is
  generic (
    W     : positive := 64;
    WORDS : positive range 2 to 64
  );
  port (
    clk        : in    std_ulogic;
    rst        : in    std_ulogic;
    word       : in    std_ulogic_vector(W - 1 downto 0);
    word_valid : in    std_ulogic;
    word_last  : in    std_ulogic;
    word_ready : out   std_ulogic;
    want       : in    std_ulogic;
    quiet      : in    std_ulogic;
    take       : out   std_ulogic;
    inject     : out   std_ulogic_vector(W * WORDS - 1 downto 0);
    last       : out   std_ulogic
  );
end entity whole_injector;

architecture rtl of whole_injector is

  signal waiting : std_ulogic_vector(W * (WORDS - 1) - 1 downto 0);
  signal index   : unsigned(counter_bits(WORDS - 1) - 1 downto 0);
  signal full    : std_ulogic;

begin

  take       <= word_valid and full and want;
  word_ready <= want or not full;

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
        waiting <= std_ulogic_vector(shift_left(unsigned(waiting), W));
        waiting(W - 1 downto 0) <= word;
      end if;
    end if;
  end process waiting_reg;

  rank_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if quiet = '1' then
        inject <= (others => '0');
      else
        inject <= waiting & word;
      end if;
    end if;
  end process rank_reg;

  last_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if take = '1' then
        last <= word_last;
      end if;
    end if;
  end process last_reg;

end architecture rtl;
