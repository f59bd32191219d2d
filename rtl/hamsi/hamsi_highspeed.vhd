-- SPDX-License-Identifier: Apache-2.0
-- Hamsi of Round 2, one round a cycle: the basic iterative architecture of paper A, section 4.
--
--   in --> segment_reader --> expansion --> datapath --> straight_unloader --> out
--                                  ^   control   ^            ^
--                                  +------+------+------------+
--
-- DIGEST_BITS: 256 or 512, with blocks and words of 32 or 64 bits. Cycles: 2 + 1 + 3 (N - 1) + 6 + 8 and 2 + 1 + 6 (N - 1) + 12 + 8.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.hamsi_pkg.all;

entity hamsi_highspeed is
  generic (
    DIGEST_BITS : positive := 256
  );
  port (
    clk       : in    std_ulogic;
    io_clk    : in    std_ulogic;
    rst       : in    std_ulogic;
    in_data   : in    std_ulogic_vector(DIGEST_BITS / 8 - 1 downto 0);
    in_valid  : in    std_ulogic;
    in_ready  : out   std_ulogic;
    out_data  : out   std_ulogic_vector(DIGEST_BITS / 8 - 1 downto 0);
    out_valid : out   std_ulogic;
    out_ready : in    std_ulogic
  );
end entity hamsi_highspeed;

architecture rtl of hamsi_highspeed is

  constant W     : positive := DIGEST_BITS / 8;
  constant WORDS : positive := DIGEST_BITS / 32;

  signal word        : std_ulogic_vector(W - 1 downto 0);
  signal word_valid  : std_ulogic;
  signal word_last   : std_ulogic;
  signal want        : std_ulogic;
  signal take        : std_ulogic;
  signal last        : std_ulogic;
  signal is_final    : std_ulogic;
  signal boundary    : std_ulogic;
  signal moving      : std_ulogic;
  signal joining     : std_ulogic;
  signal chain       : std_ulogic;
  signal ending      : std_ulogic;
  signal idle        : std_ulogic;
  signal done        : std_ulogic;
  signal round_index : unsigned(3 downto 0);
  signal m_0         : words_t(0 to WORDS - 1);
  signal m_1         : words_t(0 to WORDS - 1);
  signal digest      : std_ulogic_vector(DIGEST_BITS - 1 downto 0);

begin

  reader : entity work.segment_reader
    generic map (
      W => W
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
      word_ready   => want,
      message_bits => open
    );

  control : entity work.hamsi_highspeed_control
    generic map (
      ROUNDS => rounds(DIGEST_BITS)
    )
    port map (
      clk         => clk,
      rst         => rst,
      word_valid  => word_valid,
      word_last   => word_last,
      done        => done,
      want        => want,
      take        => take,
      last        => last,
      is_final    => is_final,
      boundary    => boundary,
      moving      => moving,
      joining     => joining,
      chain       => chain,
      ending      => ending,
      idle        => idle,
      round_index => round_index
    );

  short : if DIGEST_BITS = 256 generate

    expansion : entity work.hamsi_highspeed_expansion_256
      port map (
        clk  => clk,
        word => word,
        want => want,
        take => take,
        last => last,
        m_0  => m_0,
        m_1  => m_1
      );

  end generate short;

  long : if DIGEST_BITS = 512 generate

    expansion : entity work.hamsi_highspeed_expansion_512
      port map (
        clk      => clk,
        word     => word,
        want     => want,
        take     => take,
        is_final => is_final,
        m_0      => m_0,
        m_1      => m_1
      );

  end generate long;

  datapath : entity work.hamsi_highspeed_datapath
    generic map (
      DIGEST_BITS => DIGEST_BITS
    )
    port map (
      clk         => clk,
      idle        => idle,
      moving      => moving,
      boundary    => boundary,
      joining     => joining,
      chain       => chain,
      is_final    => is_final,
      round_index => round_index,
      m_0         => m_0,
      m_1         => m_1,
      digest      => digest
    );

  unload : entity work.straight_unloader
    generic map (
      W     => W,
      WORDS => 8
    )
    port map (
      clk       => io_clk,
      rst       => rst,
      digest    => digest,
      load      => ending,
      done      => done,
      out_data  => out_data,
      out_valid => out_valid,
      out_ready => out_ready
    );

end architecture rtl;
