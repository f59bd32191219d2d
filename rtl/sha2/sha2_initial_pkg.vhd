-- SPDX-License-Identifier: Apache-2.0
-- Initial hash values of SHA-256, SHA-384 and SHA-512 as bit vectors: FIPS 180-4, sections 5.3.3 to 5.3.5.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha2_pkg.all;

package sha2_initial_pkg is

  -- Returns the initial hash value, H0 in the highest bits.
  function initial_bits (digest_bits, word_bits : positive) return std_ulogic_vector;

end package sha2_initial_pkg;

package body sha2_initial_pkg is

  type words_t is array (0 to STATE_WORDS - 1) of unsigned(63 downto 0);

  -- Fractional parts of the square roots of the ninth to sixteenth primes (section 5.3.4).
  constant SHA_384_WORDS : words_t :=
  (
    x"cbbb9d5dc1059ed8", x"629a292a367cd507", x"9159015a3070dd17", x"152fecd8f70e5939",
    x"67332667ffc00b31", x"8eb44a8768581511", x"db0c2e0d64f98fa7", x"47b5481dbefa4fa4"
  );

  function initial_bits (digest_bits, word_bits : positive) return std_ulogic_vector is
    variable bits : std_ulogic_vector(STATE_WORDS * word_bits - 1 downto 0);
    variable word : unsigned(word_bits - 1 downto 0);
  begin
    for i in words_t'range loop
      if digest_bits = 384 then
        word := SHA_384_WORDS(i)(63 downto 64 - word_bits);
      else
        word := initial_value(i, word_bits);
      end if;
      bits(word_bits * (STATE_WORDS - i) - 1 downto word_bits * (STATE_WORDS - i - 1)) := std_ulogic_vector(word);
    end loop;
    return bits;
  end function initial_bits;

end package body sha2_initial_pkg;
