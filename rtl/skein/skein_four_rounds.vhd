-- SPDX-License-Identifier: Apache-2.0
-- Skein-256-256 and Skein-512-512, four rounds of Threefish in each clock cycle. This is the core: stream input, tweak, datapath,
-- control and stream output.
-- Source: Skein specification, version 1.3; the number of rounds is that of the cores that paper A's authors released.
--
--   in --> bits_reader --> loader --> datapath (with subkeys) --> unloader --> out
--               |               ^  control     ^                           ^
--               +--> tweak      +------+-------+---------------------------+
--
-- Widths: words of 64 bits; blocks, state and digest of STATE_BITS bits.
-- Latency for N blocks: 1 + 4 + 19 N + 19 + 4 cycles of clk for 256 bits, 1 + 8 + 19 N + 19 + 8 for 512 bits.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.skein_pkg.all;

entity skein_four_rounds is
  generic (
    STATE_BITS : positive := 512 -- bits of the state, of a block and of the digest: 256 or 512
  );
  port (
    clk       : in    std_ulogic;                     -- core clock
    io_clk    : in    std_ulogic;                     -- interface clock; the same clock as clk for this core
    rst       : in    std_ulogic;                     -- synchronous reset, active high: the control returns to idle
    in_data   : in    std_ulogic_vector(63 downto 0); -- input stream: headers and padded message, most significant byte first
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- the core takes a valid word in this cycle
    out_data  : out   std_ulogic_vector(63 downto 0); -- output stream: words of the digest, most significant byte first
    out_valid : out   std_ulogic;                     -- out_data holds a word; the word stays until it is taken
    out_ready : in    std_ulogic                      -- the receiver takes a valid word in this cycle
  );
end entity skein_four_rounds;

architecture rtl of skein_four_rounds is

  constant N_W : positive := STATE_BITS / 64; -- words of the state; N_w in the specification

  signal word         : std_ulogic_vector(63 downto 0);
  signal word_valid   : std_ulogic;
  signal word_last    : std_ulogic;
  signal word_ready   : std_ulogic;
  signal block_last   : std_ulogic;
  signal message_bits : std_ulogic_vector(31 downto 0);
  signal want         : std_ulogic;                                 -- the datapath can take the last word of a block
  signal held         : std_ulogic_vector(STATE_BITS - 1 downto 0); -- the latest block, or zero
  signal entering     : std_ulogic_vector(STATE_BITS - 1 downto 0); -- the block in step 0, otherwise zero
  signal last         : std_ulogic;
  signal advance      : std_ulogic;                                 -- the step is completed in this cycle
  signal resting      : std_ulogic;                                 -- no block is processed; the initial value is restored
  signal restart      : std_ulogic;
  signal beginning    : std_ulogic;                                 -- step 0
  signal ending       : std_ulogic;                                 -- step 18
  signal absorb       : std_ulogic;
  signal count        : std_ulogic;
  signal close        : std_ulogic;                                 -- the next block is the output transformation
  signal step         : unsigned(4 downto 0);
  signal phase        : std_ulogic_vector(0 to 2);
  signal ready        : std_ulogic;
  signal clear        : std_ulogic;                                 -- step 18 of the output transformation
  signal arriving     : std_ulogic_vector(STATE_BITS - 1 downto 0);
  signal position     : word_t;
  signal flag_bits    : flags_t;
  signal digest       : std_ulogic_vector(STATE_BITS - 1 downto 0);
  signal kept         : std_ulogic_vector(STATE_BITS - 1 downto 0); -- the chaining value after step 18, in registers
  signal out_free     : std_ulogic;
  signal out_load     : std_ulogic;

begin

  -- The output transformation has a block of zeros.
  clear <= ending and close;

  reader : entity work.bits_reader
    generic map (
      BLOCK_BITS => STATE_BITS
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

  loader : entity work.skein_four_rounds_loader
    generic map (
      W     => 64,
      WORDS => N_W
    )
    port map (
      clk        => io_clk,
      rst        => rst,
      word       => word,
      word_valid => word_valid,
      word_last  => word_last,
      word_ready => word_ready,
      want       => want,
      clear      => clear,
      ready      => ready,
      take       => absorb,
      arriving   => arriving,
      held       => held,
      entering   => entering,
      last       => last
    );

  count_position : entity work.skein_position
    generic map (
      N_W => N_W
    )
    port map (
      clk          => clk,
      restart      => restart,
      count        => count,
      first        => resting,
      closing      => close,
      block_last   => block_last,
      message_bits => message_bits,
      position     => position,
      flag_bits    => flag_bits
    );

  control : entity work.skein_four_rounds_control
    port map (
      clk       => clk,
      rst       => rst,
      ready     => ready,
      take      => absorb,
      last      => last,
      want      => want,
      out_free  => out_free,
      out_load  => out_load,
      advance   => advance,
      resting   => resting,
      restart   => restart,
      beginning => beginning,
      ending    => ending,
      count     => count,
      close     => close,
      step      => step,
      phase     => phase
    );

  datapath : entity work.skein_four_rounds_datapath
    generic map (
      N_W => N_W
    )
    port map (
      clk       => clk,
      advance   => advance,
      resting   => resting,
      beginning => beginning,
      ending    => ending,
      absorb    => absorb,
      step      => step,
      phase     => phase,
      position  => position,
      flag_bits => flag_bits,
      arriving  => arriving,
      entering  => entering,
      held      => held,
      digest    => digest,
      kept      => kept
    );

  unload : entity work.unloader
    generic map (
      W     => 64,
      WORDS => N_W,
      KEEPS => true
    )
    port map (
      clk       => io_clk,
      rst       => rst,
      tick      => '1',
      digest    => digest,
      kept      => kept,
      load      => out_load,
      free      => out_free,
      out_data  => out_data,
      out_valid => out_valid,
      out_ready => out_ready
    );

end architecture rtl;
