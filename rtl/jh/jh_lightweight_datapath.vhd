-- SPDX-License-Identifier: Apache-2.0
-- Datapath of lightweight JH: one slice a cycle, that is eight pairs of elements (jh_sliced_pkg). The state is in two small RAMs:
-- the even elements of slice k at address k, the odd ones at address k xor `mask`, so that a swap of slices is a change of `mask`.
-- A swap of lanes is one multiplexer for each odd bit, at three places, where it takes no or few additional LUT4.
--
--                       swap 1, block   S        swap 2, L        swap 4
--   even, odd RAM ------------+------> [mixed] --> [substituted] --> [diffused] --+--> even, odd RAM
--                             ^          ^                              ^         ^
--   message RAM ------> [message]    [constant]                      [injected] --+
--                             |          |                              |
--   memory            port a: write   port b                     port a: block or H(0), port b: H(0)
--
-- The slice enters in cycle 0. Cycle 1: port b reads the constants; in the second round port a writes the slice of the block.
-- 2: the RAMs are read; in the last round port a reads the slice of the block. 3: S. 4: L. 5: the RAMs are written.
-- While H(0) is loaded, `substituted` is zero and port a and port b read H(0).
--
-- Widths: slices of 64 bits. Latency: a slice is written at the end of cycle 5; it can be read again four cycles after it was read.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.jh_pkg.all;
use work.jh_sliced_pkg.all;
use work.shell_pkg.all;

entity jh_lightweight_datapath is
  generic (
    DIGEST_BITS : positive; -- bits of the digest
    FULL_ROUNDS : positive; -- full rounds of E_8
    HALF_ROUND  : boolean   -- E_8 ends with a half round
  );
  port (
    clk        : in    std_ulogic;                    -- clock
    rst        : in    std_ulogic;                    -- synchronous reset, active high, of flags
    advance    : in    std_ulogic;                    -- the slices in cycles 0 to 2 advance; '0' only while the digest is read
    loading    : in    std_ulogic;                    -- from the control: see there
    active     : in    std_ulogic;                    -- the slice will be written
    first      : in    std_ulogic;                    -- first round of a block
    second     : in    std_ulogic;                    -- second round of a block
    closing    : in    std_ulogic;                    -- last round of a block
    swaps      : in    std_ulogic_vector(1 to 2);     -- the round's number modulo 7 is 1, is 2
    mask       : in    std_ulogic_vector(3 downto 0); -- an odd part of slice k is at address k xor mask
    slice      : in    unsigned(3 downto 0);          -- number of the slice
    number     : in    unsigned(5 downto 0);          -- number of the round
    unloading  : in    std_ulogic;                    -- a byte of the digest enters
    upper      : in    std_ulogic;                    -- the byte is one of x_7; otherwise of x_6
    settling   : out   std_ulogic;                    -- port b still reads H(0)
    even_index : out   unsigned(3 downto 0);          -- to the loader: slice of the words m_0 and m_2 of the block
    odd_index  : out   unsigned(3 downto 0);          -- to the loader: slice of the words m_1 and m_3
    block_part : in    std_ulogic_vector(0 to 31);    -- from the loader: bytes of these slices
    piece      : out   std_ulogic_vector(7 downto 0); -- byte of the digest
    byte_valid : out   std_ulogic;                    -- byte holds a byte
    ending     : out   std_ulogic                     -- no byte follows
  );
end entity jh_lightweight_datapath;

