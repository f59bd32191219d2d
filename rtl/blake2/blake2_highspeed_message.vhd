-- SPDX-License-Identifier: Apache-2.0
-- The message words of BLAKE2: a memory for two blocks, one of which is filled while the other one is in process.
--
--   word --> [memory of first words]  --> [register] --> first_word      added before the first half of a G
--        --> [memory of second words] --> [register] --> second_word     added before its second half
--
-- The memories have the same contents, so that two words can be read in a cycle.
--
-- Source: RFC 7693, sections 2.7 and 3.2. Widths: words of WORD_BITS = 32 or 64 bits, first byte of the message least significant.
-- Latency: a word is on first_word two cycles after round_index, half and x, on second_word four cycles after them.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake2_pkg.all;

entity blake2_highspeed_message is
  generic (
    WORD_BITS : positive -- bits of a word: 32 or 64
  );
  port (
    clk         : in    std_ulogic;                                -- clock
    write       : in    std_ulogic;                                -- store a word
    write_bank  : in    std_ulogic;                                -- block to which it belongs
    write_index : in    unsigned(3 downto 0);                      -- its number in the block
    word        : in    std_ulogic_vector(WORD_BITS - 1 downto 0); -- word, first byte least significant
    read_bank   : in    std_ulogic;                                -- block in process
    round_index : in    unsigned(3 downto 0);                      -- round
    half        : in    std_ulogic;                                -- '0': columns, '1': diagonals
    x           : in    unsigned(1 downto 0);                      -- number of the G among the four
    first_word  : out   unsigned(WORD_BITS - 1 downto 0);          -- first word of the G
    second_word : out   unsigned(WORD_BITS - 1 downto 0)           -- second word of the G
  );
end entity blake2_highspeed_message;

architecture rtl of blake2_highspeed_message is

  subtype address_t is std_ulogic_vector(4 downto 0);

  type addresses_t is array (0 to 127) of std_ulogic_vector(3 downto 0);

  -- Word numbers of all G; SECOND selects the second word. Entries for rounds that do not exist are undefined.
  function numbers (second : natural range 0 to 1) return addresses_t is
    variable result : addresses_t;
  begin
    result := (others => (others => '-'));
    for r in 0 to rounds(WORD_BITS) - 1 loop
      for g in 0 to 7 loop
        result(8 * r + g) := std_ulogic_vector(to_unsigned(sigma(r, 2 * g + second), 4));
      end loop;
    end loop;
    return result;
  end function numbers;

  constant FIRST_NUMBERS  : addresses_t := numbers(0);
  constant SECOND_NUMBERS : addresses_t := numbers(1);

  signal write_address  : address_t;
  signal first_address  : address_t;
  signal second_early   : address_t; -- second_address, two cycles before
  signal second_middle  : address_t; -- second_address, one cycle before
  signal second_address : address_t;
  signal first_read     : std_ulogic_vector(WORD_BITS - 1 downto 0);
  signal second_read    : std_ulogic_vector(WORD_BITS - 1 downto 0);

begin

  write_address <= write_bank & std_ulogic_vector(write_index);

  first_memory : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 5,
      WORD_BITS    => WORD_BITS
    )
    port map (
      clk           => clk,
      write         => write,
      write_address => write_address,
      write_data    => word,
      read_address  => first_address,
      read_data     => first_read
    );

  second_memory : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 5,
      WORD_BITS    => WORD_BITS
    )
    port map (
      clk           => clk,
      write         => write,
      write_address => write_address,
      write_data    => word,
      read_address  => second_address,
      read_data     => second_read
    );

  address_reg : process (clk) is
    variable entry : natural range 0 to 127;
  begin
    if rising_edge(clk) then
      entry          := to_integer(round_index & half & x);
      first_address  <= read_bank & FIRST_NUMBERS(entry);
      second_early   <= read_bank & SECOND_NUMBERS(entry);
      second_middle  <= second_early;
      second_address <= second_middle;
    end if;
  end process address_reg;

  word_reg : process (clk) is
  begin
    if rising_edge(clk) then
      first_word  <= unsigned(first_read);
      second_word <= unsigned(second_read);
    end if;
  end process word_reg;

end architecture rtl;
