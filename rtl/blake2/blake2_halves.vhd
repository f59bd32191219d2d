-- SPDX-License-Identifier: Apache-2.0
-- BLAKE2b-512 without key, with words of 16 bits: one function G in a pipeline of halves of words, and block RAM for the message.
--
--   in --> narrow_reader --> memory_loader --> message --> datapath --> out
--               |                  ^              ^           ^
--               +---- bits ---> control ----------+-----------+
--
-- Source: RFC 7693. Widths: words of 16 bits; io_clk must be the same clock as clk. A message has at most 2**32 bits.
-- Latency: see cores.toml.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity blake2_halves is
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
end entity blake2_halves;

architecture rtl of blake2_halves is

  constant BLOCK_BITS : positive := 1024;

  -- A block has 128 bytes.
  constant PART_BITS : positive := 7;

  constant LAST_POSITION : natural := 31;

  signal stream_word  : std_ulogic_vector(15 downto 0);
  signal stream_valid : std_ulogic;
  signal stream_ready : std_ulogic;
  signal loader_valid : std_ulogic;
  signal loader_ready : std_ulogic;
  signal ends_block   : std_ulogic;
  signal stream_last  : std_ulogic;                     -- the block that arrives is the last one of its message
  signal message_bits : std_ulogic_vector(31 downto 0);
  signal port_free    : std_ulogic;
  signal write        : std_ulogic;
  signal write_index  : std_ulogic_vector(4 downto 0);
  signal loaded_half  : std_ulogic_vector(31 downto 0); -- first byte most significant
  signal half_word    : std_ulogic_vector(31 downto 0); -- the same half, first byte least significant
  signal block_taken  : std_ulogic;                     -- the block has been stored; one cycle
  signal block_last   : std_ulogic;
  signal block_full   : std_ulogic;
  signal block_part   : unsigned(PART_BITS - 1 downto 0);
  signal word_ready   : std_ulogic;                     -- a bank is free
  signal write_bank   : std_ulogic;
  signal read_bank    : std_ulogic;
  signal valid        : std_ulogic;                     -- half a G starts
  signal phase        : std_ulogic;
  signal x            : unsigned(1 downto 0);
  signal half         : std_ulogic;
  signal round_index  : unsigned(3 downto 0);
  signal first        : std_ulogic;
  signal last_pass    : std_ulogic;
  signal fresh        : std_ulogic;
  signal t            : unsigned(29 downto 0);
  signal last         : std_ulogic;
  signal first_half   : unsigned(31 downto 0);
  signal second_half  : unsigned(31 downto 0);
  signal finished     : std_ulogic;
  signal sending      : std_ulogic;                     -- words of a digest have not been taken yet
  signal position     : unsigned(4 downto 0);           -- number of the word on out_data
  signal taken        : std_ulogic;                     -- it is taken
  signal digest_half  : std_ulogic_vector(31 downto 0); -- half of a word of the digest, first byte least significant
  signal sent         : std_ulogic_vector(31 downto 0); -- the same half, first byte most significant

begin

  -- The description of a block is used in the cycle after its last word. The reader keeps message_bits in that cycle.
  loader_valid <= stream_valid and word_ready;
  stream_ready <= loader_ready and word_ready;
  port_free    <= not valid;
  half_word    <= swap_bytes(loaded_half);
  block_part   <= unsigned(message_bits(PART_BITS + 2 downto 3));
  block_full   <= not block_last or to_bit(block_part = 0 and unsigned(message_bits(31 downto PART_BITS + 3)) /= 0);
  sent         <= swap_bytes(digest_half);
  out_data     <= sent(15 downto 0) when position(0) = '1' else
                  sent(31 downto 16);
  out_valid    <= sending;
  taken        <= sending and out_ready;

  reader : entity work.narrow_reader
    generic map (
      BLOCK_BITS => BLOCK_BITS,
      NEEDS_BITS => true
    )
    port map (
      clk          => io_clk,
      rst          => rst,
      in_data      => in_data,
      in_valid     => in_valid,
      in_ready     => in_ready,
      word         => stream_word,
      word_valid   => stream_valid,
      word_ready   => stream_ready,
      ends_block   => ends_block,
      block_last   => stream_last,
      before_last  => open,
      message_bits => message_bits
    );

  loader : entity work.memory_loader
    generic map (
      BLOCK_WORDS => BLOCK_BITS / 32,
      INDEX_BITS  => 5
    )
    port map (
      clk         => clk,
      rst         => rst,
      word        => stream_word,
      word_valid  => loader_valid,
      word_ready  => loader_ready,
      ends_block  => ends_block,
      block_last  => stream_last,
      port_free   => port_free,
      write       => write,
      write_index => write_index,
      write_data  => loaded_half,
      full        => block_taken,
      last        => block_last,
      free_block  => block_taken
    );

  control : entity work.blake2_halves_control
    port map (
      clk         => clk,
      rst         => rst,
      block_taken => block_taken,
      block_last  => block_last,
      block_full  => block_full,
      block_part  => block_part,
      word_ready  => word_ready,
      write_bank  => write_bank,
      read_bank   => read_bank,
      valid       => valid,
      phase       => phase,
      x           => x,
      half        => half,
      round_index => round_index,
      first       => first,
      last_pass   => last_pass,
      fresh       => fresh,
      t           => t,
      last        => last,
      sending     => sending,
      finished    => finished
    );

  message : entity work.blake2_halves_message
    port map (
      clk         => clk,
      write       => write,
      write_bank  => write_bank,
      write_index => write_index,
      word        => half_word,
      valid       => valid,
      phase       => phase,
      read_bank   => read_bank,
      round_index => round_index,
      half        => half,
      x           => x,
      first_half  => first_half,
      second_half => second_half
    );

  datapath : entity work.blake2_halves_datapath
    port map (
      clk         => clk,
      valid       => valid,
      phase       => phase,
      x           => x,
      half        => half,
      first       => first,
      last_pass   => last_pass,
      fresh       => fresh,
      first_half  => first_half,
      second_half => second_half,
      t           => t,
      last        => last,
      sending     => sending,
      position    => position(4 downto 1),
      digest_half => digest_half
    );

  send_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        sending  <= '0';
        position <= (others => '0');
      else
        sending <= finished or (sending and not (taken and to_bit(position = LAST_POSITION)));
        if taken = '1' then
          position <= position + 1;
        end if;
      end if;
    end if;
  end process send_reg;

end architecture rtl;
