-- SPDX-License-Identifier: Apache-2.0
-- The counter of lightweight SHAvite-3: message bits of the blocks up to the current one, as HAIFA counts them (see bits_counter).
-- What the reader says of a block is stored when the last word of the block is taken, since the block is counted later.
--
--   reader --> [stored] --> bits_counter --> basis --> [first]
--
-- Widths: 32 bits; a message is shorter than 2**32 bits, so the second word of the counter is zero. Latency: first changes two cycles
-- after `count`.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shavite3_pkg.all;
use work.shell_pkg.all;

entity shavite3_lightweight_counter is
  port (
    clk          : in    std_ulogic;                     -- clock
    restart      : in    std_ulogic;                     -- set the counter to zero
    store        : in    std_ulogic;                     -- the last word of a block is taken
    block_last   : in    std_ulogic;                     -- from the reader: the block is the last one of its message
    before_last  : in    std_ulogic;                     -- from the reader: it is the one before the last
    message_bits : in    std_ulogic_vector(31 downto 0); -- from the reader: message bits in the last segment
    count        : in    std_ulogic;                     -- count the stored block
    first        : out   column_t                        -- cnt[0], in the basis
  );
end entity shavite3_lightweight_counter;

architecture rtl of shavite3_lightweight_counter is

  -- Padding needs at least a one bit, 64 bits for the length of the message, and 16 for the length of the digest.
  constant PAD_BITS : positive := 81;

  signal stored_last   : std_ulogic;
  signal stored_before : std_ulogic;
  signal stored_bits   : std_ulogic_vector(31 downto 0);
  signal t             : unsigned(63 downto 0);

begin

  stored_bits(31 downto 9) <= (others => '0');

  counter : entity work.bits_counter
    generic map (
      BLOCK_BITS => 512,
      PAD_BITS   => PAD_BITS
    )
    port map (
      clk          => clk,
      restart      => restart,
      count        => count,
      block_last   => stored_last,
      before_last  => stored_before,
      message_bits => stored_bits,
      t            => t
    );

  -- The least significant byte of the counter is the first byte of its word.
  words_reg : process (clk) is
    variable words : columns_t(0 to 0);
  begin
    if rising_edge(clk) then
      if store = '1' then
        stored_last             <= block_last;
        stored_before           <= before_last;
        stored_bits(8 downto 0) <= message_bits(8 downto 0);
      end if;
      words := to_columns(swap_bytes(std_ulogic_vector(t(31 downto 0))));
      first <= words(0);
    end if;
  end process words_reg;

end architecture rtl;
