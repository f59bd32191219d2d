-- SPDX-License-Identifier: Apache-2.0
-- Takes the headers out of the input stream as segment_reader does, for cores whose blocks have a power of two of bits: it counts
-- blocks and not words, and tells with each block whether it ends its message (paper B, section 2.3).
--
--   in_data --+---------------------------------> word            one word of payload, straight from the port
--             |   header    +------+   +------+
--             +------------>| step |-->| left |-- borrow --> block_last
--                           +------+   +------+
--
-- The count of a header is added to a cleared counter, and afterwards minus one for every block: both are the same adder, and loading
-- needs no multiplexer. The count is settled four cycles after the header, in time for any block of at least four words.
--
-- The core says with ends_block that the word it may take is the last of its block. block_last is valid with that word.
-- Widths: W = 32 or 64, BLOCK_BITS a power of two. For algorithms without needs_bits. Latency: none for payload, one cycle a header.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity block_reader is
  generic (
    W          : positive := 64;
    BLOCK_BITS : positive := 1024
  );
  port (
    clk        : in    std_ulogic;
    rst        : in    std_ulogic;
    in_data    : in    std_ulogic_vector(W - 1 downto 0);
    in_valid   : in    std_ulogic;
    in_ready   : out   std_ulogic;
    word       : out   std_ulogic_vector(W - 1 downto 0);
    word_valid : out   std_ulogic;
    word_ready : in    std_ulogic;
    ends_block : in    std_ulogic;
    block_last : out   std_ulogic
  );
end entity block_reader;

architecture rtl of block_reader is

  -- The header's upper 32 bits: a length in 32-bit words, and a bit. Lengths are whole blocks, so their low bits are zero.
  constant COUNT_BITS : positive := 31 - counter_bits(BLOCK_BITS / 32);

  signal in_payload   : std_ulogic;
  signal header_taken : std_ulogic;
  signal block_taken  : std_ulogic;
  signal settling     : std_ulogic_vector(1 to 2);
  signal step         : unsigned(COUNT_BITS - 1 downto 0);
  signal left         : unsigned(COUNT_BITS - 1 downto 0);
  signal next_left    : unsigned(COUNT_BITS downto 0);
  signal more         : std_ulogic;
  signal last_segment : std_ulogic;

begin

  word         <= in_data;
  word_valid   <= in_valid and in_payload;
  in_ready     <= word_ready or not in_payload;
  header_taken <= in_valid and not in_payload;
  block_taken  <= in_valid and in_payload and word_ready and ends_block;
  block_last   <= last_segment and not more;
  next_left    <= ('0' & left) + step;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      settling <= header_taken & settling(1);
      if rst = '1' then
        in_payload <= '0';
      elsif header_taken = '1' then
        in_payload <= '1';
      elsif block_taken = '1' and more = '0' then
        in_payload <= '0';
      end if;
    end if;
  end process control_reg;

  -- Adding minus one carries unless nothing is left behind the current block.
  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      step <= (others => '1');
      more <= next_left(COUNT_BITS);
      if header_taken = '1' then
        step         <= unsigned(in_data(W - 1 downto W - COUNT_BITS));
        last_segment <= in_data(W - 32);
        left         <= (others => '0');
      elsif settling /= "00" or block_taken = '1' then
        left <= next_left(COUNT_BITS - 1 downto 0);
      end if;
    end if;
  end process count_reg;

end architecture rtl;
