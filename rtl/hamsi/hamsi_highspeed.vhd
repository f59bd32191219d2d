-- SPDX-License-Identifier: Apache-2.0
-- Hamsi of Round 2, one round in each clock cycle. This is the core: stream input, message expansion, datapath, control and stream
-- output.
-- Source: the basic iterative architecture of paper A, section 4.
--
--   in --> segment_reader --> expansion --> datapath --> straight_unloader --> out
--                                  ^   control   ^            ^
--                                  +------+------+------------+
--
-- Widths: words and blocks of 32 bits for digests of 256 bits; words and blocks of 64 bits for digests of 512 bits.
-- Latency for N blocks: 2 + 1 + 3 (N - 1) + 6 + 8 cycles of clk for 256 bits, 2 + 1 + 6 (N - 1) + 12 + 8 for 512 bits.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.hamsi_pkg.all;

entity hamsi_highspeed is
  generic (
    DIGEST_BITS : positive := 256 -- bits of the digest: 256 or 512
  );
  port (
    clk       : in    std_ulogic;                                      -- core clock
    io_clk    : in    std_ulogic;                                      -- interface clock; the same clock as clk for this core
    rst       : in    std_ulogic;                                      -- synchronous reset, active high: control becomes idle
    in_data   : in    std_ulogic_vector(DIGEST_BITS / 8 - 1 downto 0); -- headers and padded message, most significant byte first
    in_valid  : in    std_ulogic;                                      -- in_data holds a word
    in_ready  : out   std_ulogic;                                      -- the core takes a valid word in this cycle
    out_data  : out   std_ulogic_vector(DIGEST_BITS / 8 - 1 downto 0); -- words of the digest, most significant byte first
    out_valid : out   std_ulogic;                                      -- out_data holds a word; the word stays until it is taken
    out_ready : in    std_ulogic                                       -- the receiver takes a valid word in this cycle
  );
end entity hamsi_highspeed;

architecture rtl of hamsi_highspeed is

  constant W     : positive := DIGEST_BITS / 8;  -- bits of a word and of a block
  constant WORDS : positive := DIGEST_BITS / 32; -- 32-bit words of the chaining value

  -- Words of the digest that are stored once. This saves registers and costs LUT4s, so only the 256-bit core does it: it has as
  -- many registers as LUT4s, the 512-bit core has fewer.
  constant SINGLE : natural := 6 * boolean'pos(DIGEST_BITS = 256);

  signal word        : std_ulogic_vector(W - 1 downto 0);
  signal word_valid  : std_ulogic;
  signal word_last   : std_ulogic;
  signal want        : std_ulogic; -- a word may be taken
  signal take        : std_ulogic; -- a word is taken in this cycle
  signal last        : std_ulogic;
  signal is_final    : std_ulogic;
  signal boundary    : std_ulogic;
  signal moving      : std_ulogic; -- a round runs; the datapath stores its result
  signal joining     : std_ulogic;
  signal chain       : std_ulogic;
  signal ending      : std_ulogic; -- the digest is valid
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
      clk        => io_clk,
      rst        => rst,
      in_data    => in_data,
      in_valid   => in_valid,
      in_ready   => in_ready,
      word       => word,
      word_valid => word_valid,
      word_last  => word_last,
      word_ready => want
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
      W      => W,
      WORDS  => 8,
      SINGLE => SINGLE
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
