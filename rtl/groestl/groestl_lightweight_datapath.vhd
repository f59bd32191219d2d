-- SPDX-License-Identifier: Apache-2.0
-- Datapath of lightweight Groestl: one column of P or of Q in each cycle.
-- Source: Groestl specification, section 3.4; paper B, section 3.2 (rows of the state in distributed RAMs).
--
--   state --> [a] --> S-box, products --> [products] --> sums --> [b] --> MixBytes --> state, chaining value
--                                                                            ^
--   memory --> [spread] -----------------------------------------------------+
--   chaining value ----------------------------------------------------------+
--
-- The state is two times eight columns (P, then Q) of LUT RAM, one RAM for each row; the chaining value is eight columns of LUT RAM.
-- The message block is in the memory: word 2c is the upper half of column c. All bytes are in the basis of aes_sbox_pkg, and those
-- of the message are prepared by scatter. Where a column is loaded, b is zero, so the result is the sum of message and chaining value.
--
-- Widths: a column is 64 bits, row 0 in the upper byte. Latency: a column is written three cycles after it is read.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;
use work.groestl_pkg.all;

entity groestl_lightweight_datapath is
  port (
    clk          : in    std_ulogic;                     -- clock
    read_rows    : in    std_ulogic_vector(23 downto 0); -- addresses of the column that is read
    read_q       : in    std_ulogic;                     -- it is one of Q
    write_rows   : in    std_ulogic_vector(23 downto 0); -- addresses of the column that is written
    write_q      : in    std_ulogic;                     -- it is one of Q
    write_state  : in    std_ulogic;                     -- write the column
    block_read   : in    std_ulogic;                     -- read a column of the message from the memory
    block_column : in    std_ulogic_vector(2 downto 0);  -- that column
    block_used   : in    std_ulogic;                     -- one cycle later: the column was read; otherwise spread is cleared
    initial_last : in    std_ulogic;                     -- spread becomes the last column of the initial value
    load_clear   : in    std_ulogic;                     -- b is zero in the next cycle
    block_write  : in    std_ulogic;                     -- write a word of the message
    block_index  : in    std_ulogic_vector(3 downto 0);  -- its index
    block_word   : in    std_ulogic_vector(31 downto 0); -- the word, prepared by scatter
    chain_read   : in    std_ulogic_vector(2 downto 0);  -- column of the chaining value that is read
    chain_column : out   std_ulogic_vector(63 downto 0); -- that column
    chain_add    : in    std_ulogic;                     -- add it to the result
    chain_write  : in    std_ulogic;                     -- write the result as a column of the chaining value
    chain_index  : in    std_ulogic_vector(2 downto 0);  -- that column
    complement   : in    std_ulogic;                     -- complement the result
    constant_p   : in    byte_t;                         -- round constants of rows 0 and 7
    constant_q   : in    byte_t                          -- the same of row 7
  );
end entity groestl_lightweight_datapath;

architecture rtl of groestl_lightweight_datapath is

  -- Bytes 01 and 00 in rows 6 and 7 of the last column: 256.
  constant INITIAL_BYTE : byte_t := scatter(to_basis(x"01"));

  -- Returns the column with the bytes of WORD.
  function columns (word : std_ulogic_vector(63 downto 0)) return column_t is
    variable result : column_t;
  begin
    for i in 0 to 7 loop
      result(i) := word(63 - 8 * i downto 56 - 8 * i);
    end loop;
    return result;
  end function columns;

  signal read_bytes  : column_t;
  signal a           : column_t;
  signal products    : product_column_t;
  signal next_b      : product_column_t;
  signal b           : column_t;
  signal result      : column_t;
  signal result_word : std_ulogic_vector(63 downto 0);
  signal upper_word  : std_ulogic_vector(31 downto 0);
  signal lower_word  : std_ulogic_vector(31 downto 0);
  signal port_index  : std_ulogic_vector(3 downto 0);
  signal spread      : column_t;
  signal chain_word  : std_ulogic_vector(63 downto 0);
  signal chained     : column_t;

begin

  rows : for i in 0 to 7 generate

    state : entity work.memory_distributed
      generic map (
        ADDRESS_BITS => 4,
        WORD_BITS    => 8
      )
      port map (
        clk           => clk,
        write         => write_state,
        write_address => write_q & write_rows(3 * i + 2 downto 3 * i),
        write_data    => result(i),
        read_address  => read_q & read_rows(3 * i + 2 downto 3 * i),
        read_data     => read_bytes(i)
      );

    first_half : entity work.aes_sbox_first_half
      port map (
        a        => a(i),
        products => next_b(i)
      );

    result_word(63 - 8 * i downto 56 - 8 * i) <= result(i);
  end generate rows;

  chain : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 3,
      WORD_BITS    => 64
    )
    port map (
      clk           => clk,
      write         => chain_write,
      write_address => chain_index,
      write_data    => result_word,
      read_address  => chain_read,
      read_data     => chain_word
    );

  chain_column <= chain_word;
  chained      <= columns(chain_word);

  port_index <= block_index when block_write = '1' else block_column & '0';

  memory : entity work.memory_dual_read
    generic map (
      ADDRESS_BITS => 9,
      WORD_BITS    => 32
    )
    port map (
      clk          => clk,
      enable_a     => block_read or block_write,
      write_a      => block_write,
      address_a    => "00000" & port_index,
      write_data_a => block_word,
      read_data_a  => upper_word,
      enable_b     => block_read,
      address_b    => "00000" & block_column & '1',
      read_data_b  => lower_word
    );

  mix : entity work.groestl_lightweight_mix
    port map (
      a           => b,
      spread      => spread,
      chained     => chained,
      add_chained => chain_add,
      complement  => complement,
      top         => constant_p,
      bottom      => constant_q,
      result      => result
    );

  column_reg : process (clk) is
  begin
    if rising_edge(clk) then
      a        <= read_bytes;
      products <= next_b;
      for i in 0 to 7 loop
        b(i) <= sbox_sums(products(i));
        if load_clear = '1' then
          b(i) <= (others => '0');
        end if;
      end loop;
    end if;
  end process column_reg;

  spread_reg : process (clk) is
  begin
    if rising_edge(clk) then
      spread <= columns(upper_word & lower_word);
      if block_used = '0' then
        spread <= (others => (others => '0'));
        if initial_last = '1' then
          spread(6) <= INITIAL_BYTE;
        end if;
      end if;
    end if;
  end process spread_reg;

end architecture rtl;
