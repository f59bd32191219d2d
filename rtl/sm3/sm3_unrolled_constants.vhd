-- SPDX-License-Identifier: Apache-2.0
-- The round constants of SM3 for two rounds a cycle: a register that rotates by two bits in each slot.
--
-- Both rounds of a slot have the same number T, because its change is between rounds 15 and 16. So the constant of the second round is the
-- register rotated by one bit. In the slot of rounds 14 and 15, the bits in which the two numbers differ are inverted.
--
-- Source: GB/T 32905-2016, sections 4.2 and 5.3.3. Widths: words of 32 bits. Latency: the outputs are the constants of rounds 0 and 1 in
-- the cycle after `load`.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sm3_pkg.all;

entity sm3_unrolled_constants is
  port (
    clk             : in    std_ulogic; -- clock
    load            : in    std_ulogic; -- load the constant of round 0
    advance         : in    std_ulogic; -- step to the next slot
    change          : in    std_ulogic; -- the slot of rounds 14 and 15
    first_constant  : out   word_t;     -- 32 bits: T_j <<< j of the first round
    second_constant : out   word_t      -- 32 bits: T_j <<< j of the second round
  );
end entity sm3_unrolled_constants;

architecture rtl of sm3_unrolled_constants is

  constant CHANGED_BITS : word_t := rotated_left(round_constant(PARITY_ROUNDS - 2), 2) xor round_constant(PARITY_ROUNDS);

begin

  second_constant <= rotated_left(first_constant, 1);

  word_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if load = '1' then
        first_constant <= round_constant(0);
      elsif advance = '1' then
        first_constant <= rotated_left(first_constant, 2) xor (CHANGED_BITS and (word_t'range => change));
      end if;
    end if;
  end process word_reg;

end architecture rtl;
