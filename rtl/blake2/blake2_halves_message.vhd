-- SPDX-License-Identifier: Apache-2.0
-- The message words of lightweight BLAKE2b, in halves of 32 bits: block RAM for two blocks, one of which is filled while the other one is
-- in process.
--
--   word --> [port a of the memory] --> [register] --> first_half      added before the first half of a G
--            [port b of the memory] --> [register] --> second_half     added before its second half
--
-- Port a reads in the cycles with `valid` and writes in others.
--
-- Source: RFC 7693, sections 2.7 and 3.2. Widths: halves of 32 bits, first byte of the message least significant.
-- Latency: a half is on first_half two cycles after round_index, half, x and phase, on second_half four cycles after them.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake2_pkg.all;

entity blake2_halves_message is
  port (
    clk         : in    std_ulogic;                     -- clock
    write       : in    std_ulogic;                     -- store half a word; not with valid
    write_bank  : in    std_ulogic;                     -- block to which it belongs
    write_index : in    std_ulogic_vector(4 downto 0);  -- its number in the block
    word        : in    std_ulogic_vector(31 downto 0); -- half a word, first byte least significant
    valid       : in    std_ulogic;                     -- half a G starts
    phase       : in    std_ulogic;                     -- '0': lower half, '1': upper half
    read_bank   : in    std_ulogic;                     -- block in process
    round_index : in    unsigned(3 downto 0);           -- round
    half        : in    std_ulogic;                     -- '0': columns, '1': diagonals
    x           : in    unsigned(1 downto 0);           -- number of the G among the four
    first_half  : out   unsigned(31 downto 0);          -- half of the first word of the G
    second_half : out   unsigned(31 downto 0)           -- half of the second word of the G
  );
end entity blake2_halves_message;

architecture rtl of blake2_halves_message is

  constant ADDRESS_BITS : positive := 9;

  subtype number_t is std_ulogic_vector(3 downto 0);

  type numbers_t is array (0 to 127) of number_t;

  -- Word numbers of all G; SECOND selects the second word. Entries for rounds that do not exist are undefined.
  function numbers (second : natural range 0 to 1) return numbers_t is
    variable result : numbers_t;
  begin
    result := (others => (others => '-'));
    for r in 0 to rounds(64) - 1 loop
      for g in 0 to 7 loop
        result(8 * r + g) := std_ulogic_vector(to_unsigned(sigma(r, 2 * g + second), 4));
      end loop;
    end loop;
    return result;
  end function numbers;

  constant FIRST_NUMBERS  : numbers_t := numbers(0);
  constant SECOND_NUMBERS : numbers_t := numbers(1);

  -- The address of half NUMBER in bank BANK.
  function address (bank : std_ulogic; number : std_ulogic_vector(4 downto 0)) return std_ulogic_vector is
  begin
    return bank & "000" & number;
  end function address;

  signal entry         : natural range 0 to 127;
  signal port_number   : std_ulogic_vector(4 downto 0);
  signal port_bank     : std_ulogic;
  signal second_early  : std_ulogic_vector(4 downto 0); -- number of the half of the second word, one cycle after that of the first one
  signal second_number : std_ulogic_vector(4 downto 0);
  signal first_read    : std_ulogic_vector(31 downto 0);
  signal second_read   : std_ulogic_vector(31 downto 0);

begin

  entry       <= to_integer(round_index & half & x);
  port_number <= FIRST_NUMBERS(entry) & phase when valid = '1' else write_index;
  port_bank   <= read_bank when valid = '1' else write_bank;

  memory : entity work.memory_dual_read
    generic map (
      ADDRESS_BITS => ADDRESS_BITS,
      WORD_BITS    => 32
    )
    port map (
      clk          => clk,
      enable_a     => '1',
      write_a      => write,
      address_a    => address(port_bank, port_number),
      write_data_a => word,
      read_data_a  => first_read,
      enable_b     => '1',
      address_b    => address(read_bank, second_number),
      read_data_b  => second_read
    );

  number_reg : process (clk) is
  begin
    if rising_edge(clk) then
      second_early  <= SECOND_NUMBERS(entry) & phase;
      second_number <= second_early;
    end if;
  end process number_reg;

  word_reg : process (clk) is
  begin
    if rising_edge(clk) then
      first_half  <= unsigned(first_read);
      second_half <= unsigned(second_read);
    end if;
  end process word_reg;

end architecture rtl;
