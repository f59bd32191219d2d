-- SPDX-License-Identifier: Apache-2.0
-- Ascon-Hash256 and Ascon-XOF128 with words of 16 bits, COLUMNS columns of the state a cycle.
--
--   in --> message --> inject --> datapath --> output --> out
--             ^          ^  control ^  ^          ^
--             +----------+----------+--+----------+
--
-- A digest of Ascon-XOF128 has as many words as the header of the last segment asks for.
--
-- Source: NIST SP 800-232, sections 5.1 and 5.2. Widths: words of 16 bits, four of them a block; io_clk must be the same clock as clk.
-- Latency for a block, in cycles: 12 * 64/COLUMNS.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.ascon_pkg.all;
use work.shell_pkg.all;

entity ascon_columns is
  generic (
    COLUMNS : positive range 16 to 32 := 16; -- columns of a step: 16 or 32
    XOF     : natural range 0 to 1    := 0   -- 0: Ascon-Hash256, 1: Ascon-XOF128
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
end entity ascon_columns;

architecture rtl of ascon_columns is

  constant INDEX_BITS : positive := counter_bits(64 / COLUMNS);

  -- Returns the initial value.
  function iv return lane_t is
  begin
    if XOF = 1 then
      return XOF128_IV;
    end if;
    return HASH256_IV;
  end function iv;

  signal slice        : std_ulogic_vector(COLUMNS - 1 downto 0);
  signal slice_valid  : std_ulogic;
  signal slice_last   : std_ulogic;
  signal slice_ready  : std_ulogic;
  signal message_ends : std_ulogic;
  signal output_bytes : std_ulogic_vector(31 downto 0);
  signal taken        : std_ulogic;                              -- the slice is taken
  signal emits        : std_ulogic;                              -- rate is a slice of the digest
  signal slice_sent   : std_ulogic;
  signal ends_output  : std_ulogic;
  signal rest         : std_ulogic;
  signal advance      : std_ulogic;
  signal slice_index  : unsigned(INDEX_BITS - 1 downto 0);
  signal round_byte   : std_ulogic_vector(7 downto 0);
  signal inject       : std_ulogic_vector(COLUMNS - 1 downto 0); -- a slice in the cycle in which it is added, else zero
  signal rate         : std_ulogic_vector(COLUMNS - 1 downto 0);

begin

  message : entity work.ascon_columns_message
    generic map (
      COLUMNS => COLUMNS,
      XOF     => XOF
    )
    port map (
      clk          => io_clk,
      rst          => rst,
      in_data      => in_data,
      in_valid     => in_valid,
      in_ready     => in_ready,
      slice        => slice,
      slice_valid  => slice_valid,
      slice_last   => slice_last,
      slice_ready  => slice_ready,
      message_ends => message_ends,
      output_bytes => output_bytes
    );

  control : entity work.ascon_columns_control
    generic map (
      INDEX_BITS => INDEX_BITS
    )
    port map (
      clk         => clk,
      rst         => rst,
      slice_valid => slice_valid,
      slice_last  => slice_last,
      slice_ready => slice_ready,
      taken       => taken,
      emits       => emits,
      slice_sent  => slice_sent,
      ends_output => ends_output,
      rest        => rest,
      advance     => advance,
      slice_index => slice_index,
      round_byte  => round_byte
    );

  inject_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if taken = '1' then
        inject <= swap_bytes(slice);
      else
        inject <= (others => '0');
      end if;
    end if;
  end process inject_reg;

  datapath : entity work.ascon_columns_datapath
    generic map (
      COLUMNS    => COLUMNS,
      INDEX_BITS => INDEX_BITS,
      IV         => iv
    )
    port map (
      clk         => clk,
      rest        => rest,
      advance     => advance,
      slice_index => slice_index,
      inject      => inject,
      round_byte  => round_byte,
      rate        => rate
    );

  sender : entity work.ascon_columns_output
    generic map (
      COLUMNS => COLUMNS,
      XOF     => XOF
    )
    port map (
      clk          => clk,
      rest         => rest,
      message_ends => message_ends,
      output_bytes => output_bytes,
      rate         => rate,
      emits        => emits,
      slice_sent   => slice_sent,
      ends_output  => ends_output,
      out_data     => out_data,
      out_valid    => out_valid,
      out_ready    => out_ready
    );

end architecture rtl;
