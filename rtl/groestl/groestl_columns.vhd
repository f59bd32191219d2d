-- SPDX-License-Identifier: Apache-2.0
-- Groestl-256 with COLUMNS columns of P or of Q in each cycle: a round takes 8 / COLUMNS cycles for P, then as many for Q.
-- Source: Groestl specification (2011), sections 3.4 and 3.5. The family of cores extends paper B's lightweight Groestl.
--
--                                +------ control ------+
--                                v                     v
--   in --> block_reader --> message (one block) --> datapath --> select a word, basis --> out
--
-- The state is in registers; the core has no memory. The next block is loaded while the current one is processed. io_clk must be the
-- same clock as clk.
--
-- Widths: words of 64 bits. Latency for N blocks, in cycles, with G = 8 / COLUMNS: 2 + 8 + 22 G N + (21 G + 1) + 4.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.groestl_pkg.all;
use work.shell_pkg.all;

entity groestl_columns is
  generic (
    COLUMNS : positive range 1 to 8 := 8 -- columns in a cycle: 1, 2, 4 or 8
  );
  port (
    clk       : in    std_ulogic;                     -- clock of the datapath
    io_clk    : in    std_ulogic;                     -- clock of both streams; the same clock as clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(63 downto 0); -- headers and message words, first byte most significant
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(63 downto 0); -- word of the digest, first byte most significant
    out_valid : out   std_ulogic;                     -- out_data holds a word
    out_ready : in    std_ulogic                      -- the receiver takes the word in this cycle
  );
end entity groestl_columns;

architecture rtl of groestl_columns is

  signal word          : std_ulogic_vector(63 downto 0);
  signal word_valid    : std_ulogic;
  signal word_ready    : std_ulogic;
  signal ends_block    : std_ulogic;
  signal block_last    : std_ulogic;
  signal full          : std_ulogic;
  signal last          : std_ulogic;
  signal front         : state_t(0 to COLUMNS - 1);
  signal group_0       : unsigned(2 downto 0);
  signal in_q_0        : std_ulogic;
  signal take_1        : std_ulogic;
  signal free_block_1  : std_ulogic;
  signal load_1        : std_ulogic;
  signal group_1       : unsigned(2 downto 0);
  signal round_1       : unsigned(3 downto 0);
  signal p_constant_1  : std_ulogic;
  signal q_constant_1  : std_ulogic;
  signal chain_add_2   : std_ulogic;
  signal chain_step_2  : std_ulogic;
  signal chain_write_2 : std_ulogic;
  signal chain_clear   : std_ulogic;
  signal sending       : std_ulogic;                     -- the chaining value holds the digest
  signal sent          : std_ulogic;
  signal digest        : std_ulogic_vector(255 downto 0);
  signal digest_word   : std_ulogic_vector(63 downto 0); -- word of the digest in the basis
  signal index         : unsigned(1 downto 0);           -- of this word

begin

  reader : entity work.block_reader
    generic map (
      W          => 64,
      BLOCK_BITS => 512
    )
    port map (
      clk        => clk,
      rst        => rst,
      in_data    => in_data,
      in_valid   => in_valid,
      in_ready   => in_ready,
      word       => word,
      word_valid => word_valid,
      word_ready => word_ready,
      ends_block => ends_block,
      block_last => block_last
    );

  message : entity work.groestl_columns_message
    generic map (
      COLUMNS => COLUMNS
    )
    port map (
      clk        => clk,
      rst        => rst,
      word       => word,
      word_valid => word_valid,
      word_ready => word_ready,
      ends_block => ends_block,
      block_last => block_last,
      full       => full,
      last       => last,
      take       => take_1,
      free_block => free_block_1,
      front      => front
    );

  control : entity work.groestl_columns_control
    generic map (
      GROUPS => 8 / COLUMNS
    )
    port map (
      clk           => clk,
      rst           => rst,
      full          => full,
      last          => last,
      sent          => sent,
      group_0       => group_0,
      in_q_0        => in_q_0,
      take_1        => take_1,
      free_block_1  => free_block_1,
      load_1        => load_1,
      group_1       => group_1,
      round_1       => round_1,
      p_constant_1  => p_constant_1,
      q_constant_1  => q_constant_1,
      chain_add_2   => chain_add_2,
      chain_step_2  => chain_step_2,
      chain_write_2 => chain_write_2,
      chain_clear   => chain_clear,
      sending       => sending
    );

  datapath : entity work.groestl_columns_datapath
    generic map (
      COLUMNS => COLUMNS
    )
    port map (
      clk           => clk,
      group_0       => group_0,
      in_q_0        => in_q_0,
      front         => front,
      take_1        => take_1,
      load_1        => load_1,
      group_1       => group_1,
      round_1       => round_1,
      p_constant_1  => p_constant_1,
      q_constant_1  => q_constant_1,
      chain_add_2   => chain_add_2,
      chain_step_2  => chain_step_2,
      chain_write_2 => chain_write_2,
      chain_clear   => chain_clear,
      digest        => digest
    );

  select_word : process (all) is
  begin
    digest_word <= digest(255 downto 192);
    for i in 1 to 3 loop
      if index = i then
        digest_word <= digest(255 - 64 * i downto 192 - 64 * i);
      end if;
    end loop;
  end process select_word;

  out_data  <= restored(digest_word);
  out_valid <= sending;
  sent      <= sending and out_ready and to_bit(index = 3);

  index_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        index <= (others => '0');
      elsif sending = '1' and out_ready = '1' then
        index <= index + 1;
      end if;
    end if;
  end process index_reg;

end architecture rtl;
