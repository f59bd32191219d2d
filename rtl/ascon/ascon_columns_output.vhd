-- SPDX-License-Identifier: Apache-2.0
-- Sends the slices of the digest directly from the state, and counts their words.
--
--   COLUMNS = 16   rate -----------------------> out_data
--   COLUMNS = 32   rate --> first or second half --> out_data
--
-- Ascon-Hash256 sends sixteen words. Ascon-XOF128 copies the number of output bytes at the end of a message. `left` is that number less 3,
-- and less 2 for each word that is sent: the borrow says that the next word is the last one. `step` selects the number in front of the
-- subtraction, where the LUT4s of carry cells have free inputs.
--
-- Widths: slices of COLUMNS bits, words of 16 bits. Latency: none; a word waits for the receiver, and the state waits with it.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity ascon_columns_output is
  generic (
    COLUMNS : positive range 16 to 32; -- bits of a slice: 16 or 32
    XOF     : natural range 0 to 1     -- 1: a message asks for a length of output
  );
  port (
    clk          : in    std_ulogic;                              -- clock
    rest         : in    std_ulogic;                              -- reset, or the last word is taken
    message_ends : in    std_ulogic;                              -- XOF = 1: output_bytes is valid
    output_bytes : in    std_ulogic_vector(31 downto 0);          -- XOF = 1: how much output the message asks for
    rate         : in    std_ulogic_vector(COLUMNS - 1 downto 0); -- slice of word 0 of the state
    emits        : in    std_ulogic;                              -- it is a slice of the digest
    slice_sent   : out   std_ulogic;                              -- its last word is taken in this cycle
    ends_output  : out   std_ulogic;                              -- out_data is the last word
    out_data     : out   std_ulogic_vector(15 downto 0);          -- output stream: words of the digest
    out_valid    : out   std_ulogic;                              -- out_data holds a word
    out_ready    : in    std_ulogic                               -- the receiver takes the word in this cycle
  );
end entity ascon_columns_output;

architecture rtl of ascon_columns_output is

  constant DIGEST_WORDS : positive := 16; -- of Ascon-Hash256

  signal bytes : std_ulogic_vector(COLUMNS - 1 downto 0); -- the slice, its first byte in the top bits
  signal taken : std_ulogic;                              -- a word is taken
  signal final : std_ulogic;                              -- value of ends_output

begin

  bytes       <= swap_bytes(rate);
  taken       <= emits and out_ready;
  out_valid   <= emits;
  ends_output <= final;

  one_word : if COLUMNS = 16 generate
    out_data   <= bytes;
    slice_sent <= taken;
  end generate one_word;

  two_words : if COLUMNS = 32 generate
    signal second : std_ulogic; -- out_data is the second half
  begin

    out_data   <= bytes(15 downto 0) when second = '1' else
                  bytes(31 downto 16);
    slice_sent <= taken and (second or final);

    second_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if rest = '1' then
          second <= '0';
        elsif taken = '1' then
          second <= not second;
        end if;
      end if;
    end process second_reg;

  end generate two_words;

  fixed_length : if XOF = 0 generate
    signal left : unsigned(counter_bits(DIGEST_WORDS) - 1 downto 0); -- words after the next one
  begin

    final <= to_bit(left = 0);

    left_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if rest = '1' then
          left <= to_unsigned(DIGEST_WORDS - 1, left'length);
        elsif taken = '1' then
          left <= left - 1;
        end if;
      end if;
    end process left_reg;

  end generate fixed_length;

  requested_length : if XOF = 1 generate
    signal left       : unsigned(31 downto 0);
    signal counted    : unsigned(31 downto 0); -- the number of bytes, or left
    signal step       : unsigned(1 downto 0);
    signal difference : unsigned(32 downto 0); -- its upper bit is the borrow
  begin

    counted    <= unsigned(output_bytes) when message_ends = '1' else
                  left;
    step       <= '1' & message_ends;
    difference <= ('0' & counted) - step;

    left_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if message_ends = '1' or taken = '1' then
          left  <= difference(31 downto 0);
          final <= difference(32);
        end if;
      end if;
    end process left_reg;

  end generate requested_length;

end architecture rtl;
