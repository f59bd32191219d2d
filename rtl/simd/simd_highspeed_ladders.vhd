-- SPDX-License-Identifier: Apache-2.0
-- SIMD's N Feistel ladders, four steps in each clock cycle, and the chaining value.
-- Source: paper A, section 4 and Table 1.
--
--   +---------+     w
--   | ladders |---> four steps --+--> chain, digest
--   +---------+                  |
--        ^                       v
--        +-------------------- (xor) <-- message, zero except in the cycle of the feed-forward
--
-- A step adds D, w and phi(A, B, C), rotates the sum, and adds the rotated A of another ladder. Three things are inputs: which
-- other ladder that is, the amounts of rotation, and whether phi is MAJ or IF. Two LUT4s a bit select one of four rotations. One
-- LUT4 a bit exchanges ladders for each bit of their distance.
--
-- The next block is XORed after the steps of the feed-forward, because the first step of a block starts with the chaining value XOR
-- the block. The reset value of the ladders is the resting value: the feed-forward with words of zero turns it into the initial
-- value. So the first block of a message needs no multiplexer.
-- Latency: nine cycles for a block.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.shell_pkg.all;
use work.simd_pkg.all;

entity simd_highspeed_ladders is
  generic (
    N : positive -- number of Feistel ladders: 4 or 8
  );
  port (
    clk          : in    std_ulogic;                              -- core clock
    step_ladders : in    std_ulogic;                              -- store the result of four steps
    feeding      : in    std_ulogic;                              -- the steps are the feed-forward: also store the chaining value
    rest         : in    std_ulogic;                              -- set the ladders to the resting value, chain to zero
    take_block   : in    std_ulogic;                              -- store the block on held
    drop_block   : in    std_ulogic;                              -- reset the stored block to zero
    rotation     : in    std_ulogic_vector(0 to 2);               -- selects the amounts of rotation
    majority     : in    std_ulogic;                              -- phi is MAJ, not IF
    distances    : in    std_ulogic_vector(0 to 11);              -- distance of the neighbours: three bits for each step
    w            : in    words_t(0 to 4 * N - 1);                 -- words W of four steps
    held         : in    std_ulogic_vector(128 * N - 1 downto 0); -- the next block, first byte most significant
    chain        : out   words_t(0 to 4 * N - 1);                 -- chaining value: A, B, C, D, N words each
    digest       : out   std_ulogic_vector(64 * N - 1 downto 0)   -- result of the feed-forward; first byte most significant
  );
end entity simd_highspeed_ladders;

architecture rtl of simd_highspeed_ladders is

  constant RESTING       : words_t(0 to 4 * N - 1) := resting_value(N); -- reset value
  constant DISTANCE_BITS : positive                := 1 + N / 4;        -- bits of a neighbour distance

  signal ladders : words_t(0 to 4 * N - 1); -- A, B, C, D, N words each
  signal stepped : words_t(0 to 4 * N - 1); -- ladders after four steps
  signal message : words_t(0 to 4 * N - 1); -- register: the next block, zero except in the cycle of the feed-forward

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
