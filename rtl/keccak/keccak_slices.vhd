-- SPDX-License-Identifier: Apache-2.0
-- Keccak core with digests of 256 bits, N slices of a round in a cycle: words of 16 bits, padding outside. The state and the next
-- block are in LUT RAM, one RAM for each lane; the core has no block RAM. With N = 8 it is the lightweight core (paper B).
--
--   in --> reader --> message --> datapath --> unloader --> out
--                        ^           ^ ^          ^
--                        |  addresses  |          |
--                        +--------- control ------+
--
-- The next block is loaded while the current one is processed. io_clk must be the same clock as clk. A message has at most 2**32
-- bits.
--
-- Widths: words of 16 bits. Latency for a block, in cycles: 24 (64 / N + 2).

library ieee;
use ieee.std_logic_1164.all;
use work.shell_pkg.all;

entity keccak_slices is
  generic (
    N : positive range 1 to 32 := 8 -- slices of a step: a power of two
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
end entity keccak_slices;

architecture rtl of keccak_slices is

  constant RATE         : positive := 1088;
  constant BLOCK_LANES  : positive := RATE / 64;
  constant ADDRESS_BITS : positive := counter_bits(64 / N);

  signal word            : std_ulogic_vector(15 downto 0);
  signal word_valid      : std_ulogic;
  signal word_ready      : std_ulogic;
  signal ends_block      : std_ulogic;
  signal block_last      : std_ulogic;
  signal full            : std_ulogic;
  signal loaded_last     : std_ulogic;
  signal free_block      : std_ulogic;
  signal absorb          : std_ulogic;
  signal message_address : std_ulogic_vector(ADDRESS_BITS - 1 downto 0);
  signal iota            : std_ulogic_vector(N - 1 downto 0);
  signal injected        : std_ulogic_vector(BLOCK_LANES * N - 1 downto 0);
  signal advance         : std_ulogic; -- the step ends with this cycle
  signal turn            : std_ulogic;
  signal restart         : std_ulogic;
  signal clear           : std_ulogic; -- with the end of the step: the words after chi become zero
  signal theta_off       : std_ulogic;
  signal write           : std_ulogic;
  signal read_addresses  : std_ulogic_vector(ADDRESS_BITS * 2 ** ADDRESS_BITS - 1 downto 0);
  signal write_addresses : std_ulogic_vector(ADDRESS_BITS * 2 ** ADDRESS_BITS - 1 downto 0);
  signal unloading       : std_ulogic;
  signal unload_lane     : std_ulogic_vector(1 downto 0);
  signal unload_part     : std_ulogic_vector(ADDRESS_BITS - 1 downto 0);
  signal unload_ready    : std_ulogic;
  signal digest_word     : std_ulogic_vector(N - 1 downto 0);

begin

  reader : entity work.narrow_reader
    generic map (
      BLOCK_BITS => RATE
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

  message : entity work.keccak_slices_message
    generic map (
      N            => N,
      ADDRESS_BITS => ADDRESS_BITS,
      BLOCK_LANES  => BLOCK_LANES
    )
    port map (
      clk          => clk,
      rst          => rst,
      word         => word,
      word_valid   => word_valid,
      word_ready   => word_ready,
      ends_block   => ends_block,
      block_last   => block_last,
      full         => full,
      last         => loaded_last,
      free_block   => free_block,
      advance      => advance,
      absorb       => absorb,
      read_address => message_address,
      iota         => iota,
      lanes        => injected
    );

  control : entity work.keccak_slices_control
    generic map (
      N            => N,
      ADDRESS_BITS => ADDRESS_BITS
    )
    port map (
      clk             => clk,
      rst             => rst,
      full            => full,
      loaded_last     => loaded_last,
      free_block      => free_block,
      absorb          => absorb,
      message_address => message_address,
      iota            => iota,
      advance         => advance,
      turn            => turn,
      restart         => restart,
      clear           => clear,
      theta_off       => theta_off,
      write           => write,
      unloading       => unloading,
      unload_lane     => unload_lane,
      unload_part     => unload_part,
      unload_ready    => unload_ready
    );

  addresses : entity work.keccak_slices_addresses
    generic map (
      ADDRESS_BITS => ADDRESS_BITS
    )
    port map (
      clk     => clk,
      rst     => rst,
      restart => restart,
      advance => advance,
      turn    => turn,
      reads   => read_addresses,
      writes  => write_addresses
    );

  datapath : entity work.keccak_slices_datapath
    generic map (
      N            => N,
      ADDRESS_BITS => ADDRESS_BITS,
      BLOCK_LANES  => BLOCK_LANES
    )
    port map (
      clk             => clk,
      advance         => advance,
      clear           => clear,
      theta_off       => theta_off,
      write           => write,
      read_addresses  => read_addresses,
      write_addresses => write_addresses,
      lanes           => injected,
      unload_lane     => unload_lane,
      digest_word     => digest_word
    );

  unloader : entity work.keccak_slices_unloader
    generic map (
      N         => N,
      PART_BITS => ADDRESS_BITS
    )
    port map (
      clk        => clk,
      rst        => rst,
      part       => digest_word,
      part_valid => unloading,
      part_index => unload_part,
      part_ready => unload_ready,
      out_data   => out_data,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

end architecture rtl;
