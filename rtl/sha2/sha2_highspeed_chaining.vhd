-- SPDX-License-Identifier: Apache-2.0
-- Stores the chaining value H0 .. H7 during a block. At the end of the block it sends each word, for one slot, to an adder that
-- adds it to a round variable. In all other slots it sends zeros, so that those adders need no multiplexer. After the last block
-- of a message, the same registers are the output buffer of the digest.
--
--   sum_e --> [H4] --> [H5] --> [H6] --> [H7] --> feed_e    H7, H6, H5 in the last two slots and in slot 0
--               +------------------+
--   sum_a --> [H1] --> [H2] --> [H3] -----------> feed_a    H4, H3, H2, H1 in the last two slots and in slots 0 and 1
--   a ------> [H0] -----------------------------> feed_t    H0 in the last slot
--
--   eight registers, and a --> AND with one-hot position --> OR --> out_data
--
-- The sums return in the order in which the words were sent, so shift registers store them. The registers shift from the third
-- slot before the end of a block to slot 2 of the next one; the diagram shows where the words are after that.
--
-- The digest stays in the registers while the next message is processed. In the cycle in which its last word is taken, they are
-- loaded with the initial hash value. The control waits with the end of the next block until then. The registers are reset because
-- they must hold the initial value before the first message.
--
-- Source: FIPS 180-4, sections 6.2.2 and 6.4.2, step 4. Slots are defined in sha2_highspeed_control.
-- Widths: words of WORD_BITS bits, 32 or 64. Latency: a feed changes one slot after the register that it is read from; the first
-- word of the digest is sent one cycle after `finished`, then one word a cycle while out_ready is '1'.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha2_pkg.all;

entity sha2_highspeed_chaining is
  generic (
    WORD_BITS : positive -- bits of a word: 32 or 64
  );
  port (
    clk       : in    std_ulogic;                                -- clock
    rst       : in    std_ulogic;                                -- synchronous reset, active high
    advance   : in    std_ulogic;                                -- step to the next slot
    boundary  : in    std_ulogic_vector(0 to 5);                 -- one-hot: slots around the end of a block, see control
    returning : in    std_ulogic;                                -- the five slots after boundary(0), if a block has ended
    a         : in    unsigned(WORD_BITS - 1 downto 0);          -- round variable a
    sum_a     : in    unsigned(WORD_BITS - 1 downto 0);          -- a + feed_a of the previous slot
    sum_e     : in    unsigned(WORD_BITS - 1 downto 0);          -- e + feed_e of the previous slot
    feed_t    : out   unsigned(WORD_BITS - 1 downto 0);          -- added to the sum from which a is made; else zero
    feed_a    : out   unsigned(WORD_BITS - 1 downto 0);          -- added to a; else zero
    feed_e    : out   unsigned(WORD_BITS - 1 downto 0);          -- added to e; else zero
    finished  : in    std_ulogic;                                -- slot 1 after the last block: a is H0 in the next cycle
    sending   : out   std_ulogic;                                -- words of a digest have not been taken yet
    out_data  : out   std_ulogic_vector(WORD_BITS - 1 downto 0); -- output stream: words of the digest
    out_valid : out   std_ulogic;                                -- out_data holds a word
    out_ready : in    std_ulogic                                 -- the receiver takes the word in this cycle
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

  signal e_words  : words_t(0 to 3);           -- H4 to H7
  signal a_words  : words_t(0 to 2);           -- H1 to H3
  signal h0       : word_t;
  signal early    : std_ulogic;                -- out_data is H0 and h0 does not hold it yet
  signal position : std_ulogic_vector(0 to 7); -- one-hot: index of the word on out_data, if not early
  signal all_sent : std_ulogic;                -- the last word of the digest is taken in this cycle

begin

  out_valid <= sending;
  all_sent  <= position(7) and out_ready;

  select_word : process (all) is
    variable words : words_t(0 to 7);
    variable data  : word_t;
  begin
    words := h0 & a_words & e_words;
    data  := a and (a'range => early);
    for i in words'range loop
      data := data or (words(i) and (word_t'range => position(i)));
    end loop;
    out_data <= std_ulogic_vector(data);
  end process select_word;

  words_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or all_sent = '1' then
        e_words <= (iv(4), iv(5), iv(6), iv(7));
        a_words <= (iv(1), iv(2), iv(3));
        h0      <= iv(0);
      elsif advance = '1' then
        if boundary(0) = '1' or returning = '1' then
          e_words <= sum_e & e_words(0 to 2);
        end if;
        if returning = '1' then
          a_words <= sum_a & a_words(0 to 1);
        end if;
        if returning = '1' and boundary(5) = '1' then
          h0 <= a;
        end if;
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
          feed_t <= h0;
        end if;
        if boundary(0 to 2) /= "000" then
          feed_e <= e_words(3);
        end if;
        if boundary(0 to 2) /= "000" or (boundary(3) = '1' and returning = '1') then
          feed_a <= a_words(2);
          if boundary(0) = '1' then
            feed_a <= e_words(0);
          end if;
        end if;
      end if;
    end if;
  end process feed_reg;

  send_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        sending  <= '0';
        early    <= '0';
        position <= (others => '0');
      else
        sending <= finished or (sending and not all_sent);
        early   <= finished;
        if early = '1' then
          position <= (0 => not out_ready, 1 => out_ready, others => '0');
        elsif out_ready = '1' then
          position <= '0' & position(0 to 6);
        end if;
      end if;
    end if;
  end process send_reg;

end architecture rtl;
