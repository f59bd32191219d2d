-- SPDX-License-Identifier: Apache-2.0
-- Datapath of lightweight Skein-512-256: one addition of 64 bits in each slot, one memory for message, key and chaining value (paper B,
-- section 3.5).
--
--   RAM even --+--> AND-OR --> [+] --> RAM even, [sum] --> XOR --> RAM odd
--   RAM odd  --+----> AND ---> OR              |            ^
--         |                    ^               v            |
--         |       key, tweak --+             memory         |
--         +--> rotate by 0 .. 7 --> [turned] --> rotate by 0, 8, .. 56
--
-- A MIX function takes one slot: x_0 + x_1 goes to RAM even, and the rotated x_1, XORed to the sum, to RAM odd one cycle later. In
-- the other slots the operands are a word of the state or zero, and a word of the key, of the tweak or of the message; the sum also
-- goes to RAM odd, XORed to the old word there if `turned` is not cleared. So the same path adds subkeys, loads the message and
-- computes the new chaining value and word 8 of the key.
--
-- The words of the state stay where they are, and the permutation of words changes the addresses. In round d, MIX j uses word j + d
-- of RAM even, and word j (d even) or -j (d odd) of RAM odd, modulo 4.
--
-- Memory, 32-bit words, lower half of a 64-bit word first: 0 to 17 key, 32 to 51 key of the first block and C_240, 128 to 159
-- two blocks of the message, 192 to 207 zeros. Port a reads lower halves, port b upper halves.
--
-- Source: Skein specification, sections 3.3 and 3.4. Widths: words of 64 bits. Latency: a slot has three cycles from the word that
-- the memory has read, one slot starts in each cycle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;
use work.skein_pkg.all;

entity skein_lightweight_datapath is
  port (
    clk           : in    std_ulogic;                     -- clock
    advance       : in    std_ulogic;                     -- step to the next slot
    port_read     : in    std_ulogic;                     -- port a reads
    port_write    : in    std_ulogic;                     -- port a writes
    port_address  : in    std_ulogic_vector(8 downto 0);  -- address of port a
    upper_address : in    std_ulogic_vector(8 downto 0);  -- address of port b
    write_result  : in    std_ulogic;                     -- port a writes the sum; otherwise loaded_word
    write_upper   : in    std_ulogic;                     -- the upper half of the sum
    loaded_word   : in    std_ulogic_vector(31 downto 0); -- from the loader: word of the next block, first byte most significant
    key_capture   : in    std_ulogic;                     -- copy the word that was read to the register of key words
    key_clear     : in    std_ulogic;                     -- clear that register
    held_word     : out   std_ulogic_vector(31 downto 0); -- its lower half, first byte most significant, for the unloader
    position_add  : in    std_ulogic;                     -- this slot adds the position of the tweak
    flags_add     : in    std_ulogic;                     -- this slot adds the flags of the tweak
    number_add    : in    std_ulogic;                     -- this slot adds the number of the subkey
    number        : in    unsigned(4 downto 0);           -- that number
    position      : in    unsigned(29 downto 0);          -- of the tweak
    flag_bits     : in    flags_t;                        -- of the tweak
    add_even      : in    std_ulogic;                     -- an operand is the word of RAM even
    add_odd       : in    std_ulogic;                     -- that operand is the word of RAM odd
    mix           : in    std_ulogic;                     -- the other operand is the word of RAM odd
    amount        : in    unsigned(5 downto 0);           -- bits to rotate
    turned_clear  : in    std_ulogic;                     -- the next XOR is with zero
    even_write    : in    std_ulogic;                     -- write the sum to RAM even
    even_address  : in    std_ulogic_vector(1 downto 0);  -- address in RAM even
    odd_write     : in    std_ulogic;                     -- write the XOR of the previous slot to RAM odd
    odd_read      : in    std_ulogic_vector(2 downto 0);  -- address of the word read from RAM odd
    odd_address   : in    std_ulogic_vector(2 downto 0)   -- address of the word written to RAM odd
  );
end entity skein_lightweight_datapath;

