-- SPDX-License-Identifier: Apache-2.0
-- Addresses of the state's eight rows, for ShiftBytes in place. A column is read and written at the same addresses, so in round r
-- row i of column c is at address c + (r - 1) s_i modulo 8, where s_i is the shift of the row. Nothing is moved.
-- Source: Groestl specification, section 3.4.4; SUBMISSION = 2 is Groestl-0 (the same shifts for P and Q), 3 is Groestl.
--
--   multiplier, half --> s_i times multiplier --> [address] +1 --> [] --> [] --> [] --> write_rows
--                                                     |
--                                                 read_rows
--
-- Widths: three bits for each row, row 0 in the low bits. Latency: read_rows are registers; write_rows are those of three cycles ago.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.groestl_pkg.all;

entity groestl_lightweight_rows is
  generic (
    SUBMISSION : positive range 2 to 3 -- round of the competition
  );
  port (
    clk        : in    std_ulogic;                     -- clock
    clear      : in    std_ulogic;                     -- all addresses are 0 in the next cycle
    step       : in    std_ulogic;                     -- the next column follows
    jump       : in    std_ulogic;                     -- with step: the next round, or its second half, follows
    round      : in    unsigned(2 downto 0);           -- low bits of the current round, 1 to 10; 0 while a block is loaded
    in_q       : in    std_ulogic;                     -- the current half is Q's
    read_rows  : out   std_ulogic_vector(23 downto 0); -- addresses of the column that is read
    write_rows : out   std_ulogic_vector(23 downto 0)  -- addresses of the column that is written
  );
end entity groestl_lightweight_rows;

architecture rtl of groestl_lightweight_rows is

  type delays_t is array (natural range <>) of std_ulogic_vector(23 downto 0);

  signal address : std_ulogic_vector(23 downto 0);
  signal delayed : delays_t(1 to 3);

begin

  read_rows  <= address;
  write_rows <= delayed(3);

  address_reg : process (clk) is
    variable first  : unsigned(2 downto 0);
    variable index  : unsigned(3 downto 0);
    variable choice : natural range 0 to 15;
  begin
    if rising_edge(clk) then
      for row in 0 to 7 loop
        -- The first address of the next half, from four bits: a LUT4 for each bit.
        index  := in_q & round;
        choice := to_integer(index);
        first  := (others => '0');
        for i in 0 to 7 loop
          if choice = i then
            first := to_unsigned((i * shift_amount(row, true, SUBMISSION)) mod 8, 3);
          elsif choice = i + 8 then
            first := to_unsigned(((i + 1) * shift_amount(row, false, SUBMISSION)) mod 8, 3);
          end if;
        end loop;
        if clear = '1' then
          address(3 * row + 2 downto 3 * row) <= "000";
        elsif step = '1' then
          if jump = '1' then
            address(3 * row + 2 downto 3 * row) <= std_ulogic_vector(first);
          else
            address(3 * row + 2 downto 3 * row) <= std_ulogic_vector(unsigned(address(3 * row + 2 downto 3 * row)) + 1);
          end if;
        end if;
      end loop;
      delayed <= address & delayed(1 to 2);
    end if;
  end process address_reg;

end architecture rtl;
