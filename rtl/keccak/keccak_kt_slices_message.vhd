-- SPDX-License-Identifier: Apache-2.0
-- Collects a block of KangarooTwelve for keccak_kt_slices, in one small RAM for each lane, and reads 4 bits of all lanes at once. The state
-- of the final node is collected likewise: 25 lanes in place of 21.
--
--   word --+--> [pair, 4 words] --> 4 bits of one --> RAMs of lanes 0, 2 .. 18 --+--> mask --> lanes
--          +----------------------> 4 bits of it ---> RAMs of all others --------+
--
-- A RAM takes 4 bits in a cycle, so a lane takes 16 cycles. Two lanes are written together: the four words of the even lane wait in
-- the shift register `pair`, one cycle each, until those of the odd lane arrive and shift them out. Lanes 20 to 24 are written alone.
--
-- `token` has a single '1': bit i says that the words of lane i are next, bit 25 that the block is complete. While no word is valid,
-- undefined bits may be written; the valid ones then replace them.
--
-- The next block may arrive while this one is read: `free_block` is given with the first read, that of the last 4 bits, which are read
-- again at the end. The others are read in their order from the next cycle on; the next words of lane 0 wait for four cycles.
--
-- Widths: words of 16 bits, lanes 4 bits each, lane 0 on the right. Latency: 216 cycles for a block, 280 for a state, and one
-- cycle from read_address to lanes.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity keccak_kt_slices_message is
  port (
    clk          : in    std_ulogic;                     -- clock
    rst          : in    std_ulogic;                     -- synchronous reset, active high
    word         : in    std_ulogic_vector(15 downto 0); -- next word of the block
    word_valid   : in    std_ulogic;                     -- word holds a word
    word_ready   : out   std_ulogic;                     -- word is taken in this cycle if word_valid is '1'
    whole_state  : in    std_ulogic;                     -- the block is a state of 25 lanes; stable until free_block
    at_mark      : out   std_ulogic;                     -- the next word is the first one of lane 16
    after_mark   : out   std_ulogic;                     -- it is this one or a later one
    full         : out   std_ulogic;                     -- the block is complete
    free_block   : in    std_ulogic;                     -- the block is read from this cycle on
    advance      : in    std_ulogic;                     -- read
    absorb       : in    std_ulogic;                     -- '0': lanes becomes zero instead, except iota
    read_address : in    std_ulogic_vector(3 downto 0);  -- which 4 bits of each lane are read
    closing      : in    std_ulogic;                     -- last bit of padding, added to the last bit of lane 20
    iota         : in    std_ulogic_vector(3 downto 0);  -- bits of the round constant, added to lane 0
    lanes        : out   std_ulogic_vector(99 downto 0)  -- 4 bits of each lane, registered
  );
end entity keccak_kt_slices_message;

architecture rtl of keccak_kt_slices_message is

  constant LANE_COUNT : positive := 25;
  constant RATE_LANES : positive := 21;
  constant LAST_PAIR  : natural  := 19; -- the odd lane of the last pair
  constant MARK_LANE  : natural  := 16; -- where padding begins in the last block of a chunk

  signal token      : std_ulogic_vector(0 to LANE_COUNT);
  signal collecting : std_ulogic;                     -- the words go to pair
  signal alone      : std_ulogic;                     -- a lane is written without another one
  signal index      : unsigned(1 downto 0);           -- number of the word in its lane
  signal part       : unsigned(1 downto 0);           -- number of the 4 bits in the word
  signal word_ends  : std_ulogic;                     -- all bits of the word are written if it is valid
  signal moves      : std_ulogic;                     -- a word or 4 bits of it are written
  signal lane_ends  : std_ulogic;                     -- the last ones of the lane
  signal swapped    : std_ulogic_vector(15 downto 0);
  signal pair       : std_ulogic_vector(63 downto 0); -- words of the even lane, the first one on the right
  signal even_part  : std_ulogic_vector(3 downto 0);
  signal odd_part   : std_ulogic_vector(3 downto 0);
  signal address    : std_ulogic_vector(3 downto 0);  -- of the RAMs that are written
  signal stored     : std_ulogic_vector(4 * LANE_COUNT - 1 downto 0);
  signal marking    : std_ulogic;                     -- value of at_mark
  signal marked     : std_ulogic;                     -- value of after_mark
  signal capacity   : std_ulogic;                     -- lanes 21 to 24 of the block that is read are used

  -- Returns the 4 bits of BITS with this number.
  function part_of (bits : std_ulogic_vector(15 downto 0); number : unsigned(1 downto 0)) return std_ulogic_vector is
    variable result : std_ulogic_vector(3 downto 0) := bits(3 downto 0);
  begin
    for p in 1 to 3 loop
      if number = p then
        result := bits(4 * p + 3 downto 4 * p);
      end if;
    end loop;
    return result;
  end function part_of;

