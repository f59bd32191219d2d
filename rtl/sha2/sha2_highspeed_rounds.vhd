-- SPDX-License-Identifier: Apache-2.0
-- The rounds of SHA-2, one a cycle, with additions rescheduled so that no path has more than two in a row.
--
--                      w                                          feed_t
--                      v                                             v
--   sum_e + K --> [hk] + --+-- + sum_a --> [to_e]        +---------- + --> [to_a]
--                          +--------------------|--------+              |
--   Sigma1(e) + Ch(e, f, g) ----------------+-- + --> [e]               |
--                                           +-------------------------- + --> [t1] + (Sigma0(a) + Maj(a, b, c)) --> [a]
--   e + feed_e --> [sum_e]        a + feed_a --> [sum_a]
--
-- Every sum is computed before the round that needs it, and a is one round later than e. Slot t is the cycle in which W_t is
-- available. With E_t and A_t for the variables e and a before round t of FIPS 180-4, the registers hold in slot t:
--   to_e = D + H + K + W of round t-1       e = E_(t-1)   f = E_(t-2)   g = E_(t-3)
--   to_a = H + K + W of round t-1           a = A_(t-2)   b = A_(t-3)   c = A_(t-4)
--   t1 = T1 of round t-2
-- hk is made from H = sum_e = E_(t-2); the D of to_e is sum_a = A_(t-3).
--
-- The end of a block takes no additional slot. Words of the chaining value are added in sums that exist anyway: H7 .. H5 in
-- sum_e, H3 .. H1 in sum_a, H4 in sum_a and from there in to_e of the last round, H0 in to_a. The last rounds still need the
-- values of e and a before this addition. Therefore f and b have two registers each: f_raw and b_raw hold the values without the
-- addition; f_sum and b_sum hold the values with it and replace them for one slot. One register of each pair is always zero.
--
-- Source: FIPS 180-4, sections 6.2.2 and 6.4.2, step 3; rescheduled in the manner of paper A, section 4.
-- Widths: words of WORD_BITS bits, 32 or 64.
-- Latency: one slot a round.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha2_pkg.all;

entity sha2_highspeed_rounds is
  generic (
    WORD_BITS : positive -- bits of a word: 32 or 64
  );
  port (
    clk           : in    std_ulogic;                       -- clock
    advance       : in    std_ulogic;                       -- step to the next slot
    start         : in    std_ulogic;                       -- load the initial state; slot 0 of a message follows
    boundary      : in    std_ulogic_vector(0 to 5);        -- one-hot: slots around the end of a block, see control
    constant_word : in    unsigned(WORD_BITS - 1 downto 0); -- round constant K
    schedule_word : in    unsigned(WORD_BITS - 1 downto 0); -- word W of the message schedule
    feed_t        : in    unsigned(WORD_BITS - 1 downto 0); -- word of the chaining value added to the sum from which a is made
    feed_a        : in    unsigned(WORD_BITS - 1 downto 0); -- word of the chaining value added to a
    feed_e        : in    unsigned(WORD_BITS - 1 downto 0); -- word of the chaining value added to e
    a             : out   unsigned(WORD_BITS - 1 downto 0); -- round variable a; in slot 2 after the last block: H0 of the digest
    sum_a         : out   unsigned(WORD_BITS - 1 downto 0); -- a + feed_a of the previous slot
    sum_e         : out   unsigned(WORD_BITS - 1 downto 0)  -- e + feed_e of the previous slot
  );
end entity sha2_highspeed_rounds;

