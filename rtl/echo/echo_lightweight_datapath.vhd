-- SPDX-License-Identifier: Apache-2.0
-- Datapath of lightweight ECHO-256: one column of an AES round in each cycle, and BIG.MixColumns in the same cycles.
-- Source: "SHA-3 Proposal: ECHO" (see echo_pkg); paper B, Table 1 (message and state in memory, S-boxes as logic).
--
--   memory --> [] --> P --+--> S-boxes --> [products] --> sums --> [b] --> MixColumns, key --+--> BIG.MixColumns --> memory
--              |      Q --+                                                                  |           |
--              |      +----------------------------------------------------------------------+           |
--              +--> sum for BIG.Final <------------------------------------------------------------------+
--
-- P and Q are LUT RAM: four words each, whose rows have addresses of their own, which is ShiftRows. The sum is LUT RAM of four words:
-- the columns of the first and of the last state. The memory has two halves of 16 words, one for the block that is loaded; after the
-- last round the new chaining variable is in its words 0 to 3. All bytes are in the basis of aes_sbox_pkg.
--
-- Widths: a column is 32 bits; a word of the memory is a column. Latency: a slot's result is in Q after three cycles, in the memory
-- after eight.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.aes_sbox_pkg.all;
use work.echo_pkg.all;

entity echo_lightweight_datapath is
  port (
    clk           : in    std_ulogic;                    -- clock
    area          : in    std_ulogic;                    -- half of the memory of the current block
    starts        : in    std_ulogic;                    -- the counter of the block is taken
    key_index     : in    std_ulogic_vector(6 downto 0); -- round and word of the key; valid in its slot, as key_lower and phase
    key_lower     : in    std_ulogic;                    -- the next column has the lower 32 bits of the key
    key_upper     : in    std_ulogic;                    -- the next column has the upper bit of the key
    phase         : in    unsigned(1 downto 0);          -- cycle modulo 4
    second        : in    std_ulogic;                    -- second AES round
    p_place       : in    std_ulogic_vector(1 downto 0); -- place of the word in the first RAM
    p_column      : in    unsigned(1 downto 0);          -- column of the word in the first RAM, with bit 0 inverted
    q_place       : in    std_ulogic_vector(1 downto 0); -- place of the word in the second RAM
    q_column      : in    unsigned(1 downto 0);          -- column of the word in the second RAM, with bit 0 inverted
    q_write       : in    std_ulogic;                    -- write the second RAM with the result of three slots ago
    q_target      : in    std_ulogic_vector(3 downto 0); -- place and column in the second RAM that are written
    load_address  : in    std_ulogic_vector(6 downto 0); -- word of the memory that is read
    load_read     : in    std_ulogic;                    -- read the memory at load_address
    preset        : in    std_ulogic;                    -- initial value instead of the word, two cycles after its slot
    initial_first : in    std_ulogic;                    -- the initial value is that of the first column
    p_write       : in    std_ulogic;                    -- write the first RAM, three cycles after the slot
    p_target      : in    std_ulogic_vector(3 downto 0); -- place and column in the first RAM that are written
    sum_target    : in    std_ulogic_vector(3 downto 0); -- word and column of the sum for BIG.Final
    sum_write     : in    std_ulogic;                    -- write the sum for BIG.Final
    sum_add       : in    std_ulogic;                    -- add to the sum for BIG.Final
    mix_write     : in    std_ulogic;                    -- write a result of BIG.MixColumns
    mix_address   : in    std_ulogic_vector(6 downto 0); -- word of the memory to which the result is written
    mix_final     : in    std_ulogic;                    -- the result is one of the last round
    count         : in    unsigned(32 downto 0);         -- from the counter: bits of the block that starts
    block_write   : in    std_ulogic;                    -- from the loader: write a word of the message
    block_index   : in    std_ulogic_vector(5 downto 0); -- from the loader: its index
    block_word    : in    column_t;                      -- from the loader: the word, in the basis
    unload        : in    std_ulogic;                    -- held is for the unloader
    unload_read   : in    std_ulogic;                    -- from the unloader: read a word of the chaining variable
    unload_index  : in    std_ulogic_vector(2 downto 0); -- from the unloader: its index
    capture       : in    std_ulogic;                    -- from the unloader: copy it to held
    held          : out   column_t                       -- word of the memory
  );
end entity echo_lightweight_datapath;

