-- SPDX-License-Identifier: Apache-2.0
-- Sends words of a file to a padding unit, with output_length after it if there are OUTPUT_BYTES, and writes the words that leave it, one a line, in hexadecimal.
--
-- A line of the input: cycles without a word before it, the word in hexadecimal, its bytes, 1 if it is the last one of its message. The
-- receiver is ready in cycle n if bit n mod 32 of READY is '1'. The simulation ends after IDLE cycles without a word on either side.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.env.finish;
use std.textio.all;
use work.shell_pkg.all;

entity padding_bench is
  generic (
    W              : positive;
    BLOCK_BITS     : positive;
    NEEDS_BITS     : natural;
    LENGTH_BITS    : positive;
    SEGMENT_BLOCKS : positive;
    MEMORY_WORDS   : positive;
    PACK           : natural;
    MARK           : natural  := 128;
    MARK_BYTES     : natural  := 1;
    FIELD_BYTES    : natural;
    COUNT_BLOCKS   : natural  := 0;
    LENGTH_OFFSET  : natural;
    LITTLE_ENDIAN  : natural  := 0;
    TAG            : natural  := 0;
    TAG_OFFSET     : natural  := 0;
    OUTPUT_BYTES   : natural  := 0;
    MOST_WORDS     : positive := 1;
    READY          : string   := "FFFFFFFF";
    IDLE           : positive := 400;
    STIMULUS       : string;
    RESPONSE       : string
  );
end entity padding_bench;

architecture bench of padding_bench is

  function from_hex (text : string) return std_ulogic_vector is
    variable source : line := new string'(text);
    variable result : std_ulogic_vector(4 * text'length - 1 downto 0);
  begin
    hread(source, result);
    return result;
  end function from_hex;

  constant PATTERN : std_ulogic_vector(31 downto 0) := from_hex(READY);

  signal clk        : std_ulogic := '0';
  signal rst        : std_ulogic := '1';
  signal in_data    : std_ulogic_vector(W - 1 downto 0);
  signal in_bytes   : unsigned(counter_bits(W / 8) downto 0);
  signal in_last    : std_ulogic;
  signal in_valid   : std_ulogic := '0';
  signal in_ready   : std_ulogic;
  signal out_data   : std_ulogic_vector(W - 1 downto 0);
  signal out_valid  : std_ulogic;
  signal out_ready  : std_ulogic := '0';
  signal unit_data  : std_ulogic_vector(W - 1 downto 0);
  signal unit_valid : std_ulogic;
  signal unit_ready : std_ulogic;

begin

  clk <= not clk after 5 ns;
  rst <= '0' after 22 ns;

  unit : entity work.padding_unit
    generic map (
      W              => W,
      BLOCK_BITS     => BLOCK_BITS,
      NEEDS_BITS     => NEEDS_BITS,
      LENGTH_BITS    => LENGTH_BITS,
      SEGMENT_BLOCKS => SEGMENT_BLOCKS,
      MEMORY_WORDS   => MEMORY_WORDS,
      PACK           => PACK,
      MARK           => MARK,
      MARK_BYTES     => MARK_BYTES,
      FIELD_BYTES    => FIELD_BYTES,
      COUNT_BLOCKS   => COUNT_BLOCKS,
      LENGTH_OFFSET  => LENGTH_OFFSET,
      LITTLE_ENDIAN  => LITTLE_ENDIAN,
      TAG            => TAG,
      TAG_OFFSET     => TAG_OFFSET
    )
    port map (
      clk       => clk,
      rst       => rst,
      in_data   => in_data,
      in_bytes  => in_bytes,
      in_last   => in_last,
      in_valid  => in_valid,
      in_ready  => in_ready,
      out_data  => unit_data,
      out_valid => unit_valid,
      out_ready => unit_ready
    );

  digest : if OUTPUT_BYTES = 0 generate
    out_data   <= unit_data;
    out_valid  <= unit_valid;
    unit_ready <= out_ready;
  end generate digest;

  request : if OUTPUT_BYTES > 0 generate

    output : entity work.output_length
      generic map (
        W            => W,
        NEEDS_BITS   => NEEDS_BITS,
        MOST_WORDS   => MOST_WORDS,
        OUTPUT_BYTES => OUTPUT_BYTES
      )
      port map (
        clk       => clk,
        rst       => rst,
        in_data   => unit_data,
        in_valid  => unit_valid,
        in_ready  => unit_ready,
        out_data  => out_data,
        out_valid => out_valid,
        out_ready => out_ready
      );

  end generate request;

  sender : process is
    file     source  : text open read_mode is STIMULUS;
    variable row     : line;
    variable gap     : natural;
    variable word    : std_ulogic_vector(W - 1 downto 0);
    variable number  : natural;
    variable at_last : natural;
  begin
    wait until rising_edge(clk) and rst = '0';
    while not endfile(source) loop
      readline(source, row);
      read(row, gap);
      hread(row, word);
      read(row, number);
      read(row, at_last);
      for i in 1 to gap loop
        in_valid <= '0';
        in_data  <= (others => 'X');
        wait until rising_edge(clk);
      end loop;
      in_valid <= '1';
      in_data  <= word;
      in_bytes <= to_unsigned(number, in_bytes'length);
      in_last  <= to_bit(at_last = 1);
      wait until rising_edge(clk) and in_ready = '1';
    end loop;
    in_valid <= '0';
    in_data  <= (others => 'X');
    wait;
  end process sender;

  receiver : process is
    file     sink    : text open write_mode is RESPONSE;
    variable row     : line;
    variable cycle   : natural := 0;
    variable quiet   : natural := 0;
    variable offered : boolean := false;
    variable kept    : std_ulogic_vector(W - 1 downto 0);
  begin
    wait until rising_edge(clk) and rst = '0';
    while quiet < IDLE loop
      wait until rising_edge(clk);
      quiet := quiet + 1;
      assert not offered or (out_valid = '1' and out_data = kept)
        report "an offered word was withdrawn or changed"
        severity failure;
      offered := out_valid = '1' and out_ready = '0';
      kept    := out_data;
      if in_valid = '1' and in_ready = '1' then
        quiet := 0;
      end if;
      if out_valid = '1' and out_ready = '1' then
        write(row, cycle);
        write(row, ' ');
        hwrite(row, out_data);
        writeline(sink, row);
        quiet := 0;
      end if;
      cycle     := cycle + 1;
      out_ready <= PATTERN(cycle mod 32);
    end loop;
    finish;
  end process receiver;

end architecture bench;