begin

  full       <= token(LANE_COUNT);
  at_mark    <= marking;
  after_mark <= marked;
  word_ends  <= collecting or to_bit(part = 3);
  word_ready <= word_ends and not token(LANE_COUNT);
  moves      <= word_valid and not token(LANE_COUNT);
  lane_ends  <= moves and word_ends and to_bit(index = 3);
  swapped    <= swap_bytes(word);
  address    <= std_ulogic_vector(index & part);
  even_part  <= part_of(pair(15 downto 0), part);
  odd_part   <= part_of(swapped, part);

  rams : for i in 0 to LANE_COUNT - 1 generate
    constant IN_PAIR : boolean := i <= LAST_PAIR and i mod 2 = 0;

    signal write      : std_ulogic;
    signal write_data : std_ulogic_vector(3 downto 0);
  begin

    even_lane : if IN_PAIR generate
      write      <= token(i + 1);
      write_data <= even_part;
    end generate even_lane;

    other_lane : if not IN_PAIR generate
      write      <= token(i);
      write_data <= odd_part;
    end generate other_lane;

    ram : entity work.memory_distributed
      generic map (
        ADDRESS_BITS => 4,
        WORD_BITS    => 4
      )
      port map (
        clk           => clk,
        write         => write,
        write_address => address,
        write_data    => write_data,
        read_address  => read_address,
        read_data     => stored(4 * i + 3 downto 4 * i)
      );

  end generate rams;

  pair_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if moves = '1' and word_ends = '1' then
        pair <= swapped & pair(63 downto 16);
      end if;
    end if;
  end process pair_reg;

  token_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or free_block = '1' then
        token      <= (0 => '1', others => '0');
        collecting <= '1';
        alone      <= '0';
        marking    <= '0';
        marked     <= '0';
      elsif lane_ends = '1' then
        token      <= '0' & token(0 to LANE_COUNT - 1);
        alone      <= alone or token(LAST_PAIR);
        marking    <= token(MARK_LANE - 1);
        marked     <= marked or token(MARK_LANE - 1);
        collecting <= not (collecting or alone or token(LAST_PAIR));
        if token(RATE_LANES - 1) = '1' then
          token(RATE_LANES) <= whole_state;
          token(LANE_COUNT) <= not whole_state;
        end if;
      elsif moves = '1' then
        marking <= '0';
      end if;
      if rst = '1' then
        index <= (others => '0');
        part  <= (others => '0');
      elsif moves = '1' then
        if word_ends = '1' then
          index <= index + 1;
        end if;
        if collecting = '0' then
          part <= part + 1;
        end if;
      end if;
      if free_block = '1' then
        capacity <= whole_state;
      end if;
    end if;
  end process token_reg;

  lanes_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        lanes <= stored;
        if absorb = '0' then
          lanes <= (others => '0');
        end if;
        if absorb = '0' or (capacity = '0' and free_block = '0') or (whole_state = '0' and free_block = '1') then
          lanes(4 * LANE_COUNT - 1 downto 4 * RATE_LANES) <= (others => '0');
        end if;
        lanes(3 downto 0)         <= (stored(3 downto 0) and (3 downto 0 => absorb)) xor iota;
        lanes(4 * RATE_LANES - 1) <= (stored(4 * RATE_LANES - 1) and absorb) xor closing;
      end if;
    end if;
  end process lanes_reg;

end architecture rtl;
