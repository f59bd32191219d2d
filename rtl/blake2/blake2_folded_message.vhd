-- SPDX-License-Identifier: Apache-2.0
-- Message words of the folded BLAKE2 cores: a memory of two blocks, which delivers two words for each G of a step.
--
--   next_ahead --> tables --> numbers of message words --> memory of even words --+--> first words
--   next_step  --/            (registers)              \-> memory of odd words ---+--> second words
--
-- Each word that is read in a step has its own copy of both memories. A half of a memory holds the eight even or odd words of a block, so
-- two blocks are 16 words, the depth of an ECP5 LUT RAM.
--
-- Which G a lane has in a step is explained in blake2_folded_pkg.
--
-- Source: RFC 7693, sections 2.7 and 3.2. Widths: words of WORD_BITS = 32 or 64 bits, first byte of the message least significant.
-- Latency: a word that is written can be read in the next cycle. The words of a step are there in the step, but the first words of its
-- first G functions one step earlier, because the datapath adds them at the end of the step before. In the last step of the rounds these
-- words are zero.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake2_folded_pkg.all;
use work.blake2_pkg.all;
use work.sequence_pkg.all;

entity blake2_folded_message is
  generic (
    WORD_BITS   : positive;              -- bits of a word: 32 or 64
    LANES       : positive range 2 to 4; -- columns or diagonals in a step: 2 or 4
    SERIES      : positive range 1 to 2; -- G functions one after the other in a step: 1, or 2 with four lanes
    ROUND_STEPS : positive;              -- steps of the rounds
    STEP_BITS   : positive               -- width of a step number
  );
  port (
    clk          : in    std_ulogic;                                                 -- clock
    write_even   : in    std_ulogic;                                                 -- store even_word
    write_odd    : in    std_ulogic;                                                 -- store odd_word
    write_half   : in    std_ulogic;                                                 -- half of the memories that is written
    write_index  : in    std_ulogic_vector(2 downto 0);                              -- index among the even or odd words of the block
    even_word    : in    std_ulogic_vector(WORD_BITS - 1 downto 0);                  -- even word of the message
    odd_word     : in    std_ulogic_vector(WORD_BITS - 1 downto 0);                  -- odd word of the message
    read_half    : in    std_ulogic;                                                 -- half of the memories that is read
    feeds        : in    std_ulogic;                                                 -- the next step is one of the rounds
    next_step    : in    unsigned(STEP_BITS - 1 downto 0);                           -- number of the step in the next cycle
    next_ahead   : in    unsigned(STEP_BITS - 1 downto 0);                           -- number of the step after that one
    first_words  : out   std_ulogic_vector(WORD_BITS * LANES * SERIES - 1 downto 0); -- of G s of lane l at s * LANES + l
    second_words : out   std_ulogic_vector(WORD_BITS * LANES * SERIES - 1 downto 0)  -- in the same order
  );
end entity blake2_folded_message;

architecture rtl of blake2_folded_message is

  constant SIZE : positive := 2 ** STEP_BITS;

  subtype number_t is std_ulogic_vector(3 downto 0);

  -- Bit B of the numbers of the message words that a G adds in each step; SECOND selects its second word.
  function number_table (lane : natural; position : natural; second : natural; b : natural) return std_ulogic_vector is
    variable result : std_ulogic_vector(0 to SIZE - 1) := (others => '-');
    variable number : unsigned(3 downto 0);
  begin
    for s in 0 to ROUND_STEPS - 1 loop
      number    := to_unsigned(sigma(s * LANES * SERIES / 8, 2 * g_number(LANES, SERIES, lane, position, s) + second), 4);
      result(s) := number(b);
    end loop;
    return result;
  end function number_table;

  signal write_address : std_ulogic_vector(3 downto 0);

begin

  write_address <= write_half & write_index;

  every_g : for g in 0 to LANES * SERIES - 1 generate
    constant POSITION : natural := g / LANES;
    constant LANE     : natural := g mod LANES;

    signal words : std_ulogic_vector(2 * WORD_BITS - 1 downto 0); -- second word, first word
  begin

    first_words(WORD_BITS * (g + 1) - 1 downto WORD_BITS * g)  <= words(WORD_BITS - 1 downto 0);
    second_words(WORD_BITS * (g + 1) - 1 downto WORD_BITS * g) <= words(2 * WORD_BITS - 1 downto WORD_BITS);

    every_word : for w in 0 to 1 generate
      signal new_number : number_t;                                  -- number of the word
      signal number     : number_t;                                  -- the same, one cycle later
      signal address    : std_ulogic_vector(3 downto 0);
      signal even_read  : std_ulogic_vector(WORD_BITS - 1 downto 0);
      signal odd_read   : std_ulogic_vector(WORD_BITS - 1 downto 0);
      signal word       : std_ulogic_vector(WORD_BITS - 1 downto 0);
    begin

      every_bit : for b in number_t'range generate
        constant NUMBER_AT : std_ulogic_vector(0 to SIZE - 1) := number_table(LANE, POSITION, w, b);
      begin

        early : if POSITION = 0 and w = 0 generate
          new_number(b) <= lookup(NUMBER_AT, next_ahead);
        end generate early;

        in_time : if POSITION > 0 or w > 0 generate
          new_number(b) <= lookup(NUMBER_AT, next_step);
        end generate in_time;

      end generate every_bit;

      number_reg : process (clk) is
      begin
        if rising_edge(clk) then
          number <= new_number;
        end if;
      end process number_reg;

      address <= read_half & number(3 downto 1);

      even_memory : entity work.memory_distributed
        generic map (
          ADDRESS_BITS => 4,
          WORD_BITS    => WORD_BITS
        )
        port map (
          clk           => clk,
          write         => write_even,
          write_address => write_address,
          write_data    => even_word,
          read_address  => address,
          read_data     => even_read
        );

      odd_memory : entity work.memory_distributed
        generic map (
          ADDRESS_BITS => 4,
          WORD_BITS    => WORD_BITS
        )
        port map (
          clk           => clk,
          write         => write_odd,
          write_address => write_address,
          write_data    => odd_word,
          read_address  => address,
          read_data     => odd_read
        );

      word <= odd_read when number(0) = '1' else
              even_read;

      gated : if POSITION = 0 and w = 0 generate
        words(WORD_BITS - 1 downto 0) <= word and (WORD_BITS - 1 downto 0 => feeds);
      end generate gated;

      direct : if POSITION > 0 or w > 0 generate
        words(WORD_BITS * (w + 1) - 1 downto WORD_BITS * w) <= word;
      end generate direct;

    end generate every_word;

  end generate every_g;

end architecture rtl;
