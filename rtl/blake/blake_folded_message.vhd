-- SPDX-License-Identifier: Apache-2.0
-- Message words of the folded BLAKE-256 core: memory of two blocks, which delivers LANES * HALVES words, each xor its constant.
-- Source: BLAKE specification, sections 2.1.1 (constants, permutations) and 2.1.2 (round function).
-- Widths: the memory has two halves of eight words of 64 bits, and one copy for each word that is read in a cycle.
-- Latency: a word that is written can be read in the next cycle. The words of a step are there in the step, but those of part 0
-- one step earlier, because the datapath adds them at the end of the step before.
--
--   next_ahead --> tables --> numbers of message words and constants --> memory of even words --+--> xor constant --> words
--   next_step  --/            (registers)                            \-> memory of odd words ---+
--
-- In round r, lane x has column or diagonal number x + 2r modulo 4 (see blake_folded_datapath). With one lane, x counts in time.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake_pkg.all;
use work.sequence_pkg.all;

entity blake_folded_message is
  generic (
    LANES       : positive range 1 to 4; -- columns or diagonals in a step: 1 or 4
    HALVES      : positive range 1 to 4; -- half G functions one after the other in a step: 1, 2 or 4
    ROUND_STEPS : positive;              -- steps of the 14 rounds
    STEP_BITS   : positive               -- width of a step number
  );
  port (
    clk         : in    std_ulogic;                                         -- clock
    write       : in    std_ulogic;                                         -- the memory takes `word` in this cycle
    write_half  : in    std_ulogic;                                         -- half of the memory that is written
    write_index : in    std_ulogic_vector(2 downto 0);                      -- index of `word` in its block
    word        : in    std_ulogic_vector(63 downto 0);                     -- two message words, the even one first
    read_half   : in    std_ulogic;                                         -- half of the memory that is read
    advance     : in    std_ulogic;                                         -- the next step follows this cycle
    next_step   : in    unsigned(STEP_BITS - 1 downto 0);                   -- number of the step in the next cycle
    next_ahead  : in    unsigned(STEP_BITS - 1 downto 0);                   -- number of the step after that one
    words       : out   std_ulogic_vector(32 * LANES * HALVES - 1 downto 0) -- word p of lane l is number l * HALVES + p, from the right
  );
end entity blake_folded_message;

architecture rtl of blake_folded_message is

  constant WORD_BITS   : positive := 32;
  constant SIZE        : positive := 2 ** STEP_BITS;
  constant ROUND_SLOTS : positive := 16 / (LANES * HALVES); -- steps of a round

  subtype number_t is std_ulogic_vector(3 downto 0);

  -- Bit B of a number that G of LANE uses in each step: sigma_r(2g) for EVEN, otherwise sigma_r(2g + 1).
  function number_table (lane : natural; part : natural; even : boolean; b : natural) return std_ulogic_vector is
    variable result      : std_ulogic_vector(0 to SIZE - 1) := (others => '-');
    variable round_index : natural;
    variable slot        : natural;
    variable position    : natural;
    variable g           : natural;
    variable number      : unsigned(3 downto 0);
  begin
    for s in 0 to ROUND_STEPS - 1 loop
      round_index := s / ROUND_SLOTS;
      slot        := s mod ROUND_SLOTS;
      position    := lane;
      if LANES = 1 then
        position := slot mod 4;
      end if;
      g := (position + 2 * round_index) mod 4;
      if HALVES = 4 then
        g := g + 4 * (part / 2);
      elsif slot >= ROUND_SLOTS / 2 then
        g := g + 4;
      end if;
      if even then
        number := to_unsigned(sigma(round_index, 2 * g), 4);
      else
        number := to_unsigned(sigma(round_index, 2 * g + 1), 4);
      end if;
      result(s) := number(b);
    end loop;
    return result;
  end function number_table;

  -- Bit B of c_0 to c_15.
  function constant_table (b : natural) return std_ulogic_vector is
    variable result : std_ulogic_vector(0 to 15);
    variable value  : unsigned(WORD_BITS - 1 downto 0);
  begin
    for i in word_index_t loop
      value     := constant_word(i, WORD_BITS);
      result(i) := value(b);
    end loop;
    return result;
  end function constant_table;

