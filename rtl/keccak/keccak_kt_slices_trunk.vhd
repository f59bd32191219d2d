-- SPDX-License-Identifier: Apache-2.0
-- Memory of the final node of KangarooTwelve in words of 16 bits: the state after its last permutation, and the words that follow in its
-- message: the end of the first chunk, chaining values, and what ends the node.
--
--   word, node_word, number of leaves --> memory --+--> word of the state ---+--> xor --> state_word
--                                                  +--> word of the message -+
--
--   addresses    contents
--     0 ..  99   state
--   256 .. 351   message, bank 0
--   384 .. 479   message, bank 1
--
-- A block has 84 words. `fill` words of the message are stored; a chaining value has 16, so at most 96 are: up to 12 words belong to the
-- block after. The sum of state and block is read word by word, 100 words. Then the other bank follows. Its first words, `over` times four,
-- stay where they are, in the bank before, after its 84 words.
--
-- Source: RFC 9861, sections 3.2 and 3.3. Widths: words of 16 bits, first byte on the left. Latency: one cycle for a word that is written,
-- three from one word of the sum to the next.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity keccak_kt_slices_trunk is
  port (
    clk         : in    std_ulogic;                     -- clock
    rst         : in    std_ulogic;                     -- synchronous reset, active high
    word        : in    std_ulogic_vector(15 downto 0); -- word of the message of the final node; zero with tail
    append      : in    std_ulogic;                     -- store it
    tail        : in    std_ulogic;                     -- with append: store a word of what ends the node
    node_word   : in    std_ulogic_vector(15 downto 0); -- word of a result
    collect     : in    std_ulogic;                     -- store it; never with append or restoring
    whole_state : in    std_ulogic;                     -- it is of a state, else of a chaining value
    restoring   : in    std_ulogic;                     -- read the sum of the state and the next block
    state_word  : out   std_ulogic_vector(15 downto 0); -- its next word; zero if not restoring
    state_valid : out   std_ulogic;                     -- state_word holds it
    state_ready : in    std_ulogic;                     -- it is taken in this cycle if state_valid is '1'
    state_ends  : out   std_ulogic;                     -- the last word of the sum is taken
    restart     : in    std_ulogic;                     -- a message is finished
    fill        : out   unsigned(6 downto 0);           -- words of the message that are stored
    node_done   : out   std_ulogic                      -- the last word of a result is stored
  );
end entity keccak_kt_slices_trunk;

architecture rtl of keccak_kt_slices_trunk is

  constant BLOCK_WORDS : positive := 84;
  constant STATE_WORDS : positive := 100;
  constant VALUE_WORDS : positive := 16;

  signal place         : unsigned(6 downto 0);           -- number of the word of a state or of a chaining value
  signal bank          : std_ulogic;                     -- bank of the block
  signal over          : unsigned(1 downto 0);           -- words of the block in the other bank, a multiple of four
  signal in_over       : std_ulogic;                     -- the next word of the block is one of them
  signal count         : unsigned(6 downto 0);           -- value of fill
  signal leaves        : unsigned(15 downto 0);          -- chaining values
  signal long_number   : std_ulogic;                     -- their number takes two bytes
  signal tail_word     : std_ulogic_vector(15 downto 0); -- zero without tail
  signal stores_value  : std_ulogic;                     -- a word of a chaining value is stored
  signal grows         : std_ulogic;                     -- a word is added to the message
  signal at_state_end  : std_ulogic;                     -- place is that of the last word of a state
  signal value_done    : std_ulogic;
  signal state_done    : std_ulogic;
  signal taken         : std_ulogic;                     -- a word of the sum is taken
  signal sum_ends      : std_ulogic;                     -- value of state_ends
  signal settled       : std_ulogic_vector(1 to 2);      -- cycles since place has changed
  signal in_block      : std_ulogic;                     -- the word of the sum has a word of the block
  signal write         : std_ulogic;
  signal enable        : std_ulogic;
  signal address       : std_ulogic_vector(8 downto 0);
  signal block_address : std_ulogic_vector(8 downto 0);
  signal write_data    : std_ulogic_vector(15 downto 0);
  signal read_state    : std_ulogic_vector(15 downto 0);
  signal read_block    : std_ulogic_vector(15 downto 0);
  signal of_state      : std_ulogic_vector(15 downto 0); -- word of the state, or zero
  signal of_block      : std_ulogic_vector(15 downto 0); -- word of the block, or zero

