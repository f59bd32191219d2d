-- SPDX-License-Identifier: Apache-2.0
-- The message words of BLAKE3 and the stack of chaining values, in one block RAM.
--
--   word, chaining value --> [port a of the memory] --> [register] --> first_word      added before the first half of a G
--                            [port b of the memory] --> [register] --> second_word     added before its second half
--
-- Words 0 to 31 are two blocks of a chunk, one of which is filled while the other one is in process. Words 256 to 511 are the stack, with
-- eight words for each entry. The message of a parent is the two uppermost entries, in place.
--
-- Port a reads in the cycle after `valid` and writes in others.
--
-- Source: BLAKE3 paper, sections 2.2 and 5.1.2. Widths: words of 32 bits, first byte of the message least significant.
-- Latency: a word is on first_word three cycles after round_index, half and x, on second_word five cycles after them.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake3_pkg.all;

entity blake3_highspeed_message is
  port (
    clk         : in    std_ulogic;                     -- clock
    write       : in    std_ulogic;                     -- store a word of the message; not with push, nor after valid
    write_bank  : in    std_ulogic;                     -- block to which it belongs
    write_index : in    unsigned(3 downto 0);           -- its number in the block
    word        : in    std_ulogic_vector(31 downto 0); -- word, first byte least significant
    push        : in    std_ulogic;                     -- store a word of a chaining value; not after valid
    push_index  : in    unsigned(2 downto 0);           -- its number
    push_word   : in    word_t;                         -- 32 bits: the word
    top         : in    unsigned(4 downto 0);           -- uppermost entry of the stack
    valid       : in    std_ulogic;                     -- a G starts
    is_parent   : in    std_ulogic;                     -- the message is that of a parent
    read_bank   : in    std_ulogic;                     -- otherwise: the block in process
    round_index : in    unsigned(2 downto 0);           -- round
    half        : in    std_ulogic;                     -- '0': columns, '1': diagonals
    x           : in    unsigned(1 downto 0);           -- number of the G among the four
    first_word  : out   word_t;                         -- 32 bits: first word of the G
    second_word : out   word_t                          -- 32 bits: second word of the G
  );
end entity blake3_highspeed_message;

architecture rtl of blake3_highspeed_message is

  constant WORD_BITS    : positive := 32;
  constant ADDRESS_BITS : positive := 9;

  subtype number_t is unsigned(3 downto 0);

  subtype address_t is std_ulogic_vector(ADDRESS_BITS - 1 downto 0);

  type numbers_t is array (0 to 63) of number_t;

  -- Word numbers of all G; SECOND selects the second word. Entries for rounds that do not exist are undefined.
  function numbers (second : natural range 0 to 1) return numbers_t is
    variable result : numbers_t;
  begin
    result := (others => (others => '-'));
    for r in 0 to ROUNDS - 1 loop
      for g in 0 to 7 loop
        result(8 * r + g) := to_unsigned(message_index(r, 2 * g + second), 4);
      end loop;
    end loop;
    return result;
  end function numbers;

  constant FIRST_NUMBERS  : numbers_t := numbers(0);
  constant SECOND_NUMBERS : numbers_t := numbers(1);

  signal entry         : natural range 0 to 63;
  signal below         : unsigned(4 downto 0); -- the entry below the uppermost one
  signal port_address  : address_t;
  signal port_word     : std_ulogic_vector(31 downto 0);
  signal reads         : std_ulogic;           -- valid one cycle ago: port a reads
  signal first_number  : number_t;
  signal second_early  : number_t;             -- second_number, two cycles before
  signal second_middle : number_t;             -- second_number, one cycle before
  signal second_number : number_t;
  signal first_read    : std_ulogic_vector(31 downto 0);
  signal second_read   : std_ulogic_vector(31 downto 0);
  signal write_port    : std_ulogic;

  -- The address of word NUMBER of the message.
  function address (number : number_t; of_parent : std_ulogic; bank : std_ulogic; entry_below, entry_top : unsigned(4 downto 0))
    return std_ulogic_vector is
  begin
    if of_parent = '0' then
      return "0000" & bank & std_ulogic_vector(number);
    elsif number(3) = '1' then
      return '1' & std_ulogic_vector(entry_top) & std_ulogic_vector(number(2 downto 0));
    end if;
    return '1' & std_ulogic_vector(entry_below) & std_ulogic_vector(number(2 downto 0));
  end function address;

begin

  entry      <= to_integer(round_index & half & x);
  write_port <= write or push;
  port_word  <= std_ulogic_vector(push_word) when push = '1' else word;

  choose_address : process (all) is
  begin
    port_address <= "0000" & write_bank & std_ulogic_vector(write_index);
    if reads = '1' then
      port_address <= address(first_number, is_parent, read_bank, below, top);
    elsif push = '1' then
      port_address <= '1' & std_ulogic_vector(top) & std_ulogic_vector(push_index);
    end if;
  end process choose_address;

  memory : entity work.memory_dual_read
    generic map (
      ADDRESS_BITS => ADDRESS_BITS,
      WORD_BITS    => WORD_BITS
    )
    port map (
      clk          => clk,
      enable_a     => '1',
      write_a      => write_port,
      address_a    => port_address,
      write_data_a => port_word,
      read_data_a  => first_read,
      enable_b     => '1',
      address_b    => address(second_number, is_parent, read_bank, below, top),
      read_data_b  => second_read
    );

  number_reg : process (clk) is
  begin
    if rising_edge(clk) then
      below         <= top - 1;
      reads         <= valid;
      first_number  <= FIRST_NUMBERS(entry);
      second_early  <= SECOND_NUMBERS(entry);
      second_middle <= second_early;
      second_number <= second_middle;
    end if;
  end process number_reg;

  word_reg : process (clk) is
  begin
    if rising_edge(clk) then
      first_word  <= unsigned(first_read);
      second_word <= unsigned(second_read);
    end if;
  end process word_reg;

end architecture rtl;
