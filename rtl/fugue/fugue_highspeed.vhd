-- SPDX-License-Identifier: Apache-2.0
-- Fugue of Round 2, one SMIX a cycle: the basic iterative architecture of paper A, section 4.
--
--   in --> segment_reader --> datapath --> straight_unloader --> out
--                 ^   control   ^               ^
--                 +------+------+---------------+
--
-- DIGEST_BITS: 256 or 512. Cycles: 1 + 2 N + 36 + 8 and 1 + 4 N + 84 + 16.

library ieee;
use ieee.std_logic_1164.all;
use work.fugue_pkg.all;

entity fugue_highspeed is
  generic (
    DIGEST_BITS : positive := 256
  );
  port (
    clk       : in    std_ulogic;
    io_clk    : in    std_ulogic;
    rst       : in    std_ulogic;
    in_data   : in    std_ulogic_vector(31 downto 0);
    in_valid  : in    std_ulogic;
    in_ready  : out   std_ulogic;
    out_data  : out   std_ulogic_vector(31 downto 0);
    out_valid : out   std_ulogic;
    out_ready : in    std_ulogic
  );
end entity fugue_highspeed;

architecture rtl of fugue_highspeed is

  signal word         : std_ulogic_vector(31 downto 0);
  signal word_valid   : std_ulogic;
  signal word_last    : std_ulogic;
  signal ready        : std_ulogic;
  signal moving       : std_ulogic;
  signal to_turn      : std_ulogic;
  signal ending_round : std_ulogic;
  signal tokens       : std_ulogic_vector(0 to final_steps(DIGEST_BITS) - 1);
  signal last_part    : std_ulogic;
  signal ending       : std_ulogic;
  signal idle         : std_ulogic;
  signal done         : std_ulogic;
  signal digest       : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  signal digest_word  : std_ulogic_vector(31 downto 0);

begin

  -- Words go through the unloader in the basis.
  out_data <= written(digest_word);

  reader : entity work.segment_reader
    generic map (
      W => 32
    )
    port map (
      clk          => io_clk,
      rst          => rst,
      in_data      => in_data,
      in_valid     => in_valid,
      in_ready     => in_ready,
      word         => word,
      word_valid   => word_valid,
      word_last    => word_last,
      word_ready   => ready,
      message_bits => open
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
      ready        => ready,
      moving       => moving,
      to_turn      => to_turn,
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
      moving       => moving,
      tix          => ready,
      to_turn      => to_turn,
      ending_round => ending_round,
      tokens       => tokens,
      last_part    => last_part,
      word         => word,
      digest       => digest
    );

  unload : entity work.straight_unloader
    generic map (
      W     => 32,
      WORDS => DIGEST_BITS / 32
    )
    port map (
      clk       => io_clk,
      rst       => rst,
      digest    => digest,
      load      => ending,
      done      => done,
      out_data  => digest_word,
      out_valid => out_valid,
      out_ready => out_ready
    );

end architecture rtl;
