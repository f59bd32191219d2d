-- SPDX-License-Identifier: Apache-2.0
-- Steps of Fugue, the version of Round 2, under the names of the specification.
-- Source: S. Halevi, W. E. Hall, C. S. Jutla, "The Hash Function Fugue", September 2009.
-- Widths: the state S has 30 columns for digests of 256 bits and 36 columns for 512 bits. A column is a word of 32 bits, row 0 in
-- its most significant byte. Bytes are in the basis of aes_sbox_pkg, except where "written form" is stated: bytes as the
-- specification writes them.
--
-- The digest and the state have `parts` parts, and the digest has four words in each. Each message word takes `parts` sub-rounds.
-- The final transformation consists of sub-rounds and then of 13 rounds, called final rounds here. Each final round takes `parts`
-- steps.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;

package fugue_pkg is

  subtype word_t is std_ulogic_vector(31 downto 0);

  -- A column of the state, row 0 first.
  type column_t is array (0 to 3) of byte_t;

  type columns_t is array (natural range <>) of column_t;

  -- A column between the two halves of the S-box.
  type product_column_t is array (0 to 3) of products_t;

  type product_columns_t is array (natural range <>) of product_column_t;

  -- The four columns that SMIX changes.
  subtype window_t is columns_t(0 to 3);

  type windows_t is array (natural range <>) of window_t;

  -- Parts of the digest: 2 (256 bits) or 4 (512 bits). Columns of the state: 30 or 36.
  function parts (digest_bits : positive) return positive;

  function columns (digest_bits : positive) return positive;

  -- The sub-rounds of the final transformation (10 or 32), and the steps of its 13 final rounds (26 or 52).
  function final_sub_rounds (digest_bits : positive) return positive;

  function final_steps (digest_bits : positive) return positive;

  -- The super-mix: SMIX without its S-boxes, which precede it.
  function super_mix (w : window_t) return window_t;

  -- The state without the window, after TIX (only with `tix`), ROR3 and CMIX. s: the state before them; entered: the message word.
  function sub_round (s : columns_t; entered : column_t; tix : std_ulogic) return columns_t;

  -- The window after TIX, ROR3 and CMIX, without the contribution of the window before them, which the datapath adds.
  function beside_window (s : columns_t; entered : column_t; tix : std_ulogic) return window_t;

  -- The column that the window of step T of the final rounds receives, if no window has held this column before; else 0.
  function fresh_column (t : natural; digest_bits : positive) return natural;

  -- The number of steps from the one in which a column leaves a window to the one in which the next window receives it. One value
  -- is for the last part, one for all other parts.
  function delay_of_last_part (digest_bits : positive) return positive;

  function delay_of_other_parts (digest_bits : positive) return positive;

  -- The state before a message.
  function initial_state (digest_bits : positive) return columns_t;

  -- to_column: from a word in written form to the basis. to_word: a column as a word, still in the basis. written: such a word in
  -- written form.
  function to_column (word : word_t) return column_t;

  function to_word (a : column_t) return word_t;

  function written (word : word_t) return word_t;

  function "xor" (a, b : column_t) return column_t;

  function "and" (a : column_t; b : std_ulogic) return column_t;

end package fugue_pkg;

