-- SPDX-License-Identifier: Apache-2.0
-- Keccak core with extendable output, N slices of a round in a cycle: words of 16 bits, padding outside. SHAKE128 and SHAKE256 (FIPS 202,
-- section 6.2) with 24 rounds, TurboSHAKE128 and TurboSHAKE256 (RFC 9861, section 2) with 12. The state and the next block are in LUT
-- RAM, one RAM for each lane; the core has no block RAM (paper B).
--
--   in --> reader --> message --> datapath --> unloader --> out
--                        ^           ^ ^          ^
--                        |  addresses  |          |
--                        +--------- control ------+
--
-- The next block is loaded while the current one is processed. After the last block of a message, no header is taken before that block
-- is in the state, so that the reader keeps the number of output bytes. io_clk must be the same clock as clk. A message and an
-- output have at most 2**32 bits.
--
-- Widths: words of 16 bits; RATE is 1344 for a security level of 128 bits and 1088 for 256 bits.
-- Latency for a block, in cycles: (64/N + 2) ROUND_COUNT, or RATE/N if that is more. A further block of output takes both.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.keccak_pkg.all;
use work.shell_pkg.all;

entity keccak_xof_slices is
  generic (
    N           : positive range 1 to 8      := 4;    -- slices of a step: a power of two
    RATE        : positive                   := 1344; -- bits of a block
    ROUND_COUNT : positive range 4 to ROUNDS := 24    -- rounds of the permutation
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
end entity keccak_xof_slices;

architecture rtl of keccak_xof_slices is

  constant BLOCK_LANES  : positive := RATE / 64;
  constant ADDRESS_BITS : positive := counter_bits(64 / N);

  signal holds           : std_ulogic; -- the last block of a message waits: no header is taken
  signal offered         : std_ulogic; -- the reader is offered a word
  signal reader_ready    : std_ulogic;
  signal output_bytes    : std_ulogic_vector(31 downto 0);
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
  signal write           : std_ulogic;
  signal read_addresses  : std_ulogic_vector(ADDRESS_BITS * 2 ** ADDRESS_BITS - 1 downto 0);
  signal write_addresses : std_ulogic_vector(ADDRESS_BITS * 2 ** ADDRESS_BITS - 1 downto 0);
  signal written_part    : std_ulogic_vector(ADDRESS_BITS - 1 downto 0);
  signal unloading       : std_ulogic;
  signal output_lane     : unsigned(4 downto 0);
  signal output_column   : std_ulogic_vector(0 to 4);
  signal unload_part     : std_ulogic_vector(ADDRESS_BITS - 1 downto 0);
  signal unload_ready    : std_ulogic;
  signal output_part     : std_ulogic_vector(N - 1 downto 0);

begin

  holds    <= full and loaded_last;
  offered  <= in_valid and not holds;
  in_ready <= reader_ready and not holds;

  reader : entity work.narrow_reader
    generic map (
      BLOCK_BITS => RATE,
      NEEDS_BITS => true
    )
    port map (
      clk          => clk,
      rst          => rst,
      in_data      => in_data,
      in_valid     => offered,
      in_ready     => reader_ready,
      word         => word,
      word_valid   => word_valid,
      word_ready   => word_ready,
      ends_block   => ends_block,
      block_last   => block_last,
      before_last  => open,
      message_bits => output_bytes
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

  control : entity work.keccak_xof_slices_control
    generic map (
      N            => N,
      ADDRESS_BITS => ADDRESS_BITS,
      BLOCK_LANES  => BLOCK_LANES,
      ROUND_COUNT  => ROUND_COUNT
    )
    port map (
      clk             => clk,
      rst             => rst,
      full            => full,
      loaded_last     => loaded_last,
      output_bytes    => output_bytes,
      free_block      => free_block,
      absorb          => absorb,
      message_address => message_address,
      iota            => iota,
      advance         => advance,
      turn            => turn,
      restart         => restart,
      clear           => clear,
      write           => write,
      written_part    => written_part,
      unloading       => unloading,
      output_lane     => output_lane,
      output_column   => output_column,
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

  datapath : entity work.keccak_xof_slices_datapath
    generic map (
      N            => N,
      ADDRESS_BITS => ADDRESS_BITS,
      BLOCK_LANES  => BLOCK_LANES
    )
    port map (
      clk             => clk,
      advance         => advance,
      clear           => clear,
      write           => write,
      read_addresses  => read_addresses,
      write_addresses => write_addresses,
      lanes           => injected,
      written_part    => written_part,
      output_lane     => output_lane,
      output_column   => output_column,
      part_index      => unload_part,
      output_part     => output_part
    );

  unloader : entity work.keccak_slices_unloader
    generic map (
      N         => N,
      PART_BITS => ADDRESS_BITS
    )
    port map (
      clk        => clk,
      rst        => rst,
      part       => output_part,
      part_valid => unloading,
      part_index => unload_part,
      part_ready => unload_ready,
      out_data   => out_data,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

end architecture rtl;
