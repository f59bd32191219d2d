-- SPDX-License-Identifier: Apache-2.0
-- Keccak core with extendable output, one round a cycle, for permutations of fewer rounds than a block has words: TurboSHAKE128 and
-- TurboSHAKE256 (RFC 9861, section 2). Words arrive on an io_clk of twice the rate of clk, since one word a cycle would take longer than
-- the rounds. Output leaves at one word a cycle of clk.
--
--   in --> keccak_xof_pairs --> datapath --> keccak_xof_unloader --> keccak_xof_queue --> out
--             |    ^  control  ^                   ^
--             |    +-----------+-------------------+
--             +--> keccak_xof_request ----- more --+
--
-- Widths: words of 64 bits; RATE is an odd number of words, 1344 for a security level of 128 bits and 1088 for 256 bits. io_clk is twice
-- as fast as clk.
-- Latency: see cores.toml. A block takes ROUND_COUNT cycles of clk; at least RATE/128 + 3/2.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.keccak_pkg.all;

entity keccak_xof_fast is
  generic (
    RATE        : positive                   := 1344; -- bits of a block
    ROUND_COUNT : positive range 4 to ROUNDS := 12;   -- rounds of the permutation
    DIRECT      : positive range 1 to 30     := 9     -- words of a block of output that are sent from the state
  );
  port (
    clk       : in    std_ulogic;                     -- clock of the datapath
    io_clk    : in    std_ulogic;                     -- clock of both streams; twice as fast as clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(63 downto 0); -- input stream: headers and padded message
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(63 downto 0); -- output stream
    out_valid : out   std_ulogic;                     -- out_data holds a word
    out_ready : in    std_ulogic                      -- the receiver takes the word in this cycle
  );
end entity keccak_xof_fast;

architecture rtl of keccak_xof_fast is

  constant WORDS : positive := RATE / 64;

  signal tick       : std_ulogic;                            -- this cycle of io_clk ends with an edge of clk
  signal header     : std_ulogic;                            -- the next word is a header
  signal bytes      : std_ulogic_vector(31 downto 0);        -- output bytes in it
  signal ends       : std_ulogic;                            -- the last word of a message is taken
  signal want       : std_ulogic;                            -- the datapath can absorb a block in the next cycle
  signal inject     : std_ulogic_vector(RATE - 65 downto 0); -- words 0 .. WORDS-2 in the cycle of absorb, else zero
  signal last_lane  : std_ulogic_vector(63 downto 0);
  signal absorb     : std_ulogic;
  signal pending    : std_ulogic;
  signal last       : std_ulogic;
  signal advance    : std_ulogic;                            -- the state changes to the next step
  signal clear      : std_ulogic;                            -- clear the state
  signal iota       : std_ulogic_vector(63 downto 0);
  signal block_out  : std_ulogic_vector(RATE - 1 downto 0);  -- from the registers of the state
  signal out_load   : std_ulogic;
  signal done       : std_ulogic;                            -- the block of output is copied or sent
  signal more       : std_ulogic;                            -- another block of output follows
  signal next_block : std_ulogic;
  signal final      : unsigned(4 downto 0);
  signal word       : std_ulogic_vector(63 downto 0);        -- word of output
  signal word_valid : std_ulogic;
  signal word_ready : std_ulogic;

begin

  next_block <= done and more;

  phase : entity work.io_phase
    generic map (
      RATIO => 2
    )
    port map (
      clk    => clk,
      io_clk => io_clk,
      rst    => rst,
      tick   => tick
    );

  loader : entity work.keccak_xof_pairs
    generic map (
      WORDS => WORDS
    )
    port map (
      clk          => clk,
      io_clk       => io_clk,
      rst          => rst,
      tick         => tick,
      in_data      => in_data,
      in_valid     => in_valid,
      in_ready     => in_ready,
      at_header    => header,
      output_bytes => bytes,
      ends         => ends,
      want         => want,
      absorb       => absorb,
      pending      => pending,
      inject       => inject,
      last_inject  => last_lane,
      last         => last
    );

  request : entity work.keccak_xof_request
    generic map (
      WORDS => WORDS
    )
    port map (
      clk        => clk,
      header     => header,
      bytes      => bytes,
      ends       => ends,
      next_block => next_block,
      more       => more,
      final      => final
    );

  control : entity work.keccak_xof_control
    generic map (
      ROUND_COUNT => ROUND_COUNT
    )
    port map (
      clk      => clk,
      rst      => rst,
      absorb   => absorb,
      pending  => pending,
      last     => last,
      want     => want,
      out_load => out_load,
      done     => done,
      more     => more,
      advance  => advance,
      clear    => clear,
      iota     => iota
    );

  datapath : entity work.keccak_xof_datapath
    generic map (
      RATE => RATE
    )
    port map (
      clk         => clk,
      advance     => advance,
      clear       => clear,
      iota        => iota,
      inject      => inject,
      last_inject => last_lane,
      block_out   => block_out
    );

  unload : entity work.keccak_xof_unloader
    generic map (
      WORDS  => WORDS,
      DIRECT => DIRECT
    )
    port map (
      clk       => clk,
      rst       => rst,
      block_out => block_out,
      load      => out_load,
      more      => more,
      final     => final,
      done      => done,
      out_data  => word,
      out_valid => word_valid,
      out_ready => word_ready
    );

  queue : entity work.keccak_xof_queue
    port map (
      clk        => clk,
      io_clk     => io_clk,
      rst        => rst,
      tick       => tick,
      word       => word,
      word_valid => word_valid,
      word_ready => word_ready,
      out_data   => out_data,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

end architecture rtl;
