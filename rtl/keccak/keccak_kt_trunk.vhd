-- SPDX-License-Identifier: Apache-2.0
-- The final node of KangarooTwelve between its permutations: its state of 25 words, to which words are added one at a time.
--
--   from the stream, the datapath, constants --> xor --> [memory, 32 words] --+--> trunk_word
--                                                 ^---------------------------+
--
-- `place` is the number of the next word. A block has 21 words; a chaining value has four. Up to three of its words belong to the next
-- block. They are stored in words 25 to 27, and are added to words 0 to 2 of the state after the permutation when that state is stored.
--
-- Source: RFC 9861, sections 3.2 and 3.3. Widths: words of 64 bits, first byte on the left; LEAF_BITS bits of a number of leaves, 17 to 24.
-- Latency: one cycle a word.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity keccak_kt_trunk is
  generic (
    LEAF_BITS : positive range 17 to 24 -- bits of a number of leaves
  );
  port (
    clk         : in    std_ulogic;                     -- clock
    rst         : in    std_ulogic;                     -- synchronous reset, active high
    stream_word : in    std_ulogic_vector(63 downto 0); -- word of the message
    seed        : in    std_ulogic;                     -- add stream_word
    mark        : in    std_ulogic;                     -- add the word that separates the first chunk from the chaining values
    tail        : in    std_ulogic;                     -- add the number of leaves and what follows it
    node_word   : in    std_ulogic_vector(63 downto 0); -- word from the datapath
    collect     : in    std_ulogic;                     -- store node_word, or add it
    whole_state : in    std_ulogic;                     -- it is of a state, else of a chaining value
    read        : in    std_ulogic;                     -- the next word follows
    rewind      : in    std_ulogic;                     -- the first word follows
    restart     : in    std_ulogic;                     -- a message is finished
    trunk_word  : out   std_ulogic_vector(63 downto 0); -- the word
    due         : out   std_ulogic;                     -- four words more fill the block
    full        : out   std_ulogic;                     -- the block is full
    node_done   : out   std_ulogic                      -- the last word of a chaining value or a state is stored
  );
end entity keccak_kt_trunk;

architecture rtl of keccak_kt_trunk is

  -- Section 3.2: what follows the first chunk, the first byte of a word. The others are zeros. Not a constant of 64 bits, because GHDL's
  -- synthesis loses those whose lower half is zero (docs/tool-faults.md).
  constant SEPARATOR : std_ulogic_vector(7 downto 0) := x"03";

  constant LAST_STATE_WORD : natural := 24;
  constant BLOCK_WORDS     : natural := 21;

  signal place         : unsigned(4 downto 0);
  signal beyond        : std_ulogic;                     -- place is not in the block
  signal over          : unsigned(1 downto 0);           -- words of the next block that are stored
  signal piece         : unsigned(1 downto 0);           -- number of the word of a chaining value
  signal leaves        : unsigned(LEAF_BITS - 1 downto 0);
  signal encoded       : std_ulogic_vector(63 downto 0); -- what ends the final node
  signal saving        : std_ulogic;
  signal added         : std_ulogic_vector(63 downto 0); -- word to be added
  signal keep          : std_ulogic;                     -- it is added, else it replaces the word
  signal write         : std_ulogic;
  signal state_ends    : std_ulogic;                     -- the last word of a state is stored
  signal value_ends    : std_ulogic;                     -- the last word of a chaining value is stored
  signal read_address  : std_ulogic_vector(4 downto 0);
  signal write_address : std_ulogic_vector(4 downto 0);
  signal write_data    : std_ulogic_vector(63 downto 0);
  signal read_data     : std_ulogic_vector(63 downto 0);

  -- Section 3.3, length_encode, then FFFF and the domain separation byte.
  function end_of_node (number : unsigned(23 downto 0)) return std_ulogic_vector is
    constant BYTES : std_ulogic_vector(23 downto 0) := std_ulogic_vector(number);
  begin
    if number(23 downto 16) /= 0 then
      return BYTES & x"03ffff0600";
    elsif number(15 downto 8) /= 0 then
      return BYTES(15 downto 0) & x"02ffff060000";
    end if;
    return BYTES(7 downto 0) & x"01ffff06000000";
  end function end_of_node;

begin

  beyond     <= place(4) and (place(3) or (place(2) and (place(1) or place(0))));
  full       <= beyond;
  due        <= place(4) and to_bit(place(3 downto 0) /= 0);
  saving     <= collect and whole_state;
  state_ends <= saving and to_bit(place = LAST_STATE_WORD);
  value_ends <= collect and not whole_state and to_bit(piece = 3);
  node_done  <= state_ends or value_ends;
  trunk_word <= read_data;
  write      <= seed or mark or tail or collect;

  encoded <= end_of_node(resize(leaves, 24));

  -- Words 25 to 27 are for words 21 to 23 of a chaining value, and for words 0 to 2 of a state.
  write_address <= "110" & std_ulogic_vector(place(1 downto 0)) when (beyond and not whole_state) = '1' else
                   std_ulogic_vector(place);
  read_address  <= "110" & std_ulogic_vector(place(1 downto 0) + 1) when saving = '1' else
                   std_ulogic_vector(place);
  keep          <= to_bit(place(4 downto 2) = 0 and place(1 downto 0) < over) when saving = '1' else
                   not beyond;
  write_data    <= added xor (read_data and (63 downto 0 => keep));

  select_word : process (all) is
  begin
    added <= stream_word;
    if collect = '1' then
      added <= node_word;
    elsif tail = '1' then
      added <= encoded;
    elsif mark = '1' then
      added               <= (others => '0');
      added(63 downto 56) <= SEPARATOR;
    end if;
  end process select_word;

  memory : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 5,
      WORD_BITS    => 64
    )
    port map (
      clk           => clk,
      write         => write,
      write_address => write_address,
      write_data    => write_data,
      read_address  => read_address,
      read_data     => read_data
    );

  place_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or restart = '1' then
        place <= (others => '0');
        over  <= (others => '0');
      elsif rewind = '1' then
        place <= (others => '0');
        if beyond = '1' and read = '0' then
          over <= place(1 downto 0) - (BLOCK_WORDS mod 4);
        end if;
      elsif state_ends = '1' then
        place <= "000" & over;
        over  <= (others => '0');
      elsif write = '1' or read = '1' then
        place <= place + 1;
      end if;
    end if;
  end process place_reg;

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        piece <= (others => '0');
      elsif collect = '1' and whole_state = '0' then
        piece <= piece + 1;
      end if;
      if rst = '1' or restart = '1' then
        leaves <= (others => '0');
      elsif value_ends = '1' then
        leaves <= leaves + 1;
      end if;
    end if;
  end process count_reg;

end architecture rtl;
