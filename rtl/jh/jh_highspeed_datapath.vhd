-- SPDX-License-Identifier: Apache-2.0
-- The datapath of JH: one round in each clock cycle on a state of 1024 bits.
-- Source: paper A, section 4; H. Wu, "The Hash Function JH", sections 4 and 5.
--
--          +---------------------------------------------------------------+
--          v                                                               |
--   +-------------+                            constant, block             |
--   | substituted |--> L --> XOR --> P ---------------> S -----------------+  full rounds
--   +-------------+           ^                                            |
--                        +---------+                                       |
--                        | chained |<--------------------------------------+  half round
--                        +---------+
--
-- The register of the rounds, `substituted`, comes after S. E_8 ends with a half round, which is S alone. Its result is stored in
-- the register `chained`. The first round of the next block starts from there, after L.
--
-- No multiplexer selects one of the two registers. Both are XORed, because the LUT4s of L have an input to spare. The register that
-- is not in use holds its reset value, which does not change the sum:
-- - `chained` is reset to H(0), the initial value, and H(0) is XORed to the register's output.
-- - `substituted` is reset to START, the state that L and P transform into H(0). It cancels that H(0).
--
-- With both registers reset the sum is H(0). So the first block of a message needs no logic of its own.
--
-- JH XORs a block to the first half of the state before E_8 and to the second half after it. The register `kept` stores the block
-- for the second time. The block enters where a LUT4 has an input to spare:
--
--           late elements                    other elements
--   bit 0   before S                         after L, masked
--   bit 1   after L, masked                  after L
--   bit 2   after L                          after S in the half round
--   bit 3   after L, masked                  after L
--
-- Late elements are those that L computes with a depth of two LUT4s. S of them has a depth of two LUT4s, S of the others of three.
-- The block must not change the state in the other steps. Where the LUT4 has an input for a mask, the mask is `first` (or `later`)
-- for the XOR before E_8 and `chained_valid` for the one after it. Where it has none, a register is zero in steps 1 to 35:
-- words 0, 1, 6 and 7 of `inject`, and `kept_end`, a copy of half of the bits of `kept`. Words 2 to 5 of `inject` may have any
-- value then.
--
-- Latency: one cycle for each round, 36 cycles for a block.

library ieee;
use ieee.std_logic_1164.all;
use work.jh_pkg.all;

entity jh_highspeed_datapath is
  generic (
    DIGEST_BITS : positive -- bits of the digest: 256 or 512
  );
  port (
    clk     : in    std_ulogic;                                 -- core clock
    resting : in    std_ulogic;                                 -- no full round runs: reset `substituted` to START
    first   : in    std_ulogic;                                 -- step 0 of a block: store the block for its second use
    later   : in    std_ulogic;                                 -- not first: a second register, for fewer loads
    finish  : in    std_ulogic;                                 -- step 35: store the result of the half round as chaining value
    clear   : in    std_ulogic;                                 -- reset the chaining value to H(0)
    c       : in    constant_t;                                 -- round constant of the current step
    inject  : in    std_ulogic_vector(511 downto 0);            -- step 0: block, first word most significant; else: see above
    digest  : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0) -- first byte most significant; valid in the cycle after finish
  );
end entity jh_highspeed_datapath;