architecture rtl of skein_lightweight_datapath is

  constant ADDRESS_BITS : positive := 9;
  constant DIGEST_BITS  : positive := 256;

  type halves_t is array (natural range <>) of unsigned(31 downto 0);

  -- Returns the first contents of the memory.
  function first_contents return std_ulogic_vector is
    constant G_0    : words_t(0 to 7)    := initial_value(8, DIGEST_BITS);
    constant PARITY : word_t             := parity_word(G_0);
    variable halves : halves_t(0 to 207) := (others => (others => '0'));
    variable result : std_ulogic_vector(0 to 32 * halves'length - 1);
  begin
    for i in 0 to 7 loop
      halves(32 + 2 * i) := G_0(i)(31 downto 0);
      halves(33 + 2 * i) := G_0(i)(63 downto 32);
    end loop;
    halves(48) := PARITY(31 downto 0);
    halves(49) := PARITY(63 downto 32);
    halves(50) := C_240(31 downto 0);
    halves(51) := C_240(63 downto 32);
    for i in halves'range loop
      result(32 * i to 32 * i + 31) := std_ulogic_vector(halves(i));
    end loop;
    return result;
  end function first_contents;

  -- Returns the word rotated to the left by AMOUNT bits if TURN is '1'.
  function turn_if (word : word_t; amount : positive; turn : std_ulogic) return word_t is
  begin
    if turn = '1' then
      return word(63 - amount downto 0) & word(63 downto 64 - amount);
    end if;
    return word;
  end function turn_if;

  signal lower_data  : std_ulogic_vector(31 downto 0);
  signal upper_data  : std_ulogic_vector(31 downto 0);
  signal write_data  : std_ulogic_vector(31 downto 0);
  signal sum_half    : unsigned(31 downto 0);
  signal key         : word_t;
  signal tweak       : word_t;
  signal even_ram    : std_ulogic_vector(63 downto 0);
  signal odd_ram     : std_ulogic_vector(63 downto 0);
  signal left        : word_t;
  signal right       : word_t;
  signal new_even    : word_t;
  signal sum         : word_t;
  signal turned_1    : word_t;
  signal turned_2    : word_t;
  signal turned_4    : word_t;
  signal turned      : word_t;
  signal amount_high : unsigned(5 downto 3); -- of the previous slot
  signal turned_8    : word_t;
  signal turned_16   : word_t;
  signal turned_32   : word_t;
  signal new_odd     : word_t;

begin

  sum_half   <= sum(63 downto 32) when write_upper = '1' else sum(31 downto 0);
  write_data <= std_ulogic_vector(sum_half) when write_result = '1' else swap_bytes(loaded_word);
  held_word  <= swap_bytes(std_ulogic_vector(key(31 downto 0)));

  memory : entity work.memory_dual_read
    generic map (
      ADDRESS_BITS => ADDRESS_BITS,
      WORD_BITS    => 32,
      CONTENTS     => first_contents
    )
    port map (
      clk          => clk,
      enable_a     => port_read or port_write,
      write_a      => port_write,
      address_a    => port_address,
      write_data_a => write_data,
      read_data_a  => lower_data,
      enable_b     => advance,
      address_b    => upper_address,
      read_data_b  => upper_data
    );

  key_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if key_clear = '1' then
        key <= (others => '0');
      elsif key_capture = '1' then
        key <= unsigned(upper_data) & unsigned(lower_data);
      end if;
    end if;
  end process key_reg;

  -- Position and flags have no bits in common, so their OR is the XOR of both.
  combine_tweak : process (all) is
  begin
    tweak                <= (others => '0');
    tweak(29 downto 0)   <= position and (29 downto 0 => position_add);
    tweak(flags_t'range) <= flag_bits and (flags_t'range => flags_add);
    if number_add = '1' then
      tweak(4 downto 0) <= number;
    end if;
  end process combine_tweak;

  even_memory : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 2,
      WORD_BITS    => 64
    )
    port map (
      clk           => clk,
      write         => even_write and advance,
      write_address => even_address,
      write_data    => std_ulogic_vector(new_even),
      read_address  => even_address,
      read_data     => even_ram
    );

  odd_memory : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 3,
      WORD_BITS    => 64
    )
    port map (
      clk           => clk,
      write         => odd_write and advance,
      write_address => odd_address,
      write_data    => std_ulogic_vector(new_odd),
      read_address  => odd_read,
      read_data     => odd_ram
    );

  left     <= (unsigned(even_ram) and (63 downto 0 => add_even)) or (unsigned(odd_ram) and (63 downto 0 => add_odd));
  right    <= (unsigned(odd_ram) and (63 downto 0 => mix)) or key or tweak;
  new_even <= left + right;

  turned_1 <= turn_if(unsigned(odd_ram), 1, amount(0));
  turned_2 <= turn_if(turned_1, 2, amount(1));
  turned_4 <= turn_if(turned_2, 4, amount(2));

  turned_8  <= turn_if(turned, 8, amount_high(3));
  turned_16 <= turn_if(turned_8, 16, amount_high(4));
  turned_32 <= turn_if(turned_16, 32, amount_high(5));
  new_odd   <= turned_32 xor sum;

  sum_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        sum         <= new_even;
        amount_high <= amount(5 downto 3);
        turned      <= turned_4;
        if turned_clear = '1' then
          turned <= (others => '0');
        end if;
      end if;
    end if;
  end process sum_reg;

end architecture rtl;
