-- SPDX-License-Identifier: Apache-2.0
-- One G of BLAKE2b in a pipeline that processes words of 64 bits as two halves, the lower half one cycle before the upper one.
--
--   stage 1    read a                                            in the first columns of a block: a xor c xor h
--   stage 2    a + first word; read b, d                         in the first columns: b xor d xor h, t xor IV
--   stage 3    a + b; d xor a, exchange the halves (d in stage 5)
--   stage 4    a + second word; read c                           in the first columns: IV
--   stage 5    c + d; b xor c, rotate by 24 (b in stage 7)
--   stage 7    a + b; write a; d xor a, rotate by 16 (d in stage 8, written there)
--   stage 9    c + d; write c; b xor c, rotate by 63 (b in stage 10, written there)
--
-- A rotation needs both halves of its operand, so its results are one stage later. Each adder has a register for the carry between halves.
-- G number x of columns (half = '0') or diagonals ('1') has a(x), b(x + half), c(x + 2 half), d(x - half), modulo 4. The first columns of
-- a block compute the chaining value; a message begins with zeros in the rows, and with a constant (fresh).
-- Source: RFC 7693, sections 2.1, 2.5, 3.1 and 3.2, for words of 64 bits. Widths: halves of 32 bits.
-- Latency: inputs of stage 0 describe the half whose stage 1 is in the next cycle; the last result is written in stage 10.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake2_pkg.all;

entity blake2_halves_datapath is
  port (
    clk         : in    std_ulogic;                    -- clock
    valid       : in    std_ulogic;                    -- stage 0: half a G starts
    phase       : in    std_ulogic;                    -- stage 0: '0': lower half, '1': upper half
    x           : in    unsigned(1 downto 0);          -- stage 0: number of the G
    half        : in    std_ulogic;                    -- stage 0: '0': columns, '1': diagonals
    first       : in    std_ulogic;                    -- stage 0: the first columns of a block, or last_pass
    last_pass   : in    std_ulogic;                    -- stage 0: stores zeros
    fresh       : in    std_ulogic;                    -- stage 1: the block is the first one of its message
    first_half  : in    unsigned(31 downto 0);         -- stage 2: half of the first word of the message
    second_half : in    unsigned(31 downto 0);         -- stage 4: half of the second word of the message
    t           : in    unsigned(29 downto 0);         -- stage 1: bytes of the message up to this block
    last        : in    std_ulogic;                    -- stage 1: the block is the last one of its message
    sending     : in    std_ulogic;                    -- the digest is read
    position    : in    unsigned(3 downto 0);          -- number of a half of the digest
    digest_half : out   std_ulogic_vector(31 downto 0) -- that half, first byte least significant
  );
end entity blake2_halves_datapath;

