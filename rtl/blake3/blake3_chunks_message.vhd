-- SPDX-License-Identifier: Apache-2.0
-- The message words of two chunks of BLAKE3 and the stack of chaining values, in block RAM.
--
--   word, chaining value --+--> [memory] --> [register] --> first_word      added before the first half of a G
--                          +--> [memory] --> [register] --> second_word     added before its second half
--
--   addresses    words
--   0 to 255     16 blocks of the even chunk
--   256 to 455   the stack: 25 entries of eight words. The message of a parent is the two uppermost entries, in place
--   480 to 511   two blocks of the odd chunk
--
-- A G starts in every cycle and reads two words, and words arrive meanwhile. So two memories have the same words, each with a port that
-- reads and a port that writes.
--
-- Source: BLAKE3 paper, sections 2.2 and 5.1.2. Widths: words of 32 bits, first byte of the message least significant.
-- Latency: a word is on first_word three cycles after round_index, half and x, on second_word five cycles after them.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake3_pkg.all;

entity blake3_chunks_message is
  port (
    clk           : in    std_ulogic;                     -- clock
    write         : in    std_ulogic;                     -- store a word of the message; not with push
    write_address : in    std_ulogic_vector(8 downto 0);  -- its address
    word          : in    std_ulogic_vector(31 downto 0); -- word, first byte least significant
    push          : in    std_ulogic;                     -- store a word of a chaining value
    push_entry    : in    unsigned(4 downto 0);           -- entry of the stack
    push_index    : in    unsigned(2 downto 0);           -- number of the word
    push_word     : in    word_t;                         -- 32 bits: the word
    top           : in    unsigned(4 downto 0);           -- uppermost entry of the stack
    below         : in    unsigned(4 downto 0);           -- the entry below it
    is_parent     : in    std_ulogic;                     -- the message is that of a parent
    odd           : in    std_ulogic;                     -- it is that of the odd chunk
    even_place    : in    unsigned(3 downto 0);           -- block of the even chunk in process
    odd_place     : in    std_ulogic;                     -- block of the odd chunk in process
    round_index   : in    unsigned(2 downto 0);           -- round
    half          : in    std_ulogic;                     -- '0': columns, '1': diagonals
    x             : in    unsigned(1 downto 0);           -- number of the G among the four
    first_word    : out   word_t;                         -- 32 bits: first word of the G
    second_word   : out   word_t                          -- 32 bits: second word of the G
  );
end entity blake3_chunks_message;

architecture rtl of blake3_chunks_message is

  constant WORD_BITS    : positive := 32;
  constant ADDRESS_BITS : positive := 9;

  subtype number_t is unsigned(3 downto 0);

  subtype address_t is std_ulogic_vector(ADDRESS_BITS - 1 downto 0);

  subtype base_t is std_ulogic_vector(5 downto 0); -- address of eight words

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

  signal entry          : natural range 0 to 63;
  signal low_base       : base_t;    -- where words 0 to 7 are
  signal high_base      : base_t;    -- where words 8 to 15 are
  signal first_number   : number_t;
  signal second_number  : number_t;
  signal first_address  : address_t;
  signal second_early   : address_t; -- second_address, one cycle before
  signal second_address : address_t;
  signal port_write     : std_ulogic;
  signal port_address   : address_t;
  signal port_word      : std_ulogic_vector(31 downto 0);
  signal first_read     : std_ulogic_vector(31 downto 0);
  signal second_read    : std_ulogic_vector(31 downto 0);

  -- The address of word NUMBER.
  function address (number : number_t; low, high : base_t) return address_t is
  begin
    if number(3) = '1' then
      return high & std_ulogic_vector(number(2 downto 0));
    end if;
    return low & std_ulogic_vector(number(2 downto 0));
  end function address;

begin

  entry         <= to_integer(round_index & half & x);
  first_address <= address(first_number, low_base, high_base);
  port_write    <= write or push;
  port_address  <= '1' & std_ulogic_vector(push_entry) & std_ulogic_vector(push_index) when push = '1' else write_address;
  port_word     <= std_ulogic_vector(push_word) when push = '1' else word;

  address_reg : process (clk) is
  begin
    if rising_edge(clk) then
      low_base  <= '0' & std_ulogic_vector(even_place) & '0';
      high_base <= '0' & std_ulogic_vector(even_place) & '1';
      if odd = '1' then
        low_base  <= "1111" & odd_place & '0';
        high_base <= "1111" & odd_place & '1';
      elsif is_parent = '1' then
        low_base  <= '1' & std_ulogic_vector(below);
        high_base <= '1' & std_ulogic_vector(top);
      end if;
      first_number   <= FIRST_NUMBERS(entry);
      second_number  <= SECOND_NUMBERS(entry);
      second_early   <= address(second_number, low_base, high_base);
      second_address <= second_early;
    end if;
  end process address_reg;

  first_memory : entity work.memory_simple_dual_port
    generic map (
      ADDRESS_BITS => ADDRESS_BITS,
      WORD_BITS    => WORD_BITS
    )
    port map (
      clk           => clk,
      write         => port_write,
      write_address => port_address,
      write_data    => port_word,
      read          => '1',
      read_address  => first_address,
      read_data     => first_read
    );

  second_memory : entity work.memory_simple_dual_port
    generic map (
      ADDRESS_BITS => ADDRESS_BITS,
      WORD_BITS    => WORD_BITS
    )
    port map (
      clk           => clk,
      write         => port_write,
      write_address => port_address,
      write_data    => port_word,
      read          => '1',
      read_address  => second_address,
      read_data     => second_read
    );

  word_reg : process (clk) is
  begin
    if rising_edge(clk) then
      first_word  <= unsigned(first_read);
      second_word <= unsigned(second_read);
    end if;
  end process word_reg;

end architecture rtl;
