-- SPDX-License-Identifier: Apache-2.0
-- One step of Shabal's keyed permutation a cycle (paper A, section 4; Shabal, 2.3.1 and 2.3.2).
--
--   A   12 words; a(0) and a(11) make the next one, which enters at 11. On their way from 11 to 10 its last twelve words get three of C
--   B   16 words; the next one enters at 15. In a round's last steps they leave at 14 to become the next round's C, and the next round's B
--       enters at 13: C - M, plus the next M, rotated by 17
--   C   16 words and the last eight that left them, since the steps want them in falling order and everything else in rising order
--   M   16 words; the next block enters at 13
--
-- All of them move by one word a step. In step t (t = 0 .. 47), b(p), c(p) and m(p) hold word p + t mod 16; past(k) is what c(-k) would be.
-- What a round leaves and what the next one needs pass each other without a multiplexer for each word: B's old words are looked
-- for in C at the same tap as soon as the new ones have got there.
--
-- The state in front of a message is such that its first block enters in the same way: there, M is the negative of the initial B, and
-- the old C is zero.
--
-- word: the 64-bit word that holds the next word of M, in the second half if `half`. The other inputs: see the control.
-- digest: two words of B in the step behind the second one. Latency: one cycle a step.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shabal_pkg.all;
use work.shell_pkg.all;

entity shabal_highspeed_datapath is
  generic (
    DIGEST_BITS : positive
  );
  port (
    clk       : in    std_ulogic;
    clear     : in    std_ulogic;
    load_step : in    std_ulogic;
    full_step : in    std_ulogic;
    a_step    : in    std_ulogic;
    extra     : in    std_ulogic;
    taking    : in    std_ulogic;
    half      : in    std_ulogic;
    exchange  : in    std_ulogic;
    moved_13  : in    std_ulogic;
    moved_9   : in    std_ulogic;
    moved_6   : in    std_ulogic;
    adding    : in    std_ulogic;
    pick      : in    std_ulogic_vector(0 to 7);
    pick_old  : in    std_ulogic;
    w         : in    word_t;
    word      : in    std_ulogic_vector(63 downto 0);
    digest    : out   std_ulogic_vector(63 downto 0)
  );
end entity shabal_highspeed_datapath;

architecture rtl of shabal_highspeed_datapath is

  subtype block_t is words_t(0 to L_M - 1);

  constant INITIAL : state_t := initial_state(DIGEST_BITS);

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

  signal a    : words_t(0 to R - 1);
  signal b    : block_t;
  signal c    : block_t;
  signal m    : block_t;
  signal past : words_t(1 to 8);
  -- C less M; C for the next step; sums of two and of three words of C; A with them
  signal less    : word_t;
  signal c_next  : word_t;
  signal c_step  : word_t;
  signal pair    : word_t;
  signal triple  : word_t;
  signal a_added : word_t;
  signal next_m  : word_t;
  signal next_b  : word_t;
  signal scaled  : word_t;
  signal outer   : word_t;
  signal at_13   : word_t;
  signal at_9    : word_t;
  signal at_6    : word_t;

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
    -- In pairs, since a function of four inputs holds two of them.
    c_next <= ((sources(0) or sources(1)) or (sources(2) or sources(3))) or ((sources(4) or sources(5)) or (sources(6) or sources(7)));
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