begin

  every_lane : for l in 0 to LANES - 1 generate
    type numbers_t is array (0 to HALVES - 1) of number_t;

    signal message_numbers  : numbers_t; -- number of the message word of each part
    signal constant_numbers : numbers_t; -- number of its constant
  begin

    every_part : for p in 0 to HALVES - 1 generate
      constant LOW : natural := 32 * (l * HALVES + p);

      signal address   : std_ulogic_vector(3 downto 0);
      signal write_at  : std_ulogic_vector(3 downto 0);
      signal even_word : std_ulogic_vector(31 downto 0);
      signal odd_word  : std_ulogic_vector(31 downto 0);
      signal chosen    : std_ulogic_vector(31 downto 0); -- message word with the number of this part
      signal mask      : std_ulogic_vector(31 downto 0);
      signal even      : number_t;                       -- sigma_r(2g)
      signal odd       : number_t;                       -- sigma_r(2g + 1)
      signal exchange  : std_ulogic;                     -- second half of G: the numbers change their roles
    begin

      from_table : if p /= 1 generate

        every_bit : for b in number_t'range generate
          constant EVEN_AT : std_ulogic_vector(0 to SIZE - 1) := number_table(l, p, true, b);
          constant ODD_AT  : std_ulogic_vector(0 to SIZE - 1) := number_table(l, p, false, b);
          signal   look_at : unsigned(STEP_BITS - 1 downto 0); -- number of the step whose message word is looked up
        begin

          look_at <= next_ahead when p = 0 else
                     next_step;
          even(b) <= lookup(EVEN_AT, look_at);
          odd(b)  <= lookup(ODD_AT, look_at);

        end generate every_bit;

        exchange <= next_ahead(2) when HALVES = 1 else
                    '1' when p = 3 else
                    '0';

        number_reg : process (clk) is
        begin
          if rising_edge(clk) then
            message_numbers(p)  <= even;
            constant_numbers(p) <= odd;
            if exchange = '1' then
              message_numbers(p)  <= odd;
              constant_numbers(p) <= even;
            end if;
          end if;
        end process number_reg;

      end generate from_table;

      -- Part 1 uses the same pair of numbers as part 0, one step later.
      from_first : if p = 1 generate

        number_reg : process (clk) is
        begin
          if rising_edge(clk) then
            if advance = '1' then
              message_numbers(p)  <= constant_numbers(0);
              constant_numbers(p) <= message_numbers(0);
            end if;
          end if;
        end process number_reg;

      end generate from_first;

      address  <= read_half & message_numbers(p)(3 downto 1);
      write_at <= write_half & write_index;

      even_memory : entity work.memory_distributed
        generic map (
          ADDRESS_BITS => 4,
          WORD_BITS    => 32
        )
        port map (
          clk           => clk,
          write         => write,
          write_address => write_at,
          write_data    => word(63 downto 32),
          read_address  => address,
          read_data     => even_word
        );

      odd_memory : entity work.memory_distributed
        generic map (
          ADDRESS_BITS => 4,
          WORD_BITS    => 32
        )
        port map (
          clk           => clk,
          write         => write,
          write_address => write_at,
          write_data    => word(31 downto 0),
          read_address  => address,
          read_data     => odd_word
        );

      every_mask_bit : for b in 0 to WORD_BITS - 1 generate
        constant MASK_AT : std_ulogic_vector(0 to 15) := constant_table(b);
      begin

        mask(b) <= lookup(MASK_AT, unsigned(constant_numbers(p)));

      end generate every_mask_bit;

      chosen                       <= odd_word when message_numbers(p)(0) = '1' else
                                      even_word;
      words(LOW + 31 downto LOW)   <= chosen xor mask;

    end generate every_part;

  end generate every_lane;

end architecture rtl;
