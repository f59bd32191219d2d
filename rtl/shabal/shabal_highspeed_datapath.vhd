-- SPDX-License-Identifier: Apache-2.0
-- State of Shabal, and one step of the keyed permutation a cycle.
--
--   A      12 words. The next word is made from `oldest` and `newest`, and becomes newest. In the last twelve steps of a round,
--          three words of C are added to each word that was newest; in step 48 the last word gets them in its place. A delay line
--          holds the words in between
--   B      16 words. The next word enters at 15. In the last steps of a round the words leave at 14 to become C of the next round,
--          and B of the next round enters at 13: C - M, plus the word of the next M, rotated by 17. Positions 12 .. 10 and 5 .. 1
--          are in delay lines
--   C      16 words, and the last eight words that left it (`past`). The steps read C in falling order, and everything else in
--          rising order
--   M      16 words in a small RAM. Step t reads word t modulo 16. Word t - 2 of the next block is written in steps 34 to 49
--
-- A, B and C shift by one word a step. In step t (t = 0 .. 47), b(p) and c(p) hold word p + t modulo 16; past(k) holds what c(-k)
-- would hold.
--
-- While B of the next round enters, the steps of the current round still read old words of B, at taps 13, 9 and 6. Each old word
-- moves to the same position of C. So a tap reads C instead of B as soon as a new word has reached it in B. This takes one
-- multiplexer for each tap instead of one for each word.
--
-- The first block enters like all others: while it does, the negative of the initial B is read in the place of M, and the old C is
-- zero. In the same steps the initial A enters its delay line. After the last block M is not subtracted and not added again.
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
    starting  : in    std_ulogic;                     -- steps before the first round of a message: load the initial A and B
    last      : in    std_ulogic;                     -- the block in M is the last one of its message
    index     : in    unsigned(3 downto 0);           -- number of the step modulo 16
    taking    : in    std_ulogic;                     -- M takes half of word
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

  -- Returns the words that are read in the place of M while the first block enters.
  function waiting_block return block_t is
    variable m : block_t := (others => (others => '0'));
  begin
    for i in 0 to L_M - 1 loop
      m(i) := m(i) - INITIAL.b(i);
    end loop;
    return m;
  end function waiting_block;

  -- Returns the words that enter the delay line of A in these steps. Word 0 enters in step 37, that is, at index 5.
  function waiting_words return block_t is
    variable words : block_t := (others => (others => '0'));
  begin
    for i in 0 to R - 2 loop
      words(i + L_M - R + 1) := INITIAL.a(i);
    end loop;
    return words;
  end function waiting_words;

  constant WAITING_M : block_t := waiting_block;
  constant WAITING_A : block_t := waiting_words;

  subtype bits_t is std_ulogic_vector(31 downto 0);

  signal oldest  : bits_t;            -- word 0 of A
  signal newest  : word_t;            -- word 11 of A
  signal entered : bits_t;            -- word that enters the delay line of A
  signal b_high  : words_t(13 to 15); -- positions 13 .. 15 of B
  signal b_9     : bits_t;            -- position 9, the end of a delay line
  signal b_low   : words_t(6 to 8);   -- positions 6 .. 8
  signal b_0     : bits_t;            -- position 0, the end of a delay line
  signal c       : block_t;
  signal m       : bits_t;            -- word of M for this step
  signal m_past  : word_t;            -- word of M of the step before, or zero
  signal m_write : std_ulogic;        -- write a word of the next block
  signal past    : words_t(1 to 8);   -- the last eight words that left C
  signal less    : word_t;            -- C - M, for the next B
  signal c_next  : word_t;            -- C's word for the next step
  signal c_step  : word_t;            -- C's word for this step
  signal pair    : word_t;            -- sum of two words of C
  signal triple  : word_t;            -- sum of three words of C, or zero
  signal a_added : word_t;            -- newest word of A with the three words of C added
  signal next_m  : word_t;            -- word that enters M, or zero
  signal next_b  : word_t;            -- word of the next B
  signal scaled  : word_t;            -- U of the inner sum of the step
  signal outer   : word_t;            -- sum of the words of B and M in the step
  signal at_13   : word_t;            -- word 13 of B in this round
  signal at_9    : word_t;            -- word 9 of B in this round
  signal at_6    : word_t;            -- word 6 of B in this round

begin

  at_13   <= c(13) when moved_13 = '1' else
             b_high(13);
  at_9    <= c(9) when moved_9 = '1' else
             unsigned(b_9);
  at_6    <= c(6) when moved_6 = '1' else
             b_low(6);
  scaled  <= u(unsigned(oldest) xor v(rotated(newest, 15)) xor c_step xor w);
  outer   <= at_13 xor (at_9 and not at_6) xor unsigned(m);
  a_added <= newest + triple;
  entered <= std_ulogic_vector(WAITING_A(to_integer(index))) when starting = '1' else
             std_ulogic_vector(a_added);
  m_write <= load_step and taking;
  next_b  <= rotated(less + next_m, 17);
  digest  <= swap_bytes(std_ulogic_vector(b_high(14))) & swap_bytes(std_ulogic_vector(b_high(15)));

  choose_m : process (all) is
    variable offered : word_t;
  begin
    offered := unsigned(swap_bytes(word(63 downto 32)));
    if half = '1' then
      offered := unsigned(swap_bytes(word(31 downto 0)));
    end if;
    next_m <= offered and (31 downto 0 => taking);
  end process choose_m;

  memory_of_m : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 4,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => m_write,
      write_address => std_ulogic_vector(index - 2),
      write_data    => std_ulogic_vector(next_m),
      read_address  => std_ulogic_vector(index),
      read_data     => m
    );

  words_of_a : entity work.delay_line
    generic map (
      WORD_BITS => 32,
      DELAY     => 11
    )
    port map (
      clk     => clk,
      rst     => clear,
      step    => load_step,
      word    => entered,
      delayed => oldest
    );

  middle_of_b : entity work.delay_line
    generic map (
      WORD_BITS => 32,
      DELAY     => 4
    )
    port map (
      clk     => clk,
      rst     => clear,
      step    => load_step,
      word    => std_ulogic_vector(b_high(13)),
      delayed => b_9
    );

  end_of_b : entity work.delay_line
    generic map (
      WORD_BITS => 32,
      DELAY     => 6
    )
    port map (
      clk     => clk,
      rst     => clear,
      step    => load_step,
      word    => std_ulogic_vector(b_low(6)),
      delayed => b_0
    );

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
        newest <= INITIAL.a(R - 1);
      elsif a_step = '1' then
        newest <= scaled xor outer;
        if extra = '1' then
          newest <= a_added;
        end if;
      end if;
    end if;
  end process a_reg;

  b_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        b_high(14) <= INITIAL.c(14);
        b_high(15) <= INITIAL.c(15);
      elsif full_step = '1' then
        b_high(14) <= b_high(15);
        b_high(15) <= rotated(unsigned(b_0), 1) xor not (scaled xor outer);
      end if;
      if load_step = '1' then
        b_low(6 to 7) <= b_low(7 to 8);
        b_low(8)      <= unsigned(b_9);
        b_high(13)     <= b_high(14);
        if exchange = '1' then
          b_high(13) <= next_b;
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
          c(13) <= b_high(14);
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
        m_past <= WAITING_M(1);
        less   <= INITIAL.b(0);
      else
        if last = '1' then
          m_past <= (others => '0');
        elsif load_step = '1' then
          m_past <= unsigned(m);
          if starting = '1' then
            m_past <= WAITING_M(to_integer(index));
          end if;
        end if;
        if load_step = '1' then
          less <= past(1) - m_past;
        end if;
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
