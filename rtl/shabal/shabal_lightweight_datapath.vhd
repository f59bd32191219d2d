-- SPDX-License-Identifier: Apache-2.0
-- State of lightweight Shabal-256, and one step of the keyed permutation a slot.
--
--   A   12 words in LUT RAM; the step's result is in `newest`, and is written in the next slot
--   B   16 words, shifted by one in each slot: b(15) .. b(6), then a delay line to `oldest`
--   C   16 words in LUT RAM
--   M   16 words in LUT RAM
--   T   LUT RAM for the words that are added to A after the steps: T_k = C_(k+3) + C_(k+11) + C_(k+15). In each step the word of C that
--       the step uses is added to one word of T, so the 48 steps make all of T
--
-- The slots 48 .. 63 exchange the state word by word, as in `shabal_highspeed`: B moves to C, C - M + M' rotated by 17 enters B, the
-- word M' of the next block enters M, and T is added to A.
--
-- The initial state takes the same way, in three exchanges with words of the block RAM in the place of M', while C - M (`less`), the
-- words of T that are read, and `newest` are zero:
--   page 1   B becomes the initial A. A becomes zero, also in the following two
--   page 2   C becomes the initial A, B the initial C
--   page 3   T becomes the initial A, C the initial C, M the initial C - B
-- In the next exchange, with the first block, A becomes T, and C - M is the initial B. Only B must not move to C in it.
--
-- Source: paper B, Table 1; Shabal, sections 2.3.1 and 2.3.2. Widths: words of 32 bits. Latency: one cycle a slot.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shabal_pkg.all;
use work.shell_pkg.all;

entity shabal_lightweight_datapath is
  port (
    clk           : in    std_ulogic;                     -- clock
    rst           : in    std_ulogic;                     -- synchronous reset, active high
    load_write    : in    std_ulogic;                     -- from the loader: write a word of the next block
    load_index    : in    std_ulogic_vector(3 downto 0);  -- from the loader: its index
    loaded_word   : in    std_ulogic_vector(31 downto 0); -- from the loader: the word, first byte in the upper bits
    advance       : in    std_ulogic;                     -- from control, as the next inputs: the slot ends with this cycle
    block_read    : in    std_ulogic;                     -- read a word from the block RAM
    block_address : in    std_ulogic_vector(5 downto 0);  -- page and index of the word in the block RAM
    c_address     : in    std_ulogic_vector(3 downto 0);  -- word of C for the next slot
    t_address     : in    std_ulogic_vector(3 downto 0);  -- word of T for the next slot
    t_clear       : in    std_ulogic;                     -- use zero instead of the word of T
    slot_index    : in    std_ulogic_vector(3 downto 0);  -- number of the slot modulo 16
    late_index    : in    std_ulogic_vector(3 downto 0);  -- number of the previous slot modulo 16
    init          : in    std_ulogic;                     -- the slot loads the initial state
    adding        : in    std_ulogic;                     -- the slot adds T to A; otherwise it is a step
    a_step        : in    std_ulogic;                     -- with advance: A goes to its next word
    a_restart     : in    std_ulogic;                     -- the next word of A is word 0
    c_write       : in    std_ulogic;                     -- B moves to C
    t_write       : in    std_ulogic;                     -- a word of T is written
    exchange      : in    std_ulogic;                     -- a word of the next B and of the next M enters
    w             : in    word_t;                         -- the block counter in slot 0, zero in all others
    held_word     : out   std_ulogic_vector(31 downto 0)  -- word of C for the unloader, first byte in the upper bits
  );
end entity shabal_lightweight_datapath;

