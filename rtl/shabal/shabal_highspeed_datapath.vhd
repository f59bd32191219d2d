-- SPDX-License-Identifier: Apache-2.0
-- State of Shabal, and one step of the keyed permutation a cycle.
--
--   A      12 words. The next word is made from a(0) and a(11), and enters at 11. In the last twelve steps of a round, three words
--          of C are added to each word on its way from 11 to 10; in step 48 the last word gets them at 11
--   B      16 words. The next word enters at 15. In the last steps of a round the words leave at 14 to become C of the next round,
--          and B of the next round enters at 13: C - M, plus the word of the next M, rotated by 17
--   C      16 words, and the last eight words that left it (`past`). The steps read C in falling order, and everything else in
--          rising order
--   M      16 words. The next block enters at 13
--
-- All of them shift by one word a step. In step t (t = 0 .. 47), b(p), c(p) and m(p) hold word p + t modulo 16; past(k) holds what
-- c(-k) would hold.
--
-- While B of the next round enters, the steps of the current round still read old words of B, at taps 13, 9 and 6. Each old word
-- moves to the same position of C. So a tap reads C instead of B as soon as a new word has reached it in B. This takes one
-- multiplexer for each tap instead of one for each word.
--
-- The initial state is chosen such that the first block enters like all others: M is the negative of the initial B, and the old C
-- is zero.
--
-- Source: paper A, section 4; Shabal, sections 2.3.1 and 2.3.2.
-- Widths: state words of 32 bits. The digest output holds two words of B in the step after the second one is computed.
-- Latency: one cycle a step.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shabal_pkg.all;
use work.shell_pkg.all;

entity shabal_highspeed_datapath is
  generic (
    DIGEST_BITS : positive -- bits of a digest: 256 or 512
  );
  port (
    clk       : in    std_ulogic;                     -- clock
    clear     : in    std_ulogic;                     -- load the initial state
    load_step : in    std_ulogic;                     -- B and M shift by one word
    full_step : in    std_ulogic;                     -- the whole state shifts by one word
    a_step    : in    std_ulogic;                     -- the last word of A changes
    extra     : in    std_ulogic;                     -- step 48: only the last addition to A
    taking    : in    std_ulogic;                     -- M takes half of word; else it repeats the old block
    half      : in    std_ulogic;                     -- that half is bits 31 .. 0, else 63 .. 32
    exchange  : in    std_ulogic;                     -- new words enter B, and its old words move to C
    moved_13  : in    std_ulogic;                     -- tap 13 reads C instead of B
    moved_9   : in    std_ulogic;                     -- tap 9 reads C instead of B
    moved_6   : in    std_ulogic;                     -- tap 6 reads C instead of B
    adding    : in    std_ulogic;                     -- sum three words of C; the next step adds them to A
    pick      : in    std_ulogic_vector(0 to 7);      -- one-hot: source of C's word for the next step
    pick_old  : in    std_ulogic;                     -- if pick(7): the source is past(7), else c(9)
    w         : in    word_t;                         -- half of the block counter, or zero
    word      : in    std_ulogic_vector(63 downto 0); -- input word with two words of the next block
    digest    : out   std_ulogic_vector(63 downto 0)  -- two words of the digest, first one in the upper half
  );
end entity shabal_highspeed_datapath;

architecture rtl of shabal_highspeed_datapath is

  subtype block_t is words_t(0 to L_M - 1);

  constant INITIAL : state_t := initial_state(DIGEST_BITS);

  -- Returns M of the initial state: the negative of the initial B, at the positions of step 34.
  function waiting_block return block_t is
    variable m : block_t := (others => (others => '0'));
  begin
    m(15) := m(15) - INITIAL.b(1);
    for i in 0 to 13 loop
      m(i) := m(i) - INITIAL.b(i + 2);
    end loop;
    return m;
  end function waiting_block;

  constant WAITING : block_t := waiting_block;

  signal a       : words_t(0 to R - 1);
  signal b       : block_t;
  signal c       : block_t;
  signal m       : block_t;
  signal past    : words_t(1 to 8); -- the last eight words that left C
  signal less    : word_t;          -- C - M, for the next B
  signal c_next  : word_t;          -- C's word for the next step
  signal c_step  : word_t;          -- C's word for this step
  signal pair    : word_t;          -- sum of two words of C
  signal triple  : word_t;          -- sum of three words of C, or zero
  signal a_added : word_t;          -- word 11 of A with the three words of C added
  signal next_m  : word_t;          -- word that enters M
  signal next_b  : word_t;          -- word of the next B
  signal scaled  : word_t;          -- U of the inner sum of the step
  signal outer   : word_t;          -- sum of the words of B and M in the step
  signal at_13   : word_t;          -- word 13 of B in this round
  signal at_9    : word_t;          -- word 9 of B in this round
  signal at_6    : word_t;          -- word 6 of B in this round

