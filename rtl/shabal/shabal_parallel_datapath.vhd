-- SPDX-License-Identifier: Apache-2.0
-- State of Shabal in which all words of A, B, C and M change at once between two rounds.
--
--   step       A, B and M shift by one word in one direction and C by one word in the other. So each step reads the same positions
--   exchange   three words of C and the block number are added to A; C - M + M', rotated by 17 bits, becomes B; B becomes C; the
--              block M' becomes M
--
-- Before the first block, C is the initial B and M is zero, so that the first exchange is like all others. What that exchange adds
-- to A is subtracted from the initial A in advance.
--
-- Source: Shabal, sections 2.3.1 and 2.3.2.
-- Widths: state words of 32 bits; DIGEST_BITS in bits. The first word of a vector is in its most significant bits.
-- Latency: one cycle a step, one cycle for the exchange.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.shabal_pkg.all;
use work.shell_pkg.all;

entity shabal_parallel_datapath is
  generic (
    DIGEST_BITS : positive -- bits of a digest: 256 or 512
  );
  port (
    clk      : in    std_ulogic;                                 -- clock
    idle     : in    std_ulogic;                                 -- load the initial state
    clear    : in    std_ulogic;                                 -- set the block number to zero
    count    : in    std_ulogic;                                 -- the next cycle is an exchange with a new block
    exchange : in    std_ulogic;                                 -- this cycle is an exchange
    closing  : in    std_ulogic;                                 -- the exchange keeps the block
    active   : in    std_ulogic;                                 -- the state changes in this cycle
    inject   : in    std_ulogic_vector(32 * L_M - 1 downto 0);   -- the block, in an exchange without closing
    digest   : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0) -- last words of B, valid until idle
  );
end entity shabal_parallel_datapath;

architecture rtl of shabal_parallel_datapath is

  subtype a_t is words_t(0 to R - 1);

  subtype block_t is words_t(0 to L_M - 1);

  constant INITIAL : state_t := initial_state(DIGEST_BITS);
  -- Index of the first word of B that belongs to the digest.
  constant FIRST : natural := L_M - DIGEST_BITS / 32;

  -- Returns word I of A with its three words of C added.
  function added (a : a_t; c : block_t; i : natural range 0 to R - 1) return word_t is
  begin
    return own_sum(own_sum(own_sum(c((i + 3) mod L_M), c((i + 15) mod L_M)), c((i + 11) mod L_M)), a(i));
  end function added;

  -- Returns the initial A minus what the first exchange adds.
  function prepared_a return a_t is
    variable result : a_t;
  begin
    for i in 0 to R - 1 loop
      result(i) := INITIAL.a(i) - added((others => (others => '0')), INITIAL.b, i);
    end loop;
    return result;
  end function prepared_a;

  constant RESTING_A : a_t := prepared_a;

  signal a      : a_t;
  signal b      : block_t;
  signal c      : block_t;
  signal m      : block_t;
  signal next_m : block_t;               -- M after the exchange
  signal number : unsigned(63 downto 0); -- block number W
  -- The words of a step: the argument of U, the sum of the words of B and M, and the new words of A and B.
  signal inner : word_t;
  signal outer : word_t;
  signal new_a : word_t;
  signal new_b : word_t;

begin

  inner <= a(0) xor v(rotated(a(11), 15)) xor c(8);
  outer <= b(13) xor (b(9) and not b(6)) xor m(0);
  new_a <= u(inner) xor outer;
  new_b <= rotated(b(0), 1) xor not new_a;

  choose_block : process (all) is
  begin
    for i in 0 to L_M - 1 loop
      next_m(i) <= unsigned(swap_bytes(inject(511 - 32 * i downto 480 - 32 * i)));
      if closing = '1' then
        next_m(i) <= m(i);
      end if;
    end loop;
  end process choose_block;

  output_digest : for i in FIRST to L_M - 1 generate
    digest(DIGEST_BITS - 1 - 32 * (i - FIRST) downto DIGEST_BITS - 32 - 32 * (i - FIRST)) <= swap_bytes(std_ulogic_vector(b(i)));
  end generate output_digest;

  number_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        number <= (others => '0');
      elsif count = '1' then
        number <= number + 1;
      end if;
    end if;
  end process number_reg;

  a_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if idle = '1' then
        a <= RESTING_A;
      elsif active = '1' then
        a(0 to 10) <= a(1 to 11);
        a(11)      <= new_a;
        if exchange = '1' then
          for i in 2 to 11 loop
            a(i) <= added(a, c, i);
          end loop;
          a(0) <= added(a, c, 0) xor number(31 downto 0);
          a(1) <= added(a, c, 1) xor number(63 downto 32);
        end if;
      end if;
    end if;
  end process a_reg;

  b_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if idle = '1' then
        b <= INITIAL.c;
      elsif active = '1' then
        b(0 to 14) <= b(1 to 15);
        b(15)      <= new_b;
        if exchange = '1' then
          for i in 0 to L_M - 1 loop
            b(i) <= rotated(own_sum(own_difference(c(i), m(i)), next_m(i)), 17);
          end loop;
        end if;
      end if;
    end if;
  end process b_reg;

  c_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if idle = '1' then
        c <= INITIAL.b;
      elsif active = '1' then
        c(1 to 15) <= c(0 to 14);
        c(0)       <= c(15);
        if exchange = '1' then
          c <= b;
        end if;
      end if;
    end if;
  end process c_reg;

  m_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if idle = '1' then
        m <= (others => (others => '0'));
      elsif active = '1' then
        m(0 to 14) <= m(1 to 15);
        m(15)      <= m(0);
        if exchange = '1' then
          m <= next_m;
        end if;
      end if;
    end if;
  end process m_reg;

end architecture rtl;
