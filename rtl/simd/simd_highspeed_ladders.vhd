-- SPDX-License-Identifier: Apache-2.0
-- SIMD's N Feistel ladders, four steps a cycle, and the chaining value (paper A, section 4 and Table 1).
--
--   +---------+     w
--   | ladders |---> four steps --+--> chain, digest
--   +---------+                  |
--        ^                       v
--        +-------------------- (xor) <-- message, zero but in the cycle of the feed-forward
--
-- A step is D + w + phi(A, B, C), rotated, and the rotated A of another ladder. Which ladder that is, the amount of the rotations and
-- whether phi is MAJ are signals: two functions of four inputs choose among four rotations, and exchanging neighbours takes one function
-- for each bit of their distance.
--
-- The next block is added behind the feed-forward's steps, where a block's first step finds it. The ladders rest in a state that these
-- steps lead to the initial value, so that the first block of a message takes the same way.
--
-- step_ladders: the steps are taken. feeding: they are those of the feed-forward. rest: to the resting state. w: words of four steps. held:
-- the next block; it is kept by take_block and let go by drop_block. digest: behind the feed-forward's steps, in the order of the stream.
-- N: 4 or 8. Latency: nine cycles a block.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.shell_pkg.all;
use work.simd_pkg.all;

entity simd_highspeed_ladders is
  generic (
    N : positive
  );
  port (
    clk          : in    std_ulogic;
    step_ladders : in    std_ulogic;
    feeding      : in    std_ulogic;
    rest         : in    std_ulogic;
    take_block   : in    std_ulogic;
    drop_block   : in    std_ulogic;
    rotation     : in    std_ulogic_vector(0 to 2);
    majority     : in    std_ulogic;
    distances    : in    std_ulogic_vector(0 to 11);
    w            : in    words_t(0 to 4 * N - 1);
    held         : in    std_ulogic_vector(128 * N - 1 downto 0);
    chain        : out   words_t(0 to 4 * N - 1);
    digest       : out   std_ulogic_vector(64 * N - 1 downto 0)
  );
end entity simd_highspeed_ladders;

architecture rtl of simd_highspeed_ladders is

  constant RESTING       : words_t(0 to 4 * N - 1) := resting_value(N);
  constant DISTANCE_BITS : positive                := 1 + N / 4;

  signal ladders : words_t(0 to 4 * N - 1);
  signal stepped : words_t(0 to 4 * N - 1);
  signal message : words_t(0 to 4 * N - 1);

begin

  four_steps : process (all) is
    variable v         : words_t(0 to 4 * N - 1);
    variable turned    : words_t(0 to N - 1);
    variable exchanged : words_t(0 to N - 1);
    variable before    : words_t(0 to N - 1);
    variable sum       : word_t;
  begin
    v := ladders;
    for slot in 0 to 3 loop
      for j in 0 to N - 1 loop
        turned(j) := rotated(v(j), slot, rotation);
      end loop;
      exchanged := turned;
      for k in 0 to DISTANCE_BITS - 1 loop
        before := exchanged;
        if distances(3 * slot + k) = '1' then
          for j in 0 to N - 1 loop
            exchanged(j) := before(j + 2 ** k - 2 ** (k + 1) * ((j / 2 ** k) mod 2));
          end loop;
        end if;
      end loop;
      for j in 0 to N - 1 loop
        sum          := own_sum(own_sum(v(3 * N + j), w(N * slot + j)), phi(v(j), v(N + j), v(2 * N + j), majority));
        v(3 * N + j) := v(2 * N + j);
        v(2 * N + j) := v(N + j);
        v(N + j)     := turned(j);
        v(j)         := own_sum(rotated(sum, slot + 1, rotation), exchanged(j));
      end loop;
    end loop;
    stepped <= v;
  end process four_steps;

  output_digest : for i in 0 to 2 * N - 1 generate
    digest(64 * N - 32 * i - 1 downto 64 * N - 32 * i - 32) <= swap_bytes(std_ulogic_vector(stepped(i)));
  end generate output_digest;

  ladders_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rest = '1' then
        ladders <= RESTING;
      elsif step_ladders = '1' then
        for i in 0 to 4 * N - 1 loop
          ladders(i) <= stepped(i) xor message(i);
        end loop;
      end if;
    end if;
  end process ladders_reg;

  chain_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rest = '1' then
        chain <= (others => (others => '0'));
      elsif step_ladders = '1' and feeding = '1' then
        chain <= stepped;
      end if;
    end if;
  end process chain_reg;

  message_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if drop_block = '1' then
        message <= (others => (others => '0'));
      elsif take_block = '1' then
        for i in 0 to 4 * N - 1 loop
          message(i) <= unsigned(swap_bytes(held(128 * N - 32 * i - 1 downto 128 * N - 32 * i - 32)));
        end loop;
      end if;
    end if;
  end process message_reg;

end architecture rtl;
