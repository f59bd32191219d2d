-- SPDX-License-Identifier: Apache-2.0
-- Loads a block of JH into four small RAMs, one for each of its 128-bit words, so that byte k of all four words can be read in one
-- cycle. The core reads a block twice, in 32 cycles; after that the next one is loaded.
--
--   word --> upper, then lower byte --> RAM of m_0, m_1, m_2, m_3 --> slice
--
-- Widths: words of 16 bits in, slices of 32 bits out. Latency: two cycles for each word; a read is combinational.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity jh_lightweight_loader is
  port (
    clk        : in    std_ulogic;                     -- clock
    rst        : in    std_ulogic;                     -- synchronous reset, active high
    word       : in    std_ulogic_vector(15 downto 0); -- from the reader: next word of the message
    word_valid : in    std_ulogic;                     -- word holds a word
    word_ready : out   std_ulogic;                     -- word is taken in this cycle if word_valid is '1'
    ends_block : out   std_ulogic;                     -- to the reader: word is the last one of its block
    block_last : in    std_ulogic;                     -- from the reader: the block ends its message
    full       : out   std_ulogic;                     -- the RAMs hold a block
    last       : out   std_ulogic;                     -- the block in the RAMs ends its message
    free_block : in    std_ulogic;                     -- only slice 15 is still to be read, in the next cycle
    even_index : in    unsigned(3 downto 0);           -- number of the slice of m_0 and m_2
    odd_index  : in    unsigned(3 downto 0);           -- number of the slice of m_1 and m_3
    slice      : out   std_ulogic_vector(0 to 31)      -- one byte of each of m_0 .. m_3
  );
end entity jh_lightweight_loader;

architecture rtl of jh_lightweight_loader is

  constant COUNT_BITS : positive := 6;

  signal count   : unsigned(COUNT_BITS - 1 downto 0); -- number of the next byte
  signal data    : std_ulogic_vector(7 downto 0);
  signal writing : std_ulogic;
  signal ends    : std_ulogic;                        -- the counter is at the last part of a block

begin

  writing    <= word_valid and not full;
  word_ready <= count(0) and not full;
  ends       <= to_bit(count = 2 ** COUNT_BITS - 1);
  ends_block <= ends;
  data       <= word(7 downto 0) when count(0) = '1' else word(15 downto 8);

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        count <= (others => '0');
        full  <= '0';
      else
        if writing = '1' then
          count <= count + 1;
        end if;
        full <= (full and not free_block) or (writing and ends);
      end if;
      if writing = '1' and ends = '1' then
        last <= block_last;
      end if;
    end if;
  end process control_reg;

  rams : for w in 0 to 3 generate
    signal write : std_ulogic;
    signal index : unsigned(3 downto 0);
  begin

    index <= even_index when w mod 2 = 0 else odd_index;
    write <= writing and to_bit(count(5 downto 4) = w);

    ram : entity work.memory_distributed
      generic map (
        ADDRESS_BITS => 4,
        WORD_BITS    => 8
      )
      port map (
        clk           => clk,
        write         => write,
        write_address => std_ulogic_vector(count(3 downto 0)),
        write_data    => data,
        read_address  => std_ulogic_vector(index),
        read_data     => slice(8 * w to 8 * w + 7)
      );

  end generate rams;

end architecture rtl;