package body fugue_pkg is

  type texts_t is array (natural range <>) of word_t;

  constant IV_256 : texts_t(0 to 7) := (
                                         x"e952bdde", x"6671135f", x"e0d4f668", x"d2b0b594",
                                         x"f96c621d", x"fbf929de", x"9149e899", x"34f8c248"
                                       );

  constant IV_512 : texts_t(0 to 15) := (
                                          x"8807a57e", x"e616af75", x"c5d3e4db", x"ac9ab027",
                                          x"d915f117", x"b6eecc54", x"06e8020b", x"4a92efd1",
                                          x"aac6e2c9", x"ddb21398", x"cae65838", x"437f203f",
                                          x"25ea78e7", x"951fddd6", x"da6ed11d", x"e13e3567"
                                        );

  function parts (digest_bits : positive) return positive is
  begin
    return digest_bits / 128;
  end function parts;

  function columns (digest_bits : positive) return positive is
  begin
    if digest_bits = 256 then
      return 30;
    end if;
    return 36;
  end function columns;

  function final_sub_rounds (digest_bits : positive) return positive is
  begin
    if digest_bits = 256 then
      return 10;
    end if;
    return 32;
  end function final_sub_rounds;

  function final_steps (digest_bits : positive) return positive is
  begin
    return 13 * parts(digest_bits);
  end function final_steps;

  function doubled (a : byte_t) return byte_t is
    variable result : byte_t := (others => '0');
  begin
    for row in 0 to 7 loop
      for i in 0 to 7 loop
        if TWICE(row)(i) = '1' then
          result(row) := result(row) xor a(i);
        end if;
      end loop;
    end loop;
    return result;
  end function doubled;

  -- The super-mix has three parts. First, every column is multiplied by the circulant matrix of 1, 4, 7, 1: a_i + 4 a_(i+1) + 7
  -- a_(i+2) + a_(i+3). This is written as the sum of the whole column, plus a_(i+1) again, plus 4 a_(i+1) + 6 a_(i+2). Second, row
  -- i adds the sum of its bytes without the diagonal one, times the transposed matrix. Third, row i is rotated by i columns.
  function super_mix (w : window_t) return window_t is
    variable total    : column_t;
    variable multiple : byte_t;
    variable row_sum  : byte_t;
    variable four     : column_t;
    variable spread   : byte_t;
    variable result   : window_t;
  begin
    for i in 0 to 3 loop
      for j in 0 to 3 loop
        total(j) := (w(j)(0) xor w(j)(1)) xor (w(j)(2) xor w(j)(3));
      end loop;
      row_sum := w((i + 1) mod 4)(i) xor w((i + 2) mod 4)(i) xor w((i + 3) mod 4)(i);
      for j in 0 to 3 loop
        multiple := doubled(doubled(w(j)((i + 1) mod 4) xor w(j)((i + 2) mod 4)) xor w(j)((i + 2) mod 4));
        case (i - j) mod 4 is
          when 1 =>
            spread := doubled(doubled(row_sum));
          when 2 =>
            spread := row_sum xor doubled(row_sum) xor doubled(doubled(row_sum));
          when others =>
            spread := row_sum;
        end case;
        four(j) := (total(j) xor w(j)((i + 1) mod 4)) xor multiple xor spread;
      end loop;
      for j in 0 to 3 loop
        result(j)(i) := four((j + i) mod 4);
      end loop;
    end loop;
    return result;
  end function super_mix;

  -- The number of the column to which TIX adds S_0.
  function tix_column (width : positive) return positive is
  begin
    if width = 30 then
      return 10;
    end if;
    return 22;
  end function tix_column;

  function sub_round (s : columns_t; entered : column_t; tix : std_ulogic) return columns_t is
    constant WIDTH : positive := s'length;

    variable a      : columns_t(0 to WIDTH - 1) := s;
    variable result : columns_t(4 to WIDTH - 1);
  begin
    a(tix_column(WIDTH)) := a(tix_column(WIDTH)) xor (s(0) and tix);
    a(8)                 := a(8) xor (entered and tix);
    a(1)                 := a(1) xor (s(24) and tix);
    if WIDTH = 36 then
      a(4) := a(4) xor (s(27) and tix);
      a(7) := a(7) xor (s(30) and tix);
    end if;
    for j in 4 to WIDTH - 1 loop
      result(j) := a(j - 3);
    end loop;
    for j in 0 to 2 loop
      result(WIDTH / 2 + j) := result(WIDTH / 2 + j) xor result(4 + j);
    end loop;
    return result;
  end function sub_round;

  function beside_window (s : columns_t; entered : column_t; tix : std_ulogic) return window_t is
    constant WIDTH : positive := s'length;
  begin
    return (s(WIDTH - 3) xor (s(24) and tix), s(WIDTH - 2), s(WIDTH - 1), entered and tix);
  end function beside_window;

  -- The number of the column at which the window of step S begins in the first final round. Columns are numbered as in the state
  -- before the final rounds.
  function window_of (s : natural; digest_bits : positive) return natural is
    constant PART : positive := columns(digest_bits) / parts(digest_bits);
  begin
    if s = parts(digest_bits) - 1 then
      return 1;
    end if;
    return (parts(digest_bits) - 1 - s) * PART;
  end function window_of;

  function fresh_column (t : natural; digest_bits : positive) return natural is
    constant P     : positive := parts(digest_bits);
    constant PART  : positive := columns(digest_bits) / P;
    constant PLACE : natural  := window_of(t mod P, digest_bits) + 4 + t / P;
  begin
    if PLACE < (P - t mod P) * PART then
      return PLACE;
    end if;
    return 0;
  end function fresh_column;

  function delay_of_last_part (digest_bits : positive) return positive is
  begin
    return parts(digest_bits) * (columns(digest_bits) / parts(digest_bits) - 5) + 1;
  end function delay_of_last_part;

  function delay_of_other_parts (digest_bits : positive) return positive is
  begin
    return parts(digest_bits) * (columns(digest_bits) / parts(digest_bits) - 3) - parts(digest_bits) + 1;
  end function delay_of_other_parts;

  function initial_state (digest_bits : positive) return columns_t is
    constant WIDTH : positive := columns(digest_bits);

    variable result : columns_t(0 to WIDTH - 1) := (others => (others => (others => '0')));
  begin
    for i in 0 to digest_bits / 32 - 1 loop
      if digest_bits = 256 then
        result(WIDTH - 8 + i) := to_column(IV_256(i));
      else
        result(WIDTH - 16 + i) := to_column(IV_512(i));
      end if;
    end loop;
    for j in 0 to WIDTH - digest_bits / 32 - 1 loop
      result(j) := to_column(x"00000000");
    end loop;
    return result;
  end function initial_state;

  function to_column (word : word_t) return column_t is
    variable result : column_t;
  begin
    for i in 0 to 3 loop
      result(i) := to_basis(word(31 - 8 * i downto 24 - 8 * i));
    end loop;
    return result;
  end function to_column;

  function to_word (a : column_t) return word_t is
  begin
    return a(0) & a(1) & a(2) & a(3);
  end function to_word;

  function written (word : word_t) return word_t is
    variable result : word_t;
  begin
    for i in 0 to 3 loop
      result(8 * i + 7 downto 8 * i) := from_basis(word(8 * i + 7 downto 8 * i));
    end loop;
    return result;
  end function written;

  function "xor" (a, b : column_t) return column_t is
  begin
    return (a(0) xor b(0), a(1) xor b(1), a(2) xor b(2), a(3) xor b(3));
  end function "xor";

  function "and" (a : column_t; b : std_ulogic) return column_t is
    variable result : column_t;
  begin
    for i in 0 to 3 loop
      result(i) := a(i) and (7 downto 0 => b);
    end loop;
    return result;
  end function "and";

end package body fugue_pkg;
