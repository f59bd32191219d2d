-- SPDX-License-Identifier: Apache-2.0
-- Lightweight Groestl-256 and Groestl-0-256 cores: words of 16 bits, padding outside, one column of P or of Q in each cycle. The
-- interface and the area budget are those of paper B, sections 2.1 and 2.3.
--
--                                        +----- control -----+
--                                        v         v         v
--   in --> reader --> basis --> loader --> datapath, memory --> basis --> out
--
-- The next block is loaded while the current one is processed. io_clk must be the same clock as clk. A message has at most 2**32 bits.
--
-- Widths: words of 16 bits. Latency for N blocks, in cycles: 2 + 32 + 178 N + 173 + 16.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.aes_sbox_pkg.all;
use work.groestl_pkg.all;
use work.shell_pkg.all;

entity groestl_lightweight is
  generic (
    SUBMISSION : positive range 2 to 3 -- round of the competition: 2 for Groestl-0, 3 for Groestl
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
end entity groestl_lightweight;

architecture rtl of groestl_lightweight is

  signal word          : std_ulogic_vector(15 downto 0);
  signal prepared      : std_ulogic_vector(15 downto 0); -- word in the basis, prepared by scatter
  signal word_valid    : std_ulogic;
  signal word_ready    : std_ulogic;
  signal ends_block    : std_ulogic;
  signal reader_last   : std_ulogic;
  signal port_free     : std_ulogic;
  signal block_write   : std_ulogic;
  signal block_index   : std_ulogic_vector(3 downto 0);
  signal block_word    : std_ulogic_vector(31 downto 0);
  signal full          : std_ulogic;
  signal loaded_last   : std_ulogic;
  signal free_block    : std_ulogic;
  signal unload        : std_ulogic;
  signal unload_done   : std_ulogic;
  signal unload_index  : unsigned(3 downto 0);
  signal unload_half   : std_ulogic_vector(31 downto 0);
  signal unload_word   : std_ulogic_vector(15 downto 0); -- word of the digest in the basis
  signal rows_clear    : std_ulogic;
  signal rows_step     : std_ulogic;
  signal rows_jump     : std_ulogic;
  signal rows_round    : unsigned(2 downto 0);
  signal rows_in_q     : std_ulogic;
  signal read_rows     : std_ulogic_vector(23 downto 0);
  signal write_rows    : std_ulogic_vector(23 downto 0);
  signal read_q        : std_ulogic;
  signal write_q       : std_ulogic;
  signal write_state   : std_ulogic;
  signal block_read    : std_ulogic;
  signal block_column  : std_ulogic_vector(2 downto 0);
  signal block_used    : std_ulogic;
  signal initial_value : std_ulogic;
  signal load_clear    : std_ulogic;
  signal chain_read    : std_ulogic_vector(2 downto 0);
  signal chain_column  : std_ulogic_vector(63 downto 0);
  signal chain_add     : std_ulogic;
  signal chain_write   : std_ulogic;
  signal chain_index   : std_ulogic_vector(2 downto 0);
  signal complement    : std_ulogic;
  signal constant_p    : byte_t;
  signal constant_q    : byte_t;

begin

  reader : entity work.narrow_reader
    generic map (
      BLOCK_BITS => 512
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
      block_last   => reader_last,
      before_last  => open,
      message_bits => open
    );

  prepared <= scatter(to_basis(word(15 downto 8))) & scatter(to_basis(word(7 downto 0)));

  loader : entity work.memory_loader
    generic map (
      BLOCK_WORDS => 16,
      INDEX_BITS  => 4
    )
    port map (
      clk         => clk,
      rst         => rst,
      word        => prepared,
      word_valid  => word_valid,
      word_ready  => word_ready,
      ends_block  => ends_block,
      block_last  => reader_last,
      port_free   => port_free,
      write       => block_write,
      write_index => block_index,
      write_data  => block_word,
      full        => full,
      last        => loaded_last,
      free_block  => free_block
    );

  control : entity work.groestl_lightweight_control
    generic map (
      SUBMISSION => SUBMISSION
    )
    port map (
      clk          => clk,
      rst          => rst,
      full         => full,
      loaded_last  => loaded_last,
      free_block   => free_block,
      port_free    => port_free,
      unload       => unload,
      unload_done  => unload_done,
      rows_clear   => rows_clear,
      rows_step    => rows_step,
      rows_jump    => rows_jump,
      rows_round   => rows_round,
      rows_in_q    => rows_in_q,
      read_q       => read_q,
      write_q      => write_q,
      write_state  => write_state,
      block_read   => block_read,
      block_column => block_column,
      block_used   => block_used,
      initial_last => initial_value,
      load_clear   => load_clear,
      chain_add    => chain_add,
      chain_write  => chain_write,
      chain_index  => chain_index,
      complement   => complement,
      constant_p   => constant_p,
      constant_q   => constant_q
    );

  rows : entity work.groestl_lightweight_rows
    generic map (
      SUBMISSION => SUBMISSION
    )
    port map (
      clk        => clk,
      clear      => rows_clear,
      step       => rows_step,
      jump       => rows_jump,
      round      => rows_round,
      in_q       => rows_in_q,
      read_rows  => read_rows,
      write_rows => write_rows
    );

  datapath : entity work.groestl_lightweight_datapath
    port map (
      clk          => clk,
      read_rows    => read_rows,
      read_q       => read_q,
      write_rows   => write_rows,
      write_q      => write_q,
      write_state  => write_state,
      block_read   => block_read,
      block_column => block_column,
      block_used   => block_used,
      initial_last => initial_value,
      load_clear   => load_clear,
      block_write  => block_write,
      block_index  => block_index,
      block_word   => block_word,
      chain_read   => chain_read,
      chain_column => chain_column,
      chain_add    => chain_add,
      chain_write  => chain_write,
      chain_index  => chain_index,
      complement   => complement,
      constant_p   => constant_p,
      constant_q   => constant_q
    );

  -- The digest is the last four columns of the chaining value.

  chain_read  <= '1' & std_ulogic_vector(unload_index(3 downto 2)) when unload = '1' else chain_index;

  unload_half <= chain_column(31 downto 0) when unload_index(1) = '1' else chain_column(63 downto 32);
  unload_word <= unload_half(15 downto 0) when unload_index(0) = '1' else unload_half(31 downto 16);
  out_data    <= restored(unload_word);
  out_valid   <= unload;
  unload_done <= unload and out_ready and to_bit(unload_index = 15);

  unload_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        unload_index <= (others => '0');
      elsif unload = '1' and out_ready = '1' then
        unload_index <= unload_index + 1;
      end if;
    end if;
  end process unload_reg;

end architecture rtl;
