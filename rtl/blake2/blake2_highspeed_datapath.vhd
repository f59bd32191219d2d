-- SPDX-License-Identifier: Apache-2.0
-- One G of BLAKE2 in a pipeline of six stages, and the state. Each stage has at most one addition.
--
--   stage 1   read a                                                   in the first columns of a block: a xor c xor h
--   stage 2   a + first word; read b, d                                in the first columns: b xor d xor h, t xor IV
--   stage 3   a + b, d xor a; read c                                   in the first columns: IV
--   stage 4   c + d, b xor c; a + second word
--   stage 5   a + b, d xor a; write a, d
--   stage 6   c + d, b xor c; write b, c
--
-- The rows of the state are in four memories of four words. G number x of the columns (half = '0') or diagonals ('1') has words
-- a(x), b(x + half), c(x + 2 half), d(x - half), numbers modulo 4. The first columns of a block read the result of the block before and
-- compute the chaining value from it, which is also the state of the new block. A pass with `last_pass` does this after the last block. It
-- stores zeros, so that the first block of the next message begins with the chaining value itself.
--
-- Source: RFC 7693, sections 3.1 and 3.2. Widths: words of WORD_BITS = 32 or 64 bits.
-- Latency: inputs of stage 0 describe the G whose stage 1 is in the next cycle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.blake2_pkg.all;

entity blake2_highspeed_datapath is
  generic (
    WORD_BITS : positive -- bits of a word: 32 or 64
  );
  port (
    clk         : in    std_ulogic;                       -- clock
    valid       : in    std_ulogic;                       -- stage 0: a G starts
    x           : in    unsigned(1 downto 0);             -- stage 0: its number
    half        : in    std_ulogic;                       -- stage 0: '0': columns, '1': diagonals
    first       : in    std_ulogic;                       -- stage 0: the first columns of a block, or last_pass
    last_pass   : in    std_ulogic;                       -- stage 0: stores zeros
    hold        : in    std_ulogic;                       -- the chaining value must not change
    first_word  : in    unsigned(WORD_BITS - 1 downto 0); -- stage 2: first word of the message
    second_word : in    unsigned(WORD_BITS - 1 downto 0); -- stage 4: second word of the message
    t           : in    unsigned(63 downto 0);            -- stage 1: bytes of the message up to this block
    last        : in    std_ulogic;                       -- stage 1: the block is the last one of its message
    low         : in    unsigned(WORD_BITS - 1 downto 0); -- stage 1: h(x)
    high        : in    unsigned(WORD_BITS - 1 downto 0); -- stage 2: h(4 + x)
    next_low    : out   unsigned(WORD_BITS - 1 downto 0); -- stage 1: new h(x)
    next_high   : out   unsigned(WORD_BITS - 1 downto 0); -- stage 2: new h(4 + x)
    shift_low   : out   std_ulogic;                       -- next_low is valid
    shift_high  : out   std_ulogic                        -- next_high is valid
  );
end entity blake2_highspeed_datapath;