begin

  at_13   <= c(13) when moved_13 = '1' else
             b(13);
  at_9    <= c(9) when moved_9 = '1' else
             b(9);
  at_6    <= c(6) when moved_6 = '1' else
             b(6);
  scaled  <= u(a(0) xor v(rotated(a(11), 15)) xor c_step xor w);
  outer   <= at_13 xor (at_9 and not at_6) xor m(0);
  a_added <= a(11) + triple;
  next_b  <= rotated(less + next_m, 17);
  digest  <= swap_bytes(std_ulogic_vector(b(14))) & swap_bytes(std_ulogic_vector(b(15)));

  choose_m : process (all) is
    variable offered : word_t;
  begin
    offered := unsigned(swap_bytes(word(63 downto 32)));
    if half = '1' then
      offered := unsigned(swap_bytes(word(31 downto 0)));
    end if;
    next_m <= m(14);
    if taking = '1' then
      next_m <= offered;
    end if;
  end process choose_m;

  choose_c : process (all) is
    type sources_t is array (0 to 7) of word_t;

    variable sources : sources_t;
  begin
    sources := (c(7), c(5), c(3), c(1), past(1), past(3), past(5), c(9));
    if pick_old = '1' then
      sources(7) := past(7);
    end if;
    for i in 0 to 7 loop
      sources(i) := sources(i) and (31 downto 0 => pick(i));
    end loop;
    -- ORed in pairs, because one LUT4 holds two sources and their select bits.
    c_next <= ((sources(0) or sources(1)) or (sources(2) or sources(3)))
              or ((sources(4) or sources(5)) or (sources(6) or sources(7)));
  end process choose_c;

  a_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        a <= INITIAL.a;
      else
        if full_step = '1' then
          a(0 to 9) <= a(1 to 10);
          a(10)     <= a_added;
        end if;
        if a_step = '1' then
          a(11) <= scaled xor outer;
          if extra = '1' then
            a(11) <= a_added;
          end if;
        end if;
      end if;
    end if;
  end process a_reg;

  b_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        b(14) <= INITIAL.c(14);
        b(15) <= INITIAL.c(15);
      elsif full_step = '1' then
        b(14) <= b(15);
        b(15) <= rotated(b(0), 1) xor not (scaled xor outer);
      end if;
      if load_step = '1' then
        b(0 to 12) <= b(1 to 13);
        b(13)      <= b(14);
        if exchange = '1' then
          b(13) <= next_b;
        end if;
      end if;
    end if;
  end process b_reg;

  c_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        c       <= INITIAL.c;
        c_step  <= INITIAL.c(8);
        past(1) <= (others => '0');
      elsif full_step = '1' then
        c(0 to 14) <= c(1 to 15);
        c(15)      <= c(0);
        if exchange = '1' then
          c(13) <= b(14);
        end if;
        past(1)      <= c(0);
        past(2 to 8) <= past(1 to 7);
        c_step       <= c_next;
      end if;
    end if;
  end process c_reg;

  m_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        m    <= WAITING;
        less <= INITIAL.b(0);
      elsif load_step = '1' then
        m(0 to 14) <= m(1 to 15);
        m(13)      <= next_m;
        m(15)      <= m(0);
        less       <= past(1) - m(15);
      end if;
    end if;
  end process m_reg;

  sum_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        triple <= (others => '0');
      elsif a_step = '1' then
        pair   <= past(4) + past(8);
        triple <= (others => '0');
        if adding = '1' then
          triple <= pair + past(1);
        end if;
      end if;
    end if;
  end process sum_reg;

end architecture rtl;
