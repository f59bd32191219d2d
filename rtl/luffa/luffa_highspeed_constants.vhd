-- SPDX-License-Identifier: Apache-2.0
-- The constants of Luffa's steps, in rings of eight registers and without logic.
--
--   busy = '0': load
--   +---> r(0) <-- r(1) <-- ... <-- r(7) <--+
--   |      |        |                |      |
--   |      v        v                v      |
--   |           bits of constants           |
--   +---------------------------------------+
--
-- Each bit of the constants has a sequence of eight values in the eight steps of a round. Bits whose sequences are rotations of each
-- other, or of each other's complements, read the same ring at different positions. There are 19 such classes of sequences, so the
-- rings have at most 152 registers, also for five permutations. A table takes one LUT4 and one register for each bit, and the
-- generator of the specification as many LUT4s. A bit that has the same value in all steps has no register.
-- Source: Luffa, Specification Ver. 2.0, section 4.4.
--
-- Latency: one cycle. c holds the constants of step 0 in the cycle after one in which `busy` is '0'. Each cycle in which `busy` is '1'
-- is followed by the constants of the next step.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.luffa_pkg.all;
use work.shell_pkg.all;

entity luffa_highspeed_constants is
  generic (
    PERMUTATIONS : positive -- number of permutations: 3 or 5
  );
  port (
    clk  : in    std_ulogic;                               -- core clock
    busy : in    std_ulogic;                               -- '1': the next step follows; '0': step 0 follows
    c    : out   spread_constants_t(0 to PERMUTATIONS - 1) -- constants of each permutation, for the current step
  );
end entity luffa_highspeed_constants;

architecture rtl of luffa_highspeed_constants is

  subtype sequence_t is std_ulogic_vector(0 to STEPS - 1);

  -- VALUES as the registers of a ring hold it AMOUNT steps later.
  function turned (values : sequence_t; amount : natural range 0 to STEPS - 1) return sequence_t is
    variable result : sequence_t;
  begin
    for i in values'range loop
      result(i) := values((i + amount) mod STEPS);
    end loop;
    return result;
  end function turned;

  -- Where a sequence is read: the number of the ring, whose registers are loaded with the bits of that number; the position in it; 1 if
  -- the value is complemented. The number is the smallest one that leads to the sequence; 0 if all its values are equal.
  type tap_t is array (0 to 2) of natural;

  function tap_of (values : sequence_t) return tap_t is
    variable result    : tap_t := (2 ** STEPS - 1, 0, 0);
    variable candidate : natural;
    variable inverted  : sequence_t;
  begin
    for complement in 0 to 1 loop
      inverted := values;
      if complement = 1 then
        inverted := not values;
      end if;
      for amount in 0 to STEPS - 1 loop
        candidate := to_integer(unsigned(turned(inverted, amount)));
        if candidate < result(0) then
          result := (candidate, (STEPS - amount) mod STEPS, complement);
        end if;
      end loop;
    end loop;
    return result;
  end function tap_of;

  type table_t is array (0 to STEPS - 1) of spread_constants_t(0 to PERMUTATIONS - 1);

  function all_constants return table_t is
    variable table : table_t;
  begin
    for step in table_t'range loop
      table(step) := spread(step_constants(step, PERMUTATIONS));
    end loop;
    return table;
  end function all_constants;

  constant TABLE : table_t := all_constants;

  -- The sequence of bit B of word K of permutation J.
  function sequence_of (j, k, b : natural) return sequence_t is
    variable result : sequence_t;
  begin
    for step in table_t'range loop
      result(step) := TABLE(step)(j)(k)(b);
    end loop;
    return result;
  end function sequence_of;

  -- For each number: a bit of the constants reads the ring.
  function rings_in_use return std_ulogic_vector is
    variable result : std_ulogic_vector(0 to 2 ** STEPS - 1) := (others => '0');
  begin
    for j in 0 to PERMUTATIONS - 1 loop
      for k in spread_constant_t'range loop
        for b in word_t'range loop
          result(tap_of(sequence_of(j, k, b))(0)) := '1';
        end loop;
      end loop;
    end loop;
    return result;
  end function rings_in_use;

  constant IN_USE : std_ulogic_vector(0 to 2 ** STEPS - 1) := rings_in_use;

  type rings_t is array (natural range <>) of sequence_t;

  signal rings : rings_t(1 to 2 ** (STEPS - 1) - 1); -- the number of a ring is smaller than that of its complement

begin

  each_ring : for number in rings'range generate
    ring_in_use : if IN_USE(number) = '1' generate

      ring_reg : process (clk) is
      begin
        if rising_edge(clk) then
          if busy = '0' then
            rings(number) <= std_ulogic_vector(to_unsigned(number, STEPS));
          else
            rings(number) <= turned(rings(number), 1);
          end if;
        end if;
      end process ring_reg;

    end generate ring_in_use;

    ring_not_in_use : if IN_USE(number) = '0' generate
      rings(number) <= (others => '0');
    end generate ring_not_in_use;

  end generate each_ring;

  each_permutation : for j in 0 to PERMUTATIONS - 1 generate
    each_word : for k in spread_constant_t'range generate
      each_bit : for b in word_t'range generate
        constant TAP : tap_t := tap_of(sequence_of(j, k, b));

        signal value : std_ulogic;
      begin

        constant_bit : if TAP(0) = 0 generate
          value <= '0';
        end generate constant_bit;

        ring_bit : if TAP(0) /= 0 generate
          value <= rings(TAP(0))(TAP(1));
        end generate ring_bit;

        c(j)(k)(b) <= value xor to_bit(TAP(2) = 1);

      end generate each_bit;
    end generate each_word;
  end generate each_permutation;

end architecture rtl;
