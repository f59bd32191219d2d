-- SPDX-License-Identifier: Apache-2.0
-- Where each block of a message is stored, and which blocks of the two chunks in process are waiting.
--
--   words --> 16 blocks of the even chunk (ring) --> waiting(0) --> start(0)
--        \--> 2 blocks of the odd chunk (ring) ----> waiting(1) --> start(1)
--
-- Chunks 2k and 2k + 1 of a message are in process together, and their words arrive one chunk after the other. All blocks of chunk 2k
-- have a place, because chunk 2k + 1 starts after they have arrived. Blocks of chunk 2k + 1 are processed as they arrive, so they need
-- two places: one block is in process, one is filled. Places of chunk 2k that are free again take chunk 2k + 2.
--
-- A place of the odd chunk is free as soon as the last G of its block has started. The last words that are read there are 7, 12, 4 and
-- 13, in the first three cycles afterwards. In these cycles at most words 0 to 2 are replaced.
--
-- After the last block of a message has been stored, no further word is taken until the block starts. So the length of one last block
-- is stored. The next message needs 16 cycles or more to change it, and its block reads the length in the first nine cycles.
--
-- Widths: addresses of words of 9 bits, see blake3_chunks_message. Latency: a block is ready in the cycle after its last word.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity blake3_chunks_blocks is
  port (
    clk           : in    std_ulogic;                    -- clock
    rst           : in    std_ulogic;                    -- synchronous reset, active high
    word_index    : in    unsigned(3 downto 0);          -- number of the next word in its block
    block_taken   : in    std_ulogic;                    -- the last word of a block is stored
    block_last    : in    std_ulogic;                    -- the block is the last one of its message
    block_length  : in    unsigned(6 downto 0);          -- its bytes of the message
    start         : in    std_ulogic_vector(0 to 1);     -- a block of the even, odd chunk starts in the next cycle
    busy          : in    std_ulogic_vector(0 to 1);     -- a block of the even, odd chunk is in process
    space         : out   std_ulogic;                    -- there is a place for the next word
    write_address : out   std_ulogic_vector(8 downto 0); -- its address
    ready         : out   std_ulogic_vector(0 to 1);     -- a block of the even, odd chunk can start
    next_last     : out   std_ulogic_vector(0 to 1);     -- it is the last one of its message
    last_length   : out   unsigned(6 downto 0);          -- bytes of the last block
    even_place    : out   unsigned(3 downto 0);          -- place of the block of the even chunk in process
    odd_place     : out   std_ulogic                     -- place of the block of the odd chunk in process
  );
end entity blake3_chunks_blocks;

architecture rtl of blake3_chunks_blocks is

  signal fill_block : unsigned(3 downto 0);      -- number of the block that is filled, in its chunk
  signal fill_odd   : std_ulogic;                -- it belongs to an odd chunk
  signal even_fill  : unsigned(3 downto 0);      -- place of the even chunk that is filled next
  signal odd_fill   : std_ulogic;                -- the same of the odd chunk
  signal even_read  : unsigned(3 downto 0);      -- value of even_place
  signal odd_read   : std_ulogic;                -- value of odd_place
  signal even_count : unsigned(4 downto 0);      -- blocks of even chunks that have not started, 0 to 16
  signal odd_count  : unsigned(1 downto 0);      -- blocks of odd chunks that have not started, 0 to 2
  signal closed     : std_ulogic;                -- the last block of a message has been stored and has not started
  signal closed_odd : std_ulogic;                -- it belongs to an odd chunk
  signal is_last    : std_ulogic_vector(0 to 1); -- value of next_last
  signal even_full  : std_ulogic;
  signal odd_full   : std_ulogic;
  signal even_taken : std_ulogic;                -- the last word of a block of an even chunk is stored
  signal odd_taken  : std_ulogic;                -- the same of an odd chunk

begin

  even_full     <= even_count(4) or (busy(0) and to_bit(even_count(3 downto 0) = 15));
  odd_full      <= odd_count(1) or (busy(1) and odd_count(0));
  space         <= not closed and not odd_full when fill_odd = '1' else not closed and not even_full;
  write_address <= "1111" & odd_fill & std_ulogic_vector(word_index) when fill_odd = '1' else
                   '0' & std_ulogic_vector(even_fill) & std_ulogic_vector(word_index);
  even_taken    <= block_taken and not fill_odd;
  odd_taken     <= block_taken and fill_odd;
  ready         <= to_bit(even_count /= 0) & to_bit(odd_count /= 0);
  is_last       <= (closed and not closed_odd and to_bit(even_count = 1)) & (closed and closed_odd and to_bit(odd_count = 1));
  next_last     <= is_last;
  even_place    <= even_read;
  odd_place     <= odd_read;

  fill_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        fill_block <= (others => '0');
        fill_odd   <= '0';
        even_fill  <= (others => '0');
        odd_fill   <= '0';
        closed     <= '0';
      elsif block_taken = '1' then
        fill_block <= fill_block + 1;
        fill_odd   <= fill_odd xor to_bit(fill_block = 15);
        if block_last = '1' then
          fill_block <= (others => '0');
          fill_odd   <= '0';
        end if;
        if fill_odd = '1' then
          odd_fill <= not odd_fill;
        else
          even_fill <= even_fill + 1;
        end if;
        closed <= block_last;
      elsif (start and is_last) /= "00" then
        closed <= '0';
      end if;
    end if;
  end process fill_reg;

  last_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if block_taken = '1' then
        closed_odd  <= fill_odd;
        last_length <= block_length;
      end if;
    end if;
  end process last_reg;

  read_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        even_read  <= (others => '1');
        odd_read   <= '1';
        even_count <= (others => '0');
        odd_count  <= (others => '0');
      else
        if start(0) = '1' then
          even_read <= even_read + 1;
        end if;
        if start(1) = '1' then
          odd_read <= not odd_read;
        end if;
        if even_taken = '1' and start(0) = '0' then
          even_count <= even_count + 1;
        elsif even_taken = '0' and start(0) = '1' then
          even_count <= even_count - 1;
        end if;
        if odd_taken = '1' and start(1) = '0' then
          odd_count <= odd_count + 1;
        elsif odd_taken = '0' and start(1) = '1' then
          odd_count <= odd_count - 1;
        end if;
      end if;
    end if;
  end process read_reg;

end architecture rtl;