architecture rtl of sha2_highspeed_rounds is

  subtype word_t is unsigned(WORD_BITS - 1 downto 0);

  constant ZERO : word_t := (others => '0');

  -- Returns word WORD_INDEX of the initial hash value, which has WORD_BITS bits.
  function iv (word_index : natural) return unsigned is
  begin
    return initial_value(word_index, WORD_BITS);
  end function iv;

  signal e           : word_t;
  signal f_raw       : word_t; -- f without a word of the chaining value
  signal f_sum       : word_t; -- f with a word of the chaining value added
  signal g           : word_t;
  signal b_raw       : word_t; -- b without a word of the chaining value
  signal b_sum       : word_t; -- b with a word of the chaining value added
  signal c           : word_t;
  signal t1          : word_t;
  signal hk          : word_t; -- H + K
  signal to_e        : word_t; -- D + H + K + W, added to e_part to give e
  signal to_a        : word_t; -- H + K + W, added to e_part to give t1
  signal hkw         : word_t; -- H + K + W
  signal e_part      : word_t; -- Sigma1(e) + Ch(e, f, g)
  signal a_part      : word_t; -- Sigma0(a) + Maj(a, b, c)
  signal a_sum       : word_t;
  signal next_a      : word_t;
  signal next_sum_a  : word_t;
  signal next_sum_e  : word_t;
  signal clear_f_raw : std_ulogic;
  signal clear_f_sum : std_ulogic;
  signal clear_b_raw : std_ulogic;
  signal clear_b_sum : std_ulogic;

begin

  hkw        <= hk + schedule_word;
  e_part     <= big_sigma_1(e) + ch(e, f_raw or f_sum, g);
  a_part     <= big_sigma_0(a) + maj(a, b_raw or b_sum, c);
  a_sum      <= t1 + a_part;
  next_sum_a <= a + feed_a;
  next_sum_e <= e + feed_e;

  -- Bit 0 is computed a second time, so that a_sum is not used as a whole. Otherwise synthesis would merge both additions into
  -- carry-save adders, which take more logic.
  next_a <= a_sum(WORD_BITS - 1 downto 1) & (t1(0) xor a_part(0));

  -- Separate clear signals, so that synthesis uses the synchronous reset of each register instead of a multiplexer.
  clear_f_raw <= start or (advance and boundary(3));
  clear_f_sum <= advance and not boundary(3);
  clear_b_raw <= start or (advance and boundary(4));
  clear_b_sum <= advance and not boundary(4);

  ahead_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        hk   <= iv(7) + round_constant(0, WORD_BITS);
        to_e <= iv(4) - big_sigma_1(iv(5));
        to_a <= iv(0) - big_sigma_1(iv(5)) - big_sigma_0(iv(1)) - maj(iv(1), iv(2), ZERO);
      elsif advance = '1' then
        hk   <= sum_e + constant_word;
        to_e <= hkw + sum_a;
        to_a <= hkw + feed_t;
      end if;
    end if;
  end process ahead_reg;

  e_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        e     <= iv(5);
        g     <= ZERO;
        sum_e <= iv(6);
      elsif advance = '1' then
        e     <= e_part + to_e;
        sum_e <= next_sum_e;
        g     <= sum_e;
        if boundary(2) = '1' then
          g <= f_raw;
        end if;
      end if;
      if clear_f_raw = '1' then
        f_raw <= ZERO;
      elsif advance = '1' then
        f_raw <= e;
      end if;
      if clear_f_sum = '1' then
        f_sum <= ZERO;
      elsif advance = '1' then
        f_sum <= next_sum_e;
      end if;
    end if;
  end process e_reg;

  a_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        t1    <= iv(1) - big_sigma_0(iv(2));
        a     <= iv(2);
        c     <= ZERO;
        sum_a <= iv(3);
      elsif advance = '1' then
        t1    <= e_part + to_a;
        a     <= next_a;
        sum_a <= next_sum_a;
        c     <= sum_a;
        if boundary(2 to 3) /= "00" then
          c <= b_raw;
        end if;
      end if;
      if clear_b_raw = '1' then
        b_raw <= ZERO;
      elsif advance = '1' then
        b_raw <= a;
      end if;
      if clear_b_sum = '1' then
        b_sum <= ZERO;
      elsif advance = '1' then
        b_sum <= next_sum_a;
      end if;
    end if;
  end process a_reg;

end architecture rtl;
