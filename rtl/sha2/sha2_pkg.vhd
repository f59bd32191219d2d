-- SPDX-License-Identifier: Apache-2.0
-- Functions and constants of SHA-256 (words of 32 bits) and SHA-512 (words of 64 bits): FIPS 180-4, sections 4.1, 4.2 and 5.3.
-- The width of the argument selects the algorithm.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package sha2_pkg is

  -- Number of words of a chaining value and of a digest.
  constant STATE_WORDS : positive := 8;

  -- Number of words of a message block.
  constant BLOCK_WORDS : positive := 16;

  -- Returns the number of rounds for words of WORD_BITS bits: 64 or 80.
  function rounds (word_bits : positive) return positive;

  -- Ch, Maj, Sigma0, Sigma1, sigma0 and sigma1 of sections 4.1.2 and 4.1.3.
  function ch (x, y, z : unsigned) return unsigned;

  function maj (x, y, z : unsigned) return unsigned;

  function big_sigma_0 (x : unsigned) return unsigned;

  function big_sigma_1 (x : unsigned) return unsigned;

  function small_sigma_0 (x : unsigned) return unsigned;

  function small_sigma_1 (x : unsigned) return unsigned;

  -- Returns the constant K of round ROUND_INDEX (section 4.2).
  function round_constant (round_index : natural range 0 to 79; word_bits : positive) return unsigned;

  -- Returns word WORD_INDEX of the initial hash value (section 5.3).
  function initial_value (word_index : natural range 0 to STATE_WORDS - 1; word_bits : positive) return unsigned;

end package sha2_pkg;

