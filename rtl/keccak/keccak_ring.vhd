-- SPDX-License-Identifier: Apache-2.0
-- Keccak with several messages in flight: ROUNDS_IN_RING rounds in a ring, a register rank behind each of them and up to two inside,
-- and in each rank a message (paper D, cases II, IV and V; [7] and [8] there for more rounds).
--
--   in --> turn_loader --> inject --> datapath --> row unloader or unloader --> out
--                            ^  control  ^            ^
--                            +-----------+------------+
--
-- Input in turns (docs/architecture.md, "Turns"). RATE: 1088 for 256-bit digests, 576 for 512. ROUNDS_IN_RING divides 24.
-- SLOTS = ROUNDS_IN_RING * (1 + SUMS_RANK + THETA_RANK) messages in flight, two or more.
-- A block of a message takes 24 / ROUNDS_IN_RING * SLOTS cycles; IO_RATIO must be large enough for RATE / 64 + 1 words to come in
-- 24 / ROUNDS_IN_RING - 1 cycles.

library ieee;
use ieee.std_logic_1164.all;
use work.shell_pkg.all;

entity keccak_ring is
  generic (
    RATE           : positive             := 576;
    DIGEST_BITS    : positive             := 512;
    ROUNDS_IN_RING : positive             := 1;
    SUMS_RANK      : natural range 0 to 1 := 0;
    THETA_RANK     : natural range 0 to 1 := 1;
    IO_RATIO       : positive             := 1
  );
  port (
    clk       : in    std_ulogic;
    io_clk    : in    std_ulogic;
    rst       : in    std_ulogic;
    in_data   : in    std_ulogic_vector(63 downto 0);
    in_valid  : in    std_ulogic;
    in_ready  : out   std_ulogic;
    out_data  : out   std_ulogic_vector(63 downto 0);
    out_valid : out   std_ulogic;
    out_ready : in    std_ulogic
  );
end entity keccak_ring;

architecture rtl of keccak_ring is

  signal tick        : std_ulogic;
  signal have        : std_ulogic;
  signal full        : std_ulogic;
  signal take        : std_ulogic;
  signal loads       : std_ulogic;
  signal last        : std_ulogic;
  signal data        : std_ulogic_vector(RATE - 1 downto 0);
  signal inject      : std_ulogic_vector(RATE - 1 downto 0);
  signal advance     : std_ulogic;
  signal drop        : std_ulogic;
  signal iota        : std_ulogic_vector(0 to 7 * ROUNDS_IN_RING - 1);
  signal digest_rows : std_ulogic_vector(639 downto 0);
  signal digest      : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  signal out_free    : std_ulogic;
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
      have     => have,
      full     => full,
      data     => data,
      last     => last
    );

  control : entity work.keccak_ring_control
    generic map (
      ROUNDS_IN_RING => ROUNDS_IN_RING,
      RANKS_IN_ROUND => 1 + SUMS_RANK + THETA_RANK,
      DROP_EARLY     => THETA_RANK = 1
    )
    port map (
      clk      => clk,
      rst      => rst,
      have     => have,
      full     => full,
      last     => last,
      take     => take,
      loads    => loads,
      out_free => out_free,
      advance  => advance,
      drop     => drop,
      deliver  => deliver,
      iota     => iota
    );

  -- Zero but for the step that takes a block, so that the datapath needs neither an enable nor a multiplexer in front of its XOR.
  inject_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if loads = '1' then
        inject <= data;
      elsif advance = '1' or rst = '1' then
        inject <= (others => '0');
      end if;
    end if;
  end process inject_reg;

  datapath : entity work.keccak_ring_datapath
    generic map (
      RATE           => RATE,
      DIGEST_BITS    => DIGEST_BITS,
      ROUNDS_IN_RING => ROUNDS_IN_RING,
      SUMS_RANK      => SUMS_RANK = 1,
      THETA_RANK     => THETA_RANK = 1
    )
    port map (
      clk         => clk,
      advance     => advance,
      drop        => drop,
      iota        => iota,
      inject      => inject,
      digest_rows => digest_rows,
      digest      => digest
    );

  unload_rows : if THETA_RANK = 1 generate

    unload : entity work.keccak_row_unloader
      generic map (
        DIGEST_BITS => DIGEST_BITS
      )
      port map (
        clk       => io_clk,
        rst       => rst,
        tick      => tick,
        rows      => digest_rows,
        load      => deliver,
        free      => out_free,
        out_data  => out_data,
        out_valid => out_valid,
        out_ready => out_ready
      );

  end generate unload_rows;

  unload_words : if THETA_RANK = 0 generate

    unload : entity work.unloader
      generic map (
        W     => 64,
        WORDS => DIGEST_BITS / 64
      )
      port map (
        clk       => io_clk,
        rst       => rst,
        tick      => tick,
        digest    => digest,
        kept      => digest,
        load      => deliver,
        free      => out_free,
        out_data  => out_data,
        out_valid => out_valid,
        out_ready => out_ready
      );

  end generate unload_words;

end architecture rtl;
