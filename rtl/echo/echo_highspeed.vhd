-- SPDX-License-Identifier: Apache-2.0
-- ECHO with 256- and 512-bit digests, three cycles per round.
-- Source: paper A, section 4 and Table 1.
-- Widths: DIGEST_BITS = 256 is COMPRESS_512: 8 rounds, blocks of 1536 bits. DIGEST_BITS = 512 is COMPRESS_1024: 10 rounds, blocks
-- of 1024 bits. Stream words of 64 bits.
-- Latency for N blocks, in cycles: 2 + 24 + 25 N + 4 (256), 2 + 16 + 31 N + 8 (512).
--
--   in --> segment_reader --> basis --> whole_injector --> datapath --> unloader --> basis --> out
--               |                            ^              ^    ^         ^
--               |                            +--- control --+----|---------+
--               v                                   |            |
--            counter -------------------------------+--> keys ---+
--
-- "basis" is the change of basis of aes_sbox_pkg: the datapath computes in a basis in which the S-box and doubling are small.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.echo_pkg.all;

entity echo_highspeed is
  generic (
    DIGEST_BITS : positive := 256 -- bits of the digest: 256 or 512
  );
  port (
    clk       : in    std_ulogic;                     -- datapath clock
    io_clk    : in    std_ulogic;                     -- clock of in_* and out_*, equal to clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(63 downto 0); -- headers and message words, first byte most significant
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this io_clk cycle if in_valid
    out_data  : out   std_ulogic_vector(63 downto 0); -- next word of the digest, first byte most significant
    out_valid : out   std_ulogic;                     -- out_data holds a word; it stays until it is taken
    out_ready : in    std_ulogic                      -- receiver takes out_data in this io_clk cycle if out_valid
  );
end entity echo_highspeed;

architecture rtl of echo_highspeed is

  constant CHAIN_WORDS  : positive := DIGEST_BITS / 64;
  constant BLOCK_BITS   : positive := 2048 - 2 * DIGEST_BITS;
  constant DIGEST_WORDS : positive := DIGEST_BITS / 128;
  constant OFFSET       : word_t   := round_of_zero;

  signal word          : std_ulogic_vector(63 downto 0);
  signal basis_word    : std_ulogic_vector(63 downto 0);             -- word in the basis, plus the constant of round_of_zero
  signal word_valid    : std_ulogic;
  signal word_last     : std_ulogic;
  signal word_ready    : std_ulogic;
  signal header        : std_ulogic;                                 -- in_data is a segment header
  signal word_taken    : std_ulogic;
  signal message_taken : std_ulogic;
  signal count_ready   : std_ulogic;
  signal count         : unsigned(63 downto 0);
  signal want          : std_ulogic;                                 -- requests a block from whole_injector
  signal quiet         : std_ulogic;                                 -- keeps the output of whole_injector at zero from the next cycle on
  signal take          : std_ulogic;                                 -- the last word is taken; inject is the block in the next cycle
  signal inject        : std_ulogic_vector(BLOCK_BITS - 1 downto 0); -- the block in the cycle after take; zero during the rounds
  signal block_words   : words_t(CHAIN_WORDS to 15);
  signal last          : std_ulogic;
  signal resting       : std_ulogic;                                 -- no message is in process: the initial value is restored
  signal clear_state   : std_ulogic;
  signal keep_mixed    : std_ulogic;
  signal keep_copy     : std_ulogic;
  signal keep_folded   : std_ulogic;
  signal opens         : std_ulogic;
  signal prepare       : std_ulogic_vector(1 to 4);
  signal give          : std_ulogic;
  signal turn          : std_ulogic;
  signal plain_turn    : std_ulogic;
  signal carry_turn    : std_ulogic;
  signal left          : keys_t;
  signal right         : keys_t;
  signal chain         : words_t(0 to CHAIN_WORDS - 1);
  signal digest        : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  signal digest_word   : std_ulogic_vector(63 downto 0);             -- digest word in the basis, plus the constant of round_of_zero
  signal out_free      : std_ulogic;
  signal out_load      : std_ulogic;

begin

  basis_word    <= stream_to_basis(word) xor OFFSET(63 downto 0);
  out_data      <= basis_to_stream(digest_word xor OFFSET(63 downto 0));
  block_words   <= to_words(inject);
  digest        <= to_bytes(chain(0 to DIGEST_WORDS - 1));
  header        <= in_valid and not word_valid;
  word_taken    <= word_valid and word_ready;
  message_taken <= take and word_last;

  reader : entity work.segment_reader
    generic map (
      W => 64
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
      word_ready => word_ready
    );

  counter : entity work.echo_highspeed_counter
    generic map (
      BLOCK_BITS => BLOCK_BITS
    )
    port map (
      clk           => clk,
      rst           => rst,
      header        => header,
      in_data       => in_data,
      word_taken    => word_taken,
      block_taken   => take,
      message_taken => message_taken,
      ready         => count_ready,
      count         => count
    );

  loader : entity work.whole_injector
    generic map (
      W     => 64,
      WORDS => BLOCK_BITS / 64
    )
    port map (
      clk        => io_clk,
      rst        => rst,
      word       => basis_word,
      word_valid => word_valid,
      word_last  => word_last,
      word_ready => word_ready,
      want       => want,
      quiet      => quiet,
      take       => take,
      inject     => inject,
      last       => last
    );

  control : entity work.echo_highspeed_control
    generic map (
      CHAIN_WORDS => CHAIN_WORDS
    )
    port map (
      clk         => clk,
      rst         => rst,
      want        => want,
      take        => take,
      last        => last,
      quiet       => quiet,
      count_ready => count_ready,
      out_free    => out_free,
      out_load    => out_load,
      resting     => resting,
      clear_state => clear_state,
      keep_mixed  => keep_mixed,
      keep_copy   => keep_copy,
      keep_folded => keep_folded,
      opens       => opens,
      prepare     => prepare,
      give        => give,
      turn        => turn,
      plain_turn  => plain_turn,
      carry_turn  => carry_turn
    );

  keys : entity work.echo_highspeed_keys
    port map (
      clk        => clk,
      count      => count,
      prepare    => prepare,
      give       => give,
      turn       => turn,
      plain_turn => plain_turn,
      carry_turn => carry_turn,
      left       => left,
      right      => right
    );

  datapath : entity work.echo_highspeed_datapath
    generic map (
      CHAIN_WORDS => CHAIN_WORDS
    )
    port map (
      clk         => clk,
      resting     => resting,
      clear_state => clear_state,
      keep_mixed  => keep_mixed,
      keep_copy   => keep_copy,
      keep_folded => keep_folded,
      opens       => opens,
      left        => left,
      right       => right,
      block_words => block_words,
      digest      => chain
    );

  unload : entity work.unloader
    generic map (
      W     => 64,
      WORDS => DIGEST_BITS / 64
    )
    port map (
      clk       => io_clk,
      rst       => rst,
      tick      => '1',
      digest    => digest,
      kept      => digest,
      load      => out_load,
      free      => out_free,
      out_data  => digest_word,
      out_valid => out_valid,
      out_ready => out_ready
    );

end architecture rtl;
