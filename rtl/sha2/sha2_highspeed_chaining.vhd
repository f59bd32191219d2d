-- SPDX-License-Identifier: Apache-2.0
-- Stores the chaining value H0 .. H7 during a block. At the end of the block it sends each word, for one slot, to an adder that
-- adds it to a round variable. In all other slots it sends zeros, so that those adders need no multiplexer.
--
--   sum_e --> [H4] --> [H5] --> [H6] --> [H7] --> feed_e    H7, H6, H5 in the last two slots and in slot 0
--               +---------------------------+
--   sum_a --> [H1] --> [H2] --> [H3] --> [ ] ---> feed_a    H4, H3, H2, H1 in the last two slots and in slots 0 and 1
--   a ------> [H0] --> [ ] ---------------------> feed_t    H0 in the last slot
--
-- The words are stored in three shift registers. The sums return in the order in which the words were sent. The registers shift
-- from the third slot before the end of a block to slot 2 of the next one; the diagram shows where the words are after that.
-- `start` leads to slot 0 of a message; it loads the initial hash value at the position that it has in the middle of the shift.
--
-- Source: FIPS 180-4, sections 6.2.2 and 6.4.2, step 4. Slots are defined in sha2_highspeed_control.
-- Widths: words of WORD_BITS bits, 32 or 64. Latency: a feed changes one slot after the register that it is read from.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha2_pkg.all;

entity sha2_highspeed_chaining is
  generic (
    WORD_BITS : positive -- bits of a word: 32 or 64
  );
  port (
    clk          : in    std_ulogic;                       -- clock
    advance      : in    std_ulogic;                       -- step to the next slot
    start        : in    std_ulogic;                       -- load the initial hash value; slot 0 of a message follows
    boundary     : in    std_ulogic_vector(0 to 5);        -- one-hot: slots around the end of a block, see control
    a            : in    unsigned(WORD_BITS - 1 downto 0); -- round variable a
    sum_a        : in    unsigned(WORD_BITS - 1 downto 0); -- a + feed_a of the previous slot
    sum_e        : in    unsigned(WORD_BITS - 1 downto 0); -- e + feed_e of the previous slot
    feed_t       : out   unsigned(WORD_BITS - 1 downto 0); -- added to the sum from which a is made; else zero
    feed_a       : out   unsigned(WORD_BITS - 1 downto 0); -- added to a; else zero
    feed_e       : out   unsigned(WORD_BITS - 1 downto 0); -- added to e; else zero
    older_a      : out   unsigned(WORD_BITS - 1 downto 0); -- sum_a of the previous slot, for the digest
    older_e      : out   unsigned(WORD_BITS - 1 downto 0); -- sum_e of the previous slot, for the digest
    much_older_e : out   unsigned(WORD_BITS - 1 downto 0)  -- sum_e two slots ago, for the digest
  );
end entity sha2_highspeed_chaining;

architecture rtl of sha2_highspeed_chaining is

  subtype word_t is unsigned(WORD_BITS - 1 downto 0);

  type words_t is array (natural range <>) of word_t;

  constant ZERO : word_t := (others => '0');

  -- Returns word WORD_INDEX of the initial hash value, which has WORD_BITS bits.
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
