-- SPDX-License-Identifier: Apache-2.0
-- Sends a digest word by word from the state, through one register between clk and an io_clk of a multiple of its rate.
--
--   digest (state) --> select --> [word], on clk --> out_data, on io_clk
--
-- A word takes two cycles of clk, and the state keeps the digest until its last word is in the register. In exchange there is no copy of
-- the digest and no queue: half the registers of keccak_xof_unloader and keccak_xof_queue, and no multiplexer on io_clk.
--
-- `offered` changes when a word enters the register, `taken` when it leaves. So each is a register of one clock, and they differ while the
-- register holds a word.
--
-- Widths: words of 64 bits, a power of two in number; the first word is in the most significant bits of digest.
-- Latency: the first word is sent two cycles of clk after load, the others each two cycles later.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity keccak_digest_unloader is
  generic (
    WORDS : positive range 2 to 8 -- words of a digest: a power of two
  );
  port (
    clk       : in    std_ulogic;                                 -- clock of the datapath
    io_clk    : in    std_ulogic;                                 -- clock of the output stream
    rst       : in    std_ulogic;                                 -- synchronous reset, active high
    digest    : in    std_ulogic_vector(64 * WORDS - 1 downto 0); -- from registers; stable from the cycle after load until done
    load      : in    std_ulogic;                                 -- digest is valid from the next cycle on; stays '1' until done
    done      : out   std_ulogic;                                 -- digest may change from the next cycle on
    out_data  : out   std_ulogic_vector(63 downto 0);             -- output stream (io_clk)
    out_valid : out   std_ulogic;                                 -- out_data holds a word
    out_ready : in    std_ulogic                                  -- the receiver takes the word in this cycle
  );
end entity keccak_digest_unloader;

architecture rtl of keccak_digest_unloader is

  constant INDEX_BITS : positive := counter_bits(WORDS);

  type words_t is array (0 to WORDS - 1) of std_ulogic_vector(63 downto 0);

  signal word    : std_ulogic_vector(63 downto 0);
  signal source  : words_t;                           -- digest
  signal index   : unsigned(INDEX_BITS - 1 downto 0); -- number of the next word
  signal valid   : std_ulogic;                        -- digest is valid
  signal room    : std_ulogic;                        -- the register can take a word (clk)
  signal enters  : std_ulogic;                        -- a word enters it at the end of this cycle of clk
  signal ends    : std_ulogic;                        -- that is the last word
  signal offered : std_ulogic;                        -- (clk)
  signal taken   : std_ulogic;                        -- (io_clk)
  signal holds   : std_ulogic;                        -- the register holds a word

begin

  holds     <= offered xor taken;
  out_valid <= holds;
  out_data  <= word;
  enters    <= valid and room;
  ends      <= enters and to_bit(index = WORDS - 1);
  done      <= ends;

  name_words : for i in source'range generate
    source(i) <= digest(64 * (WORDS - i) - 1 downto 64 * (WORDS - i - 1));
  end generate name_words;

  word_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if room = '1' then
        word <= source(to_integer(index));
      end if;
      if rst = '1' then
        valid   <= '0';
        room    <= '1';
        offered <= '0';
        index   <= (others => '0');
      else
        valid   <= load and not ends;
        room    <= not enters and not holds;
        offered <= offered xor enters;
        if enters = '1' then
          index <= index + 1;
        end if;
      end if;
    end if;
  end process word_reg;

  taken_reg : process (io_clk) is
  begin
    if rising_edge(io_clk) then
      if rst = '1' then
        taken <= '0';
      else
        taken <= taken xor (holds and out_ready);
      end if;
    end if;
  end process taken_reg;

end architecture rtl;
