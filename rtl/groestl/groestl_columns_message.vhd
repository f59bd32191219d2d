-- SPDX-License-Identifier: Apache-2.0
-- Stores the next block of the message, and passes it to the datapath twice, COLUMNS columns a cycle: first for P, then for Q.
--
--   word --> to basis, scatter --> [lane 0]          lane l holds columns l, l + COLUMNS, ..
--                              --> [lane 1] ...
--                                     |  ^
--                         front <-----+--+ rotates in a cycle of `take`
--
-- Each lane is a shift register of 8 / COLUMNS columns, so only its last register has two sources: the word, and its first register.
--
-- Widths: words of 64 bits, which are columns. Latency: a block of eight words can be taken one cycle after its last word.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.aes_sbox_pkg.all;
use work.groestl_pkg.all;
use work.shell_pkg.all;

entity groestl_columns_message is
  generic (
    COLUMNS : positive range 1 to 8 -- columns in a cycle: 1, 2, 4 or 8
  );
  port (
    clk        : in    std_ulogic;                     -- clock
    rst        : in    std_ulogic;                     -- synchronous reset, active high
    word       : in    std_ulogic_vector(63 downto 0); -- word of the message
    word_valid : in    std_ulogic;                     -- word holds a word
    word_ready : out   std_ulogic;                     -- word is taken in this cycle if word_valid is '1'
    ends_block : out   std_ulogic;                     -- to the reader: word is the last one of its block
    block_last : in    std_ulogic;                     -- from the reader: the block is the last one of its message
    full       : out   std_ulogic;                     -- a block is stored
    last       : out   std_ulogic;                     -- it is the last one of its message; valid while full
    take       : in    std_ulogic;                     -- the datapath takes front; the lanes rotate
    free_block : in    std_ulogic;                     -- with the last take: the next block may be stored
    front      : out   state_t(0 to COLUMNS - 1)       -- columns in the basis, prepared by scatter
  );
end entity groestl_columns_message;

architecture rtl of groestl_columns_message is

  signal lanes   : state_t(0 to 7); -- in the order of the block when it is full
  signal index   : unsigned(2 downto 0);
  signal fill    : std_ulogic;
  signal arrived : column_t;        -- the input word as a column, its bytes in the basis of the S-box

begin

  word_ready <= not full;
  fill       <= word_valid and not full;
  ends_block <= to_bit(index = 7);
  front      <= lanes(0 to COLUMNS - 1);

  change_basis : process (all) is
  begin
    for i in 0 to 7 loop
      arrived(i) <= scatter(to_basis(word(63 - 8 * i downto 56 - 8 * i)));
    end loop;
  end process change_basis;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        index <= (others => '0');
        full  <= '0';
      elsif fill = '1' then
        index <= index + 1;
        full  <= to_bit(index = 7);
      elsif free_block = '1' then
        full <= '0';
      end if;
      if fill = '1' then
        last <= block_last;
      end if;
    end if;
  end process control_reg;

  lanes_reg : process (clk) is
  begin
    if rising_edge(clk) then
      for i in 0 to 7 loop
        if take = '1' or (fill = '1' and index mod COLUMNS = i mod COLUMNS) then
          if i + COLUMNS < 8 then
            lanes(i) <= lanes(i + COLUMNS);
          elsif full = '0' then
            lanes(i) <= arrived;
          else
            lanes(i) <= lanes(i mod COLUMNS);
          end if;
        end if;
      end loop;
    end if;
  end process lanes_reg;

end architecture rtl;
