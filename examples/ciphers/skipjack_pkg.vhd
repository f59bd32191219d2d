-- SPDX-License-Identifier: Apache-2.0
-- The functions of Skipjack (SKIPJACK and KEA Algorithm Specifications, version 2.0, NIST 1998, section II.B).

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package skipjack_pkg is

  subtype byte_t is std_ulogic_vector(7 downto 0);

  subtype word_t is std_ulogic_vector(15 downto 0);

  -- The permutation G (section II.B.5); `key` is the four bytes of the cryptovariable that the step uses, the first to the left.
  function g (w : word_t; key : std_ulogic_vector(31 downto 0)) return word_t;

end package skipjack_pkg;

package body skipjack_pkg is

  -- The F-table (section II.B.7), F(0) to the left.
  constant F_TABLE : std_ulogic_vector(0 to 2047) :=
                                                     x"a3d70983f848f6f4b321157899b1aff9" & x"e72d4d8ace4cca2e5295d91e4e384428"
                                                     & x"0adf02a017f1606812b77ac3e9fa3d53" & x"96846bbaf2639a197caee5f5f7166aa2"
                                                     & x"39b67b0fc193811beeb41aead0912fb8" & x"55b9da853f41bfe05a58805f660bd890"
                                                     & x"35d5c0a733066569450094566d989b76" & x"97fcb2c2b0fedb20e1ebd6e4dd474a1d"
                                                     & x"42ed9e6e493ccd4327d207d4dec76718" & x"89cb301f8dc68faac874dcc95d5c31a4"
                                                     & x"7088612c9f0d2b8750825464267d0340" & x"344b1c73d1c4fd3bccfb7fabe63e5ba5"
                                                     & x"ad04239c145122f02979717eff8c0ee2" & x"0cefbc72756f37a1ecd38e628b8610e8"
                                                     & x"087711be924f24c532369dcff3a6bbac" & x"5e6ca9135725b5e3bda83a0105592a46";

  type entries_t is array (0 to 255) of byte_t;

  function entries return entries_t is
    variable result : entries_t;
  begin
    for i in entries_t'range loop
      result(i) := F_TABLE(8 * i to 8 * i + 7);
    end loop;
    return result;
  end function entries;

  constant F : entries_t := entries;

  function f_of (a : byte_t) return byte_t is
  begin
    return F(to_integer(unsigned(a)));
  end function f_of;

  function g (w : word_t; key : std_ulogic_vector(31 downto 0)) return word_t is
    variable g3 : byte_t;
    variable g4 : byte_t;
    variable g5 : byte_t;
    variable g6 : byte_t;
  begin
    g3 := f_of(w(7 downto 0) xor key(31 downto 24)) xor w(15 downto 8);
    g4 := f_of(g3 xor key(23 downto 16)) xor w(7 downto 0);
    g5 := f_of(g4 xor key(15 downto 8)) xor g3;
    g6 := f_of(g5 xor key(7 downto 0)) xor g4;
    return g5 & g6;
  end function g;

end package body skipjack_pkg;