architecture rtl of shabal_lightweight_datapath is

  subtype bits_t is std_ulogic_vector(31 downto 0);

  constant ADDRESS_BITS : positive := 9;
  constant START_STATE  : state_t  := initial_state(256);

  -- Returns the first contents of the block RAM: an empty page for the block, then the three pages of the initial state.
  function first_contents return std_ulogic_vector is
    variable words  : words_t(0 to 4 * L_M - 1) := (others => (others => '0'));
    variable result : std_ulogic_vector(0 to 32 * words'length - 1);
  begin
    for i in 0 to R - 1 loop
      words(L_M + i) := rotated(START_STATE.a(i), 15);
    end loop;
    for i in 0 to L_M - 1 loop
      words(2 * L_M + i) := rotated(START_STATE.c(i), 15);
      words(3 * L_M + i) := START_STATE.c(i) - START_STATE.b(i);
    end loop;
    for i in words'range loop
      result(32 * i to 32 * i + 31) := std_ulogic_vector(words(i));
    end loop;
    return result;
  end function first_contents;

  signal a_index    : unsigned(3 downto 0);
  signal a_late     : unsigned(3 downto 0);
  signal t_late     : std_ulogic_vector(3 downto 0);
  signal stored     : bits_t; -- word of the loader, as the block RAM stores it
  signal block_data : bits_t;
  signal a_data     : bits_t;
  signal c_data     : bits_t;
  signal m_data     : bits_t;
  signal t_data     : bits_t;
  signal oldest     : bits_t;
  signal b          : words_t(6 to 15);
  signal newest     : word_t; -- last word of A
  signal c_word     : word_t; -- word of C of this slot
  signal t_word     : word_t; -- word of T of this slot, or zero
  signal less       : word_t; -- C - M, one slot late
  signal m_next     : word_t; -- word of M'
  signal scaled     : word_t;
  signal outer      : word_t; -- sum of the words of B and M in the step
  signal a_sum      : word_t;
  signal t_sum      : word_t;
  signal b_sum      : word_t;

begin

  stored    <= swap_bytes(loaded_word);
  held_word <= swap_bytes(std_ulogic_vector(c_word));

  scaled <= u(unsigned(a_data) xor v(rotated(newest, 15)) xor c_word xor w);
  outer  <= b(13) xor (b(9) and not b(6)) xor unsigned(m_data);
  a_sum  <= unsigned(a_data) + t_word;
  t_sum  <= t_word + c_word;
  b_sum  <= less + m_next;

  memory : entity work.memory_dual_read
    generic map (
      ADDRESS_BITS => ADDRESS_BITS,
      WORD_BITS    => 32,
      CONTENTS     => first_contents
    )
    port map (
      clk          => clk,
      enable_a     => load_write,
      write_a      => load_write,
      address_a    => "00000" & load_index,
      write_data_a => stored,
      read_data_a  => open,
      enable_b     => block_read,
      address_b    => "000" & block_address,
      read_data_b  => block_data
    );

  memory_of_a : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 4,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => '1',
      write_address => std_ulogic_vector(a_late),
      write_data    => std_ulogic_vector(newest),
      read_address  => std_ulogic_vector(a_index),
      read_data     => a_data
    );

  memory_of_c : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 4,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => c_write,
      write_address => slot_index,
      write_data    => oldest,
      read_address  => c_address,
      read_data     => c_data
    );

  memory_of_m : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 4,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => exchange,
      write_address => late_index,
      write_data    => std_ulogic_vector(m_next),
      read_address  => slot_index,
      read_data     => m_data
    );

  memory_of_t : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 4,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => t_write,
      write_address => t_late,
      write_data    => std_ulogic_vector(t_sum),
      read_address  => t_address,
      read_data     => t_data
    );

  end_of_b : entity work.delay_line
    generic map (
      WORD_BITS => 32,
      DELAY     => 6
    )
    port map (
      clk     => clk,
      rst     => rst,
      step    => advance,
      word    => std_ulogic_vector(b(6)),
      delayed => oldest
    );

  a_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if a_restart = '1' then
        a_index <= (others => '0');
      elsif a_step = '1' then
        a_index <= a_index + 1;
        if a_index = R - 1 then
          a_index <= (others => '0');
        end if;
      end if;
      if a_step = '1' then
        a_late <= a_index;
        newest <= scaled xor outer;
        if adding = '1' then
          newest <= a_sum;
        end if;
        if init = '1' then
          newest <= (others => '0');
        end if;
      end if;
    end if;
  end process a_reg;

  b_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        b(6 to 14) <= b(7 to 15);
        b(15)      <= rotated(unsigned(oldest), 1) xor not (scaled xor outer);
        if exchange = '1' then
          b(14) <= rotated(b_sum, 17);
        end if;
      end if;
    end if;
  end process b_reg;

  word_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        m_next <= unsigned(block_data);
        c_word <= unsigned(c_data);
        t_late <= t_address;
        t_word <= unsigned(t_data);
        less   <= c_word - unsigned(m_data);
        if t_clear = '1' then
          t_word <= (others => '0');
        end if;
        if init = '1' then
          less <= (others => '0');
        end if;
      end if;
    end if;
  end process word_reg;

end architecture rtl;
