-- SPDX-License-Identifier: Apache-2.0
-- Datapath of lightweight SHAvite-3: one column of an AES round in each cycle, for F and for the message expansion in turn.
-- Source: SHAvite-3 as submitted for Round 2; paper B, Table 1 (four S-boxes, memory with state and initial value).
--
--   input of F --+--> S-boxes --> [products] --> sums --> [b] --> MixColumns --+--> plain --> state, memory
--   subkeys    --+                                                  ^           +--> with key or recent word --> input of F, subkeys
--                +--> [] --> [] --+                                 |
--   state, memory, counter -------+--> [added] ---------------------+
--
-- The RAMs are LUT RAM: two inputs of F of four columns, four subkeys, and the state of eight columns. The rows of the first two have
-- addresses of their own, which is ShiftRows. The memory holds the message block (words 0 to 15), the chaining value (16 to 23) and
-- the initial value (24 to 31). All bytes are in the basis of aes_sbox_pkg.
--
-- Widths: a column is 32 bits. Latency: a column is written three cycles after its slot. Ports with a number belong to that stage.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.aes_sbox_pkg.all;
use work.shavite3_pkg.all;

entity shavite3_lightweight_datapath is
  port (
    clk           : in    std_ulogic;                    -- clock
    column_0      : in    std_ulogic_vector(1 downto 0); -- column that is read
    subkey_0      : in    std_ulogic_vector(1 downto 0); -- number of the subkey in the RAM that is read
    rotated_0     : in    std_ulogic;                    -- the bytes of the subkey are read as the nonlinear step needs them
    expands_0     : in    std_ulogic;                    -- the column is one of the message expansion
    buffer_0      : in    std_ulogic;                    -- half of the RAM that F reads
    address_0     : in    std_ulogic_vector(4 downto 0); -- address of the word of the memory that is read
    counter_0     : in    std_ulogic;                    -- add the counter
    ones_0        : in    std_ulogic;                    -- complement what is added
    counter       : in    column_t;                      -- from the counter: cnt[0]
    clear_1       : in    std_ulogic;                    -- no AES round
    half_1        : in    std_ulogic;                    -- half of the state that is read
    adds_half_1   : in    std_ulogic;                    -- the half of the state that is read is added
    adds_memory_1 : in    std_ulogic;                    -- the word of the memory is added
    linear_2      : in    std_ulogic;                    -- a word 16 words ago is added
    adds_key_2    : in    std_ulogic;                    -- the subkey is added to the column of F in stage 3
    near_3        : in    std_ulogic;                    -- the word three words ago is added
    far_3         : in    std_ulogic;                    -- the word four words ago is added
    column_3      : in    std_ulogic_vector(1 downto 0); -- number of the column in stage 3
    subkey_3      : in    std_ulogic_vector(1 downto 0); -- number of the subkey in stage 3
    buffer_3      : in    std_ulogic;                    -- half of the RAM to which F writes
    half_3        : in    std_ulogic;                    -- half of the state that is written
    write_f_3     : in    std_ulogic;                    -- write the input of F's next AES round
    write_half_3  : in    std_ulogic;                    -- write the state
    write_key_3   : in    std_ulogic;                    -- write the word of the subkey
    write_chain_3 : in    std_ulogic;                    -- write the chaining value to the memory
    block_write   : in    std_ulogic;                    -- from the loader: write a word of the message
    block_index   : in    std_ulogic_vector(3 downto 0); -- from the loader: its index
    block_word    : in    column_t;                      -- from the loader: the word, in the basis
    unload        : in    std_ulogic;                    -- from control: held is for the unloader
    unload_read   : in    std_ulogic;                    -- from the unloader: read a word of the chaining value
    unload_index  : in    std_ulogic_vector(2 downto 0); -- from the unloader: its index
    capture       : in    std_ulogic;                    -- from the unloader: copy it to held
    held          : out   column_t                       -- word of the memory
  );
end entity shavite3_lightweight_datapath;

