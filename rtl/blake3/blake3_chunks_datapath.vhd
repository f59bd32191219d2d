-- SPDX-License-Identifier: Apache-2.0
-- One G of BLAKE3 in a pipeline of six stages, and the states of two compressions. Each stage has at most one addition.
--
--   stage 1   read a, c                                                in the first columns of a block: a xor c, or IV (fresh)
--   stage 2   a + first word; read b, d                                in the first columns: b xor d, or IV; counter, length, flags
--   stage 3   a + b, d xor a                                           in the first columns: IV in the place of c
--   stage 4   c + d, b xor c; a + second word
--   stage 5   a + b, d xor a; write a, d
--   stage 6   c + d, b xor c; write b, c
--
-- The rows of both states are in four memories of eight words. G number x of the columns (half = '0') or diagonals ('1') has words
-- a(x), b(x + half), c(x + 2 half), d(x - half), numbers modulo 4. The first columns of a block read the result of the block before and
-- compute its chaining value, which is also the state of the new block. Starts with `first` and emit_low or emit_high give the
-- chaining value on `value` instead; the latter, with `clear`, store zeros, so that a block with the chaining value IV (fresh) can
-- follow.
--
-- c is always read in stage 1. In blake3_highspeed_datapath it is read in stage 3, except in the first columns; with a G in every cycle
-- both reads would be in the same cycle.
--
-- Source: BLAKE3 paper, section 2.2. Widths: words of 32 bits.
-- Latency: inputs of stage 0 describe the G whose stage 1 is in the next cycle. With emit_low, value follows stage 0 by two cycles, with
-- emit_high by three.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.blake3_pkg.all;

entity blake3_chunks_datapath is
  port (
    clk         : in    std_ulogic;           -- clock
    store       : in    std_ulogic;           -- stage 0: a G starts, and its result is stored
    odd         : in    std_ulogic;           -- stage 0: it belongs to the second state
    x           : in    unsigned(1 downto 0); -- stage 0: its number
    half        : in    std_ulogic;           -- stage 0: '0': columns, '1': diagonals
    first       : in    std_ulogic;           -- stage 0: the first columns of a block, or the chaining value is read
    fresh       : in    std_ulogic;           -- stage 0: first, and the rows are zero: the chaining value is IV
    emit_low    : in    std_ulogic;           -- stage 0: give word x of the chaining value
    emit_high   : in    std_ulogic;           -- stage 0: give word 4 + x
    clear       : in    std_ulogic;           -- stage 0: store zeros
    first_word  : in    word_t;               -- 32 bits, stage 2: first word of the message
    second_word : in    word_t;               -- 32 bits, stage 4: second word of the message
    start_d     : in    word_t;               -- 32 bits, stage 2: word x of counter (two words), block length and flags
    value       : out   word_t;               -- 32 bits: word of the chaining value
    value_valid : out   std_ulogic;           -- value is valid
    value_odd   : out   std_ulogic;           -- it is that of the second state
    value_index : out   unsigned(2 downto 0)  -- number of the word
  );
end entity blake3_chunks_datapath;

