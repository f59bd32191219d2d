-- SPDX-License-Identifier: Apache-2.0
-- Keccak core that processes several messages at once, in a ring of ROUNDS_IN_RING rounds. Each round ends with a register for a
-- whole state; up to two more such registers (pipeline registers, called ranks) are inside each round. Each rank holds the state
-- of a different message, or is idle.
--
--   in --> turn_loader --[inject]--> datapath --> unloader --> out
--               ^            control     ^            ^
--               +---------------+--------+------------+
--
-- The ring has SLOTS = ROUNDS_IN_RING * (1 + SUMS_RANK + THETA_RANK) ranks, two or more. So SLOTS messages are in flight. The input
-- stream is a sequence of turns (docs/architecture.md, "Turns"). IO_RATIO must be large enough that RATE/64 + 1 words arrive in
-- 24 / ROUNDS_IN_RING - 1 cycles of clk.
--
-- With one clock the datapath reads the block from the loader. With two clocks the loader may change a block before the next edge of
-- clk, so the register `inject` holds it.
--
-- Source: paper D, cases II, IV and V; [7] and [8] of paper D for more rounds.
-- Widths: words of 64 bits; RATE is 1088 for digests of 256 bits and 576 for 512 bits.
-- Latency: 24 / ROUNDS_IN_RING * SLOTS cycles for a block of one message; the whole formulas are in cores.toml.

library ieee;
use ieee.std_logic_1164.all;
use work.shell_pkg.all;

entity keccak_ring is
  generic (
    RATE           : positive             := 576; -- bits of a block
    DIGEST_BITS    : positive             := 512; -- bits of a digest
    ROUNDS_IN_RING : positive             := 1;   -- rounds of the ring; divides 24
    SUMS_RANK      : natural range 0 to 1 := 0;   -- 1: rank after the column sums of theta
    THETA_RANK     : natural range 0 to 1 := 1;   -- 1: rank after theta
    IO_RATIO       : positive             := 1    -- cycles of io_clk in a period of clk
  );
  port (
    clk       : in    std_ulogic;                     -- clock of the ring
    io_clk    : in    std_ulogic;                     -- clock of both streams, IO_RATIO times as fast as clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(63 downto 0); -- input stream: turns, each a header and perhaps a block
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(63 downto 0); -- output stream: words of the digests
    out_valid : out   std_ulogic;                     -- out_data holds a word
    out_ready : in    std_ulogic                      -- the receiver takes the word in this cycle
  );
end entity keccak_ring;

architecture rtl of keccak_ring is

  -- True if the loader's flags pass registers on clk, so that the control has a whole period of clk for them. The control then sees
  -- a block one cycle of clk later, which must be early enough: the first word of a block is taken 2 * IO_RATIO - 1 cycles of
  -- io_clk after the decision to take the block before it, and turns are at least 24 / ROUNDS_IN_RING - 1 cycles of clk apart.
  constant SAMPLED : boolean := IO_RATIO > 1 and (2 * IO_RATIO - 1 + RATE / 64) / IO_RATIO + 1 < 24 / ROUNDS_IN_RING;

  -- Returns how many pairs of digest words are selected by LUT4s instead of registers, such that LUTs and registers of the core are
  -- about equal in number. Rings with a rank after the column sums have more registers than LUTs, and most others more LUTs.
  function pairs return natural is
  begin
    if SUMS_RANK = 1 or (ROUNDS_IN_RING = 1 and DIGEST_BITS = 512) then
      return DIGEST_BITS / 128;
    end if;
    return 0;
  end function pairs;

  signal tick        : std_ulogic; -- this cycle of io_clk ends with a rising edge of clk
  signal have        : std_ulogic;
  signal full        : std_ulogic;
  signal arrives     : std_ulogic; -- a block waits from the next cycle on
  signal turn_waits  : std_ulogic;
  signal block_waits : std_ulogic;
  signal take        : std_ulogic; -- take the turn from the loader
  signal load        : std_ulogic;
  signal absorb      : std_ulogic;
  signal last        : std_ulogic;
  signal data        : std_ulogic_vector(RATE - 1 downto 0);
  signal block_in    : std_ulogic_vector(RATE - 1 downto 0);
  signal advance     : std_ulogic; -- this cycle is a step
  signal drop        : std_ulogic; -- zero the state whose message has ended or never started
  signal iota        : std_ulogic_vector(0 to 7 * ROUNDS_IN_RING - 1);
  signal digest      : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  signal picked      : std_ulogic; -- the last word is picked: another digest can be copied (clk)
  signal copy        : std_ulogic;
  signal deliver     : std_ulogic;

