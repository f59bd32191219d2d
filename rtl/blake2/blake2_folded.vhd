-- SPDX-License-Identifier: Apache-2.0
-- BLAKE2s-256 and BLAKE2b-512 without key, with two, four or eight functions G in a cycle, without pipeline registers.
--
--   in --> bits_reader --> message --> datapath <--> chaining --> unloader --> out
--               |            ^          ^  ^            ^            ^
--               |            |          |  |            |            |
--               |            +- control +--|------------+------------+
--               +-> counter ---------------+ t
--
-- Two G: half of the columns or of the diagonals. Four: all of them. Eight: columns, then diagonals, which is a round.
--
-- Source: RFC 7693. Widths: words of WORD_BITS bits: 32 is BLAKE2s-256, 64 is BLAKE2b-512. The streams have words of 64 bits.
-- Latency for N blocks, with R rounds, F = 2 if G_COUNT = 2 and otherwise 1, and L = WORD_BITS / 4 words of the stream in a block:
-- 1 + F + L + (8 R / G_COUNT + F) N + L / 2 cycles. io_clk must be the same clock as clk.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake2_pkg.all;
use work.shell_pkg.all;

entity blake2_folded is
  generic (
    WORD_BITS : positive              := 32; -- bits of a word: 32 (BLAKE2s) or 64 (BLAKE2b)
    G_COUNT   : positive range 2 to 8 := 4   -- functions G in a cycle: 2, 4 or 8
  );
  port (
    clk       : in    std_ulogic;                     -- datapath clock
    io_clk    : in    std_ulogic;                     -- clock of in_* and out_*: the same as clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(63 downto 0); -- headers and message words, first byte most significant
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid
    out_data  : out   std_ulogic_vector(63 downto 0); -- next word of the digest, first byte most significant
    out_valid : out   std_ulogic;                     -- out_data holds a word; it stays until it is taken
    out_ready : in    std_ulogic                      -- receiver takes out_data in this cycle if out_valid
  );
end entity blake2_folded;

architecture rtl of blake2_folded is

  -- G functions one after the other.
  constant SERIES : positive := (G_COUNT + 3) / 4;

  constant LANES       : positive := G_COUNT / SERIES;
  constant BLOCK_BITS  : positive := 16 * WORD_BITS;
  constant BLOCK_WORDS : positive := BLOCK_BITS / 64;
  constant PART_BITS   : positive := counter_bits(BLOCK_BITS / 8);
  constant ROUND_STEPS : positive := 8 * rounds(WORD_BITS) / G_COUNT;
  constant STEP_BITS   : positive := counter_bits(ROUND_STEPS + 4 / LANES);

  signal word         : std_ulogic_vector(63 downto 0);
  signal word_valid   : std_ulogic;
  signal word_last    : std_ulogic;
  signal word_ready   : std_ulogic;
  signal block_last   : std_ulogic;
  signal message_bits : std_ulogic_vector(31 downto 0);
  signal write        : std_ulogic;
  signal write_even   : std_ulogic;
  signal write_odd    : std_ulogic;
  signal write_half   : std_ulogic;
  signal index        : unsigned(counter_bits(BLOCK_WORDS) - 1 downto 0); -- index of `word` in its block
  signal pair         : std_ulogic_vector(2 downto 0);                    -- index of the pair of message words
  signal even_word    : std_ulogic_vector(WORD_BITS - 1 downto 0);        -- message words, first byte least significant
  signal odd_word     : std_ulogic_vector(WORD_BITS - 1 downto 0);
  signal count        : std_ulogic;
  signal recount      : std_ulogic;                                       -- the byte counter starts a new message
  signal t            : unsigned(63 downto 0);
  signal last         : std_ulogic;
  signal read_half    : std_ulogic;
  signal next_step    : unsigned(STEP_BITS - 1 downto 0);
  signal next_ahead   : unsigned(STEP_BITS - 1 downto 0);
  signal advance      : std_ulogic;                                       -- the state takes the result of the step
  signal chains       : std_ulogic;
  signal ends         : std_ulogic;
  signal feeds        : std_ulogic;                                       -- the step after this one is one of the rounds
  signal busy         : std_ulogic;
  signal to_diagonal  : std_ulogic;
  signal to_column    : std_ulogic;
  signal restart      : std_ulogic;
  signal first_words  : std_ulogic_vector(WORD_BITS * G_COUNT - 1 downto 0);
  signal second_words : std_ulogic_vector(WORD_BITS * G_COUNT - 1 downto 0);
  signal a            : unsigned(WORD_BITS * LANES - 1 downto 0);         -- words of the state in the lanes
  signal b            : unsigned(WORD_BITS * LANES - 1 downto 0);
  signal c            : unsigned(WORD_BITS * LANES - 1 downto 0);
  signal d            : unsigned(WORD_BITS * LANES - 1 downto 0);
  signal store        : std_ulogic;                                       -- the chaining value changes
  signal new_low      : unsigned(WORD_BITS * LANES - 1 downto 0);         -- new chaining value of the lanes
  signal new_high     : unsigned(WORD_BITS * LANES - 1 downto 0);
  signal digest       : std_ulogic_vector(8 * WORD_BITS - 1 downto 0);
  signal out_free     : std_ulogic;
  signal out_load     : std_ulogic;

