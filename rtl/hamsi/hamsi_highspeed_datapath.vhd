-- SPDX-License-Identifier: Apache-2.0
-- One round of Hamsi a cycle (paper A, section 4; O. Kucuk, "The Hash Function Hamsi", 2.2 and 2.3).
--
--                       +--------+                     m_0, m_1
--   +-> substituted --->| diffuse|--(+)--> mixed --------- concatenate ---> S ---+
--   |                   +--------+   ^       +-- truncate --^  |                 |
--   |                              chained <--- chaining <-----+                 |
--   +----------------------------------------------------------------------------+
--
-- The register is behind S. The chaining value is added where diffusion has an input to spare; it is zero by reset in all cycles but those
-- of `joining`, in which the sum is the new chaining value and takes its place in the state, as the message does. What P_f
-- adds to the constants of P is added to both there: to the message before it comes, and to the chaining value here, which keeps it. The
-- last block of a message adds it a second time and so takes it out of the digest.
--
-- moving: the register takes a round. boundary: the first round of a block. chain: joining in the next cycle. idle: the initial value is
-- restored; substituted is zero. digest: valid while joining behind the last round. Latency: one cycle a round.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.hamsi_pkg.all;

entity hamsi_highspeed_datapath is
  generic (
    DIGEST_BITS : positive
  );
  port (
    clk         : in    std_ulogic;
    idle        : in    std_ulogic;
    moving      : in    std_ulogic;
    boundary    : in    std_ulogic;
    joining     : in    std_ulogic;
    chain       : in    std_ulogic;
    is_final    : in    std_ulogic;
    round_index : in    unsigned(3 downto 0);
    m_0         : in    words_t(0 to DIGEST_BITS / 32 - 1);
    m_1         : in    words_t(0 to DIGEST_BITS / 32 - 1);
    digest      : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0)
  );
end entity hamsi_highspeed_datapath;

architecture rtl of hamsi_highspeed_datapath is

  constant WIDTH   : positive := columns(DIGEST_BITS);
  constant WORDS   : positive := 2 * WIDTH;
  constant INITIAL : words_t  := initial_value(DIGEST_BITS);

  signal substituted : words_t(0 to 2 * WORDS - 1);
  signal mixed       : words_t(0 to 2 * WORDS - 1);
  signal state       : words_t(0 to 2 * WORDS - 1);
  signal value       : words_t(0 to WORDS - 1);
  signal chaining    : words_t(0 to WORDS - 1);
  signal chained     : words_t(0 to WORDS - 1);

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

  -- The digest's first word is on its way to the port and does without the choice.
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
