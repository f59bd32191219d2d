-- SPDX-License-Identifier: Apache-2.0
-- Drives narrow_reader and segment_reader with the same stream of 16-bit words and prints each payload word with what both say.
-- With NEEDS_BITS it drives narrow_reader alone: segment_reader does not know that header.
--
-- A line of the stimulus is: idle cycles before the word, cycles in which word_ready is low, '1' for a reset instead of a word, and
-- the word. A reset takes one cycle, in which the word is offered and word_ready is high.
-- A printed line is: word, word_last, and at the end of a block block_last and before_last; in a last segment message_bits.

library ieee;
use ieee.std_logic_1164.all;

library std;
use std.env.all;
use std.textio.all;

entity narrow_readers is
  generic (
    BLOCK_BITS : positive;
    NEEDS_BITS : boolean;
    STIMULUS   : string
  );
end entity narrow_readers;

architecture rtl of narrow_readers is

  signal clk           : std_ulogic := '0';
  signal rst           : std_ulogic := '0';
  signal in_data       : std_ulogic_vector(15 downto 0) := (others => '0');
  signal in_valid      : std_ulogic := '0';
  signal in_ready      : std_ulogic;
  signal word          : std_ulogic_vector(15 downto 0);
  signal word_valid    : std_ulogic;
  signal word_ready    : std_ulogic := '0';
  signal ends_block    : std_ulogic := '0';
  signal block_last    : std_ulogic;
  signal before_last   : std_ulogic;
  signal message_bits  : std_ulogic_vector(31 downto 0);
  signal other_ready   : std_ulogic;
  signal other_word    : std_ulogic_vector(15 downto 0);
  signal other_valid   : std_ulogic;
  signal word_last     : std_ulogic;

begin

  narrow : entity work.narrow_reader
    generic map (
      BLOCK_BITS => BLOCK_BITS,
      NEEDS_BITS => NEEDS_BITS
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
      before_last  => before_last,
      message_bits => message_bits
    );

  without_bits : if not NEEDS_BITS generate

    segment : entity work.segment_reader
      generic map (
        W => 16
      )
      port map (
        clk        => clk,
        rst        => rst,
        in_data    => in_data,
        in_valid   => in_valid,
        in_ready   => other_ready,
        word       => other_word,
        word_valid => other_valid,
        word_last  => word_last,
        word_ready => word_ready
      );

  end generate without_bits;

  with_bits : if NEEDS_BITS generate
    other_ready <= in_ready;
    other_word  <= word;
    other_valid <= word_valid;
    word_last   <= block_last and ends_block;
  end generate with_bits;

  drive : process is

    file     source   : text;
    variable row      : line;
    variable printed  : line;
    variable gap      : natural;
    variable stall    : natural;
    variable resets   : natural;
    variable value    : std_ulogic_vector(15 downto 0);
    variable position : natural := 0;
    variable moved    : boolean;

    procedure edge is
    begin
      wait for 1 ns;
      clk <= '1';
      wait for 1 ns;
      clk <= '0';
    end procedure edge;

  begin
    file_open(source, STIMULUS, read_mode);
    while not endfile(source) loop
      readline(source, row);
      read(row, gap);
      read(row, stall);
      read(row, resets);
      hread(row, value);
      in_valid   <= '0';
      in_data    <= not value;
      word_ready <= '1';
      for i in 1 to gap loop
        edge;
      end loop;
      in_valid <= '1';
      in_data  <= value;
      if resets = 1 then
        rst <= '1';
        edge;
        rst      <= '0';
        position := 0;
        next;
      end if;
      ends_block <= '1' when position = BLOCK_BITS / 16 - 1 else '0';
      moved      := false;
      while not moved loop
        word_ready <= '1' when stall = 0 else '0';
        wait for 1 ns;
        assert in_ready = other_ready and word_valid = other_valid
          report "the readers differ"
          severity failure;
        moved := in_ready = '1';
        if moved and word_valid = '1' then
          assert word = other_word
            report "the readers' words differ"
            severity failure;
          hwrite(printed, word);
          write(printed, ' ' & to_string(word_last));
          if ends_block = '1' then
            write(printed, ' ' & to_string(block_last) & to_string(before_last));
          end if;
          if NEEDS_BITS then
            write(printed, ' ');
            hwrite(printed, message_bits);
          end if;
          writeline(output, printed);
          position := (position + 1) mod (BLOCK_BITS / 16);
        end if;
        if stall > 0 then
          stall := stall - 1;
        end if;
        edge;
      end loop;
    end loop;
    stop;
  end process drive;

end architecture rtl;
