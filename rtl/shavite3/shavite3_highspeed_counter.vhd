-- SPDX-License-Identifier: Apache-2.0
-- The counter of SHAvite-3, as the words that the message expansion adds. It counts the bits of the message as HAIFA does (see
-- bits_counter).
-- Source: SHAvite-3 as submitted for Round 2, message expansion.
--
--   message_bits --> bits_counter --> t --> basis --> first, second
--
-- Widths: t has 64 bits; first and second are words of 32 bits.
-- Latency: first and second change one cycle after `count`.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shavite3_pkg.all;
use work.shell_pkg.all;

entity shavite3_highspeed_counter is
  generic (
    BLOCK_BITS : positive -- bits of a block: 512 or 1024
  );
  port (
    clk          : in    std_ulogic;                     -- core clock
    restart      : in    std_ulogic;                     -- set the counter to zero
    count        : in    std_ulogic;                     -- the next block is taken: count its bits
    block_last   : in    std_ulogic;                     -- the next block is the last one of its message
    before_last  : in    std_ulogic;                     -- the next block is the one before the last
    message_bits : in    std_ulogic_vector(31 downto 0); -- message bits in the last segment, from bits_reader
    first        : out   column_t;                       -- cnt[0], in the basis
    second       : out   column_t                        -- cnt[1], in the basis
  );
end entity shavite3_highspeed_counter;

architecture rtl of shavite3_highspeed_counter is

  -- Padding needs at least a one bit, the length of the message, and 16 bits for the length of the digest.
  constant PAD_BITS : positive := 1 + BLOCK_BITS / 8 + 16;

  signal t : unsigned(63 downto 0); -- counter of bits

begin

  counter : entity work.bits_counter
    generic map (
      BLOCK_BITS => BLOCK_BITS,
      PAD_BITS   => PAD_BITS
    )
    port map (
      clk          => clk,
      restart      => restart,
      count        => count,
      block_last   => block_last,
      before_last  => before_last,
      message_bits => message_bits,
      t            => t
    );

  -- The least significant byte of the counter is the first byte of its word.
  change_basis : process (all) is
    variable words : columns_t(0 to 1);
  begin
    words  := to_columns(swap_bytes(std_ulogic_vector(t)));
    first  <= words(0);
    second <= words(1);
  end process change_basis;

end architecture rtl;