architecture rtl of shavite3_lightweight_datapath is

  type addresses_t is array (0 to 3) of std_ulogic_vector(3 downto 0);

  constant ALL_ONES : columns_t(0 to 0) := to_columns(x"ffffffff");
  constant ONES     : column_t          := ALL_ONES(0);

  -- Returns the first contents of the memory.
  function first_contents return std_ulogic_vector is
    variable words : columns_t(0 to 31) := (others => NONE);
  begin
    words(24 to 31) := initial_value(256);
    return columns_bits(words);
  end function first_contents;

  -- Returns MixColumns of a column plus ADDED, as sums_and_mix.
  function mix (a : column_t; added : column_t) return column_t is
    variable t      : column_t;
    variable double : std_ulogic;
    variable result : column_t;
  begin
    t := a xor (a(7 downto 0) & a(31 downto 8));
    for i in 0 to 3 loop
      for j in 0 to 7 loop
        double := '0';
        for k in 0 to 7 loop
          if TWICE(j)(k) = '1' then
            double := double xor t(8 * i + k);
          end if;
        end loop;
        result(8 * i + j) := double xor (a(8 * ((i + 1) mod 4) + j) xor t(8 * ((i + 2) mod 4) + j) xor added(8 * i + j));
      end loop;
    end loop;
    return result;
  end function mix;

  signal f_addresses   : addresses_t;
  signal key_addresses : addresses_t;
  signal f_word        : column_t;
  signal key_word      : column_t;
  signal entering      : column_t;          -- column that goes into the AES round: of a key or of F
  signal products      : product_column_t;
  signal b             : column_t;
  signal plain         : column_t;          -- column after MixColumns and the addition
  signal result        : column_t;
  signal half_word     : column_t;
  signal write_word    : column_t;
  signal port_address  : std_ulogic_vector(8 downto 0);
  signal read_address  : std_ulogic_vector(8 downto 0);
  signal memory_word   : column_t;
  signal memory_reg    : column_t;
  signal counted       : column_t;
  signal key_1         : column_t;
  signal key_2         : column_t;
  signal key_3         : column_t;
  signal half_reg      : column_t;
  signal added         : column_t;
  signal column_1      : std_ulogic_vector(1 downto 0);
  signal recent        : columns_t(1 to 4); -- words of subkeys, 1 is the latest

begin

  rows : for row in 0 to 3 generate
    f_addresses(row)   <= '0' & buffer_0 & std_ulogic_vector(unsigned(column_0) + row);
    key_addresses(row) <= subkey_0 & std_ulogic_vector(unsigned(column_0) + ((row + 1) mod 4)) when rotated_0 = '1' else
                          subkey_0 & column_0;

    f_ram : entity work.memory_distributed
      generic map (
        ADDRESS_BITS => 4,
        WORD_BITS    => 8
      )
      port map (
        clk           => clk,
        write         => write_f_3,
        write_address => '0' & buffer_3 & column_3,
        write_data    => result(8 * row + 7 downto 8 * row),
        read_address  => f_addresses(row),
        read_data     => f_word(8 * row + 7 downto 8 * row)
      );

    key_ram : entity work.memory_distributed
      generic map (
        ADDRESS_BITS => 4,
        WORD_BITS    => 8
      )
      port map (
        clk           => clk,
        write         => write_key_3,
        write_address => subkey_3 & column_3,
        write_data    => result(8 * row + 7 downto 8 * row),
        read_address  => key_addresses(row),
        read_data     => key_word(8 * row + 7 downto 8 * row)
      );

    sbox : entity work.aes_sbox_pipelined
      port map (
        clk      => clk,
        a        => entering(8 * row + 7 downto 8 * row),
        clear    => clear_1,
        products => products(row)
      );

  end generate rows;

  entering <= key_word when expands_0 = '1' else f_word;
  plain    <= mix(b, added);

  add_last : process (all) is
  begin
    for i in 0 to 31 loop
      result(i) <= plain(i) xor key_3(i) xor (recent(3)(i) and near_3) xor (recent(4)(i) and far_3);
    end loop;
  end process add_last;

  state : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 3,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => write_half_3,
      write_address => half_3 & column_3,
      write_data    => plain,
      read_address  => half_1 & column_1,
      read_data     => half_word
    );

  write_word   <= plain when write_chain_3 = '1' else block_word;
  port_address <= "000010" & half_3 & column_3 when write_chain_3 = '1' else "00000" & block_index;
  read_address <= "000010" & unload_index when unload = '1' else "0000" & address_0;
  held         <= memory_reg;

  memory : entity work.memory_simple_dual_port
    generic map (
      ADDRESS_BITS => 9,
      WORD_BITS    => 32,
      CONTENTS     => first_contents
    )
    port map (
      clk           => clk,
      write         => write_chain_3 or block_write,
      write_address => port_address,
      write_data    => write_word,
      read          => unload_read or not unload,
      read_address  => read_address,
      read_data     => memory_word
    );

  words_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if unload = '1' then
        if capture = '1' then
          memory_reg <= memory_word;
        end if;
      else
        memory_reg <= memory_word;
        if adds_memory_1 = '0' then
          memory_reg <= NONE;
        end if;
      end if;
      for i in 0 to 31 loop
        counted(i)  <= (counter(i) and counter_0) xor (ONES(i) and ones_0);
        half_reg(i) <= (half_word(i) and adds_half_1) xor counted(i);
        added(i)    <= half_reg(i) xor memory_reg(i) xor (key_2(i) and linear_2);
      end loop;
      key_1 <= key_word;
      key_2 <= key_1;
      key_3 <= key_2;
      if adds_key_2 = '0' then
        key_3 <= NONE;
      end if;
    end if;
  end process words_reg;

  column_reg : process (clk) is
  begin
    if rising_edge(clk) then
      column_1 <= column_0;
      for row in 0 to 3 loop
        b(8 * row + 7 downto 8 * row) <= sbox_sums(products(row));
      end loop;
    end if;
  end process column_reg;

  recent_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if write_key_3 = '1' then
        recent <= result & recent(1 to 3);
      end if;
    end if;
  end process recent_reg;

end architecture rtl;
