-- SPDX-License-Identifier: Apache-2.0
-- Keeps the chaining value H0 .. H7 for the length of a block and feeds its words, each for one slot, to the adders that add them to
-- the variables of the rounds. At all other times it feeds zeros, so that those adders need no multiplexer.
--
--   sum_e --> [H4] --> [H5] --> [H6] --> [H7] --> feed_e    H7, H6, H5 in the last two slots and in slot 0
--               +---------------------------+
--   sum_a --> [H1] --> [H2] --> [H3] --> [ ] ---> feed_a    H4, H3, H2, H1 in the last two slots and in slots 0 and 1
--   a ------> [H0] --> [ ] ---------------------> feed_t    H0 in the last slot
--
-- The sums come back in the order in which their words were fed, so three shift registers are all it takes; they shift from three slots
-- before the end of a block to slot 2. The shift leaves the words where the diagram has them.
--
-- boundary(i): the slot is the third from the end of a block (i = 0) .. slot 2 (i = 5). `start` leads to slot 0 of a message, with the
-- initial hash value half way through the shift. older_e and older_a: what was shifted in last, for the digest.
-- WORD_BITS: 32 or 64.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha2_pkg.all;

entity sha2_highspeed_chaining is
  generic (
    WORD_BITS : positive
  );
  port (
    clk          : in    std_ulogic;
    advance      : in    std_ulogic;
    start        : in    std_ulogic;
    boundary     : in    std_ulogic_vector(0 to 5);
    a            : in    unsigned(WORD_BITS - 1 downto 0);
    sum_a        : in    unsigned(WORD_BITS - 1 downto 0);
    sum_e        : in    unsigned(WORD_BITS - 1 downto 0);
    feed_t       : out   unsigned(WORD_BITS - 1 downto 0);
    feed_a       : out   unsigned(WORD_BITS - 1 downto 0);
    feed_e       : out   unsigned(WORD_BITS - 1 downto 0);
    older_a      : out   unsigned(WORD_BITS - 1 downto 0);
    older_e      : out   unsigned(WORD_BITS - 1 downto 0);
    much_older_e : out   unsigned(WORD_BITS - 1 downto 0)
  );
end entity sha2_highspeed_chaining;

architecture rtl of sha2_highspeed_chaining is

  subtype word_t is unsigned(WORD_BITS - 1 downto 0);

  type words_t is array (natural range <>) of word_t;

  constant ZERO : word_t := (others => '0');

  function iv (word_index : natural) return unsigned is
  begin
    return initial_value(word_index, WORD_BITS);
  end function iv;

  signal e_words : words_t(0 to 3);
  signal a_words : words_t(0 to 3);
  signal t_words : words_t(0 to 1);

begin

  older_a      <= a_words(0);
  older_e      <= e_words(0);
  much_older_e <= e_words(1);

  words_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        e_words(0) <= iv(7);
        a_words(3) <= iv(1);
      elsif advance = '1' and boundary /= "000000" then
        e_words <= sum_e & e_words(0 to 2);
        a_words <= sum_a & a_words(0 to 2);
        t_words <= a & t_words(0);
      end if;
    end if;
  end process words_reg;

  feed_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        feed_t <= ZERO;
        feed_e <= ZERO;
        feed_a <= ZERO;
        if boundary(1) = '1' then
          feed_t <= t_words(1);
        end if;
        if boundary(0 to 2) /= "000" then
          feed_e <= e_words(3);
        end if;
        if boundary(0 to 3) /= "0000" then
          feed_a <= a_words(3);
          if boundary(0) = '1' then
            feed_a <= e_words(0);
          end if;
        end if;
      end if;
    end if;
  end process feed_reg;

end architecture rtl;
