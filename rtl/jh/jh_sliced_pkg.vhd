-- SPDX-License-Identifier: Apache-2.0
-- JH in bit-sliced form (H. Wu, "The Hash Function JH", section 7), as tables for the memory of the lightweight core.
--
-- The state is eight words x_0 .. x_7 of 128 bits. Bit b of the even elements is x_2b, of the odd elements x_(2b+1). A slice k = 0
-- .. 15 is byte k of all eight words: eight pairs of elements, one in each lane. The permutation P_8 becomes a swap in the odd
-- words: in round r, position i takes the bit of position i xor 2**(r mod 7).

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.jh_pkg.all;

package jh_sliced_pkg is

  constant PERIOD : positive := 7;
  constant SLICES : positive := 16;
  constant LANES  : positive := 8;

  subtype word_t is std_ulogic_vector(0 to 127);

  type words_t is array (0 to 7) of word_t;

  -- First addresses of the areas of the memory; the constants begin at 0.
  constant LOW_INITIAL  : natural := 384; -- bytes k of x_0 .. x_3 of H(0) at address 8 (k mod 2) + k / 2
  constant HIGH_INITIAL : natural := 416; -- bytes k of x_4 .. x_7 of H(0)
  constant MESSAGE      : natural := 448; -- bytes k of the four 128-bit words of a block

  -- Returns the first contents of the memory, 512 words of 32 bits. Word 8 r + k / 2 has the constants of round r for slices k and
  -- k + 1, for each the even elements, then the odd ones. The core swaps lanes i and i xor 2 after S of a round r with r mod 7 = 2
  -- instead of at the end of the round before, so those constants of odd elements are swapped, too.
  function memory_contents (
    digest_bits : positive;
    full_rounds : positive; -- rounds of E_8
    half_round  : boolean   -- E_8 ends with a half round
  ) return std_ulogic_vector;

end package jh_sliced_pkg;

package body jh_sliced_pkg is

  type constants_t is array (natural range <>) of std_ulogic_vector(0 to 255);

  -- Returns the constants of COUNT rounds: those of the even elements, then those of the odd ones, by position. P_8 moves the
  -- elements together with their positions, which are numbers of eight bits, kept in two elements.
  function sliced_constants (count : positive) return constants_t is
    variable c      : constant_t := first_constant;
    variable upper  : state_t;
    variable lower  : state_t;
    variable place  : unsigned(7 downto 0);
    variable result : constants_t(0 to count - 1);
  begin
    for i in 0 to 255 loop
      place    := to_unsigned(128 * (i mod 2) + i / 2, 8);
      upper(i) := std_ulogic_vector(place(7 downto 4));
      lower(i) := std_ulogic_vector(place(3 downto 0));
    end loop;
    for r in 0 to count - 1 loop
      for i in 0 to 255 loop
        result(r)(to_integer(unsigned(upper(i)) & unsigned(lower(i)))) := bit_of(c, i);
      end loop;
      c     := next_constant(c);
      upper := p(upper);
      lower := p(lower);
      for i in 0 to 255 loop
        place               := unsigned(upper(i)) & unsigned(lower(i));
        place(r mod PERIOD) := place(r mod PERIOD) xor place(7);
        upper(i)            := std_ulogic_vector(place(7 downto 4));
        lower(i)            := std_ulogic_vector(place(3 downto 0));
      end loop;
    end loop;
    return result;
  end function sliced_constants;

  -- Returns H(0) = F_8(H(-1), 0). H(-1) is the length of the digest in 16 bits, followed by zeros.
  function first_value (digest_bits, full_rounds : positive; half_round : boolean) return words_t is
    constant C : constants_t := sliced_constants(full_rounds + 1);

    variable x      : words_t := (others => (others => '0'));
    variable y      : words_t;
    variable even   : element_t;
    variable odd    : element_t;
    variable pair   : elements_t(0 to 1);
    variable source : natural;
  begin
    x(0)(0 to 15) := std_ulogic_vector(to_unsigned(digest_bits, 16));
    for r in 0 to full_rounds loop
      if r < full_rounds or half_round then
        for i in 0 to 127 loop
          for b in 0 to 3 loop
            even(b) := x(2 * b)(i);
            odd(b)  := x(2 * b + 1)(i);
          end loop;
          pair := (s(even, C(r)(i)), s(odd, C(r)(128 + i)));
          if r < full_rounds then
            pair := l(pair);
          end if;
          for b in 0 to 3 loop
            y(2 * b)(i)     := pair(0)(b);
            y(2 * b + 1)(i) := pair(1)(b);
          end loop;
        end loop;
        x := y;
      end if;
      if r < full_rounds then
        for i in 0 to 127 loop
          source := to_integer(to_unsigned(i, PERIOD) xor to_unsigned(2 ** (r mod PERIOD), PERIOD));
          for b in 0 to 3 loop
            x(2 * b + 1)(i) := y(2 * b + 1)(source);
          end loop;
        end loop;
      end if;
    end loop;
    return x;
  end function first_value;

  function memory_contents (
    digest_bits : positive;
    full_rounds : positive;
    half_round  : boolean
  ) return std_ulogic_vector is
    constant C : constants_t := sliced_constants(full_rounds + 1);
    constant H : words_t     := first_value(digest_bits, full_rounds, half_round);

    variable result : std_ulogic_vector(0 to 512 * 32 - 1) := (others => '0');
    variable first  : natural;
    variable source : natural;
  begin
    for r in 0 to full_rounds loop
      if r < full_rounds or half_round then
        for k in 0 to SLICES - 1 loop
          first := 32 * (8 * r + k / 2) + 16 * (k mod 2);
          for lane in 0 to LANES - 1 loop
            source               := 8 * k + lane;
            result(first + lane) := C(r)(source);
            if r mod PERIOD = 2 then
              source := to_integer(to_unsigned(source, PERIOD) xor to_unsigned(2, PERIOD));
            end if;
            result(first + 8 + lane) := C(r)(128 + source);
          end loop;
        end loop;
      end if;
    end loop;
    for k in 0 to SLICES - 1 loop
      for w in 0 to 3 loop
        first                      := 32 * (LOW_INITIAL + 8 * (k mod 2) + k / 2) + 8 * w;
        result(first to first + 7) := H(w)(8 * k to 8 * k + 7);
        first                      := 32 * (HIGH_INITIAL + k) + 8 * w;
        result(first to first + 7) := H(4 + w)(8 * k to 8 * k + 7);
      end loop;
    end loop;
    return result;
  end function memory_contents;

end package body jh_sliced_pkg;