begin

  at_state_end <= to_bit(place = STATE_WORDS - 1);
  stores_value <= collect and not whole_state;
  value_done   <= stores_value and to_bit(place(3 downto 0) = VALUE_WORDS - 1);
  state_done   <= collect and whole_state and at_state_end;
  node_done    <= value_done or state_done;
  grows        <= append or stores_value;
  taken        <= settled(2) and state_ready;
  sum_ends     <= taken and at_state_end;
  in_block     <= to_bit(place < BLOCK_WORDS);
  fill         <= count;
  state_valid  <= settled(2);
  state_ends   <= sum_ends;
  state_word   <= of_state xor of_block;

  write         <= append or collect;
  enable        <= write or restoring;
  address       <= '1' & bank & std_ulogic_vector(count) when grows = '1' else
                   "00" & std_ulogic_vector(place);
  in_over       <= to_bit(place(6 downto 4) = 0 and place(3 downto 2) < over);
  block_address <= '1' & not bank & "101" & std_ulogic_vector(place(3 downto 2) + 1) & std_ulogic_vector(place(1 downto 0))
                   when in_over = '1' else
                   '1' & bank & std_ulogic_vector(place);
  write_data    <= node_word when collect = '1' else
                   word or tail_word;

  -- Section 3.3, length_encode, then FFFF and the domain separation byte. The first of the three words has a place that four divides.
  long_number <= to_bit(leaves(15 downto 8) /= 0);

  end_of_node : process (all) is
    variable number : std_ulogic_vector(15 downto 0);
    variable middle : std_ulogic_vector(15 downto 0);
    variable final  : std_ulogic_vector(15 downto 0);
  begin
    if long_number = '1' then
      number := std_ulogic_vector(leaves);
      middle := x"02ff";
      final  := x"ff06";
    else
      number := std_ulogic_vector(leaves(7 downto 0)) & x"01";
      middle := x"ffff";
      final  := x"0600";
    end if;
    tail_word <= (others => '0');
    if tail = '1' then
      if count(1 downto 0) = 0 then
        tail_word <= number;
      elsif count(0) = '1' then
        tail_word <= middle;
      else
        tail_word <= final;
      end if;
    end if;
  end process end_of_node;

  memory : entity work.memory_dual_read
    generic map (
      ADDRESS_BITS => 9,
      WORD_BITS    => 16
    )
    port map (
      clk          => clk,
      enable_a     => enable,
      write_a      => write,
      address_a    => address,
      write_data_a => write_data,
      read_data_a  => read_state,
      enable_b     => restoring,
      address_b    => block_address,
      read_data_b  => read_block
    );

  sum_reg : process (clk) is
  begin
    if rising_edge(clk) then
      of_state <= read_state;
      of_block <= read_block;
      if restoring = '0' then
        of_state <= (others => '0');
      end if;
      if restoring = '0' or in_block = '0' then
        of_block <= (others => '0');
      end if;
      if rst = '1' or restoring = '0' or taken = '1' then
        settled <= "00";
      else
        settled <= '1' & settled(1);
      end if;
    end if;
  end process sum_reg;

  place_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or sum_ends = '1' or value_done = '1' or state_done = '1' then
        place <= (others => '0');
      elsif collect = '1' or taken = '1' then
        place <= place + 1;
      end if;
      if rst = '1' then
        bank  <= '0';
        over  <= (others => '0');
        count <= (others => '0');
      elsif sum_ends = '1' then
        -- 84 words less
        bank  <= not bank;
        over  <= count(3 downto 2) - 1;
        count <= "000" & (count(3 downto 2) - 1) & count(1 downto 0);
      elsif grows = '1' then
        count <= count + 1;
      end if;
      if rst = '1' or restart = '1' then
        leaves <= (others => '0');
      elsif value_done = '1' then
        leaves <= leaves + 1;
      end if;
    end if;
  end process place_reg;

end architecture rtl;