architecture rtl of blake3_chunks_datapath is

  subtype index_t is unsigned(1 downto 0);

  subtype address_t is std_ulogic_vector(2 downto 0); -- state, number of the word in its row

  type indices_t is array (natural range <>) of index_t;

  constant ZERO : word_t := (others => '0');

  -- The word if ENABLE is '1', otherwise zero.
  function gated (word : word_t; enable : std_ulogic) return word_t is
  begin
    return word and (word_t'range => enable);
  end function gated;

  -- The word INDEX + STEPS modulo 4 of a row for a diagonal, otherwise INDEX.
  function moved (state : std_ulogic; index : index_t; diagonal : std_ulogic; steps : natural range 1 to 3) return address_t is
  begin
    if diagonal = '1' then
      return state & std_ulogic_vector(index + steps);
    end if;
    return state & std_ulogic_vector(index);
  end function moved;

  -- Word OFFSET + INDEX of IV.
  function constant_of (index : index_t; offset : natural) return word_t is
    variable result : word_t := ZERO;
  begin
    for i in 0 to 3 loop
      if index = i then
        result := initial_word(offset + i);
      end if;
    end loop;
    return result;
  end function constant_of;

  signal store_at : std_ulogic_vector(1 to 6);
  signal half_at  : std_ulogic_vector(1 to 5);
  signal first_at : std_ulogic_vector(1 to 3);
  signal clear_at : std_ulogic_vector(1 to 4);
  signal high_at  : std_ulogic_vector(1 to 2); -- emit_high
  signal low_at   : std_ulogic;                -- emit_low, in stage 1
  signal fresh_at : std_ulogic_vector(1 to 2); -- fresh
  signal x_at     : indices_t(1 to 6);
  signal odd_at   : std_ulogic_vector(1 to 6);
  signal b_index  : address_t;                 -- read of b in stage 2
  signal d_index  : address_t;                 -- read of d in stage 2
  signal c_index  : address_t;                 -- read of c in stage 1
  signal b_target : address_t;                 -- write of b in stage 6
  signal c_target : address_t;                 -- write of c in stage 6
  signal d_target : address_t;                 -- write of d in stage 5
  signal a_read   : std_ulogic_vector(31 downto 0);
  signal b_read   : std_ulogic_vector(31 downto 0);
  signal c_read   : std_ulogic_vector(31 downto 0);
  signal d_read   : std_ulogic_vector(31 downto 0);
  signal iv_low   : word_t;                    -- IV in stage 1 of a fresh block, otherwise zero
  signal iv_high  : word_t;                    -- the same in stage 2
  signal a_2      : word_t;                    -- registers: the words of the G at the beginning of each stage
  signal c_2      : word_t;
  signal a_3      : word_t;
  signal b_3      : word_t;
  signal c_3      : word_t;
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

  iv_low  <= gated(constant_of(x_at(1), 0), fresh_at(1));
  iv_high <= gated(constant_of(x_at(2), 4), fresh_at(2));
  a_in    <= unsigned(a_read) xor gated(unsigned(c_read), first_at(1)) xor iv_low;
  b_in    <= unsigned(b_read) xor gated(unsigned(d_read), first_at(2)) xor iv_high;
  sum_a_3 <= a_3 + b_3;
  sum_c_4 <= c_4 + d_4;
  sum_a_5 <= a_5 + b_5;
  new_d_5 <= rotated_right(d_5 xor sum_a_5, ROTATIONS(2));
  sum_c_6 <= c_6 + d_6;
  new_b_6 <= rotated_right(b_6 xor sum_c_6, ROTATIONS(3));

  row_a : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 3,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => store_at(5),
      write_address => odd_at(5) & std_ulogic_vector(x_at(5)),
      write_data    => std_ulogic_vector(sum_a_5),
      read_address  => odd_at(1) & std_ulogic_vector(x_at(1)),
      read_data     => a_read
    );

  row_b : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 3,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => store_at(6),
      write_address => b_target,
      write_data    => std_ulogic_vector(new_b_6),
      read_address  => b_index,
      read_data     => b_read
    );

  row_c : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 3,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => store_at(6),
      write_address => c_target,
      write_data    => std_ulogic_vector(sum_c_6),
      read_address  => c_index,
      read_data     => c_read
    );

  row_d : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 3,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => store_at(5),
      write_address => d_target,
      write_data    => std_ulogic_vector(new_d_5),
      read_address  => d_index,
      read_data     => d_read
    );

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      store_at <= store & store_at(1 to 5);
      half_at  <= half & half_at(1 to 4);
      first_at <= first & first_at(1 to 2);
      clear_at <= clear & clear_at(1 to 3);
      high_at  <= emit_high & high_at(1);
      low_at   <= emit_low;
      fresh_at <= fresh & fresh_at(1);
      x_at     <= x & x_at(1 to 5);
      odd_at   <= odd & odd_at(1 to 5);
      b_index  <= moved(odd_at(1), x_at(1), half_at(1), 1);
      d_index  <= moved(odd_at(1), x_at(1), half_at(1), 3);
      c_index  <= moved(odd, x, half, 2);
      d_target <= moved(odd_at(4), x_at(4), half_at(4), 3);
      b_target <= moved(odd_at(5), x_at(5), half_at(5), 1);
      c_target <= moved(odd_at(5), x_at(5), half_at(5), 2);
    end if;
  end process control_reg;

  value_reg : process (clk) is
  begin
    if rising_edge(clk) then
      value_valid <= low_at or high_at(2);
      value       <= b_in;
      value_odd   <= odd_at(2);
      value_index <= '1' & x_at(2);
      if low_at = '1' then
        value       <= a_in;
        value_odd   <= odd_at(1);
        value_index <= '0' & x_at(1);
      end if;
    end if;
  end process value_reg;

  first_half_reg : process (clk) is
  begin
    if rising_edge(clk) then
      a_2 <= a_in;
      c_2 <= unsigned(c_read);
      c_3 <= c_2;
      a_3 <= a_2 + first_word;
      b_3 <= b_in;
      d_3 <= unsigned(d_read);
      if first_at(2) = '1' then
        d_3 <= start_d;
      end if;
      a_4 <= sum_a_3;
      b_4 <= b_3;
      d_4 <= rotated_right(d_3 xor sum_a_3, ROTATIONS(0));
      c_4 <= c_3;
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
        b_5 <= rotated_right(b_4 xor sum_c_4, ROTATIONS(1));
        c_5 <= sum_c_4;
        d_5 <= d_4;
      end if;
      b_6 <= b_5;
      c_6 <= c_5;
      d_6 <= new_d_5;
    end if;
  end process second_half_reg;

end architecture rtl;