architecture rtl of jh_lightweight_datapath is

  subtype byte_t is std_ulogic_vector(0 to LANES - 1);

  type part_t is array (0 to 3) of byte_t; -- even or odd elements of a slice; byte b holds bit b of the elements

  type flags_t is array (natural range <>) of std_ulogic;

  type address_t is array (natural range <>) of std_ulogic_vector(3 downto 0);

  constant ZERO : part_t := (others => (others => '0'));

  function to_vector (part : part_t) return std_ulogic_vector is
  begin
    return part(0) & part(1) & part(2) & part(3);
  end function to_vector;

  function to_part (bits : std_ulogic_vector(0 to 31)) return part_t is
  begin
    return (bits(0 to 7), bits(8 to 15), bits(16 to 23), bits(24 to 31));
  end function to_part;

  -- Returns PART with the lanes i and i xor DISTANCE exchanged if SWAP is '1'.
  function swapped (part : part_t; distance : positive; swap : std_ulogic) return part_t is
    variable source : natural range 0 to LANES - 1;
    variable result : part_t;
  begin
    for lane in 0 to LANES - 1 loop
      source := to_integer(to_unsigned(lane, 3) xor to_unsigned(distance, 3));
      for b in 0 to 3 loop
        result(b)(lane) := (part(b)(lane) and not swap) or (part(b)(source) and swap);
      end loop;
    end loop;
    return result;
  end function swapped;

  signal loads      : flags_t(1 to 3);   -- `loading` one, two and three cycles ago
  signal actives    : flags_t(1 to 5);
  signal firsts     : flags_t(1 to 1);
  signal seconds    : flags_t(1 to 1);
  signal finals     : flags_t(1 to 4);
  signal swaps_1    : flags_t(1 to 2);
  signal swaps_2    : flags_t(1 to 5);
  signal bytes      : flags_t(1 to 3);
  signal uppers     : flags_t(1 to 3);
  signal even_place : address_t(1 to 5); -- address of the even part of the slice
  signal odd_place  : address_t(1 to 5);

  signal reads_initial : std_ulogic;
  signal place_a       : std_ulogic_vector(3 downto 0);
  signal address_a     : std_ulogic_vector(8 downto 0);
  signal address_b     : std_ulogic_vector(8 downto 0);
  signal data_a        : std_ulogic_vector(31 downto 0);
  signal data_b        : std_ulogic_vector(31 downto 0);
  signal table_word    : std_ulogic_vector(0 to 31);
  signal message       : std_ulogic_vector(0 to 31);
  signal even_read     : std_ulogic_vector(31 downto 0);
  signal odd_read      : std_ulogic_vector(31 downto 0);
  signal even_mixed    : part_t;
  signal odd_mixed     : part_t;
  signal c             : std_ulogic_vector(0 to 15);
  signal even_s        : part_t;
  signal odd_s         : part_t;
  signal low_part      : std_ulogic_vector(0 to 31); -- injected to x_0 .. x_3
  signal high_part     : std_ulogic_vector(0 to 31); -- injected to x_4 .. x_7
  signal injected      : part_t;                     -- the same for the odd words, one cycle later
  signal even_l        : part_t;
  signal odd_l         : part_t;
  signal next_even_l   : part_t;
  signal next_odd_l    : part_t;
  signal odd_write     : part_t;
  signal even_data     : std_ulogic_vector(31 downto 0);
  signal odd_data      : std_ulogic_vector(31 downto 0);

