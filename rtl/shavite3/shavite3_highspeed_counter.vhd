-- SPDX-License-Identifier: Apache-2.0
-- The counter of SHAvite-3 (from HAIFA, see bits_counter) as the words that the message expansion adds.
--
-- count: the next block is taken. restart: the counter is zero again. first, second: cnt[0] and cnt[1] in the basis, two cycles behind
-- count. BLOCK_BITS: 512 or 1024.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shavite3_pkg.all;
use work.shell_pkg.all;

entity shavite3_highspeed_counter is
  generic (
    BLOCK_BITS : positive
  );
  port (
    clk          : in    std_ulogic;
    restart      : in    std_ulogic;
    count        : in    std_ulogic;
    block_last   : in    std_ulogic;
    before_last  : in    std_ulogic;
    message_bits : in    std_ulogic_vector(31 downto 0);
    first        : out   column_t;
    second       : out   column_t
  );
end entity shavite3_highspeed_counter;

architecture rtl of shavite3_highspeed_counter is

  -- What padding needs at least: a one, the message's length, and 16 bits for the digest's.
  constant PAD_BITS : positive := 1 + BLOCK_BITS / 8 + 16;

  signal t : unsigned(63 downto 0);

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

  -- The counter's least significant byte is the first one of its word.
  basis_reg : process (clk) is
    variable words : columns_t(0 to 1);
  begin
    if rising_edge(clk) then
      words  := to_columns(swap_bytes(std_ulogic_vector(t)));
      first  <= words(0);
      second <= words(1);
    end if;
  end process basis_reg;

end architecture rtl;