begin

  phase : entity work.io_phase
    generic map (
      RATIO => IO_RATIO
    )
    port map (
      clk    => clk,
      io_clk => io_clk,
      rst    => rst,
      tick   => tick
    );

  loader : entity work.turn_loader
    generic map (
      WORDS => RATE / 64
    )
    port map (
      clk      => io_clk,
      rst      => rst,
      tick     => tick,
      in_data  => in_data,
      in_valid => in_valid,
      in_ready => in_ready,
      take     => take,
      have     => turn_waits,
      arrives  => arrives,
      full     => block_waits,
      data     => data,
      last     => last
    );

  control : entity work.keccak_ring_control
    generic map (
      ROUNDS_IN_RING => ROUNDS_IN_RING,
      RANKS_IN_ROUND => 1 + SUMS_RANK + THETA_RANK
    )
    port map (
      clk     => clk,
      rst     => rst,
      have    => have,
      full    => full,
      last    => last,
      take    => take,
      load    => load,
      absorb  => absorb,
      picked  => picked,
      advance => advance,
      drop    => drop,
      copy    => copy,
      deliver => deliver,
      iota    => iota
    );

  -- The flags of a turn that was taken are seen for up to two more cycles of clk. This is harmless, because turns are at least
  -- three steps apart.
  sampled_flags : if SAMPLED generate

    flags_reg : process (clk) is
    begin
      if rising_edge(clk) then
        have <= (turn_waits or arrives) and not rst;
        full <= (block_waits or arrives) and not rst;
      end if;
    end process flags_reg;

  end generate sampled_flags;

  direct_flags : if not SAMPLED generate
    have <= turn_waits;
    full <= block_waits;
  end generate direct_flags;

  one_clock : if IO_RATIO = 1 generate
    block_in <= data;
  end generate one_clock;

  two_clocks : if IO_RATIO > 1 generate
    signal inject : std_ulogic_vector(RATE - 1 downto 0); -- the block that is XORed to the state; the data of the loader
  begin

    block_in <= inject;

    inject_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if load = '1' then
          inject <= data;
        end if;
      end if;
    end process inject_reg;

  end generate two_clocks;

  datapath : entity work.keccak_ring_datapath
    generic map (
      RATE           => RATE,
      DIGEST_BITS    => DIGEST_BITS,
      ROUNDS_IN_RING => ROUNDS_IN_RING,
      SUMS_RANK      => SUMS_RANK = 1,
      THETA_RANK     => THETA_RANK = 1
    )
    port map (
      clk      => clk,
      advance  => advance,
      drop     => drop,
      absorb   => absorb,
      iota     => iota,
      block_in => block_in,
      digest   => digest
    );

  unload : entity work.keccak_ring_unloader
    generic map (
      W        => 64,
      WORDS    => DIGEST_BITS / 64,
      PAIRS    => pairs,
      CROSSING => IO_RATIO > 1
    )
    port map (
      clk       => clk,
      io_clk    => io_clk,
      rst       => rst,
      tick      => tick,
      digest    => digest,
      copy      => copy,
      load      => deliver,
      done      => picked,
      out_data  => out_data,
      out_valid => out_valid,
      out_ready => out_ready
    );

end architecture rtl;
