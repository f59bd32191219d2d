-- SPDX-License-Identifier: Apache-2.0
-- Collects a block of 17 lanes for keccak_slices, in one small RAM for each lane, and reads N bits of all lanes at once.
--
--   word --> N bits of it --> RAM 0 .. RAM 16 --> clear? --> lanes
--                              ^ token
--
-- `token` is a ring of 18 positions with a single '1': the lane that is being written, or position 17 when the block is complete.
-- While no word is valid, undefined bits may be written; the valid ones then replace them.
--
-- Widths: words of 16 bits, lanes N bits each, lane 0 on the right. N is a power of two. Latency: one cycle from read_address to
-- lanes. A word of the stream takes 16 / N cycles, at least one.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity keccak_slices_message is
  generic (
    N            : positive; -- slices: bits of a lane that are read in a cycle
    ADDRESS_BITS : positive; -- log2(64 / N)
    BLOCK_LANES  : positive  -- lanes of a block
  );
  port (
    clk          : in    std_ulogic;                                     -- clock
    rst          : in    std_ulogic;                                     -- synchronous reset, active high
    word         : in    std_ulogic_vector(15 downto 0);                 -- from the reader: next word of the message
    word_valid   : in    std_ulogic;                                     -- word holds a word
    word_ready   : out   std_ulogic;                                     -- word is taken in this cycle if word_valid is '1'
    ends_block   : out   std_ulogic;                                     -- to the reader: word is the last one of its block
    block_last   : in    std_ulogic;                                     -- from the reader: the block ends its message
    full         : out   std_ulogic;                                     -- the block is complete
    last         : out   std_ulogic;                                     -- the complete block ends its message
    free_block   : in    std_ulogic;                                     -- the block is read for the last time in this cycle
    advance      : in    std_ulogic;                                     -- read
    absorb       : in    std_ulogic;                                     -- '0': lanes becomes zero instead, except iota
    read_address : in    std_ulogic_vector(ADDRESS_BITS - 1 downto 0);   -- which N bits of each lane are read
    iota         : in    std_ulogic_vector(N - 1 downto 0);              -- bits of the round constant, added to lane 0
    lanes        : out   std_ulogic_vector(BLOCK_LANES * N - 1 downto 0) -- N bits of each lane, registered
  );
end entity keccak_slices_message;

architecture rtl of keccak_slices_message is

  constant PART_BITS  : positive := minimum(N, 16);
  constant PARTS      : positive := 16 / PART_BITS; -- parts of a word
  constant COUNT_BITS : positive := counter_bits(64 / PART_BITS);
  constant HALVES     : positive := N / PART_BITS;  -- words of the stream in a word of the RAM

  signal count   : unsigned(COUNT_BITS - 1 downto 0); -- part of the lane
  signal token   : std_ulogic_vector(0 to BLOCK_LANES);
  signal swapped : std_ulogic_vector(15 downto 0);
  signal part    : std_ulogic_vector(PART_BITS - 1 downto 0);
  signal ends    : std_ulogic;                        -- the last part of a word
  signal stored  : std_ulogic_vector(BLOCK_LANES * N - 1 downto 0);

begin

  swapped    <= swap_bytes(word);
  ends       <= to_bit(count mod PARTS = PARTS - 1);
  word_ready <= ends and not token(BLOCK_LANES);
  ends_block <= token(BLOCK_LANES - 1) and to_bit(count = 2 ** COUNT_BITS - 1);
  full       <= token(BLOCK_LANES);

  select_part : process (all) is
  begin
    part <= swapped(PART_BITS - 1 downto 0);
    for p in 1 to PARTS - 1 loop
      if count mod PARTS = p then
        part <= swapped(PART_BITS * p + PART_BITS - 1 downto PART_BITS * p);
      end if;
    end loop;
  end process select_part;

  rams : for i in 0 to BLOCK_LANES - 1 generate

    halves_of_word : for h in 0 to HALVES - 1 generate
      signal write : std_ulogic;
    begin

      write <= token(i) and to_bit(h = HALVES - 1 or count mod HALVES = h);

      ram : entity work.memory_distributed
        generic map (
          ADDRESS_BITS => ADDRESS_BITS,
          WORD_BITS    => PART_BITS
        )
        port map (
          clk           => clk,
          write         => write,
          write_address => std_ulogic_vector(count(COUNT_BITS - 1 downto COUNT_BITS - ADDRESS_BITS)),
          write_data    => part,
          read_address  => read_address,
          read_data     => stored(N * i + PART_BITS * (h + 1) - 1 downto N * i + PART_BITS * h)
        );

    end generate halves_of_word;

  end generate rams;

  token_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        count <= (others => '0');
        token <= (0 => '1', others => '0');
      else
        if word_valid = '1' and token(BLOCK_LANES) = '0' then
          count <= count + 1;
        end if;
        if (word_valid = '1' and count = 2 ** COUNT_BITS - 1 and token(BLOCK_LANES) = '0') or free_block = '1' then
          token <= token(BLOCK_LANES) & token(0 to BLOCK_LANES - 1);
        end if;
      end if;
      if token(BLOCK_LANES) = '0' then
        last <= block_last;
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
        for j in 0 to 6 loop
          lanes((2 ** j - 1) mod N) <= (stored((2 ** j - 1) mod N) and absorb) xor iota((2 ** j - 1) mod N);
        end loop;
      end if;
    end if;
  end process lanes_reg;

end architecture rtl;
