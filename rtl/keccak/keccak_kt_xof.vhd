-- SPDX-License-Identifier: Apache-2.0
-- KangarooTwelve (KT128) with extendable output: one datapath of TurboSHAKE128 for the leaves and the final node, one round a cycle. Words
-- arrive on an io_clk of twice the rate of clk. Output leaves at one word a cycle of clk. While leaves are processed, the state of the
-- final node is in a memory.
--
--             +--> request ------------- more, final ----+
--             |                                          v
--   in --> reader --> loader --> datapath --> unloader [held] --+--> queue --> out
--                       ^ |                                     |
--                       | +------------+                        |
--                       +-- trunk <----+------------------------+
--
-- The unloader sends the first DIRECT words of a block of output from the state and the others from copies, while the rounds of the next
-- block of output go on. A block of a message is absorbed only after all words of the state before it have been sent, because `to_trunk`,
-- `whole_state` and `owed` belong to the latest absorbed block.
--
-- Source: RFC 9861, sections 2 and 3. Widths: words of 64 bits. io_clk is twice as fast as clk. A message has at most 2**24 chunks.
-- Latency: see cores.toml. A block of a message takes 12 cycles of clk, a block of output 21.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity keccak_kt_xof is
  port (
    clk       : in    std_ulogic;                     -- clock of the datapath
    io_clk    : in    std_ulogic;                     -- clock of both streams; twice as fast as clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(63 downto 0); -- input stream: headers and padded message
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(63 downto 0); -- output stream: words of output
    out_valid : out   std_ulogic;                     -- out_data holds a word
    out_ready : in    std_ulogic                      -- the receiver takes the word in this cycle
  );
end entity keccak_kt_xof;

architecture rtl of keccak_kt_xof is

  constant STATE_WORDS : positive := 25;
  constant BLOCK_WORDS : positive := 21;
  constant VALUE_WORDS : positive := 4; -- of a chaining value
  constant ROUND_COUNT : positive := 12;
  constant DIRECT      : positive := 9; -- the other 12 words of a block of output take as long as its rounds
  constant CHUNKS_BITS : positive := 24;

  signal tick         : std_ulogic;           -- this cycle of io_clk ends with an edge of clk
  signal word_a       : std_ulogic_vector(63 downto 0);
  signal word_b       : std_ulogic_vector(63 downto 0);
  signal paired       : std_ulogic;
  signal one_taken    : std_ulogic;
  signal two_taken    : std_ulogic;
  signal ends         : std_ulogic;
  signal begun        : std_ulogic;
  signal near_end     : std_ulogic;
  signal only_domain  : std_ulogic;
  signal dropping     : std_ulogic;
  signal ready        : std_ulogic;
  signal pair         : std_ulogic;
  signal skip         : std_ulogic;
  signal trunk_word   : std_ulogic_vector(63 downto 0);
  signal trunk_due    : std_ulogic;
  signal trunk_full   : std_ulogic;
  signal node_done    : std_ulogic;
  signal seed         : std_ulogic;
  signal mark         : std_ulogic;
  signal tail         : std_ulogic;
  signal read         : std_ulogic;
  signal rewind       : std_ulogic;
  signal restart      : std_ulogic;
  signal idle         : std_ulogic;           -- the datapath can absorb a block in the next cycle
  signal want         : std_ulogic;           -- and no words of the state before are left
  signal absorb       : std_ulogic;
  signal inject       : std_ulogic_vector(64 * STATE_WORDS - 1 downto 0);
  signal last         : std_ulogic;
  signal to_trunk     : std_ulogic;
  signal whole_state  : std_ulogic;
  signal owed         : std_ulogic;
  signal out_load     : std_ulogic;
  signal done         : std_ulogic;           -- the state is not needed after this cycle
  signal advance      : std_ulogic;
  signal clear        : std_ulogic;
  signal iota         : std_ulogic_vector(63 downto 0);
  signal state        : std_ulogic_vector(64 * STATE_WORDS - 1 downto 0);
  signal taken        : std_ulogic;
  signal message_ends : std_ulogic;           -- the last block of the final node is absorbed
  signal more         : std_ulogic;           -- a further block of output follows
  signal squeezes     : std_ulogic;           -- its rounds start
  signal final        : unsigned(4 downto 0); -- index of the last word that is needed of the state
  signal node_word    : std_ulogic_vector(63 downto 0);
  signal node_valid   : std_ulogic;
  signal node_ready   : std_ulogic;
  signal collect      : std_ulogic;           -- the word goes to the trunk
  signal output_valid : std_ulogic;           -- the word is output
  signal output_ready : std_ulogic;

