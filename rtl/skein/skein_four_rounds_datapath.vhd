-- SPDX-License-Identifier: Apache-2.0
-- The datapath of Skein with four rounds of Threefish in each clock cycle, and UBI, the chaining of blocks.
-- Source: Skein specification, sections 3.3 and 3.4.
--
--   +-------+            subkey
--   | state |--+           |
--   +-------+  v           v
--             XOR -----> ADD --+--> four rounds --> state
--              ^               |
--   message ---+               +--> XOR --> chain
--                                    ^
--                                  block
--
-- `state` is zero in step 0, in which the block enters, and `message` is zero in all other steps, so an XOR replaces a multiplexer.
-- Two words of the tweak are added to the block one cycle before (see skein_four_rounds_subkeys). Steps alternate between the
-- rotations of rounds 0 to 3 and 4 to 7.
--
-- In step 18, chain is the new chaining value. After the output transformation it is the digest.
-- Latency: 19 cycles for a block.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.shell_pkg.all;
use work.skein_pkg.all;

entity skein_four_rounds_datapath is
  generic (
    N_W : positive -- words of the state: 4 or 8
  );
  port (
    clk       : in    std_ulogic;                               -- core clock
    advance   : in    std_ulogic;                               -- the step is completed in this cycle
    resting   : in    std_ulogic;                               -- set the chaining value to the initial value
    beginning : in    std_ulogic;                               -- step 0 of a block
    ending    : in    std_ulogic;                               -- step 18 of a block
    absorb    : in    std_ulogic;                               -- the next block is taken in this cycle
    step      : in    unsigned(4 downto 0);                     -- number of the step, 0 .. 18
    phase     : in    std_ulogic_vector(0 to 2);                -- one-hot: step modulo 3
    position  : in    word_t;                                   -- tweak: position in bytes; valid from step 18 before the block
    flag_bits : in    flags_t;                                  -- tweak: flags; valid from step 18 before the block
    arriving  : in    std_ulogic_vector(64 * N_W - 1 downto 0); -- next block in the cycle of absorb, first word most significant
    entering  : in    std_ulogic_vector(64 * N_W - 1 downto 0); -- block in step 0, otherwise zero
    held      : in    std_ulogic_vector(64 * N_W - 1 downto 0); -- block from step 0 on; zero in the output transformation
    digest    : out   std_ulogic_vector(64 * N_W - 1 downto 0); -- chaining value in step 18; at the end: the digest
    kept      : out   std_ulogic_vector(64 * N_W - 1 downto 0)  -- the same value, in registers, in the cycle after step 18
  );
end entity skein_four_rounds_datapath;

architecture rtl of skein_four_rounds_datapath is

  -- Returns the words of a block, in the byte order of the specification.
  function words_of (block_bits : std_ulogic_vector(64 * N_W - 1 downto 0)) return words_t is
    variable words : words_t(0 to N_W - 1);
  begin
    for i in words'range loop
      words(i) := unsigned(swap_bytes(block_bits(64 * (N_W - i) - 1 downto 64 * (N_W - i - 1))));
    end loop;
    return words;
  end function words_of;

  signal state   : words_t(0 to N_W - 1); -- register: state of the rounds, zero in step 0
  signal current : words_t(0 to N_W - 1); -- the block
  signal coming  : words_t(0 to N_W - 1); -- the next block
  signal with_t0 : word_t;                -- register: word N_W-3 of the block plus t_0, zero except in step 0
  signal with_t1 : flags_t;               -- register: upper bits of word N_W-2 of the block plus t_1, zero except in step 0
  signal message : words_t(0 to N_W - 1); -- block with tweak, zero except in step 0
  signal subkey  : words_t(0 to N_W - 1);
  signal keyed   : words_t(0 to N_W - 1); -- state plus subkey
  signal chain   : words_t(0 to N_W - 1); -- new chaining value; valid in step 18
  signal key     : words_t(0 to N_W - 1); -- register: words of the key

begin

  current <= words_of(held);
  coming  <= words_of(arriving);

  subkeys : entity work.skein_four_rounds_subkeys
    generic map (
      N_W => N_W
    )
    port map (
      clk       => clk,
      advance   => advance,
      resting   => resting,
      load      => ending,
      beginning => beginning,
      step      => step,
      phase     => phase,
      position  => position,
      flag_bits => flag_bits,
      chain     => chain,
      key       => key,
      subkey    => subkey
    );

  add_tweak : process (all) is
  begin
    message                         <= words_of(entering);
    message(N_W - 3)                <= with_t0;
    message(N_W - 2)(flags_t'range) <= with_t1;
  end process add_tweak;

  add_subkey : for i in 0 to N_W - 1 generate
    keyed(i) <= own_sum(state(i) xor message(i), subkey(i));
    chain(i) <= keyed(i) xor current(i);

    digest(64 * (N_W - i) - 1 downto 64 * (N_W - i - 1)) <= swap_bytes(std_ulogic_vector(chain(i)));
    kept(64 * (N_W - i) - 1 downto 64 * (N_W - i - 1))   <= swap_bytes(std_ulogic_vector(key(i)));
  end generate add_subkey;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if ending = '1' and advance = '1' then
        state <= (others => (others => '0'));
      elsif advance = '1' then
        state <= four_rounds_of(keyed, step(0));
      end if;
    end if;
  end process state_reg;

  tweak_reg : process (clk) is
  begin
    if rising_edge(clk) then
      with_t0 <= (others => '0');
      with_t1 <= (others => '0');
      if ending = '1' and advance = '1' then
        with_t0 <= (coming(N_W - 3) and (word_t'range => absorb)) + position;
        with_t1 <= (coming(N_W - 2)(flags_t'range) and (flags_t'range => absorb)) + flag_bits;
      end if;
    end if;
  end process tweak_reg;

end architecture rtl;
