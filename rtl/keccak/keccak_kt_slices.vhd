-- SPDX-License-Identifier: Apache-2.0
-- KangarooTwelve (KT128) with a digest of 256 bits and words of 16 bits, 4 slices of a round in a cycle: one datapath of TurboSHAKE128 for
-- the leaves and the final node. The state and the next block are in LUT RAM, one RAM for each lane. While leaves are processed, the state
-- of the final node is in a block RAM (paper B).
--
--   in --> reader --> nodes --> block --> datapath --> unloader --+--> out
--                      | ^                  ^ ^                   |
--                      | |          control-+ +-addresses         |
--                      v |                                        |
--                      trunk <------------------------------------+
--
-- The next block is loaded while the current one is processed. io_clk must be the same clock as clk. A message has at most 2**32 bits.
--
-- Source: RFC 9861, sections 2 and 3. Widths: words of 16 bits.
-- Latency: see cores.toml. A block takes 217 cycles: 216 to load it, and one in which it is complete.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity keccak_kt_slices is
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
end entity keccak_kt_slices;

architecture rtl of keccak_kt_slices is

  constant N            : positive := 4; -- slices of a step
  constant ADDRESS_BITS : positive := 4; -- log2(64 / N)

  signal message         : std_ulogic_vector(15 downto 0);
  signal message_valid   : std_ulogic;
  signal message_ready   : std_ulogic;
  signal ends            : std_ulogic;
  signal only_domain     : std_ulogic;
  signal dropping        : std_ulogic;
  signal trunk_word      : std_ulogic_vector(15 downto 0);
  signal append          : std_ulogic;
  signal tail            : std_ulogic;
  signal fill            : unsigned(6 downto 0);
  signal node_done       : std_ulogic;
  signal restoring       : std_ulogic;
  signal state_word      : std_ulogic_vector(15 downto 0);
  signal state_valid     : std_ulogic;
  signal state_ends      : std_ulogic;
  signal message_done    : std_ulogic; -- the last block of a message is absorbed
  signal block_word      : std_ulogic_vector(15 downto 0);
  signal block_valid     : std_ulogic;
  signal block_ready     : std_ulogic;
  signal at_mark         : std_ulogic;
  signal after_mark      : std_ulogic;
  signal block_whole     : std_ulogic;
  signal block_full      : std_ulogic; -- the next block is complete
  signal block_due       : std_ulogic; -- it is, and so is its message if it has ended
  signal block_free      : std_ulogic;
  signal ends_node       : std_ulogic;
  signal gives_state     : std_ulogic;
  signal gives_value     : std_ulogic;
  signal absorb          : std_ulogic;
  signal message_address : std_ulogic_vector(3 downto 0);
  signal closing         : std_ulogic;
  signal iota            : std_ulogic_vector(3 downto 0);
  signal lanes           : std_ulogic_vector(99 downto 0);
  signal advance         : std_ulogic; -- the step ends with this cycle
  signal turn            : std_ulogic;
  signal restart         : std_ulogic;
  signal clear           : std_ulogic; -- with the end of the step: the words after chi become zero
  signal theta_off       : std_ulogic;
  signal write           : std_ulogic;
  signal read_addresses  : std_ulogic_vector(63 downto 0);
  signal write_addresses : std_ulogic_vector(63 downto 0);
  signal unloading       : std_ulogic;
  signal output_lane     : unsigned(4 downto 0);
  signal unload_part     : std_ulogic_vector(3 downto 0);
  signal unload_ready    : std_ulogic;
  signal output_part     : std_ulogic_vector(3 downto 0);
  signal whole_state     : std_ulogic;
  signal to_trunk        : std_ulogic;
  signal node_word       : std_ulogic_vector(15 downto 0);
  signal node_valid      : std_ulogic;
  signal node_ready      : std_ulogic;
  signal collect         : std_ulogic; -- the word of a result goes to the trunk

begin

  out_data   <= node_word;
  out_valid  <= node_valid and not to_trunk;
  node_ready <= out_ready or to_trunk;
  collect    <= node_valid and to_trunk;
  block_due  <= block_full and not dropping;

  reader : entity work.keccak_kt_slices_reader
    port map (
      clk         => clk,
      rst         => rst,
      in_data     => in_data,
      in_valid    => in_valid,
      in_ready    => in_ready,
      word        => message,
      word_valid  => message_valid,
      word_ready  => message_ready,
      ends        => ends,
      only_domain => only_domain,
      dropping    => dropping
    );

  nodes : entity work.keccak_kt_slices_nodes
    port map (
      clk         => clk,
      rst         => rst,
      message     => message,
      valid       => message_valid,
      ready       => message_ready,
      ends        => ends,
      only_domain => only_domain,
      word        => trunk_word,
      append      => append,
      tail        => tail,
      fill        => fill,
      node_done   => node_done,
      restoring   => restoring,
      state_word  => state_word,
      state_valid => state_valid,
      state_ends  => state_ends,
      restart     => message_done,
      block_word  => block_word,
      block_valid => block_valid,
      block_ready => block_ready,
      at_mark     => at_mark,
      after_mark  => after_mark,
      block_whole => block_whole,
      block_free  => block_free,
      ends_node   => ends_node,
      gives_state => gives_state,
      gives_value => gives_value
    );

  final_node : entity work.keccak_kt_slices_trunk
    port map (
      clk         => clk,
      rst         => rst,
      word        => trunk_word,
      append      => append,
      tail        => tail,
      node_word   => node_word,
      collect     => collect,
      whole_state => whole_state,
      restoring   => restoring,
      state_word  => state_word,
      state_valid => state_valid,
      state_ready => block_ready,
      state_ends  => state_ends,
      restart     => message_done,
      fill        => fill,
      node_done   => node_done
    );

  next_block : entity work.keccak_kt_slices_message
    port map (
      clk          => clk,
      rst          => rst,
      word         => block_word,
      word_valid   => block_valid,
      word_ready   => block_ready,
      whole_state  => block_whole,
      at_mark      => at_mark,
      after_mark   => after_mark,
      full         => block_full,
      free_block   => block_free,
      advance      => advance,
      absorb       => absorb,
      read_address => message_address,
      closing      => closing,
      iota         => iota,
      lanes        => lanes
    );

  control : entity work.keccak_kt_slices_control
    port map (
      clk             => clk,
      rst             => rst,
      full            => block_due,
      ends_node       => ends_node,
      gives_state     => gives_state,
      gives_value     => gives_value,
      free_block      => block_free,
      absorb          => absorb,
      message_address => message_address,
      closing         => closing,
      iota            => iota,
      advance         => advance,
      turn            => turn,
      restart         => restart,
      clear           => clear,
      theta_off       => theta_off,
      write           => write,
      unloading       => unloading,
      unload_lane     => output_lane,
      unload_part     => unload_part,
      unload_ready    => unload_ready,
      whole_state     => whole_state,
      to_trunk        => to_trunk
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

  datapath : entity work.keccak_kt_slices_datapath
    port map (
      clk             => clk,
      advance         => advance,
      clear           => clear,
      theta_off       => theta_off,
      write           => write,
      read_addresses  => read_addresses,
      write_addresses => write_addresses,
      lanes           => lanes,
      output_lane     => output_lane,
      output_word     => output_part
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
      out_data   => node_word,
      out_valid  => node_valid,
      out_ready  => node_ready
    );

end architecture rtl;
