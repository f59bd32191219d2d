-- SPDX-License-Identifier: Apache-2.0
-- Keeps a digest of BLAKE3 and sends it in words of 16 bits.
--
--   value --> [8 words, shift register] --> upper or lower half --> out_data
--
-- A word is shifted in with `write`, and another one when both halves of the first word have left. The core writes the eight words of a
-- digest before `finished`, and none while `sending` is '1'.
--
-- A shift needs no LUT. In block RAM or LUT RAM the digest would save flip-flops, but the rest of the core needs more LUTs than
-- flip-flops, and only the larger number counts.
--
-- Widths: words of 32 bits in, first byte least significant; words of 16 bits out, first byte most significant.
-- Latency: the first word is on out_data in the cycle after finished.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake3_pkg.all;
use work.shell_pkg.all;

entity blake3_lightweight_digest is
  port (
    clk       : in    std_ulogic;                     -- clock
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    write     : in    std_ulogic;                     -- store a word of the digest
    value     : in    word_t;                         -- 32 bits: the word
    finished  : in    std_ulogic;                     -- the digest is complete from the next cycle on
    sending   : out   std_ulogic;                     -- words of the digest have not been taken yet
    out_data  : out   std_ulogic_vector(15 downto 0); -- output stream: words of the digest
    out_valid : out   std_ulogic;                     -- out_data holds a word
    out_ready : in    std_ulogic                      -- the receiver takes the word in this cycle
  );
end entity blake3_lightweight_digest;

architecture rtl of blake3_lightweight_digest is

  constant DIGEST_WORDS : positive := 8;

  type words_t is array (0 to DIGEST_WORDS - 1) of word_t;

  signal digest     : words_t;
  signal first_word : std_ulogic_vector(31 downto 0); -- the word that is sent, first byte most significant
  signal position   : unsigned(3 downto 0);           -- number of the half on out_data
  signal taken      : std_ulogic;                     -- that half is taken
  signal word_taken : std_ulogic;                     -- it is the lower half

begin

  first_word <= swap_bytes(std_ulogic_vector(digest(0)));
  out_valid  <= sending;
  out_data   <= first_word(15 downto 0) when position(0) = '1' else
                first_word(31 downto 16);
  taken      <= sending and out_ready;
  word_taken <= taken and position(0);

  digest_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if write = '1' or word_taken = '1' then
        digest <= digest(1 to DIGEST_WORDS - 1) & value;
      end if;
    end if;
  end process digest_reg;

  position_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        sending  <= '0';
        position <= (others => '0');
      else
        sending <= finished or (sending and not (taken and to_bit(position = 2 * DIGEST_WORDS - 1)));
        if taken = '1' then
          position <= position + 1;
        end if;
      end if;
    end if;
  end process position_reg;

end architecture rtl;