begin

  store     <= chains and advance;
  even_word <= swap_bytes(word(63 downto 64 - WORD_BITS));
  odd_word  <= swap_bytes(word(WORD_BITS - 1 downto 0));

  two_in_a_word : if WORD_BITS = 32 generate
    pair       <= std_ulogic_vector(index);
    write_even <= write;
    write_odd  <= write;
  end generate two_in_a_word;

  one_in_a_word : if WORD_BITS = 64 generate
    pair       <= std_ulogic_vector(index(index'high downto 1));
    write_even <= write and not index(0);
    write_odd  <= write and index(0);
  end generate one_in_a_word;

  reader : entity work.bits_reader
    generic map (
      BLOCK_BITS => BLOCK_BITS
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
      word_ready   => word_ready,
      block_last   => block_last,
      before_last  => open,
      message_bits => message_bits
    );

  counter : entity work.blake2_folded_counter
    generic map (
      PART_BITS => PART_BITS
    )
    port map (
      clk          => clk,
      restart      => recount,
      count        => count,
      block_last   => block_last,
      message_bits => message_bits,
      t            => t
    );

  control : entity work.blake2_folded_control
    generic map (
      LANES       => LANES,
      BLOCK_WORDS => BLOCK_WORDS,
      ROUND_STEPS => ROUND_STEPS,
      STEP_BITS   => STEP_BITS
    )
    port map (
      clk         => clk,
      rst         => rst,
      word_valid  => word_valid,
      word_last   => word_last,
      word_ready  => word_ready,
      write       => write,
      write_half  => write_half,
      write_index => index,
      count       => count,
      recount     => recount,
      last        => last,
      read_half   => read_half,
      next_step   => next_step,
      next_ahead  => next_ahead,
      advance     => advance,
      chains      => chains,
      ends        => ends,
      feeds       => feeds,
      busy        => busy,
      to_diagonal => to_diagonal,
      to_column   => to_column,
      restart     => restart,
      out_free    => out_free,
      out_load    => out_load
    );

  message : entity work.blake2_folded_message
    generic map (
      WORD_BITS   => WORD_BITS,
      LANES       => LANES,
      SERIES      => SERIES,
      ROUND_STEPS => ROUND_STEPS,
      STEP_BITS   => STEP_BITS
    )
    port map (
      clk          => clk,
      write_even   => write_even,
      write_odd    => write_odd,
      write_half   => write_half,
      write_index  => pair,
      even_word    => even_word,
      odd_word     => odd_word,
      read_half    => read_half,
      feeds        => feeds,
      next_step    => next_step,
      next_ahead   => next_ahead,
      first_words  => first_words,
      second_words => second_words
    );

  datapath : entity work.blake2_folded_datapath
    generic map (
      WORD_BITS => WORD_BITS,
      LANES     => LANES,
      SERIES    => SERIES
    )
    port map (
      clk          => clk,
      advance      => advance,
      chains       => chains,
      ends         => ends,
      to_diagonal  => to_diagonal,
      to_column    => to_column,
      t            => t,
      last         => last,
      first_words  => first_words,
      second_words => second_words,
      a            => a,
      b            => b,
      c            => c,
      d            => d,
      new_low      => new_low,
      new_high     => new_high
    );

  chaining : entity work.blake2_folded_chaining
    generic map (
      WORD_BITS => WORD_BITS,
      LANES     => LANES
    )
    port map (
      clk      => clk,
      restart  => restart,
      store    => store,
      busy     => busy,
      a        => a,
      b        => b,
      c        => c,
      d        => d,
      new_low  => new_low,
      new_high => new_high,
      digest   => digest
    );

  unload : entity work.unloader
    generic map (
      W     => 64,
      WORDS => BLOCK_WORDS / 2
    )
    port map (
      clk       => io_clk,
      rst       => rst,
      tick      => '1',
      digest    => digest,
      kept      => digest,
      load      => out_load,
      free      => out_free,
      out_data  => out_data,
      out_valid => out_valid,
      out_ready => out_ready
    );

end architecture rtl;
