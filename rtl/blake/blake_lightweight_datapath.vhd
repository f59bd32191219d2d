-- SPDX-License-Identifier: Apache-2.0
-- Datapath of lightweight BLAKE: half a G function in each slot, one memory for message, hash value and permutations (paper B, section
-- 3.1). Half a G on (a, b, c, d) is, in the slot t in which it starts and the next two,
--
--   t - 1    am = a + (m xor k)                 m: word of the message, k: constant
--   t        a' = am + b
--   t + 1    d' = (d xor a') >>> 16 or 8        c' = c + d'
--   t + 2    b' = (b xor c') >>> 12 or 7
--
-- The four words of each of a, b, c and d are in small LUT RAMs. Each slot writes one word of each.
--
--   port b --> [m] --+            [tail] <- [b1] <-- RAM b
--   table  --> [k] --XOR--> [mk]                      |
--   RAM a ------> [a_word] -- + --> [am] ------------ + --> a' --> RAM a, [sum]
--   d' = (RAM d xor sum) >>> .. --> RAM d     c' = RAM c + d' --> RAM c, [c_sum]     b' = (tail xor c_sum) >>> .. --> RAM b
--
-- After the rounds, `fold` is b xor d in four slots, then a xor c in four. mk is then the new hash value: fold xor h. The register
-- `loaded` copies it to RAM b, and the sums, with zeros for a_word and b, to RAM a. For the initial values of c and d, mk is
-- a constant and the bit counter t. Registers that are zero while unused need no multiplexer.
--
-- Memory, 32-bit words: 0 to 63 permutations, 256 to 287 two blocks of the message, 320 to 327 h, 328 to 335 initial hash value. A
-- word of the permutations has, for each index i, the numbers of k and m in bits 8i + 7 to 8i.
--
-- Source: BLAKE specification, section 2.1.2. Widths: words of 32 bits. Latency: one cycle a slot.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake_pkg.all;
use work.sequence_pkg.all;

entity blake_lightweight_datapath is
  generic (
    ROUNDS : positive range 10 to 14 -- rounds of a block: 10 (BLAKE-32) or 14 (BLAKE-256)
  );
  port (
    clk            : in    std_ulogic;                     -- clock
    advance        : in    std_ulogic;                     -- step to the next slot
    port_read      : in    std_ulogic;                     -- port a reads
    port_write     : in    std_ulogic;                     -- port a writes
    port_address   : in    std_ulogic_vector(8 downto 0);  -- address of port a
    write_chaining : in    std_ulogic;                     -- port a writes mk; otherwise loaded_word
    loaded_word    : in    std_ulogic_vector(31 downto 0); -- from the loader: word of the next block
    table_capture  : in    std_ulogic;                     -- copy the word that port a has read to the register of permutations
    held_word      : out   std_ulogic_vector(31 downto 0); -- that register, for the unloader
    read_chaining  : in    std_ulogic;                     -- port b reads h; otherwise a word of the message
    starting       : in    std_ulogic;                     -- the initial hash value instead of h
    page           : in    std_ulogic;                     -- half of the message buffer that is in use
    upper_half     : in    std_ulogic;                     -- port b reads h_4 to h_7
    index          : in    std_ulogic_vector(1 downto 0);  -- index of the permutation's numbers, or of the word of h
    constant_init  : in    std_ulogic;                     -- k is an initial value of c or d
    constant_clear : in    std_ulogic;                     -- k is zero in the next slot
    message_clear  : in    std_ulogic;                     -- m is zero in the next slot
    bits_add       : in    std_ulogic;                     -- t is added to mk in the next slot
    bits_upper     : in    std_ulogic;                     -- upper word of t
    t              : in    unsigned(32 downto 0);          -- bit counter of BLAKE: message bits up to this block
    fold_clear     : in    std_ulogic;                     -- fold is zero in the next slot
    fold_a_clear   : in    std_ulogic;                     -- a is not part of fold in the next slot
    load_clear     : in    std_ulogic;                     -- loaded is zero in the next slot
    a_read         : in    std_ulogic_vector(1 downto 0);  -- address of the word read from RAM a
    a_clear        : in    std_ulogic;                     -- a_word is zero in the next slot
    sum_clear      : in    std_ulogic;                     -- sum is zero in the next slot
    a_write        : in    std_ulogic;                     -- write a' to RAM a
    a_index        : in    std_ulogic_vector(1 downto 0);  -- address of a'
    b_read         : in    std_ulogic_vector(2 downto 0);  -- address of the word read from RAM b; 4 is a zero
    b_clear        : in    std_ulogic;                     -- b1 is zero in the next slot
    b_write        : in    std_ulogic;                     -- write b' to RAM b
    b_index        : in    std_ulogic_vector(2 downto 0);  -- address of b'
    tail_clear     : in    std_ulogic;                     -- tail and c_sum are zero in the next slot
    c_mask         : in    std_ulogic;                     -- '0': zero instead of c
    d_mask         : in    std_ulogic;                     -- '0': zero instead of d
    c_write        : in    std_ulogic;                     -- write c' to RAM c
    d_write        : in    std_ulogic;                     -- write d' to RAM d
    c_index        : in    std_ulogic_vector(1 downto 0);  -- address of c and c'
    d_index        : in    std_ulogic_vector(1 downto 0);  -- address of d and d'
    d_second       : in    std_ulogic;                     -- d' and c' are of a second half
    b_second       : in    std_ulogic                      -- b' is of a second half
  );
