-- SPDX-License-Identifier: Apache-2.0
-- Makes slices of the message from the words of the input stream.
--
--   COLUMNS = 16   in --> reader ------------------> slice
--   COLUMNS = 32   in --> reader --> word_pairs ---> slice
--
-- The header of the last segment of Ascon-XOF128 has the number of output bytes. The last word of a message leaves the reader only after
-- the output of the message before: word_pairs has room for three words of a block, which has four. So one register for the number, in
-- the output, is enough. message_ends follows one cycle after that word, because the reader's comparison and the output's subtraction
-- would be the longest path. The word that the reader takes in that cycle changes output_bytes at its end.
--
-- Widths: stream words of 16 bits, slices of COLUMNS bits, the first byte in the top bits; a block is 64 bits.
-- Latency: none with 16 columns; one cycle after its second word with 32 columns.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity ascon_columns_message is
  generic (
    COLUMNS : positive range 16 to 32; -- bits of a slice: 16 or 32
    XOF     : natural range 0 to 1     -- 1: a message asks for a length of output
  );
  port (
    clk          : in    std_ulogic;                              -- clock
    rst          : in    std_ulogic;                              -- synchronous reset, active high
    in_data      : in    std_ulogic_vector(15 downto 0);          -- input stream: headers and padded message
    in_valid     : in    std_ulogic;                              -- in_data holds a word
    in_ready     : out   std_ulogic;                              -- in_data is taken in this cycle if in_valid is '1'
    slice        : out   std_ulogic_vector(COLUMNS - 1 downto 0); -- slice of the message
    slice_valid  : out   std_ulogic;                              -- there is one
    slice_last   : out   std_ulogic;                              -- with the last slice of a block: it is the last one of its message
    slice_ready  : in    std_ulogic;                              -- the slice is taken in this cycle if there is one
    message_ends : out   std_ulogic;                              -- XOF = 1: the last word of a message has left the reader
    output_bytes : out   std_ulogic_vector(31 downto 0)           -- XOF = 1: how much output it asks for
  );
end entity ascon_columns_message;

architecture rtl of ascon_columns_message is

  signal word       : std_ulogic_vector(15 downto 0);
  signal word_valid : std_ulogic;
  signal word_last  : std_ulogic; -- with the last word of a block: it is the last one of its message
  signal word_ready : std_ulogic;

begin

  fixed_length : if XOF = 0 generate

    message_ends <= '0';
    output_bytes <= (others => '0');

    reader : entity work.segment_reader
      generic map (
        W => 16
      )
      port map (
        clk        => clk,
        rst        => rst,
        in_data    => in_data,
        in_valid   => in_valid,
        in_ready   => in_ready,
        word       => word,
        word_valid => word_valid,
        word_last  => word_last,
        word_ready => word_ready
      );

  end generate fixed_length;

  requested_length : if XOF = 1 generate
    signal word_index : unsigned(1 downto 0); -- of the word in its block
    signal ends_block : std_ulogic;
  begin

    ends_block <= to_bit(word_index = 3);

    reader : entity work.narrow_reader
      generic map (
        BLOCK_BITS => 64,
        NEEDS_BITS => true
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
        block_last   => word_last,
        before_last  => open,
        message_bits => output_bytes
      );

    index_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if rst = '1' then
          word_index <= (others => '0');
        elsif word_valid = '1' and word_ready = '1' then
          word_index <= word_index + 1;
        end if;
        message_ends <= word_valid and word_ready and ends_block and word_last;
      end if;
    end process index_reg;

  end generate requested_length;

  one_word : if COLUMNS = 16 generate
    slice       <= word;
    slice_valid <= word_valid;
    slice_last  <= word_last;
    word_ready  <= slice_ready;
  end generate one_word;

  two_words : if COLUMNS = 32 generate

    -- One clock is a ratio of one, in which every cycle is followed by an edge of clk.
    pairs : entity work.word_pairs
      generic map (
        W => 16
      )
      port map (
        clk        => clk,
        io_clk     => clk,
        rst        => rst,
        tick       => '1',
        word       => word,
        word_valid => word_valid,
        word_last  => word_last,
        word_ready => word_ready,
        pair       => slice,
        pair_valid => slice_valid,
        pair_last  => slice_last,
        pair_ready => slice_ready
      );

  end generate two_words;

end architecture rtl;
