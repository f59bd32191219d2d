-- SPDX-License-Identifier: Apache-2.0
-- Stores the chaining value H0 .. H4, adds it to the round variables at the end of a block, and sends it as the digest.
--
--   addend --> + --> [H0] --> [H1] --> [H2] --> [H3] --> [H4] --+
--              ^                                                |
--              +------------------------------------------------+
--
-- H4 is added first and H0 last; a step moves all words by one register. After five steps, each word is in its own register again.
-- The registers are those of chaining_unloader, which sends the digest from them.
--
-- Source: FIPS 180-4, section 6.1.2, step 4. Latency: a sum is in the first register one cycle after `step`; the first word of the
-- digest is sent one cycle after `finished`.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha1_pkg.all;

entity sha1_highspeed_chaining is
  port (
    clk       : in    std_ulogic;                                -- clock
    rst       : in    std_ulogic;                                -- synchronous reset, active high
    step      : in    std_ulogic;                                -- add `addend` to the next word
    addend    : in    word_t;                                    -- round variable, e first and a last
    newest    : out   words_t(0 to 2);                           -- registers 0 to 2: the last three sums, newest first
    finished  : in    std_ulogic;                                -- the registers hold a digest from the next cycle on
    sending   : out   std_ulogic;                                -- the registers hold a digest that is being sent
    out_data  : out   std_ulogic_vector(WORD_BITS - 1 downto 0); -- output stream: words of the digest
    out_valid : out   std_ulogic;                                -- out_data holds a word
    out_ready : in    std_ulogic                                 -- the receiver takes the word in this cycle
  );
end entity sha1_highspeed_chaining;

architecture rtl of sha1_highspeed_chaining is

  signal h      : std_ulogic_vector(STATE_WORDS * WORD_BITS - 1 downto 0);
  signal next_h : std_ulogic_vector(STATE_WORDS * WORD_BITS - 1 downto 0);
  signal sum    : word_t; -- `addend` plus the oldest word

begin

  sum    <= addend + unsigned(h(WORD_BITS - 1 downto 0));
  next_h <= std_ulogic_vector(sum) & h(h'high downto WORD_BITS);

  newest_words : for i in newest'range generate
    newest(i) <= unsigned(h(WORD_BITS * (STATE_WORDS - i) - 1 downto WORD_BITS * (STATE_WORDS - i - 1)));
  end generate newest_words;

  unload : entity work.chaining_unloader
    generic map (
      W            => WORD_BITS,
      WORDS        => STATE_WORDS,
      DIGEST_WORDS => STATE_WORDS,
      INITIAL      => initial_bits
    )
    port map (
      clk        => clk,
      rst        => rst,
      load       => step,
      next_value => next_h,
      value      => h,
      finished   => finished,
      sending    => sending,
      out_data   => out_data,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

end architecture rtl;
