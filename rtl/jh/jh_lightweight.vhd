-- SPDX-License-Identifier: Apache-2.0
-- Lightweight JH with 35.5 rounds, and JH42 with 42 rounds: words of 16 bits, padding outside, one memory of 512 x 32 bits with two
-- ports. The interface and the area budget are those of paper B, sections 2.1 and 2.3.
--
--                     +------------ control -----------+
--                     v               v                v
--   in --> reader --> loader --> datapath, memory --> unloader --> out
--
-- The next block is loaded while the current one is processed. io_clk must be the same clock as clk. A message has at most 2**32
-- bits.
--
-- Widths: words of 16 bits. Latency of a block: 16 cycles for each round.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity jh_lightweight is
  generic (
    HALF_ROUNDS : positive -- twice the number of rounds of E_8: 71, or 84 for JH42
  );
  port (
    clk       : in    std_ulogic;                     -- clock of the datapath
    io_clk    : in    std_ulogic;                     -- clock of both streams; the same clock as clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(15 downto 0); -- input stream: headers and padded message
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(15 downto 0); -- output stream: words of the digest
    out_valid : out   std_ulogic;                     -- out_data holds a word
    out_ready : in    std_ulogic                      -- the receiver takes the word in this cycle
  );
end entity jh_lightweight;

architecture rtl of jh_lightweight is

  constant FULL_ROUNDS : positive := HALF_ROUNDS / 2;
  constant HALF_ROUND  : boolean  := HALF_ROUNDS mod 2 = 1;

  signal word        : std_ulogic_vector(15 downto 0);
  signal word_valid  : std_ulogic;
  signal word_ready  : std_ulogic;
  signal ends_block  : std_ulogic;
  signal block_last  : std_ulogic;
  signal full        : std_ulogic;
  signal loaded_last : std_ulogic;
  signal free_block  : std_ulogic;
  signal advance     : std_ulogic; -- byte is taken in this cycle if byte_valid is '1'
  signal unload_done : std_ulogic;
  signal settling    : std_ulogic; -- port b still reads H(0): no result is valid yet
  signal loading     : std_ulogic;
  signal active      : std_ulogic;
  signal first       : std_ulogic; -- first round of a block
  signal second      : std_ulogic;
  signal closing     : std_ulogic; -- last round of a block
  signal swaps       : std_ulogic_vector(1 to 2);
  signal mask        : std_ulogic_vector(3 downto 0);
  signal slice       : unsigned(3 downto 0);
  signal number      : unsigned(5 downto 0);
  signal unloading   : std_ulogic;
  signal upper       : std_ulogic;
  signal even_index  : unsigned(3 downto 0);
  signal odd_index   : unsigned(3 downto 0);
  signal block_part  : std_ulogic_vector(0 to 31);
  signal piece       : std_ulogic_vector(7 downto 0);
  signal byte_valid  : std_ulogic;
  signal ending      : std_ulogic; -- no byte follows

begin

  reader : entity work.narrow_reader
    generic map (
      BLOCK_BITS => 512
    )
    port map (
      clk          => clk,
      rst          => rst,
      in_data      => in_data,
      in_valid     => in_valid,
      in_ready     => in_ready,
      word         => word,
      word_valid   => word_valid,
      word_ready   => word_ready,
      ends_block   => ends_block,
      block_last   => block_last,
      before_last  => open,
      message_bits => open
    );

  loader : entity work.jh_lightweight_loader
    port map (
      clk        => clk,
      rst        => rst,
      word       => word,
      word_valid => word_valid,
      word_ready => word_ready,
      ends_block => ends_block,
      block_last => block_last,
      full       => full,
      last       => loaded_last,
      free_block => free_block,
      even_index => even_index,
      odd_index  => odd_index,
      slice      => block_part
    );

  control : entity work.jh_lightweight_control
    generic map (
      ROUNDS     => FULL_ROUNDS + boolean'pos(HALF_ROUND),
      HALF_ROUND => HALF_ROUND
    )
    port map (
      clk         => clk,
      rst         => rst,
      full        => full,
      loaded_last => loaded_last,
      free_block  => free_block,
      advance     => advance,
      unload_done => unload_done,
      settling    => settling,
      loading     => loading,
      active      => active,
      first       => first,
      second      => second,
      closing     => closing,
      swaps       => swaps,
      mask        => mask,
      slice       => slice,
      number      => number,
      unloading   => unloading,
      upper       => upper
    );

  datapath : entity work.jh_lightweight_datapath
    generic map (
      DIGEST_BITS => 256,
      FULL_ROUNDS => FULL_ROUNDS,
      HALF_ROUND  => HALF_ROUND
    )
    port map (
      clk        => clk,
      rst        => rst,
      advance    => advance,
      loading    => loading,
      active     => active,
      first      => first,
      second     => second,
      closing    => closing,
      swaps      => swaps,
      mask       => mask,
      slice      => slice,
      number     => number,
      unloading  => unloading,
      upper      => upper,
      settling   => settling,
      even_index => even_index,
      odd_index  => odd_index,
      block_part => block_part,
      piece      => piece,
      byte_valid => byte_valid,
      ending     => ending
    );

  unloader : entity work.jh_lightweight_unloader
    port map (
      clk        => clk,
      rst        => rst,
      piece      => piece,
      byte_valid => byte_valid,
      ending     => ending,
      advance    => advance,
      done       => unload_done,
      out_data   => out_data,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

end architecture rtl;