architecture rtl of blake2_halves_datapath is

  subtype half_t is unsigned(31 downto 0);
  subtype index_t is unsigned(1 downto 0);
  subtype address_t is std_ulogic_vector(2 downto 0);

  type indices_t is array (natural range <>) of index_t;

  constant ZERO : half_t := (others => '0');

  -- INDEX + STEPS modulo 4 for a diagonal, otherwise INDEX.
  function moved (index : index_t; diagonal : std_ulogic; steps : natural range 1 to 3) return index_t is
  begin
    if diagonal = '1' then
      return index + steps;
    end if;
    return index;
  end function moved;

  function address (index : index_t; upper : std_ulogic) return address_t is
  begin
    return std_ulogic_vector(index) & upper;
  end function address;

  -- Half of word INDEX of IV, from word OFFSET on; with CHAINING of the chaining value before the first block.
  function constant_of (index : index_t; upper : std_ulogic; offset : natural; chaining : boolean) return half_t is
    variable word   : unsigned(63 downto 0);
    variable result : half_t := ZERO;
  begin
    for i in 0 to 3 loop
      word := initial_word(offset + i, 64);
      if chaining then
        word := first_chaining_word(offset + i, 64);
      end if;
      if index = i and upper = '0' then
        result := word(31 downto 0);
      elsif index = i then
        result := word(63 downto 32);
      end if;
    end loop;
    return result;
  end function constant_of;

  -- a + b + carry with the carry of the result on the left, in one chain of 34 bits.
  function sum (a, b : half_t; carry : std_ulogic) return unsigned is
    variable result : unsigned(33 downto 0);
  begin
    result := ('0' & a & '1') + ('0' & b & carry);
    return result(33 downto 1);
  end function sum;

  signal valid_at  : std_ulogic_vector(1 to 10);
  signal phase_at  : std_ulogic_vector(1 to 10);
  signal half_at   : std_ulogic_vector(1 to 10);
  signal first_at  : std_ulogic_vector(1 to 4);
  signal clear_at  : std_ulogic_vector(1 to 8); -- last_pass
  signal x_at      : indices_t(1 to 10);
  signal b_index   : index_t;                   -- read of b in stage 2
  signal d_index   : index_t;                   -- read of d in stage 2
  signal c_address : address_t;                 -- read of c in stage 1 or 4, never both in the same cycle
  signal b_target  : index_t;                   -- write of b in stage 10
  signal c_target  : index_t;                   -- write of c in stage 9
  signal d_target  : index_t;                   -- write of d in stage 8
  signal low_read  : std_ulogic_vector(31 downto 0);
  signal high_read : std_ulogic_vector(31 downto 0);
  signal low_at    : address_t;
  signal high_at   : address_t;
  signal a_read    : std_ulogic_vector(31 downto 0);
  signal b_read    : std_ulogic_vector(31 downto 0);
  signal c_read    : std_ulogic_vector(31 downto 0);
  signal d_read    : std_ulogic_vector(31 downto 0);
  signal low       : half_t;                    -- of the chaining value, in stage 1
  signal high      : half_t;                    -- in stage 2
  signal a_in      : half_t;
  signal b_in      : half_t;
  signal start_d   : half_t;                    -- d of a new block, in stage 2
  signal a_2       : half_t;                    -- registers: halves of the words of a G at the beginning of each stage
  signal a_3       : half_t;
  signal a_4       : half_t;
  signal a_5       : half_t;
  signal a_6       : half_t;
  signal a_7       : half_t;
  signal b_3       : half_t;
  signal b_4       : half_t;
  signal b_5       : half_t;
  signal b_7       : half_t;
  signal b_8       : half_t;
  signal b_9       : half_t;
  signal c_5       : half_t;
  signal c_6       : half_t;
  signal c_7       : half_t;
  signal c_8       : half_t;
  signal c_9       : half_t;
  signal d_3       : half_t;
  signal d_5       : half_t;
  signal d_6       : half_t;
  signal d_7       : half_t;
  signal d_9       : half_t;
  signal sum_a_2   : unsigned(32 downto 0);     -- sums of the stages, with their carry
  signal sum_a_3   : unsigned(32 downto 0);
  signal sum_a_4   : unsigned(32 downto 0);
  signal sum_c_5   : unsigned(32 downto 0);
  signal sum_a_7   : unsigned(32 downto 0);
  signal sum_c_9   : unsigned(32 downto 0);
  signal carry_2   : std_ulogic;                -- from the lower half, in the stage of the upper one
  signal carry_3   : std_ulogic;
  signal carry_4   : std_ulogic;
  signal carry_5   : std_ulogic;
  signal carry_7   : std_ulogic;
  signal carry_9   : std_ulogic;
  signal mixed_3   : half_t;                    -- operands of the rotations
  signal mixed_5   : half_t;
  signal mixed_7   : half_t;
  signal mixed_9   : half_t;
  signal low_3     : half_t;                    -- their lower halves, for two cycles
  signal low_5     : half_t;
  signal low_7     : half_t;
  signal low_9     : half_t;
  signal before_5  : unsigned(31 downto 24);    -- what a rotation needs of the half before
  signal before_7  : unsigned(31 downto 16);
  signal before_9  : unsigned(30 downto 0);
  signal new_d_4   : half_t;                    -- results of the rotations, in the stage after that of their operand
  signal new_b_6   : half_t;
  signal new_d_8   : half_t;
  signal new_b_10  : half_t;

