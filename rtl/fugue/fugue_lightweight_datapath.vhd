-- SPDX-License-Identifier: Apache-2.0
-- Datapath of lightweight Fugue-256: the state in distributed RAM, one column in a cycle.
--
--   +--> state --+--> [held] --+
--   |            |             v
--   |            +----------- xor --> S-boxes, first half --> [products] --> second half --> [w0 .. w3] --> super-mix --+
--   |            v             |                                                                |                      |
--   +----------- + <-----------+                                                            [row sums]                 |
--   +------------------------------------------------------------------------------------------------------------------+
--
-- A slot reads a column of the state and, if `write`, writes the same column. `address` is the place of the column in the RAM.
-- SMIX feeds four columns to the S-boxes, then computes the row sums of the super-mix, then writes four columns. While it
-- writes, w0 to w3 rotate, so that row i of a new column always comes from w_i: row i of the super-mix is rotated by i columns.
--
-- Source: S. Halevi, W. E. Hall, C. S. Jutla, "The Hash Function Fugue", September 2009 (see fugue_pkg).
-- Widths: columns of 32 bits in the basis of aes_sbox_pkg. Latency: a column that is fed is in w3 two cycles later.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.aes_sbox_pkg.all;
use work.fugue_pkg.all;

entity fugue_lightweight_datapath is
  port (
    clk       : in    std_ulogic;                     -- clock
    address   : in    std_ulogic_vector(4 downto 0);  -- column of the state, as its place in the RAM
    write     : in    std_ulogic;                     -- write that column
    keep      : in    std_ulogic;                     -- held takes the column, or the message word with `take`
    take      : in    std_ulogic;                     -- held takes the message word
    entered   : in    std_ulogic_vector(31 downto 0); -- message word in written form
    own       : in    std_ulogic;                     -- the column itself is an operand of the written or fed column
    add       : in    std_ulogic;                     -- held is an operand of the written or fed column
    feed      : in    std_ulogic;                     -- the S-boxes take that column
    sum_rows  : in    std_ulogic;                     -- compute the row sums
    mixed     : in    std_ulogic;                     -- write a column of the super-mix; w0 to w3 rotate
    times_4   : in    std_ulogic;                     -- the row sums enter that column four times or seven times
    times_3   : in    std_ulogic;                     -- the row sums enter that column seven times
    preset    : in    std_ulogic;                     -- write a column of the initial state
    held_word : out   std_ulogic_vector(31 downto 0)  -- held, for the unloader; in the basis
  );
end entity fugue_lightweight_datapath;

architecture rtl of fugue_lightweight_datapath is

  constant BEFORE_MESSAGE : columns_t(0 to 29) := initial_state(256);

  -- Returns a column of the initial state, zero for columns that do not exist.
  function initial_column (index : std_ulogic_vector(4 downto 0)) return std_ulogic_vector is
    variable result : std_ulogic_vector(31 downto 0) := (others => '0');
  begin
    for i in 22 to 29 loop
      if unsigned(index) = i then
        result := to_word(BEFORE_MESSAGE(i));
      end if;
    end loop;
    return result;
  end function initial_column;

  function doubled (a : byte_t) return byte_t is
    variable result : byte_t := (others => '0');
  begin
    for row in 0 to 7 loop
      for i in 0 to 7 loop
        if TWICE(row)(i) = '1' then
          result(row) := result(row) xor a(i);
        end if;
      end loop;
    end loop;
    return result;
  end function doubled;

  -- Returns a word as a column, both in the basis.
  function column_of (word : word_t) return column_t is
  begin
    return (word(31 downto 24), word(23 downto 16), word(15 downto 8), word(7 downto 0));
  end function column_of;

  signal column     : std_ulogic_vector(31 downto 0);
  signal operand    : std_ulogic_vector(31 downto 0);
  signal write_data : std_ulogic_vector(31 downto 0);
  signal held       : std_ulogic_vector(31 downto 0); -- a column or a message word, operand of a later sum
  signal fed        : std_ulogic;                     -- products hold a column that was fed
  signal fed_column : column_t;
  signal halfway    : product_column_t;
  signal products   : product_column_t;
  signal w          : window_t;
  signal row_sums   : column_t;
  signal mixture    : column_t;                       -- next column of the super-mix

begin

  held_word  <= held;
  operand    <= (column and (31 downto 0 => own)) xor (held and (31 downto 0 => add));
  write_data <= to_word(mixture) when mixed = '1' else
                initial_column(address) when preset = '1' else
                operand;
  fed_column <= column_of(operand);

  state : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 5,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => write,
      write_address => address,
      write_data    => write_data,
      read_address  => address,
      read_data     => column
    );

  sboxes : for i in 0 to 3 generate

    first_half : entity work.aes_sbox_first_half
      port map (
        a        => fed_column(i),
        products => halfway(i)
      );

  end generate sboxes;

  held_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if keep = '1' then
        held <= column;
        if take = '1' then
          held <= to_word(to_column(entered));
        end if;
      end if;
    end if;
  end process held_reg;

  window_reg : process (clk) is
  begin
    if rising_edge(clk) then
      fed      <= feed;
      products <= halfway;
      if fed = '1' or mixed = '1' then
        w(0 to 2) <= w(1 to 3);
        w(3)      <= w(0);
        if mixed = '0' then
          for i in 0 to 3 loop
            w(3)(i) <= sbox_sums(products(i));
          end loop;
        end if;
      end if;
    end if;
  end process window_reg;

  -- Row i without the byte on the diagonal.
  row_sums_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if sum_rows = '1' then
        for i in 0 to 3 loop
          row_sums(i) <= w((i + 1) mod 4)(i) xor w((i + 2) mod 4)(i) xor w((i + 3) mod 4)(i);
        end loop;
      end if;
    end if;
  end process row_sums_reg;

  -- The super-mix as in fugue_pkg. Written columns 0 and 1 take the row sums once, column 2 seven times, column 3 four times.
  mix : process (all) is
    variable total    : byte_t;
    variable multiple : byte_t;
    variable spread   : byte_t;
  begin
    for i in 0 to 3 loop
      total      := w(i)(i) xor w(i)((i + 2) mod 4) xor w(i)((i + 3) mod 4);
      multiple   := doubled(doubled(w(i)((i + 1) mod 4) xor w(i)((i + 2) mod 4)) xor w(i)((i + 2) mod 4));
      spread     := (row_sums(i) and (7 downto 0 => not times_4 or times_3)) xor
                    (doubled(row_sums(i)) and (7 downto 0 => times_3)) xor
                    (doubled(doubled(row_sums(i))) and (7 downto 0 => times_4));
      mixture(i) <= total xor multiple xor spread;
    end loop;
  end process mix;

end architecture rtl;