end entity blake_lightweight_datapath;

architecture rtl of blake_lightweight_datapath is

  constant N            : positive := 16 * ROUNDS;
  constant WORD_BITS    : positive := 32;
  constant ADDRESS_BITS : positive := 9;

  subtype word_t is unsigned(WORD_BITS - 1 downto 0);

  type words_t is array (natural range <>) of word_t;

  constant ZERO : word_t := (others => '0');

  -- Returns the first contents of the memory.
  function first_contents return std_ulogic_vector is
    variable words  : words_t(0 to 335) := (others => ZERO);
    variable result : std_ulogic_vector(0 to WORD_BITS * words'length - 1);
    variable place  : natural;
    variable m, k   : natural;
  begin
    -- The word of four slots is read six slots before them, at the counter divided by four.
    for quarter in 0 to N / 4 - 1 loop
      place := (quarter + N / 4 + 3) mod (N / 4 + 5);
      for i in 0 to 3 loop
        m                                        := sigma(quarter / 4, 8 * ((quarter / 2) mod 2) + 2 * i + quarter mod 2);
        k                                        := sigma(quarter / 4, 8 * ((quarter / 2) mod 2) + 2 * i + 1 - quarter mod 2);
        words(place)(8 * i + 3 downto 8 * i)     := to_unsigned(m, 4);
        words(place)(8 * i + 7 downto 8 * i + 4) := to_unsigned(k, 4);
      end loop;
    end loop;
    for i in 0 to 7 loop
      words(328 + i) := initial_value(i, WORD_BITS);
    end loop;
    for i in words'range loop
      result(WORD_BITS * i to WORD_BITS * i + WORD_BITS - 1) := std_ulogic_vector(words(i));
    end loop;
    return result;
  end function first_contents;

  type constant_bits_t is array (0 to WORD_BITS - 1) of std_ulogic_vector(0 to 15);

  -- The constants, a sequence of 16 entries for each bit of a word: a LUT4 each. Synthesis would count an array as one more memory.
  function all_constants return constant_bits_t is
    variable result : constant_bits_t;
    variable value  : word_t;
  begin
    for i in 0 to 15 loop
      value := constant_word(i, WORD_BITS);
      for b in result'range loop
        result(b)(i) := value(b);
      end loop;
    end loop;
    return result;
  end function all_constants;

  constant CONSTANTS : constant_bits_t := all_constants;

  signal port_data    : std_ulogic_vector(31 downto 0);
  signal table_data   : std_ulogic_vector(31 downto 0);
  signal write_data   : std_ulogic_vector(31 downto 0);
  signal data_address : std_ulogic_vector(8 downto 0);
  signal permutation  : std_ulogic_vector(31 downto 0);
  signal pair         : std_ulogic_vector(15 downto 0); -- numbers for two indices
  signal numbers      : std_ulogic_vector(7 downto 0);  -- of k and m
  signal k_number     : unsigned(3 downto 0);
  signal m            : word_t;
  signal k            : word_t;
  signal bits         : word_t;                         -- a word of t, or zero
  signal fold         : word_t;
  signal mk           : word_t;                         -- m xor k, or the new hash value
  signal loaded       : word_t;
  signal a_ram        : std_ulogic_vector(31 downto 0);
  signal b_ram        : std_ulogic_vector(31 downto 0);
  signal c_ram        : std_ulogic_vector(31 downto 0);
  signal d_ram        : std_ulogic_vector(31 downto 0);
  signal a_word       : word_t;
  signal fold_a       : word_t;                         -- a, zero where it is not part of fold
  signal am           : word_t;
  signal a_new        : word_t;                         -- a'
  signal sum          : word_t;                         -- a' of the previous slot
  signal b1           : word_t;                         -- b of the previous slot
  signal tail         : word_t;                         -- b of the slot before
  signal c            : word_t;
  signal d            : word_t;
  signal d_sum        : word_t;                         -- d xor a'
  signal d_new        : word_t;
  signal c_new        : word_t;
  signal c_sum        : word_t;                         -- c' of the previous slot
  signal b_sum        : word_t;                         -- b xor c'
  signal b_new        : word_t;

begin

  held_word  <= permutation;
  write_data <= std_ulogic_vector(mk) when write_chaining = '1' else loaded_word;

  memory : entity work.memory_dual_read
    generic map (
      ADDRESS_BITS => ADDRESS_BITS,
      WORD_BITS    => WORD_BITS,
      CONTENTS     => first_contents
    )
    port map (
      clk          => clk,
      enable_a     => port_read or port_write,
      write_a      => port_write,
      address_a    => port_address,
      write_data_a => write_data,
      read_data_a  => port_data,
      enable_b     => advance,
      address_b    => data_address,
      read_data_b  => table_data
    );

  pair    <= permutation(31 downto 16) when index(1) = '1' else permutation(15 downto 0);
  numbers <= pair(15 downto 8) when index(0) = '1' else pair(7 downto 0);

  data_address <= "1010" & '0' & starting & upper_half & index when read_chaining = '1' else
                  "1000" & page & numbers(3 downto 0);

  -- Word of the message, constant and hash value.

  table_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if table_capture = '1' then
        permutation <= port_data;
      end if;
    end if;
  end process table_reg;

  message_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        m        <= unsigned(table_data);
        k_number <= unsigned(numbers(7 downto 4));
        if constant_init = '1' then
          k_number <= '0' & not upper_half & unsigned(c_index);
        end if;
        for b in CONSTANTS'range loop
          k(b) <= lookup(CONSTANTS(b), k_number);
        end loop;
        bits     <= t(31 downto 0);
        if bits_upper = '1' then
          bits <= (0 => t(32), others => '0');
        end if;
        mk       <= m xor k xor bits xor fold;
        loaded   <= mk;
        fold     <= d_sum xor c xor b1 xor fold_a;
        fold_a   <= unsigned(a_ram);
        if message_clear = '1' then
          m <= ZERO;
        end if;
        if constant_clear = '1' then
          k <= ZERO;
        end if;
        if bits_add = '0' then
          bits <= ZERO;
        end if;
        if load_clear = '1' then
          loaded <= ZERO;
        end if;
        if fold_clear = '1' then
          fold <= ZERO;
        end if;
        if fold_a_clear = '1' then
          fold_a <= ZERO;
        end if;
      end if;
    end if;
  end process message_reg;

  -- The half G.

  a_memory : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 2,
      WORD_BITS    => WORD_BITS
    )
    port map (
      clk           => clk,
      write         => a_write and advance,
      write_address => a_index,
      write_data    => std_ulogic_vector(a_new),
      read_address  => a_read,
      read_data     => a_ram
    );

  b_memory : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 3,
      WORD_BITS    => WORD_BITS
    )
    port map (
      clk           => clk,
      write         => b_write and advance,
      write_address => b_index,
      write_data    => std_ulogic_vector(b_new),
      read_address  => b_read,
      read_data     => b_ram
    );

  c_memory : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 2,
      WORD_BITS    => WORD_BITS
    )
    port map (
      clk           => clk,
      write         => c_write and advance,
      write_address => c_index,
      write_data    => std_ulogic_vector(c_new),
      read_address  => c_index,
      read_data     => c_ram
    );

  d_memory : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 2,
      WORD_BITS    => WORD_BITS
    )
    port map (
      clk           => clk,
      write         => d_write and advance,
      write_address => d_index,
      write_data    => std_ulogic_vector(d_new),
      read_address  => d_index,
      read_data     => d_ram
    );

  a_new <= am + unsigned(b_ram);
  d     <= unsigned(d_ram) and (d'range => d_mask);
  d_sum <= d xor sum;
  d_new <= (rotated_right(d_sum, rotation(2, WORD_BITS)) xor loaded) when d_second = '1' else
           (rotated_right(d_sum, rotation(0, WORD_BITS)) xor loaded);
  c     <= unsigned(c_ram) and (c'range => c_mask);
  c_new <= c + d_new;
  b_sum <= tail xor c_sum;
  b_new <= (rotated_right(b_sum, rotation(3, WORD_BITS)) xor loaded) when b_second = '1' else
           (rotated_right(b_sum, rotation(1, WORD_BITS)) xor loaded);

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        a_word <= unsigned(a_ram);
        am     <= a_word + mk;
        sum    <= a_new;
        b1     <= unsigned(b_ram);
        tail   <= b1;
        c_sum  <= c_new;
        if a_clear = '1' then
          a_word <= ZERO;
        end if;
        if sum_clear = '1' then
          sum <= ZERO;
        end if;
        if b_clear = '1' then
          b1 <= ZERO;
        end if;
        if tail_clear = '1' then
          tail  <= ZERO;
          c_sum <= ZERO;
        end if;
      end if;
    end if;
  end process state_reg;

end architecture rtl;
