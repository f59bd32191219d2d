-- SPDX-License-Identifier: Apache-2.0
-- MixBytes of one column, with the sums that the lightweight cores add to it: message, chaining value and round constants.
-- Source: Groestl specification, sections 3.4.2 and 3.4.5.
--
--   a --> t --> y --> w --> result
--               ^     ^       ^
--           constant spread  chained, constants of rows 0 and 7
--
-- As mix_bytes of groestl_pkg, with the constant of Q in addition: a sum with K in all bytes of y is a sum with 3 K in all bytes of
-- the result, and 3 times 55 is ff (hexadecimal). The LUT4 of y has a free input for it.
--
-- Widths: a column of 8 bytes. Latency: none.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;
use work.groestl_pkg.all;

entity groestl_lightweight_mix is
  port (
    a           : in    column_t;   -- column after SubBytes
    spread      : in    column_t;   -- added to the result; prepared by scatter
    chained     : in    column_t;   -- added to the result if add_chained is '1'
    add_chained : in    std_ulogic; -- add chained to the result
    complement  : in    std_ulogic; -- all bytes of the result are complemented
    top         : in    byte_t;     -- added to row 0
    bottom      : in    byte_t;     -- added to row 7
    result      : out   column_t    -- the column
  );
end entity groestl_lightweight_mix;

architecture rtl of groestl_lightweight_mix is

  constant THIRD : byte_t := to_basis(x"55");

begin

  mix : process (all) is
    variable t : column_t;
    variable y : column_t;
    variable w : column_t;
    variable b : std_ulogic;
  begin
    for i in 0 to 7 loop
      t(i) := a(i) xor a((i + 1) mod 8);
    end loop;
    for i in 0 to 7 loop
      for j in 0 to 7 loop
        y(i)(j) := t(i)(j) xor t((i + 2) mod 8)(j) xor a((i + 6) mod 8)(j) xor (complement and THIRD(j));
      end loop;
    end loop;
    for i in 0 to 7 loop
      for j in 0 to 7 loop
        b := y((i + 4) mod 8)(j);
        for k in 0 to 7 loop
          if TWICE(j)(k) = '1' then
            b := b xor t(i)(k) xor t((i + 3) mod 8)(k);
          end if;
          if entry(k) = j then
            b := b xor spread((i + 5) mod 8)(k);
          end if;
        end loop;
        w(i)(j) := b;
      end loop;
    end loop;
    for i in 0 to 7 loop
      for j in 0 to 7 loop
        b := chained(i)(j) and add_chained;
        if i = 0 then
          b := b xor top(j);
        elsif i = 7 then
          b := b xor bottom(j);
        end if;
        if entry(j) = 8 then
          b := b xor spread(i)(j);
        end if;
        for k in 0 to 7 loop
          if TWICE(j)(k) = '1' then
            b := b xor w((i + 3) mod 8)(k);
          end if;
        end loop;
        result(i)(j) <= b xor y((i + 4) mod 8)(j);
      end loop;
    end loop;
  end process mix;

end architecture rtl;