package body sha2_pkg is

  type words_t is array (natural range <>) of unsigned(63 downto 0);

  -- Fractional parts of the cube roots of the first 80 primes (section 4.2.3). SHA-256 uses the upper halves of the first 64.
  constant ROUND_CONSTANT_WORDS : words_t(0 to 79) :=
  (
    x"428a2f98d728ae22", x"7137449123ef65cd", x"b5c0fbcfec4d3b2f", x"e9b5dba58189dbbc",
    x"3956c25bf348b538", x"59f111f1b605d019", x"923f82a4af194f9b", x"ab1c5ed5da6d8118",
    x"d807aa98a3030242", x"12835b0145706fbe", x"243185be4ee4b28c", x"550c7dc3d5ffb4e2",
    x"72be5d74f27b896f", x"80deb1fe3b1696b1", x"9bdc06a725c71235", x"c19bf174cf692694",
    x"e49b69c19ef14ad2", x"efbe4786384f25e3", x"0fc19dc68b8cd5b5", x"240ca1cc77ac9c65",
    x"2de92c6f592b0275", x"4a7484aa6ea6e483", x"5cb0a9dcbd41fbd4", x"76f988da831153b5",
    x"983e5152ee66dfab", x"a831c66d2db43210", x"b00327c898fb213f", x"bf597fc7beef0ee4",
    x"c6e00bf33da88fc2", x"d5a79147930aa725", x"06ca6351e003826f", x"142929670a0e6e70",
    x"27b70a8546d22ffc", x"2e1b21385c26c926", x"4d2c6dfc5ac42aed", x"53380d139d95b3df",
    x"650a73548baf63de", x"766a0abb3c77b2a8", x"81c2c92e47edaee6", x"92722c851482353b",
    x"a2bfe8a14cf10364", x"a81a664bbc423001", x"c24b8b70d0f89791", x"c76c51a30654be30",
    x"d192e819d6ef5218", x"d69906245565a910", x"f40e35855771202a", x"106aa07032bbd1b8",
    x"19a4c116b8d2d0c8", x"1e376c085141ab53", x"2748774cdf8eeb99", x"34b0bcb5e19b48a8",
    x"391c0cb3c5c95a63", x"4ed8aa4ae3418acb", x"5b9cca4f7763e373", x"682e6ff3d6b2b8a3",
    x"748f82ee5defb2fc", x"78a5636f43172f60", x"84c87814a1f0ab72", x"8cc702081a6439ec",
    x"90befffa23631e28", x"a4506cebde82bde9", x"bef9a3f7b2c67915", x"c67178f2e372532b",
    x"ca273eceea26619c", x"d186b8c721c0c207", x"eada7dd6cde0eb1e", x"f57d4f7fee6ed178",
    x"06f067aa72176fba", x"0a637dc5a2c898a6", x"113f9804bef90dae", x"1b710b35131c471b",
    x"28db77f523047d84", x"32caab7b40c72493", x"3c9ebe0a15c9bebc", x"431d67c49c100d4c",
    x"4cc5d4becb3e42b6", x"597f299cfc657e2a", x"5fcb6fab3ad6faec", x"6c44198c4a475817"
  );

  -- Fractional parts of the square roots of the first 8 primes (section 5.3.5). SHA-256 uses the upper halves.
  constant INITIAL_WORDS : words_t(0 to STATE_WORDS - 1) :=
  (
    x"6a09e667f3bcc908", x"bb67ae8584caa73b", x"3c6ef372fe94f82b", x"a54ff53a5f1d36f1",
    x"510e527fade682d1", x"9b05688c2b3e6c1f", x"1f83d9abfb41bd6b", x"5be0cd19137e2179"
  );

  function rounds (word_bits : positive) return positive is
  begin
    if word_bits = 32 then
      return 64;
    end if;
    return 80;
  end function rounds;

  -- ROTR of sections 4.1.2 and 4.1.3: by AMOUNT_32 for words of 32 bits, by AMOUNT_64 for words of 64 bits.
  -- It is written with slices because GHDL's synthesis does not support the rotation of a constant.
  function rotr (x : unsigned; amount_32, amount_64 : natural) return unsigned is
    alias    word   : unsigned(x'length - 1 downto 0) is x;
    variable amount : natural;
  begin
    amount := amount_64;
    if x'length = 32 then
      amount := amount_32;
    end if;
    return word(amount - 1 downto 0) & word(word'high downto amount);
  end function rotr;

  -- SHR of the same sections, with the same choice of the amount.
  function shr (x : unsigned; amount_32, amount_64 : natural) return unsigned is
  begin
    if x'length = 32 then
      return shift_right(x, amount_32);
    end if;
    return shift_right(x, amount_64);
  end function shr;

  function ch (x, y, z : unsigned) return unsigned is
  begin
    return (x and y) xor (not x and z);
  end function ch;

  function maj (x, y, z : unsigned) return unsigned is
  begin
    return (x and y) xor (x and z) xor (y and z);
  end function maj;

  function big_sigma_0 (x : unsigned) return unsigned is
  begin
    return rotr(x, 2, 28) xor rotr(x, 13, 34) xor rotr(x, 22, 39);
  end function big_sigma_0;

  function big_sigma_1 (x : unsigned) return unsigned is
  begin
    return rotr(x, 6, 14) xor rotr(x, 11, 18) xor rotr(x, 25, 41);
  end function big_sigma_1;

  function small_sigma_0 (x : unsigned) return unsigned is
  begin
    return rotr(x, 7, 1) xor rotr(x, 18, 8) xor shr(x, 3, 7);
  end function small_sigma_0;

  function small_sigma_1 (x : unsigned) return unsigned is
  begin
    return rotr(x, 17, 19) xor rotr(x, 19, 61) xor shr(x, 10, 6);
  end function small_sigma_1;

  function round_constant (round_index : natural range 0 to 79; word_bits : positive) return unsigned is
  begin
    return ROUND_CONSTANT_WORDS(round_index)(63 downto 64 - word_bits);
  end function round_constant;

  function initial_value (word_index : natural range 0 to STATE_WORDS - 1; word_bits : positive) return unsigned is
  begin
    return INITIAL_WORDS(word_index)(63 downto 64 - word_bits);
  end function initial_value;

end package body sha2_pkg;