architecture rtl of echo_lightweight_datapath is

  type product_column_t is array (0 to 3) of products_t;

  constant CHAIN_WORD : word_t   := initial_word(256);
  constant NONE       : column_t := (others => '0');

  -- Returns MixColumns of a column plus ADDED.
  function mix (a : column_t; added : column_t) return column_t is
    variable t      : column_t;
    variable result : column_t;
  begin
    t := a xor (a(7 downto 0) & a(31 downto 8));
    for i in 0 to 3 loop
      for j in 0 to 7 loop
        result(8 * i + j) := twice_bit(t(8 * i + 7 downto 8 * i), j) xor
                             (a(8 * ((i + 1) mod 4) + j) xor t(8 * ((i + 2) mod 4) + j) xor added(8 * i + j));
      end loop;
    end loop;
    return result;
  end function mix;

  signal p_word       : column_t;
  signal q_word       : column_t;
  signal entering     : column_t; -- column that goes into the next operation, from either port
  signal products     : product_column_t;
  signal b            : column_t;
  signal key          : column_t;
  signal result       : column_t;
  signal mixed        : column_t;
  signal block_count  : unsigned(32 downto 0);
  signal key_sum      : unsigned(32 downto 0);
  signal sum_address  : std_ulogic_vector(3 downto 0);
  signal sum_word     : column_t;
  signal addend       : column_t;
  signal new_sum      : column_t;
  signal write_word   : column_t;
  signal port_address : std_ulogic_vector(6 downto 0);
  signal read_address : std_ulogic_vector(6 downto 0);
  signal memory_word  : column_t;
  signal memory_reg   : column_t;

begin

  -- Bit 0 of a column is stored inverted. Otherwise the address of row 0 would come from registers, and synthesis would merge them into
  -- the RAM as a clocked read.

  rows : for row in 0 to 3 generate
    signal p_address : std_ulogic_vector(3 downto 0);
    signal q_address : std_ulogic_vector(3 downto 0);
  begin
    p_address <= p_place & std_ulogic_vector((p_column xor "01") + row);
    q_address <= q_place & std_ulogic_vector((q_column xor "01") + row);

    p_ram : entity work.memory_distributed
      generic map (
        ADDRESS_BITS => 4,
        WORD_BITS    => 8
      )
      port map (
        clk           => clk,
        write         => p_write,
        write_address => p_target,
        write_data    => memory_reg(8 * row + 7 downto 8 * row),
        read_address  => p_address,
        read_data     => p_word(8 * row + 7 downto 8 * row)
      );

    q_ram : entity work.memory_distributed
      generic map (
        ADDRESS_BITS => 4,
        WORD_BITS    => 8
      )
      port map (
        clk           => clk,
        write         => q_write,
        write_address => q_target,
        write_data    => result(8 * row + 7 downto 8 * row),
        read_address  => q_address,
        read_data     => q_word(8 * row + 7 downto 8 * row)
      );

    sbox : entity work.aes_sbox_pipelined
      port map (
        clk      => clk,
        a        => entering(8 * row + 7 downto 8 * row),
        clear    => '0',
        products => products(row)
      );

  end generate rows;

  entering <= q_word when second = '1' else p_word;
  result   <= mix(b, key);

  column_reg : process (clk) is
  begin
    if rising_edge(clk) then
      for row in 0 to 3 loop
        b(8 * row + 7 downto 8 * row) <= sbox_sums(products(row));
      end loop;
    end if;
  end process column_reg;

  -- The key of a word is the number of its bytes 0 to 7, the first byte least significant.
  key_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if starts = '1' then
        block_count <= count;
      end if;
      key_sum <= block_count + unsigned(key_index);
      key     <= NONE;
      if key_lower = '1' then
        key <= stream_to_basis(std_ulogic_vector(key_sum(31 downto 0)));
      elsif key_upper = '1' then
        key(7 downto 0) <= stream_to_basis("0000000" & key_sum(32));
      end if;
    end if;
  end process key_reg;

  big_mix : entity work.echo_lightweight_mix
    port map (
      clk    => clk,
      phase  => phase,
      word   => result,
      result => mixed
    );

  -- BIG.Final. The inverted bit is for the reason above.

  sum_address <= sum_target xor "0001";

  addend  <= mixed when mix_final = '1' else memory_reg;
  new_sum <= (sum_word and (31 downto 0 => sum_add)) xor addend;

  sum : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 4,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => sum_write,
      write_address => sum_address,
      write_data    => new_sum,
      read_address  => sum_address,
      read_data     => sum_word
    );

  write_word   <= block_word when mix_write = '0' else
                  new_sum when mix_final = '1' else
                  mixed;
  port_address <= mix_address when mix_write = '1' else (not area) & block_index;
  read_address <= (not area) & "000" & unload_index when unload = '1' else load_address;
  held         <= memory_reg;

  memory : entity work.memory_simple_dual_port
    generic map (
      ADDRESS_BITS => 9,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => mix_write or block_write,
      write_address => "00" & port_address,
      write_data    => write_word,
      read          => unload_read or load_read,
      read_address  => "00" & read_address,
      read_data     => memory_word
    );

  memory_reg_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if unload = '0' or capture = '1' then
        memory_reg <= memory_word;
        if preset = '1' and unload = '0' then
          memory_reg <= NONE;
          for i in 0 to 31 loop
            if CHAIN_WORD(i) = '1' then
              memory_reg(i) <= initial_first;
            end if;
          end loop;
        end if;
      end if;
    end if;
  end process memory_reg_reg;

end architecture rtl;
