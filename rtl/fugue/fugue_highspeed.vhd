-- SPDX-License-Identifier: Apache-2.0
-- Fugue of Round 2 with 256- and 512-bit digests, one SMIX per cycle.
-- Source: paper A, section 4 (the basic iterative architecture).
-- Widths: DIGEST_BITS = 256 or 512; stream words and message words of 32 bits.
-- Latency for N message words, in cycles: 1 + 2 N + 36 + 8 (256), 1 + 4 N + 84 + 16 (512).
--
--   in --> segment_reader --> datapath --> sender --> basis --> out
--                ^               ^           ^
--                +--- control ---+-----------+
--
-- "basis" is the change of basis of aes_sbox_pkg. A message word changes its basis inside the datapath.

library ieee;
use ieee.std_logic_1164.all;
use work.fugue_pkg.all;

entity fugue_highspeed is
  generic (
    DIGEST_BITS : positive := 256 -- bits of the digest: 256 or 512
  );
  port (
    clk       : in    std_ulogic;                     -- datapath clock
    io_clk    : in    std_ulogic;                     -- clock of in_* and out_*, equal to clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(31 downto 0); -- headers and message words, first byte most significant
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this io_clk cycle if in_valid
    out_data  : out   std_ulogic_vector(31 downto 0); -- next word of the digest, first byte most significant
    out_valid : out   std_ulogic;                     -- out_data holds a word; it stays until it is taken
    out_ready : in    std_ulogic                      -- receiver takes out_data in this io_clk cycle if out_valid
  );
end entity fugue_highspeed;

architecture rtl of fugue_highspeed is

  -- Words that the sender stores once more: as many as balance LUT4s and registers.
  function offered_words return natural is
  begin
    if DIGEST_BITS = 256 then
      return 6;
    end if;
    return 7;
  end function offered_words;

  constant OFFERED : natural := offered_words;

  signal word         : std_ulogic_vector(31 downto 0);
  signal word_valid   : std_ulogic;
  signal word_last    : std_ulogic;
  signal ready        : std_ulogic;                                   -- the datapath takes a message word in this cycle
  signal moving       : std_ulogic;                                   -- the registers of the datapath take the next values
  signal to_turn      : std_ulogic;
  signal entering     : std_ulogic;
  signal ending_round : std_ulogic;
  signal tokens       : std_ulogic_vector(0 to final_steps(DIGEST_BITS) - 1);
  signal last_part    : std_ulogic;
  signal ending       : std_ulogic;                                   -- the digest is complete and offered to the sender
  signal idle         : std_ulogic;
  signal done         : std_ulogic;
  signal sending      : std_ulogic;                                   -- words of the previous digest are left
  signal first_word   : std_ulogic_vector(31 downto 0);               -- first word of the digest, from the datapath
  signal stored       : std_ulogic_vector(DIGEST_BITS - 33 downto 0); -- its other words, in registers of the datapath
  signal digest_word  : std_ulogic_vector(31 downto 0);               -- digest word in the basis

begin

  -- Digest words are in the basis. They change to their written form at the port.
  out_data <= written(digest_word);

  reader : entity work.segment_reader
    generic map (
      W => 32
    )
    port map (
      clk        => io_clk,
      rst        => rst,
      in_data    => in_data,
      in_valid   => in_valid,
      in_ready   => in_ready,
      word       => word,
      word_valid => word_valid,
      word_last  => word_last,
      word_ready => ready
    );

  control : entity work.fugue_highspeed_control
    generic map (
      DIGEST_BITS => DIGEST_BITS
    )
    port map (
      clk          => clk,
      rst          => rst,
      word_valid   => word_valid,
      word_last    => word_last,
      done         => done,
      sending      => sending,
      ready        => ready,
      moving       => moving,
      to_turn      => to_turn,
      entering     => entering,
      ending_round => ending_round,
      tokens       => tokens,
      last_part    => last_part,
      ending       => ending,
      idle         => idle
    );

  datapath : entity work.fugue_highspeed_datapath
    generic map (
      DIGEST_BITS => DIGEST_BITS
    )
    port map (
      clk          => clk,
      idle         => idle,
      done         => done,
      moving       => moving,
      tix          => ready,
      to_turn      => to_turn,
      entering     => entering,
      ending_round => ending_round,
      tokens       => tokens,
      last_part    => last_part,
      word         => word,
      first_word   => first_word,
      stored       => stored
    );

  sender : entity work.fugue_highspeed_sender
    generic map (
      WORDS   => DIGEST_BITS / 32,
      OFFERED => OFFERED
    )
    port map (
      clk        => io_clk,
      rst        => rst,
      load       => ending,
      first_word => first_word,
      stored     => stored,
      done       => done,
      sending    => sending,
      out_data   => digest_word,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

end architecture rtl;
