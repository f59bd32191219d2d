-- SPDX-License-Identifier: Apache-2.0
-- One round of JH a cycle on a 1024-bit state (paper A, section 4; H. Wu, "The Hash Function JH", 4 and 5).
--
--           +-------------------------------------------------------+
--           v                                                       |
--   +-------------+                      inject, constant           |
--   | substituted |-- L -- add -- P ---------- S -------------------+
--   +-------------+         ^                                       |
--                     +-----------+                                 |
--                     | chained   |<--------------------------------+
--                     +-----------+
--                     block --> kept
--
-- The register is behind S. The half round that ends E_8 is S alone: its result goes to `chained`, from where the next block starts
-- without L. Instead of choosing between them, L's result and chained are added where L's functions have an input to spare, and each is
-- neutral by its reset when the other one counts: L and P of START are H(0), and at rest chained is H(0), too, and cancels it.
-- So the first block of a message, whose chaining value is H(0), takes the same way as all others.
--
-- inject: the block in the cycle of `first`, zero in all others in which a state is taken. `finish`: the half round. Resting: neither
-- a round is done nor a half. clear: chained rests. digest: valid in the cycle behind finish. Latency: one cycle a round.

library ieee;
use ieee.std_logic_1164.all;
use work.jh_pkg.all;

entity jh_highspeed_datapath is
  generic (
    DIGEST_BITS : positive
  );
  port (
    clk     : in    std_ulogic;
    resting : in    std_ulogic;
    first   : in    std_ulogic;
    finish  : in    std_ulogic;
    clear   : in    std_ulogic;
    c       : in    constant_t;
    inject  : in    std_ulogic_vector(511 downto 0);
    digest  : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0)
  );
end entity jh_highspeed_datapath;

architecture rtl of jh_highspeed_datapath is

  constant ZERO    : half_t  := (others => '0');
  constant INITIAL : state_t := initial_value(DIGEST_BITS);
  constant START   : state_t := l_inverse(p_inverse(INITIAL));

  signal offered     : half_t;
  signal kept        : half_t;
  signal kept_end    : std_ulogic_vector(0 to 255);
  signal substituted : state_t;
  signal chained     : state_t;
  signal mixed       : state_t;
  signal next_state  : state_t;

begin

  offered <= inject;

  -- 4.2, 4.3. The third bits of a pair need a sum of their own, and so does what is added to two bits of the even element.
  mix : process (all) is
    variable at_rest : state_t;
    variable blocks  : state_t;
    variable a, b    : element_t;
    variable u, v    : element_t;
    variable m, n    : element_t;
    variable x       : state_t;
  begin
    for i in 0 to 255 loop
      at_rest(i) := chained(i) xor INITIAL(i);
    end loop;
    at_rest := p_inverse(at_rest);
    blocks  := p_inverse(group_bits(ZERO(0 to 255) & offered(256 to 511) & ZERO(0 to 255) & kept_end));
    for i in 0 to 127 loop
      a                 := substituted(2 * i);
      b                 := substituted(2 * i + 1);
      u                 := at_rest(2 * i);
      v                 := at_rest(2 * i + 1);
      m                 := blocks(2 * i);
      n                 := blocks(2 * i + 1);
      x(2 * i + 1)(0) := b(0) xor a(1) xor v(0);
      x(2 * i + 1)(1) := b(1) xor a(2) xor v(1) xor n(1);
      x(2 * i + 1)(2) := b(2) xor a(3) xor a(0) xor v(2);
      x(2 * i + 1)(3) := b(3) xor a(0) xor v(3) xor n(3);
      x(2 * i)(0)     := a(0) xor b(1) xor a(2) xor u(0);
      x(2 * i)(1)     := a(1) xor x(2 * i + 1)(2) xor (v(2) xor u(1) xor m(1));
      x(2 * i)(2)     := (b(0) xor b(3) xor a(0)) xor a(1) xor a(2) xor u(2);
      x(2 * i)(3)     := a(3) xor b(0) xor a(1) xor (u(3) xor m(3));
    end loop;
    mixed <= p(x);
  end process mix;

  substitute : process (all) is
    variable leading  : state_t;
    variable trailing : state_t;
  begin
    leading  := group_bits(offered(0 to 255) & ZERO & ZERO(0 to 255));
    trailing := group_bits(ZERO & (kept(0 to 255) and (0 to 255 => finish)) & ZERO(0 to 255));
    for i in 0 to 255 loop
      next_state(i) <= s(mixed(i), bit_of(c, i), leading(i)(0), trailing(i)(2));
    end loop;
  end process substitute;

  -- The last bits of H(N), ungrouped: those of the second half and the block's.
  output_digest : for i in 0 to 127 generate
    digest(255 - i) <= mixed(2 * i)(3);
    digest(127 - i) <= mixed(2 * i + 1)(3);

    long : if DIGEST_BITS = 512 generate
      digest(511 - i) <= mixed(2 * i)(2);
      digest(383 - i) <= mixed(2 * i + 1)(2);
    end generate long;

  end generate output_digest;

  substituted_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if resting = '1' then
        substituted <= START;
      else
        substituted <= next_state;
      end if;
    end if;
  end process substituted_reg;

  chained_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        chained  <= INITIAL;
        kept_end <= (others => '0');
      elsif finish = '1' then
        chained  <= next_state;
        kept_end <= kept(256 to 511);
      end if;
    end if;
  end process chained_reg;

  kept_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if first = '1' then
        kept <= offered;
      end if;
    end if;
  end process kept_reg;

end architecture rtl;
