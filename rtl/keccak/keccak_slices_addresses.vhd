-- SPDX-License-Identifier: Apache-2.0
-- Addresses of the lanes' RAMs for keccak_slices: rho by addressing.
--
-- A lane of 64 bits is W = 64 / N words of N bits. Rho rotates it by N Q + S bits. In each round the words are read from Q words
-- before the lane's beginning on, and each new word is written to the place that was just read. So the lane's beginning moves by
-- Q words in each round, and a RAM never needs a second copy of the state. All lanes with the same Q share an address.
--
-- Read addresses of a round, where the new lane begins at b: b - 1, then b, b + 1, .. b + W - 1.
--
-- Bit 0 of an address has a reset of its own, since Yosys moves an address register whose bits are all alike into the memory's read
-- port and takes it out again as a second register with logic for its enable: 24 LUT4 for N = 8.
--
-- Widths: W addresses of log2(W) bits, that of Q = 0 on the right. Latency: one cycle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity keccak_slices_addresses is
  generic (
    ADDRESS_BITS : positive -- log2(W)
  );
  port (
    clk     : in    std_ulogic;                                                       -- clock
    rst     : in    std_ulogic;                                                       -- synchronous reset, active high
    restart : in    std_ulogic;                                                       -- the state has been read for the last time
    advance : in    std_ulogic;                                                       -- go to the next address
    turn    : in    std_ulogic;                                                       -- with advance: a round begins in the next cycle
    reads   : out   std_ulogic_vector(ADDRESS_BITS * 2 ** ADDRESS_BITS - 1 downto 0); -- addresses that are read in this cycle
    writes  : out   std_ulogic_vector(ADDRESS_BITS * 2 ** ADDRESS_BITS - 1 downto 0)  -- those of the previous step
  );
end entity keccak_slices_addresses;

architecture rtl of keccak_slices_addresses is

begin

  each_q : for q in 0 to 2 ** ADDRESS_BITS - 1 generate
    constant BACK : unsigned(ADDRESS_BITS - 1 downto 0) := to_unsigned(q, ADDRESS_BITS) + 1;

    signal address : unsigned(ADDRESS_BITS - 1 downto 0);
  begin

    reads(ADDRESS_BITS * (q + 1) - 1 downto ADDRESS_BITS * q) <= std_ulogic_vector(address);

    address_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if rst = '1' then
          address <= (others => '0');
        elsif advance = '1' then
          if turn = '1' then
            address <= address - BACK;
          else
            address <= address + 1;
          end if;
        end if;
        if rst = '1' or restart = '1' then
          address(ADDRESS_BITS - 1 downto 1) <= (others => '0');
        end if;
        if advance = '1' then
          writes(ADDRESS_BITS * (q + 1) - 1 downto ADDRESS_BITS * q) <= std_ulogic_vector(address);
        end if;
      end if;
    end process address_reg;

  end generate each_q;

end architecture rtl;