architecture rtl of blake2_highspeed_datapath is

  subtype word_t is unsigned(WORD_BITS - 1 downto 0);

  subtype index_t is unsigned(1 downto 0);

  type indices_t is array (natural range <>) of index_t;

  constant ZERO : word_t := (others => '0');

  -- The word if ENABLE is '1', otherwise zero.
  function gated (word : word_t; enable : std_ulogic) return word_t is
  begin
    return word and (word_t'range => enable);
  end function gated;

  -- INDEX + STEPS modulo 4 for a diagonal, otherwise INDEX.
  function moved (index : index_t; diagonal : std_ulogic; steps : natural range 1 to 3) return index_t is
  begin
    if diagonal = '1' then
      return index + steps;
    end if;
    return index;
  end function moved;

  -- Word INDEX of the row c, or d with OFFSET = 4, of a new block, without t and the flag of the last block.
  function constant_of (index : index_t; offset : natural) return word_t is
    variable result : word_t := ZERO;
  begin
    for i in 0 to 3 loop
      if index = i then
        result := initial_word(offset + i, WORD_BITS);
      end if;
    end loop;
    return result;
  end function constant_of;

  signal valid_at : std_ulogic_vector(1 to 6);
  signal half_at  : std_ulogic_vector(1 to 6);
  signal first_at : std_ulogic_vector(1 to 3);
  signal clear_at : std_ulogic_vector(1 to 4); -- last_pass
  signal x_at     : indices_t(1 to 6);
  signal b_index  : index_t;                   -- read of b in stage 2
  signal d_index  : index_t;                   -- read of d in stage 2
  signal c_index  : index_t;                   -- read of c in stage 1 or 3
  signal b_target : index_t;                   -- write of b in stage 6
  signal c_target : index_t;                   -- write of c in stage 6
  signal d_target : index_t;                   -- write of d in stage 5
  signal a_read   : std_ulogic_vector(WORD_BITS - 1 downto 0);
  signal b_read   : std_ulogic_vector(WORD_BITS - 1 downto 0);
  signal c_read   : std_ulogic_vector(WORD_BITS - 1 downto 0);
  signal d_read   : std_ulogic_vector(WORD_BITS - 1 downto 0);
  signal start_d  : word_t;                    -- d of a new block, in stage 2
  signal a_2      : word_t;                    -- registers: the words of the G at the beginning of each stage
  signal a_3      : word_t;
  signal b_3      : word_t;
  signal d_3      : word_t;
  signal a_4      : word_t;
  signal b_4      : word_t;
  signal c_4      : word_t;
  signal d_4      : word_t;
  signal a_5      : word_t;
  signal b_5      : word_t;
  signal c_5      : word_t;
  signal d_5      : word_t;
  signal b_6      : word_t;
  signal c_6      : word_t;
  signal d_6      : word_t;
  signal a_in     : word_t;                    -- results of the stages
  signal b_in     : word_t;
  signal sum_a_3  : word_t;
  signal sum_c_4  : word_t;
  signal sum_a_5  : word_t;
  signal new_d_5  : word_t;
  signal sum_c_6  : word_t;
  signal new_b_6  : word_t;

begin

  a_in       <= unsigned(a_read) xor gated(unsigned(c_read) xor low, first_at(1));
  b_in       <= unsigned(b_read) xor gated(unsigned(d_read) xor high, first_at(2));
  sum_a_3    <= a_3 + b_3;
  sum_c_4    <= c_4 + d_4;
  sum_a_5    <= a_5 + b_5;
  new_d_5    <= rotated_right(d_5 xor sum_a_5, rotation(2, WORD_BITS));
  sum_c_6    <= c_6 + d_6;
  new_b_6    <= rotated_right(b_6 xor sum_c_6, rotation(3, WORD_BITS));
  next_low   <= a_in;
  next_high  <= b_in;
  shift_low  <= valid_at(1) and first_at(1) and not hold;
  shift_high <= valid_at(2) and first_at(2) and not hold;

  row_a : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 2,
      WORD_BITS    => WORD_BITS
    )
    port map (
      clk           => clk,
      write         => valid_at(5),
      write_address => std_ulogic_vector(x_at(5)),
      write_data    => std_ulogic_vector(sum_a_5),
      read_address  => std_ulogic_vector(x_at(1)),
      read_data     => a_read
    );

  row_b : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 2,
      WORD_BITS    => WORD_BITS
    )
    port map (
      clk           => clk,
      write         => valid_at(6),
      write_address => std_ulogic_vector(b_target),
      write_data    => std_ulogic_vector(new_b_6),
      read_address  => std_ulogic_vector(b_index),
      read_data     => b_read
    );

  row_c : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 2,
      WORD_BITS    => WORD_BITS
    )
    port map (
      clk           => clk,
      write         => valid_at(6),
      write_address => std_ulogic_vector(c_target),
      write_data    => std_ulogic_vector(sum_c_6),
      read_address  => std_ulogic_vector(c_index),
      read_data     => c_read
    );

  row_d : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 2,
      WORD_BITS    => WORD_BITS
    )
    port map (
      clk           => clk,
      write         => valid_at(5),
      write_address => std_ulogic_vector(d_target),
      write_data    => std_ulogic_vector(new_d_5),
      read_address  => std_ulogic_vector(d_index),
      read_data     => d_read
    );

  -- The memory of c is read in stage 1 of the first columns and in stage 3 of all others, and the two are never in the same cycle.
  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      valid_at <= valid & valid_at(1 to 5);
      half_at  <= half & half_at(1 to 5);
      first_at <= first & first_at(1 to 2);
      clear_at <= last_pass & clear_at(1 to 3);
      x_at     <= x & x_at(1 to 5);
      b_index  <= moved(x_at(1), half_at(1), 1);
      d_index  <= moved(x_at(1), half_at(1), 3);
      c_index  <= moved(x_at(2), half_at(2), 2);
      if valid = '1' and first = '1' then
        c_index <= x;
      end if;
      d_target <= moved(x_at(4), half_at(4), 3);
      b_target <= moved(x_at(5), half_at(5), 1);
      c_target <= moved(x_at(5), half_at(5), 2);
    end if;
  end process control_reg;

  first_half_reg : process (clk) is
  begin
    if rising_edge(clk) then
      a_2     <= a_in;
      start_d <= constant_of(x_at(1), 4);
      if x_at(1) = 0 then
        start_d <= constant_of(x_at(1), 4) xor t(WORD_BITS - 1 downto 0);
      elsif x_at(1) = 1 then
        start_d <= constant_of(x_at(1), 4) xor resize(shift_right(t, WORD_BITS), WORD_BITS);
      elsif x_at(1) = 2 then
        start_d <= constant_of(x_at(1), 4) xor (word_t'range => last);
      end if;
      a_3 <= a_2 + first_word;
      b_3 <= b_in;
      d_3 <= unsigned(d_read);
      if first_at(2) = '1' then
        d_3 <= start_d;
      end if;
      a_4 <= sum_a_3;
      b_4 <= b_3;
      d_4 <= rotated_right(d_3 xor sum_a_3, rotation(0, WORD_BITS));
      c_4 <= unsigned(c_read);
      if first_at(3) = '1' then
        c_4 <= constant_of(x_at(3), 0);
      end if;
    end if;
  end process first_half_reg;

  second_half_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear_at(4) = '1' then
        a_5 <= ZERO;
        b_5 <= ZERO;
        c_5 <= ZERO;
        d_5 <= ZERO;
      else
        a_5 <= own_sum(a_4, second_word);
        b_5 <= rotated_right(b_4 xor sum_c_4, rotation(1, WORD_BITS));
        c_5 <= sum_c_4;
        d_5 <= d_4;
      end if;
      b_6 <= b_5;
      c_6 <= c_5;
      d_6 <= new_d_5;
    end if;
  end process second_half_reg;

end architecture rtl;
