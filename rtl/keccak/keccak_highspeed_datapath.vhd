-- SPDX-License-Identifier: Apache-2.0
-- UNROLL rounds of Keccak-f[1600] a cycle on a 1600-bit state (paper A, section 4; paper D, cases I and III; FIPS 202, section 3).
--
--               +-----------------------------------------------------+
--               v                                                     |
--   +-------+  theta -> rho -> pi -> chi -> xor iota -> xor inject ---+--> digest     (up to iota UNROLL times)
--   | state |->|  ^
--   +-------+     +-- last_inject
--       ^ clear
--
-- The message is added behind the last round of the block before it, where a four-input function has an input to spare. A cleared
-- state is a fixed point of the round without its constant, so the first block of a message takes the same way as all others.
-- The last lane of a block comes one cycle later, in front of theta; theta's sums of the bottom row have room for it.
--
-- RATE and DIGEST_BITS in bits; inject: all lanes of a block but the last, first lane in the most significant bits. The digest
-- is that of the next state (kept: the same a cycle later) and is taken when inject is zero: looking at it in front of inject
-- would cost one more function a bit. iota: 64 bits a round. Latency: one cycle for UNROLL rounds.

library ieee;
use ieee.std_logic_1164.all;
use work.keccak_pkg.all;
use work.shell_pkg.all;

entity keccak_highspeed_datapath is
  generic (
    RATE        : positive;
    DIGEST_BITS : positive;
    UNROLL      : positive
  );
  port (
    clk         : in    std_ulogic;
    advance     : in    std_ulogic;
    clear       : in    std_ulogic;
    iota        : in    std_ulogic_vector(64 * UNROLL - 1 downto 0);
    inject      : in    std_ulogic_vector(RATE - 65 downto 0);
    last_inject : in    std_ulogic_vector(63 downto 0);
    digest      : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0);
    kept        : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0)
  );
end entity keccak_highspeed_datapath;

architecture rtl of keccak_highspeed_datapath is

  constant LAST_LANE : natural := RATE / 64 - 1;

  signal state      : state_t;
  signal next_state : state_t;

begin

  permute : process (all) is
    variable a : state_t;
  begin
    a    := chi(pi(rho(theta(state, swap_bytes(last_inject), LAST_LANE))));
    a(0) := a(0) xor iota(64 * UNROLL - 1 downto 64 * UNROLL - 64);
    for r in 1 to UNROLL - 1 loop
      a    := chi(pi(rho(theta(a, (others => '0'), LAST_LANE))));
      a(0) := a(0) xor iota(64 * (UNROLL - r) - 1 downto 64 * (UNROLL - r - 1));
    end loop;
    for i in 0 to LAST_LANE - 1 loop
      a(i) := a(i) xor swap_bytes(inject(RATE - 64 * i - 65 downto RATE - 64 * i - 128));
    end loop;
    next_state <= a;
  end process permute;

  output_digest : for i in 0 to DIGEST_BITS / 64 - 1 generate
    digest(DIGEST_BITS - 64 * i - 1 downto DIGEST_BITS - 64 * i - 64) <= swap_bytes(next_state(i));
    kept(DIGEST_BITS - 64 * i - 1 downto DIGEST_BITS - 64 * i - 64)   <= swap_bytes(state(i));
  end generate output_digest;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        state <= (others => (others => '0'));
      elsif advance = '1' then
        state <= next_state;
      end if;
    end if;
  end process state_reg;

end architecture rtl;
