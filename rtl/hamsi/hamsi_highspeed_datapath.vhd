-- SPDX-License-Identifier: Apache-2.0
-- The datapath of Hamsi: one round in each clock cycle.
-- Source: paper A, section 4; O. Kucuk, "The Hash Function Hamsi", sections 2.2 and 2.3.
--
--                       +---------+                      m_0, m_1
--   +-> substituted --->| diffuse |--> XOR --> mixed ------> concatenate ------> S ---+
--   |   (register)      +---------+     ^        |              ^  |                  |
--   |                                chained     +-> truncate --+  +--> chaining      |
--   |                                   ^                                  |          |
--   |                                   +----------------------------------+          |
--   +---------------------------------------------------------------------------------+
--
-- The state register `substituted` comes after S. While `joining` is '0', concatenate passes `mixed` on. While `joining` is '1', it
-- builds the first state of a block from the expanded message (m_0 XOR m_1) and the new chaining value.
--
-- The new chaining value is the old one XOR the truncated state. The old one is XORed after diffusion, where LUT4s have an input to
-- spare. For this the register `chained` holds the chaining value while `joining` is '1', and zero otherwise.
--
-- P_f, the permutation of the last block, has other constants than P. S contains the constants of P. In the last block the
-- difference of the two sets is XORed to the state in each round: in the places of the message by the expansion, in the places of
-- the chaining value here. The register `chaining` stores the chaining value with this difference. The digest gets the difference
-- once more, which removes it.
--
-- Widths: a state of 512 or 1024 bits; a chaining value and an expanded message of DIGEST_BITS bits.
-- Latency: one cycle for each round.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.hamsi_pkg.all;

entity hamsi_highspeed_datapath is
  generic (
    DIGEST_BITS : positive -- bits of the digest: 256 or 512
  );
  port (
    clk         : in    std_ulogic;                                 -- core clock
    idle        : in    std_ulogic;                                 -- restore the initial value; reset `substituted` to zero
    moving      : in    std_ulogic;                                 -- a round runs: store its result
    boundary    : in    std_ulogic;                                 -- round 0 of a block: store the chaining value
    joining     : in    std_ulogic;                                 -- build the state from message and chaining value
    chain       : in    std_ulogic;                                 -- joining is '1' in the next cycle
    is_final    : in    std_ulogic;                                 -- the block is the last one of its message: P_f
    round_index : in    unsigned(3 downto 0);                       -- number of the round, XORed to a word of the state
    m_0         : in    words_t(0 to DIGEST_BITS / 32 - 1);         -- first operand of the expanded message
    m_1         : in    words_t(0 to DIGEST_BITS / 32 - 1);         -- second operand of the expanded message
    digest      : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0) -- valid while joining after the last round
  );
end entity hamsi_highspeed_datapath;

architecture rtl of hamsi_highspeed_datapath is

  constant WIDTH   : positive := columns(DIGEST_BITS); -- words in a row of the state
  constant WORDS   : positive := 2 * WIDTH;            -- words of the chaining value
  constant INITIAL : words_t  := initial_value(DIGEST_BITS);

  signal substituted : words_t(0 to 2 * WORDS - 1); -- register after S: the state
  signal mixed       : words_t(0 to 2 * WORDS - 1); -- state after diffusion, XOR chained
  signal state       : words_t(0 to 2 * WORDS - 1); -- state before S
  signal value       : words_t(0 to WORDS - 1);     -- new chaining value, in the order of truncation
  signal chaining    : words_t(0 to WORDS - 1);     -- register: the chaining value
  signal chained     : words_t(0 to WORDS - 1);     -- register: chaining while joining, otherwise zero

begin

  diffusion : process (all) is
    variable result : words_t(0 to 2 * WORDS - 1);
  begin
    result := diffuse(substituted);
    for j in 0 to WIDTH - 1 loop
      result(j)             := result(j) xor chained(j);
      result(2 * WIDTH + j) := result(2 * WIDTH + j) xor chained(WIDTH + j);
    end loop;
    mixed <= result;
  end process diffusion;

  value <= truncate(mixed);

  concatenate : process (all) is
    variable place : natural;
    variable extra : word_t;
  begin
    for i in 0 to WORDS - 1 loop
      place := place_of_message(i, WIDTH);
      extra := m_1(i);
      if place = 1 then
        extra(3 downto 0) := extra(3 downto 0) xor std_ulogic_vector(round_index);
      end if;
      state(place) <= (mixed(place) and (31 downto 0 => not joining)) xor m_0(i) xor extra;
      place        := place_of_chaining(i, WIDTH);
      state(place) <= ((mixed(place) and (31 downto 0 => not joining)) or (value(i) and (31 downto 0 => joining))) xor
                      mask(alpha_change(place, WIDTH), is_final);
    end loop;
  end process concatenate;

  -- The first word of the digest goes directly to the output port. It is taken before the multiplexer of `concatenate`, so that its
  -- path is short. While the digest is valid, both have the same value.
  output_digest : for i in 0 to WORDS - 1 generate
    constant PLACE : natural := place_of_chaining(i, WIDTH);
  begin
    digest(DIGEST_BITS - 1 - 32 * i downto DIGEST_BITS - 32 - 32 * i) <= value(i) xor alpha_change(PLACE, WIDTH) when i < WIDTH / 4 else
                                                                         state(PLACE);
  end generate output_digest;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if idle = '1' then
        substituted <= (others => (others => '0'));
      elsif moving = '1' then
        substituted <= substitute(state);
      end if;
    end if;
  end process state_reg;

  chaining_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if idle = '1' then
        chaining <= INITIAL;
      elsif boundary = '1' then
        for i in 0 to WORDS - 1 loop
          chaining(i) <= state(place_of_chaining(i, WIDTH));
        end loop;
      end if;
      chained <= (others => (others => '0'));
      if chain = '1' then
        chained <= chaining;
      end if;
    end if;
  end process chaining_reg;

end architecture rtl;
