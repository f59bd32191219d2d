-- SPDX-License-Identifier: Apache-2.0
-- The shape of the tree in the BLAKE3 core with two chunks in process: chunk numbers, entries of the stack, and when to join them. It
-- also gives the four words of the state that describe a compression.
--
--   ends_pair, ends_parent --> pairs, pending, entries --> joins, is_root, top
--                                    |
--                odd, x --> [3 registers] --> start_d
--
-- Two chunks are joined with each other, and then with the stack as often as the number of pairs before them ends with ones in binary:
-- `pending` has one more 1 at its end. After the last chunk all entries of the stack are joined. The last compression of a message is
-- the root.
--
-- Source: BLAKE3 paper, sections 2.1, 2.4, 2.5 and 5.1.2. Widths: PAIR_BITS bits of a number of pairs.
-- Latency: start_d follows x by three cycles.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake3_pkg.all;
use work.shell_pkg.all;

entity blake3_chunks_tree is
  generic (
    PAIR_BITS : positive -- bits of a number of pairs of chunks, at most 30
  );
  port (
    clk         : in    std_ulogic;                -- clock
    purging     : in    std_ulogic;                -- the first emitting after reset
    start       : in    std_ulogic_vector(0 to 1); -- a block of the even, odd chunk starts in the next cycle
    next_last   : in    std_ulogic_vector(0 to 1); -- it is the last one of its message
    last_length : in    unsigned(6 downto 0);      -- its bytes
    start_join  : in    std_ulogic;                -- a parent starts in the next cycle
    is_parent   : in    std_ulogic;                -- a parent is in process
    paired      : in    std_ulogic;                -- there is an odd chunk
    ends_pair   : in    std_ulogic;                -- last slot of the last step of both chunks
    ends_parent : in    std_ulogic;                -- last slot of a parent
    ends_emit   : in    std_ulogic;                -- last slot of emitting
    opens       : in    std_ulogic_vector(0 to 1); -- the block in process is the first one of its chunk
    closes      : in    std_ulogic_vector(0 to 1); -- it is the last one of its chunk
    is_last     : in    std_ulogic_vector(0 to 1); -- it is the last one of its message
    odd         : in    std_ulogic;                -- the slot belongs to the odd chunk
    x           : in    unsigned(1 downto 0);      -- number of its G
    joins       : out   std_ulogic;                -- a parent follows the chaining value that is read
    is_root     : out   std_ulogic;                -- the compression is the root
    top         : out   unsigned(4 downto 0);      -- uppermost entry of the stack, with the values that are read
    start_d     : out   word_t                     -- 32 bits: counter, block length and flags
  );
end entity blake3_chunks_tree;

architecture rtl of blake3_chunks_tree is

  signal pairs     : unsigned(PAIR_BITS - 1 downto 0); -- pairs of chunks before this one
  signal pending   : unsigned(PAIR_BITS downto 0);     -- the lowest bit is '1': another parent before the next chunk
  signal entries   : unsigned(4 downto 0);             -- entries of the stack, with those that are read
  signal alone     : std_ulogic;                       -- there is no pair before this one
  signal ended     : std_ulogic;                       -- the last block of the message has been started
  signal of_root   : std_ulogic;                       -- value of is_root
  signal restarts  : std_ulogic;                       -- a message ends in this cycle
  signal x_1       : unsigned(1 downto 0);             -- x one cycle ago
  signal x_2       : unsigned(1 downto 0);             -- x two cycles ago
  signal odd_1     : std_ulogic;                       -- odd one cycle ago
  signal odd_2     : std_ulogic;                       -- odd two cycles ago
  signal flags     : unsigned(3 downto 0);             -- of the compression two cycles ago
  signal last      : std_ulogic;                       -- its block is the last one of the message
  signal opens_now : std_ulogic;                       -- its block opens a chunk
  signal ends_now  : std_ulogic;                       -- its block closes a chunk

begin

  restarts <= ends_emit and of_root;
  joins    <= (ended or pending(0)) and not of_root and not purging;
  is_root  <= of_root;
  top      <= entries - 1;

  tree_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if purging = '1' or restarts = '1' then
        pairs   <= (others => '0');
        pending <= (others => '0');
        entries <= (others => '0');
        alone   <= '1';
        ended   <= '0';
      elsif ends_parent = '1' then
        entries <= entries - 1;
        pending <= '0' & pending(PAIR_BITS downto 1);
      elsif ends_pair = '1' then
        entries <= entries + 1 + ("0" & paired);
        pending <= pairs & '1';
        pairs   <= pairs + 1;
        alone   <= '0';
      end if;
      if start_join = '1' then
        of_root <= ended and to_bit(entries = 2);
      elsif start(0) = '1' then
        of_root <= next_last(0) and (alone or restarts);
      end if;
      if (start and next_last) /= "00" then
        ended <= '1';
      end if;
    end if;
  end process tree_reg;

  opens_now <= opens(1) when odd_2 = '1' else opens(0);
  ends_now  <= closes(1) when odd_2 = '1' else closes(0);
  last      <= is_last(1) when odd_2 = '1' else is_last(0);

  flags(CHUNK_START) <= opens_now and not is_parent;
  flags(CHUNK_END)   <= ends_now and not is_parent;
  flags(PARENT)      <= is_parent;
  flags(ROOT)        <= of_root;

  start_d_reg : process (clk) is
  begin
    if rising_edge(clk) then
      x_1     <= x;
      x_2     <= x_1;
      odd_1   <= odd;
      odd_2   <= odd_1;
      start_d <= (others => '0');
      if x_2 = 0 and is_parent = '0' then
        start_d <= resize(pairs & odd_2, 32);
      elsif x_2 = 2 then
        start_d <= to_unsigned(64, 32);
        if last = '1' and is_parent = '0' then
          start_d <= resize(last_length, 32);
        end if;
      elsif x_2 = 3 then
        start_d <= resize(flags, 32);
      end if;
    end if;
  end process start_d_reg;

end architecture rtl;
