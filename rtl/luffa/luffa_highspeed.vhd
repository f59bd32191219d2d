-- SPDX-License-Identifier: Apache-2.0
-- Luffa v2, one step of all permutations in each clock cycle. This is the core: stream input, datapath, control and stream output.
-- Source: the basic iterative architecture of paper A, section 4.
--
--   in --> segment_reader --> loader --> datapath --> unloader --> out
--                               ^         ^  ^            ^
--                               +-control-+--|------------+
--                                    +-- constants
--
-- Widths: words of 64 bits, blocks of 256 bits. A digest of 256 bits has three permutations and one blank round; a digest of 512
-- bits has five permutations and two blank rounds.
-- Latency for N blocks: 2 + 4 + 8 N + 8 + 4 cycles of clk for 256 bits, 2 + 4 + 8 N + 16 + 4 for 512 bits.

library ieee;
use ieee.std_logic_1164.all;
use work.luffa_pkg.all;

entity luffa_highspeed is
  generic (
    DIGEST_BITS : positive := 256 -- bits of the digest: 256 or 512
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
end entity luffa_highspeed;

architecture rtl of luffa_highspeed is

  constant W : positive := permutations(DIGEST_BITS); -- number of permutations; w in the specification

  signal word       : std_ulogic_vector(63 downto 0);
  signal word_valid : std_ulogic;
  signal word_last  : std_ulogic;
  signal word_ready : std_ulogic;
  signal want       : std_ulogic;          -- the loader may take the last word of a block
  signal take       : std_ulogic;          -- the last word is taken; blocks is valid in the next cycle
  signal last       : std_ulogic;
  signal blocks     : state_t(0 to W - 1); -- the products of the block in the cycle after take
  signal busy       : std_ulogic;          -- steps 0 .. 6 of a round
  signal resting    : std_ulogic;          -- not busy
  signal finish     : std_ulogic;          -- step 7
  signal advance    : std_ulogic;          -- busy or finish
  signal restart    : std_ulogic;          -- ending or idle
  signal clear      : std_ulogic;          -- busy or idle
  signal quiet      : std_ulogic;          -- blocks must be zero in the next cycle
  signal load       : std_ulogic;
  signal c          : spread_constants_t(0 to W - 1);
  signal digest     : std_ulogic_vector(255 downto 0);
  signal out_free   : std_ulogic;

begin

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

  loader : entity work.luffa_highspeed_loader
    generic map (
      PERMUTATIONS => W
    )
    port map (
      clk        => io_clk,
      rst        => rst,
      word       => word,
      word_valid => word_valid,
      word_last  => word_last,
      word_ready => word_ready,
      want       => want,
      quiet      => quiet,
      take       => take,
      blocks     => blocks,
      last       => last
    );

  control : entity work.luffa_highspeed_control
    generic map (
      BLANKS => DIGEST_BITS / 256
    )
    port map (
      clk      => clk,
      rst      => rst,
      take     => take,
      last     => last,
      want     => want,
      out_free => out_free,
      load     => load,
      quiet    => quiet,
      busy     => busy,
      resting  => resting,
      finish   => finish,
      advance  => advance,
      restart  => restart,
      clear    => clear
    );

  constants : entity work.luffa_highspeed_constants
    generic map (
      PERMUTATIONS => W
    )
    port map (
      clk  => clk,
      busy => busy,
      c    => c
    );

  three_permutations : if W = 3 generate

    datapath : entity work.luffa_highspeed_datapath_three
      port map (
        clk     => clk,
        restart => restart,
        advance => advance,
        resting => resting,
        finish  => finish,
        clear   => clear,
        c       => c,
        blocks  => blocks,
        digest  => digest
      );

  end generate three_permutations;

  five_permutations : if W = 5 generate

    datapath : entity work.luffa_highspeed_datapath_five
      port map (
        clk     => clk,
        resting => resting,
        finish  => finish,
        clear   => clear,
        c       => c,
        blocks  => blocks,
        digest  => digest
      );

  end generate five_permutations;

  unload : entity work.unloader
    generic map (
      W     => 64,
      WORDS => 4
    )
    port map (
      clk       => io_clk,
      rst       => rst,
      tick      => '1',
      digest    => digest,
      kept      => digest,
      load      => load,
      free      => out_free,
      out_data  => out_data,
      out_valid => out_valid,
      out_ready => out_ready
    );

end architecture rtl;
