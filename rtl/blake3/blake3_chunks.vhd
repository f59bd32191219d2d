-- SPDX-License-Identifier: Apache-2.0
-- BLAKE3, hash mode, digest of 256 bits: one function G in a pipeline of short stages, two chunks of a message in process, and the tree.
--
--   in --> reader --> message and stack --> datapath --> value --> [digest] --> out
--             |          ^       ^             ^          |
--             |          |       +-------------|----------+
--             +--> blocks, control, tree ------+
--
-- Source: BLAKE3 paper. Widths: words of 32 bits; io_clk must be the same clock as clk. A message has at most 2**24 chunks of 1024 bytes.
-- Latency for N blocks, N at most 16, in cycles: 3 + 16 + 112 N + 17 + 8. Longer messages: README.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake3_pkg.all;
use work.shell_pkg.all;

entity blake3_chunks is
  port (
    clk       : in    std_ulogic;                     -- clock of the datapath
    io_clk    : in    std_ulogic;                     -- clock of both streams; the same clock as clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(31 downto 0); -- input stream: headers and padded message
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(31 downto 0); -- output stream: words of the digest
    out_valid : out   std_ulogic;                     -- out_data holds a word
    out_ready : in    std_ulogic                      -- the receiver takes the word in this cycle
  );
end entity blake3_chunks;

architecture rtl of blake3_chunks is

  constant PAIR_BITS : positive := 23;

  signal word          : std_ulogic_vector(31 downto 0); -- the stream's word, first byte least significant
  signal word_ready    : std_ulogic;
  signal word_taken    : std_ulogic;
  signal word_index    : unsigned(3 downto 0);
  signal block_taken   : std_ulogic;
  signal block_last    : std_ulogic;
  signal block_length  : unsigned(6 downto 0);
  signal space         : std_ulogic;
  signal write_address : std_ulogic_vector(8 downto 0);
  signal ready         : std_ulogic_vector(0 to 1);
  signal next_last     : std_ulogic_vector(0 to 1);
  signal last_length   : unsigned(6 downto 0);
  signal even_place    : unsigned(3 downto 0);
  signal odd_place     : std_ulogic;
  signal start         : std_ulogic_vector(0 to 1);
  signal start_join    : std_ulogic;
  signal busy          : std_ulogic_vector(0 to 1);
  signal is_parent     : std_ulogic;
  signal purging       : std_ulogic;
  signal paired        : std_ulogic;
  signal ends_pair     : std_ulogic;
  signal ends_parent   : std_ulogic;
  signal ends_emit     : std_ulogic;
  signal opens         : std_ulogic_vector(0 to 1);
  signal closes        : std_ulogic_vector(0 to 1);
  signal is_last       : std_ulogic_vector(0 to 1);
  signal odd           : std_ulogic;
  signal x             : unsigned(1 downto 0);
  signal half          : std_ulogic;
  signal round_index   : unsigned(2 downto 0);
  signal late_odd      : std_ulogic;
  signal late_x        : unsigned(1 downto 0);
  signal late_half     : std_ulogic;
  signal store         : std_ulogic;
  signal first         : std_ulogic;
  signal fresh         : std_ulogic;
  signal emit_low      : std_ulogic;
  signal emit_high     : std_ulogic;
  signal clear         : std_ulogic;
  signal joins         : std_ulogic;
  signal is_root       : std_ulogic;
  signal top           : unsigned(4 downto 0);
  signal below         : unsigned(4 downto 0);           -- the entry below the uppermost one
  signal start_d       : word_t;
  signal first_word    : word_t;
  signal second_word   : word_t;
  signal value         : word_t;
  signal value_valid   : std_ulogic;
  signal value_odd     : std_ulogic;
  signal value_index   : unsigned(2 downto 0);
  signal push          : std_ulogic;
  signal push_entry    : unsigned(4 downto 0);
  signal digest_write  : std_ulogic;
  signal sending       : std_ulogic;                     -- words of a digest have not been taken yet
  signal position      : unsigned(2 downto 0);           -- number of the word on out_data
  signal digest_word   : std_ulogic_vector(31 downto 0);

