-- SPDX-License-Identifier: Apache-2.0
-- Shabal core, one step of the keyed permutation a cycle: the basic iterative architecture of paper A, section 4.
--
--   in --> segment_reader --> datapath --> out
--                              ^    ^
--                       control    counter
--
-- The core has neither a loader nor an unloader. It takes a block word by word, and sends a digest word by word, during the last
-- steps of a round.
--
-- Widths: stream words of 64 bits, state words of 32 bits. io_clk must be the same clock as clk.
-- Latency for N blocks, in cycles: 2 + 8 + 49 N + 148 + 4 for both digest sizes.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shabal_pkg.all;

entity shabal_highspeed is
  generic (
    DIGEST_BITS : positive := 256 -- bits of a digest: 256 or 512
  );
  port (
    clk       : in    std_ulogic;                     -- clock of the datapath
    io_clk    : in    std_ulogic;                     -- clock of both streams; the same clock as clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(63 downto 0); -- input stream: headers and padded message
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(63 downto 0); -- output stream: words of the digest
    out_valid : out   std_ulogic;                     -- out_data holds a word
    out_ready : in    std_ulogic                      -- the receiver takes the word in this cycle
  );
end entity shabal_highspeed;

architecture rtl of shabal_highspeed is

  signal word       : std_ulogic_vector(63 downto 0);
  signal word_valid : std_ulogic;
  signal word_last  : std_ulogic;
  signal word_ready : std_ulogic;
  signal clear      : std_ulogic; -- load the initial state
  signal load_step  : std_ulogic;
  signal full_step  : std_ulogic;
  signal a_step     : std_ulogic;
  signal extra      : std_ulogic;
  signal starting   : std_ulogic; -- steps 34 .. 47 before the first round of a message
  signal last       : std_ulogic;
  signal index      : unsigned(3 downto 0);
  signal taking     : std_ulogic;
  signal half       : std_ulogic; -- if taking: bits 31 .. 0 of the input word, else 63 .. 32
  signal exchange   : std_ulogic;
  signal moved_13   : std_ulogic;
  signal moved_9    : std_ulogic;
  signal moved_6    : std_ulogic;
  signal adding     : std_ulogic; -- sum three words of C; the next step adds them to A
  signal pick       : std_ulogic_vector(0 to 7);
  signal pick_old   : std_ulogic;
  signal w_step     : std_ulogic;
  signal w_count    : std_ulogic;
  signal w_offer    : std_ulogic;
  signal w          : word_t;

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

  control : entity work.shabal_highspeed_control
    generic map (
      DIGEST_BITS => DIGEST_BITS
    )
    port map (
      clk        => clk,
      rst        => rst,
      word_valid => word_valid,
      word_last  => word_last,
      word_ready => word_ready,
      out_valid  => out_valid,
      out_ready  => out_ready,
      clear      => clear,
      load_step  => load_step,
      full_step  => full_step,
      a_step     => a_step,
      extra      => extra,
      starting   => starting,
      last       => last,
      index      => index,
      taking     => taking,
      half       => half,
      exchange   => exchange,
      moved_13   => moved_13,
      moved_9    => moved_9,
      moved_6    => moved_6,
      adding     => adding,
      pick       => pick,
      pick_old   => pick_old,
      w_step     => w_step,
      w_count    => w_count,
      w_offer    => w_offer
    );

  counter : entity work.shabal_highspeed_counter
    port map (
      clk    => clk,
      clear  => clear,
      a_step => a_step,
      move   => w_step,
      count  => w_count,
      offer  => w_offer,
      w      => w
    );

  datapath : entity work.shabal_highspeed_datapath
    generic map (
      DIGEST_BITS => DIGEST_BITS
    )
    port map (
      clk       => clk,
      clear     => clear,
      load_step => load_step,
      full_step => full_step,
      a_step    => a_step,
      extra     => extra,
      starting  => starting,
      last      => last,
      index     => index,
      taking    => taking,
      half      => half,
      exchange  => exchange,
      moved_13  => moved_13,
      moved_9   => moved_9,
      moved_6   => moved_6,
      adding    => adding,
      pick      => pick,
      pick_old  => pick_old,
      w         => w,
      word      => word,
      digest    => out_data
    );

end architecture rtl;