begin

  taken        <= one_taken or two_taken or skip;
  message_ends <= absorb and last and not to_trunk;
  squeezes     <= done and more;
  want         <= idle and not node_valid;
  collect      <= node_valid and to_trunk;
  output_valid <= node_valid and not to_trunk and not owed;
  node_ready   <= (output_ready and not owed) or to_trunk;

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

  reader : entity work.keccak_kt_reader
    port map (
      clk         => clk,
      io_clk      => io_clk,
      rst         => rst,
      tick        => tick,
      in_data     => in_data,
      in_valid    => in_valid,
      in_ready    => in_ready,
      ready       => ready,
      pair        => pair,
      skip        => skip,
      word_a      => word_a,
      word_b      => word_b,
      paired      => paired,
      one_taken   => one_taken,
      two_taken   => two_taken,
      ends        => ends,
      begun       => begun,
      near_end    => near_end,
      only_domain => only_domain,
      dropping    => dropping
    );

  loader : entity work.keccak_kt_loader
    port map (
      clk         => clk,
      rst         => rst,
      word_a      => word_a,
      word_b      => word_b,
      paired      => paired,
      one_taken   => one_taken,
      two_taken   => two_taken,
      ends        => ends,
      begun       => begun,
      near_end    => near_end,
      only_domain => only_domain,
      dropping    => dropping,
      ready       => ready,
      pair        => pair,
      skip        => skip,
      trunk_word  => trunk_word,
      trunk_due   => trunk_due,
      trunk_full  => trunk_full,
      node_done   => node_done,
      seed        => seed,
      mark        => mark,
      tail        => tail,
      read        => read,
      rewind      => rewind,
      restart     => restart,
      want        => want,
      absorb      => absorb,
      inject      => inject,
      last        => last,
      to_trunk    => to_trunk,
      whole_state => whole_state,
      owed        => owed
    );

  final_node : entity work.keccak_kt_trunk
    generic map (
      LEAF_BITS => CHUNKS_BITS
    )
    port map (
      clk         => clk,
      rst         => rst,
      stream_word => word_a,
      seed        => seed,
      mark        => mark,
      tail        => tail,
      node_word   => node_word,
      collect     => collect,
      whole_state => whole_state,
      read        => read,
      rewind      => rewind,
      restart     => restart,
      trunk_word  => trunk_word,
      due         => trunk_due,
      full        => trunk_full,
      node_done   => node_done
    );

  request : entity work.keccak_kt_request
    generic map (
      BLOCK_WORDS => BLOCK_WORDS,
      STATE_WORDS => STATE_WORDS,
      VALUE_WORDS => VALUE_WORDS
    )
    port map (
      clk          => clk,
      begun        => begun,
      bytes        => word_a(63 downto 32),
      taken        => taken,
      message_ends => message_ends,
      to_trunk     => to_trunk,
      whole_state  => whole_state,
      squeezes     => squeezes,
      more         => more,
      final        => final
    );

  control : entity work.keccak_xof_control
    generic map (
      ROUND_COUNT => ROUND_COUNT
    )
    port map (
      clk      => clk,
      rst      => rst,
      absorb   => absorb,
      pending  => '0',
      last     => last,
      want     => idle,
      out_load => out_load,
      done     => done,
      more     => more,
      advance  => advance,
      clear    => clear,
      iota     => iota
    );

  datapath : entity work.keccak_whole_datapath
    generic map (
      RATE     => 64 * STATE_WORDS,
      OUT_BITS => 64 * STATE_WORDS
    )
    port map (
      clk       => clk,
      advance   => advance,
      clear     => clear,
      iota      => iota,
      inject    => inject,
      block_out => state
    );

  -- With its own `more` it would send all words of the state. A block of output has fewer, so `final` says where it ends.
  unload : entity work.keccak_xof_unloader
    generic map (
      WORDS  => STATE_WORDS,
      DIRECT => DIRECT
    )
    port map (
      clk       => clk,
      rst       => rst,
      block_out => state,
      load      => out_load,
      more      => '0',
      final     => final,
      done      => done,
      out_data  => node_word,
      out_valid => node_valid,
      out_ready => node_ready
    );

  queue : entity work.keccak_xof_queue
    port map (
      clk        => clk,
      io_clk     => io_clk,
      rst        => rst,
      tick       => tick,
      word       => node_word,
      word_valid => output_valid,
      word_ready => output_ready,
      out_data   => out_data,
      out_valid  => out_valid,
      out_ready  => out_ready
    );

end architecture rtl;