begin

  low_at      <= std_ulogic_vector(position(2 downto 0)) when sending = '1' else
                 address(x_at(1), phase_at(1));
  high_at     <= std_ulogic_vector(position(2 downto 0)) when sending = '1' else
                 address(x_at(2), phase_at(2));
  digest_half <= high_read when position(3) = '1' else
                 low_read;

  low  <= constant_of(x_at(1), phase_at(1), 0, true) when fresh = '1' else
          unsigned(low_read);
  high <= constant_of(x_at(2), phase_at(2), 4, true) when fresh = '1' else
          unsigned(high_read);
  a_in <= unsigned(a_read) xor ((unsigned(c_read) xor low) and (31 downto 0 => first_at(1)));
  b_in <= unsigned(b_read) xor ((unsigned(d_read) xor high) and (31 downto 0 => first_at(2)));

  sum_a_2 <= sum(a_2, first_half, carry_2);
  sum_a_3 <= sum(a_3, b_3, carry_3);
  sum_a_4 <= sum(a_4, second_half, carry_4);
  sum_c_5 <= sum(c_5, d_5, carry_5);
  sum_a_7 <= sum(a_7, b_7, carry_7);
  sum_c_9 <= sum(c_9, d_9, carry_9);
  mixed_3 <= d_3 xor sum_a_3(31 downto 0);
  mixed_5 <= b_5 xor sum_c_5(31 downto 0);
  mixed_7 <= d_7 xor sum_a_7(31 downto 0);
  mixed_9 <= b_9 xor sum_c_9(31 downto 0);

  -- Rotations by 32, 24, 16 and 63 bits. In the stage of the result's lower half, the operand's upper half is on mixed.
  new_d_4  <= mixed_3 when phase_at(4) = '0' else
              low_3;
  new_b_6  <= mixed_5(23 downto 0) & low_5(31 downto 24) when phase_at(6) = '0' else
              low_5(23 downto 0) & before_5;
  new_d_8  <= mixed_7(15 downto 0) & low_7(31 downto 16) when phase_at(8) = '0' else
              low_7(15 downto 0) & before_7;
  new_b_10 <= low_9(30 downto 0) & mixed_9(31) when phase_at(10) = '0' else
              before_9 & low_9(31);

  chaining_low : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 3,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => valid_at(1) and first_at(1),
      write_address => address(x_at(1), phase_at(1)),
      write_data    => std_ulogic_vector(a_in),
      read_address  => low_at,
      read_data     => low_read
    );

  chaining_high : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 3,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => valid_at(2) and first_at(2),
      write_address => address(x_at(2), phase_at(2)),
      write_data    => std_ulogic_vector(b_in),
      read_address  => high_at,
      read_data     => high_read
    );

  row_a : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 3,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => valid_at(7),
      write_address => address(x_at(7), phase_at(7)),
      write_data    => std_ulogic_vector(sum_a_7(31 downto 0)),
      read_address  => address(x_at(1), phase_at(1)),
      read_data     => a_read
    );

  row_b : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 3,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => valid_at(10),
      write_address => address(b_target, phase_at(10)),
      write_data    => std_ulogic_vector(new_b_10),
      read_address  => address(b_index, phase_at(2)),
      read_data     => b_read
    );

  row_c : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 3,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => valid_at(9),
      write_address => address(c_target, phase_at(9)),
      write_data    => std_ulogic_vector(sum_c_9(31 downto 0)),
      read_address  => c_address,
      read_data     => c_read
    );

  row_d : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 3,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => valid_at(8),
      write_address => address(d_target, phase_at(8)),
      write_data    => std_ulogic_vector(new_d_8),
      read_address  => address(d_index, phase_at(2)),
      read_data     => d_read
    );

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      valid_at  <= valid & valid_at(1 to 9);
      phase_at  <= phase & phase_at(1 to 9);
      half_at   <= half & half_at(1 to 9);
      first_at  <= first & first_at(1 to 3);
      clear_at  <= last_pass & clear_at(1 to 7);
      x_at      <= x & x_at(1 to 9);
      b_index   <= moved(x_at(1), half_at(1), 1);
      d_index   <= moved(x_at(1), half_at(1), 3);
      c_address <= address(moved(x_at(3), half_at(3), 2), phase_at(3));
      if valid = '1' and first = '1' then
        c_address <= address(x, phase);
      end if;
      d_target <= moved(x_at(7), half_at(7), 3);
      c_target <= moved(x_at(8), half_at(8), 2);
      b_target <= moved(x_at(9), half_at(9), 1);
    end if;
  end process control_reg;

  carry_reg : process (clk) is
  begin
    if rising_edge(clk) then
      carry_2 <= sum_a_2(32) and phase_at(1);
      carry_3 <= sum_a_3(32) and phase_at(2);
      carry_4 <= sum_a_4(32) and phase_at(3);
      carry_5 <= sum_c_5(32) and phase_at(4);
      carry_7 <= sum_a_7(32) and phase_at(6);
      carry_9 <= sum_c_9(32) and phase_at(8);
    end if;
  end process carry_reg;

  first_half_reg : process (clk) is
  begin
    if rising_edge(clk) then
      a_2     <= a_in;
      start_d <= constant_of(x_at(1), phase_at(1), 4, false);
      if x_at(1) = 0 and phase_at(1) = '0' then
        start_d <= constant_of(x_at(1), phase_at(1), 4, false) xor resize(t, 32);
      elsif x_at(1) = 2 then
        start_d <= constant_of(x_at(1), phase_at(1), 4, false) xor (31 downto 0 => last);
      end if;
      a_3 <= sum_a_2(31 downto 0);
      b_3 <= b_in;
      d_3 <= unsigned(d_read);
      if first_at(2) = '1' then
        d_3 <= start_d;
      end if;
      a_4 <= sum_a_3(31 downto 0);
      b_4 <= b_3;
      a_5 <= sum_a_4(31 downto 0);
      b_5 <= b_4;
      d_5 <= new_d_4;
      c_5 <= unsigned(c_read);
      if first_at(4) = '1' then
        c_5 <= constant_of(x_at(4), phase_at(4), 0, false);
      end if;
      a_6 <= a_5;
      c_6 <= sum_c_5(31 downto 0);
      d_6 <= d_5;
    end if;
  end process first_half_reg;

  second_half_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear_at(6) = '1' then
        a_7 <= ZERO;
        b_7 <= ZERO;
        d_7 <= ZERO;
      else
        a_7 <= a_6;
        b_7 <= new_b_6;
        d_7 <= d_6;
      end if;
      if clear_at(8) = '1' then
        c_9 <= ZERO;
      else
        c_9 <= c_8;
      end if;
      c_7 <= c_6;
      c_8 <= c_7;
      b_8 <= b_7;
      b_9 <= b_8;
      d_9 <= new_d_8;
    end if;
  end process second_half_reg;

  rotation_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if phase_at(3) = '0' then
        low_3 <= mixed_3;
      end if;
      if phase_at(5) = '0' then
        low_5 <= mixed_5;
      end if;
      if phase_at(7) = '0' then
        low_7 <= mixed_7;
      end if;
      if phase_at(9) = '0' then
        low_9 <= mixed_9;
      end if;
      before_5 <= mixed_5(31 downto 24);
      before_7 <= mixed_7(31 downto 16);
      before_9 <= mixed_9(30 downto 0);
    end if;
  end process rotation_reg;

end architecture rtl;