begin

  -- In the second round of JH42 the bytes of m_1 and m_3 are read in the order in which the last round, with a swap of slices,
  -- computes x_5 and x_7.
  even_index <= unsigned(even_place(1));
  odd_index  <= unsigned(even_place(1)) xor (seconds(1) and to_bit(not HALF_ROUND)) & "000";
  settling <= loads(2);

  delays_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        loads   <= (others => '0');
        actives <= (others => '0');
        firsts  <= (others => '0');
        seconds <= (others => '0');
        finals  <= (others => '0');
        bytes   <= (others => '0');
      else
        loads   <= loading & loads(1 to 2);
        actives <= active & actives(1 to 4);
        firsts  <= (1 => first);
        seconds <= (1 => second);
        finals  <= closing & finals(1 to 3);
        if advance = '1' then
          bytes <= unloading & bytes(1 to 2);
        end if;
      end if;
      swaps_1 <= swaps(1) & swaps_1(1);
      swaps_2 <= swaps(2) & swaps_2(1 to 4);
      if advance = '1' then
        uppers             <= upper & uppers(1 to 2);
        even_place(1 to 2) <= std_ulogic_vector(slice) & even_place(1);
        odd_place(1 to 2)  <= (std_ulogic_vector(slice) xor mask) & odd_place(1);
      end if;
      even_place(3 to 5) <= even_place(2 to 4);
      odd_place(3 to 5)  <= odd_place(2 to 4);
    end if;
  end process delays_reg;

  -- The memory.

  -- A write has an address in the area of the block also if both flags are set, as they may be before the first reset: the memory's
  -- first contents must stay.
  reads_initial <= loads(2) and not seconds(1);
  address_a     <= "11" & not reads_initial & reads_initial & '0' & place_a;
  place_a   <= even_place(1) when seconds(1) = '1' else even_place(2);

  select_address : process (all) is
  begin
    address_b <= std_ulogic_vector(number) & std_ulogic_vector(slice(3 downto 1));
    if loads(2) = '1' then
      address_b <= "11000" & even_place(2)(0) & even_place(2)(3 downto 1);
    end if;
  end process select_address;

  memory : entity work.memory_dual_read
    generic map (
      ADDRESS_BITS => 9,
      WORD_BITS    => 32,
      CONTENTS     => memory_contents(DIGEST_BITS, FULL_ROUNDS, HALF_ROUND)
    )
    port map (
      clk          => clk,
      enable_a     => seconds(1) or loads(2) or finals(2),
      write_a      => seconds(1),
      address_a    => address_a,
      write_data_a => block_part,
      read_data_a  => data_a,
      enable_b     => '1',
      address_b    => address_b,
      read_data_b  => data_b
    );

  memory_reg : process (clk) is
  begin
    if rising_edge(clk) then
      table_word <= data_b;
      low_part   <= (others => '0');
      high_part  <= (others => '0');
      message    <= (others => '0');
      if loads(3) = '1' then
        low_part <= data_b;
      end if;
      if loads(3) = '1' or finals(3) = '1' then
        high_part <= data_a;
      end if;
      if firsts(1) = '1' then
        message <= block_part;
      end if;
      injected <= (low_part(8 to 15), low_part(24 to 31), high_part(8 to 15), high_part(24 to 31));
    end if;
  end process memory_reg;

  -- The state.

  even_data <= to_vector(even_l);
  odd_data  <= to_vector(odd_write);

  even_ram : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 4,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => actives(5),
      write_address => even_place(5),
      write_data    => even_data,
      read_address  => even_place(2),
      read_data     => even_read
    );

  odd_ram : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 4,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => actives(5),
      write_address => odd_place(5),
      write_data    => odd_data,
      read_address  => odd_place(2),
      read_data     => odd_read
    );

  mixed_reg : process (clk) is
    variable even : part_t;
    variable odd  : part_t;
  begin
    if rising_edge(clk) then
      even    := to_part(even_read);
      odd     := swapped(to_part(odd_read), 1, swaps_1(2));
      even(0) := even(0) xor message(0 to 7);
      odd(0)  := odd(0) xor message(8 to 15);
      even(1) := even(1) xor message(16 to 23);
      odd(1)  := odd(1) xor message(24 to 31);
      if advance = '1' then
        even_mixed <= even;
        odd_mixed  <= odd;
      end if;
      c <= table_word(0 to 15);
      if even_place(2)(0) = '1' then
        c <= table_word(16 to 31);
      end if;
    end if;
  end process mixed_reg;

  -- S, 4.1.
  substitute_reg : process (clk) is
    variable element : element_t;
  begin
    if rising_edge(clk) then
      for lane in 0 to LANES - 1 loop
        element := s((even_mixed(0)(lane), even_mixed(1)(lane), even_mixed(2)(lane), even_mixed(3)(lane)), c(lane));
        for b in 0 to 3 loop
          even_s(b)(lane) <= element(b);
        end loop;
        element := s((odd_mixed(0)(lane), odd_mixed(1)(lane), odd_mixed(2)(lane), odd_mixed(3)(lane)), c(8 + lane));
        for b in 0 to 3 loop
          odd_s(b)(lane) <= element(b);
        end loop;
      end loop;
      if loads(3) = '1' then
        even_s <= ZERO;
        odd_s  <= ZERO;
      end if;
    end if;
  end process substitute_reg;

  -- L, 4.2: D = B + 2 A, then C = A + 2 D for the even element A and the odd element B. Without effect in the half round.
  diffuse : process (all) is
    variable linked : byte_t;
    variable a      : part_t;
    variable b      : part_t;
    variable d      : part_t;
  begin
    linked := (others => '1');
    if HALF_ROUND and finals(4) = '1' then
      linked := (others => '0');
    end if;
    a    := even_s;
    b    := swapped(odd_s, 2, swaps_2(4));
    d(0) := b(0) xor (a(1) and linked);
    d(1) := b(1) xor (a(2) and linked);
    d(2) := b(2) xor ((a(3) xor a(0)) and linked);
    d(3) := b(3) xor (a(0) and linked);
    next_odd_l     <= d;
    next_even_l(0) <= a(0) xor (d(1) and linked) xor low_part(0 to 7);
    next_even_l(1) <= a(1) xor (d(2) and linked) xor low_part(16 to 23);
    next_even_l(2) <= a(2) xor ((d(3) xor d(0)) and linked) xor high_part(0 to 7);
    next_even_l(3) <= a(3) xor (d(0) and linked) xor high_part(16 to 23);
  end process diffuse;

  diffused_reg : process (clk) is
  begin
    if rising_edge(clk) then
      even_l <= next_even_l;
      odd_l  <= next_odd_l;
    end if;
  end process diffused_reg;

  write_swap : process (all) is
    variable odd : part_t;
  begin
    odd := swapped(odd_l, 4, swaps_2(5));
    for b in 0 to 3 loop
      odd_write(b) <= odd(b) xor injected(b);
    end loop;
  end process write_swap;

  -- The digest: x_6, then x_7.
  piece     <= odd_mixed(3) when uppers(3) = '1' else even_mixed(3);
  byte_valid <= bytes(3);
  ending     <= not (unloading or bytes(1) or bytes(2) or bytes(3));

end architecture rtl;