begin

  -- an odd chunk is never the root: its last words are on value when the parent, which may be the root, has started
  push         <= value_valid and (value_odd or not is_root) and not purging;
  digest_write <= value_valid and not value_odd and is_root;
  word         <= swap_bytes(in_data);
  word_ready   <= space and not push;
  push_entry   <= below when (paired and not value_odd) = '1' else top;
  out_valid    <= sending;
  out_data     <= swap_bytes(digest_word);

  reader : entity work.blake3_reader
    port map (
      clk          => io_clk,
      rst          => rst,
      in_data      => in_data,
      in_valid     => in_valid,
      in_ready     => in_ready,
      word_ready   => word_ready,
      word_taken   => word_taken,
      word_index   => word_index,
      block_taken  => block_taken,
      block_last   => block_last,
      block_length => block_length
    );

  blocks : entity work.blake3_chunks_blocks
    port map (
      clk           => clk,
      rst           => rst,
      word_index    => word_index,
      block_taken   => block_taken,
      block_last    => block_last,
      block_length  => block_length,
      start         => start,
      busy          => busy,
      space         => space,
      write_address => write_address,
      ready         => ready,
      next_last     => next_last,
      last_length   => last_length,
      even_place    => even_place,
      odd_place     => odd_place
    );

  control : entity work.blake3_chunks_control
    port map (
      clk         => clk,
      rst         => rst,
      ready       => ready,
      next_last   => next_last,
      joins       => joins,
      is_root     => is_root,
      sending     => sending,
      start       => start,
      start_join  => start_join,
      busy        => busy,
      is_parent   => is_parent,
      purging     => purging,
      paired      => paired,
      ends_pair   => ends_pair,
      ends_parent => ends_parent,
      ends_emit   => ends_emit,
      opens       => opens,
      closes      => closes,
      is_last     => is_last,
      odd         => odd,
      x           => x,
      half        => half,
      round_index => round_index,
      late_odd    => late_odd,
      late_x      => late_x,
      late_half   => late_half,
      store       => store,
      first       => first,
      fresh       => fresh,
      emit_low    => emit_low,
      emit_high   => emit_high,
      clear       => clear
    );

  tree : entity work.blake3_chunks_tree
    generic map (
      PAIR_BITS => PAIR_BITS
    )
    port map (
      clk         => clk,
      purging     => purging,
      start       => start,
      next_last   => next_last,
      last_length => last_length,
      start_join  => start_join,
      is_parent   => is_parent,
      paired      => paired,
      ends_pair   => ends_pair,
      ends_parent => ends_parent,
      ends_emit   => ends_emit,
      opens       => opens,
      closes      => closes,
      is_last     => is_last,
      odd         => odd,
      x           => x,
      joins       => joins,
      is_root     => is_root,
      top         => top,
      start_d     => start_d
    );

  message : entity work.blake3_chunks_message
    port map (
      clk           => clk,
      write         => word_taken,
      write_address => write_address,
      word          => word,
      push          => push,
      push_entry    => push_entry,
      push_index    => value_index,
      push_word     => value,
      top           => top,
      below         => below,
      is_parent     => is_parent,
      odd           => odd,
      even_place    => even_place,
      odd_place     => odd_place,
      round_index   => round_index,
      half          => half,
      x             => x,
      first_word    => first_word,
      second_word   => second_word
    );

  datapath : entity work.blake3_chunks_datapath
    port map (
      clk         => clk,
      store       => store,
      odd         => late_odd,
      x           => late_x,
      half        => late_half,
      first       => first,
      fresh       => fresh,
      emit_low    => emit_low,
      emit_high   => emit_high,
      clear       => clear,
      first_word  => first_word,
      second_word => second_word,
      start_d     => start_d,
      value       => value,
      value_valid => value_valid,
      value_odd   => value_odd,
      value_index => value_index
    );

  digest : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 3,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => digest_write,
      write_address => std_ulogic_vector(value_index),
      write_data    => std_ulogic_vector(value),
      read_address  => std_ulogic_vector(position),
      read_data     => digest_word
    );

  below_reg : process (clk) is
  begin
    if rising_edge(clk) then
      below <= top - 1;
    end if;
  end process below_reg;

  sending_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        sending  <= '0';
        position <= (others => '0');
      else
        if sending = '0' then
          sending <= ends_emit and is_root and not purging;
        elsif out_ready = '1' then
          sending  <= not to_bit(position = 7);
          position <= position + 1;
        end if;
      end if;
    end if;
  end process sending_reg;

end architecture rtl;