architecture rtl of jh_highspeed_datapath is

  constant ZERO    : half_t  := (others => '0');
  constant INITIAL : state_t := initial_value(DIGEST_BITS);
  constant START   : state_t := l_inverse(p_inverse(INITIAL)); -- L and P transform START into INITIAL

  -- Marks the late elements, at the positions to which P moves them: the even elements of L.
  function late_elements return std_ulogic_vector is
    variable marks  : state_t;
    variable result : std_ulogic_vector(0 to 255);
  begin
    for i in 0 to 127 loop
      marks(2 * i)     := "1111";
      marks(2 * i + 1) := "0000";
    end loop;
    marks := p(marks);
    for i in 0 to 255 loop
      result(i) := marks(i)(0);
    end loop;
    return result;
  end function late_elements;

  constant LATE : std_ulogic_vector(0 to 255) := late_elements;

  signal offered : half_t; -- inject with ascending index
  signal kept    : half_t; -- the block, for its second use
  -- One bit of the block for each element, while the hash value is in `chained`: bit 2 of late elements, bit 3 of the others.
  signal kept_end      : std_ulogic_vector(0 to 255);
  signal chained_valid : std_ulogic; -- `chained` holds the hash value
  signal injected      : state_t;    -- inject at the bits 0 and 1 to which it is XORed before E_8
  signal kept_state    : state_t;    -- the block at the bits 2 and 3 to which it is XORed after E_8
  signal substituted   : state_t;    -- register after S: state of the full rounds
  signal chained       : state_t;    -- register after S: result of the half round
  signal mixed         : state_t;    -- input of S: state after L, XOR and P
  signal next_state    : state_t;    -- output of S

begin

  offered    <= inject;
  injected   <= group_bits(offered & ZERO);
  kept_state <= group_bits(ZERO & kept);

  -- L and P (4.2, 4.3), with the XOR of the chaining value and of the blocks. The operands are grouped into LUT4s by hand. Three bits
  -- of the even element have more than four operands; each of these needs one more LUT4 for a partial sum.
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
    blocks  := injected;
    for i in 0 to 255 loop
      if LATE(i) = '1' then
        blocks(i)(1) := injected(i)(1) and first;
        blocks(i)(2) := kept_end(i);
        blocks(i)(3) := kept_state(i)(3) and chained_valid;
      else
        blocks(i)(0) := injected(i)(0) and not later;
        blocks(i)(3) := kept_end(i);
      end if;
    end loop;
    blocks := p_inverse(blocks);
    for i in 0 to 127 loop
      a                 := substituted(2 * i);
      b                 := substituted(2 * i + 1);
      u                 := at_rest(2 * i);
      v                 := at_rest(2 * i + 1);
      m                 := blocks(2 * i);
      n                 := blocks(2 * i + 1);
      x(2 * i + 1)(0) := (b(0) xor v(0) xor n(0)) xor a(1);
      x(2 * i + 1)(1) := b(1) xor a(2) xor v(1) xor n(1);
      x(2 * i + 1)(2) := b(2) xor a(3) xor a(0) xor v(2);
      x(2 * i + 1)(3) := b(3) xor a(0) xor v(3) xor n(3);
      x(2 * i)(0)     := a(0) xor b(1) xor a(2) xor u(0);
      x(2 * i)(1)     := (a(1) xor b(2) xor a(3) xor a(0)) xor u(1) xor m(1);
      x(2 * i)(2)     := ((b(0) xor b(3)) xor (a(0) xor m(2))) xor a(1) xor a(2) xor u(2);
      x(2 * i)(3)     := a(3) xor b(0) xor a(1) xor (u(3) xor m(3));
    end loop;
    mixed <= p(x);
  end process mix;

  substitute : process (all) is
  begin
    for i in 0 to 255 loop
      if LATE(i) = '1' then
        next_state(i) <= s_two_levels(mixed(i), bit_of(c, i), injected(i)(0));
      else
        next_state(i) <= s(mixed(i), bit_of(c, i), kept_state(i)(2) and finish);
      end if;
    end loop;
  end process substitute;

  -- The digest is the last DIGEST_BITS bits of H(N). After grouping (4.5) these are bit 3 of all elements; for 512 bits also bit 2.
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
        chained       <= INITIAL;
        chained_valid <= '0';
        kept_end      <= (others => '0');
      elsif finish = '1' then
        chained       <= next_state;
        chained_valid <= '1';
        for i in 0 to 255 loop
          if LATE(i) = '1' then
            kept_end(i) <= kept_state(i)(2);
          else
            kept_end(i) <= kept_state(i)(3);
          end if;
        end loop;
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
