-- SPDX-License-Identifier: Apache-2.0
-- Control of lightweight BLAKE: one counter of slots, and sequences of control bits that the counter looks up (paper B, section 2.4).
-- A slot is one step of the datapath; in slot t, half a G function starts. N = 16 ROUNDS.
--
--   slots          what happens
--   0 .. N - 1     rounds: in each, four first halves and four second halves of the columns, then the same of the diagonals
--   N + 0 .. 10    the new hash value h is computed and written to the memory, and to a and b
--   N + 11         waits for the next block; after the last block, until the digest is sent
--   N + 12 .. 19   c and d get their initial values
--
-- A message starts in slot N with `starting`: then the initial hash value replaces the new one.
--
-- In round r, position p of four has the column or diagonal number p + r modulo 4 (`index`). So the results of a round are always there
-- when the next one reads them. Index and position go on from block to block.
--
-- Latency: a block takes N + 20 cycles.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sequence_pkg.all;
use work.shell_pkg.all;

entity blake_lightweight_control is
  generic (
    ROUNDS : positive range 10 to 14 -- rounds of a block: 10 (BLAKE-32) or 14 (BLAKE-256)
  );
  port (
    clk            : in    std_ulogic;                    -- clock
    rst            : in    std_ulogic;                    -- synchronous reset, active high
    full           : in    std_ulogic;                    -- from the loader: a block is in the memory
    loaded_last    : in    std_ulogic;                    -- from the loader: it is the last block of its message
    free_block     : out   std_ulogic;                    -- to the loader: the other half of the message buffer may be written
    load_write     : in    std_ulogic;                    -- from the loader: write a word
    load_index     : in    std_ulogic_vector(3 downto 0); -- from the loader: number of that word in the block
    port_free      : out   std_ulogic;                    -- to the loader: it may write in this cycle
    unload         : out   std_ulogic;                    -- to the unloader: send the digest
    unload_done    : in    std_ulogic;                    -- from the unloader: the last word is sent
    unload_read    : in    std_ulogic;                    -- from the unloader: read a word of the digest
    unload_index   : in    std_ulogic_vector(2 downto 0); -- from the unloader: index of that word in the digest
    unload_capture : in    std_ulogic;                    -- from the unloader: the word that was read is needed
    restart        : out   std_ulogic;                    -- to the bit counter: the next block starts a message
    advance        : out   std_ulogic;                    -- to the datapath, as the next ones: step to the next slot
    port_read      : out   std_ulogic;                    -- port a reads
    port_write     : out   std_ulogic;                    -- port a writes
    port_address   : out   std_ulogic_vector(8 downto 0); -- address of port a
    write_chaining : out   std_ulogic;                    -- port a writes mk; otherwise loaded_word
    table_capture  : out   std_ulogic;                    -- copy the word that port a has read to the register of permutations
    read_chaining  : out   std_ulogic;                    -- port b reads h; otherwise a word of the message
    starting       : out   std_ulogic;                    -- the initial hash value instead of h
    page           : out   std_ulogic;                    -- half of the message buffer that is in use
    upper_half     : out   std_ulogic;                    -- port b reads h_4 to h_7
    index          : out   std_ulogic_vector(1 downto 0); -- index of the permutation's numbers, or of the word of h
    constant_init  : out   std_ulogic;                    -- k is an initial value of c or d
    constant_clear : out   std_ulogic;                    -- k is zero in the next slot
    message_clear  : out   std_ulogic;                    -- m is zero in the next slot
    bits_add       : out   std_ulogic;                    -- t is added to mk in the next slot
    bits_upper     : out   std_ulogic;                    -- upper word of t
    fold_clear     : out   std_ulogic;                    -- fold is zero in the next slot
    fold_a_clear   : out   std_ulogic;                    -- a is not part of fold in the next slot
    load_clear     : out   std_ulogic;                    -- loaded is zero in the next slot
    a_read         : out   std_ulogic_vector(1 downto 0); -- address of the word read from RAM a
    a_clear        : out   std_ulogic;                    -- a_word is zero in the next slot
    sum_clear      : out   std_ulogic;                    -- sum is zero in the next slot
    a_write        : out   std_ulogic;                    -- write a' to RAM a
    a_index        : out   std_ulogic_vector(1 downto 0); -- address of a'
    b_read         : out   std_ulogic_vector(2 downto 0); -- address of the word read from RAM b; 4 is a zero
    b_clear        : out   std_ulogic;                    -- b1 is zero in the next slot
    b_write        : out   std_ulogic;                    -- write b' to RAM b
    b_index        : out   std_ulogic_vector(2 downto 0); -- address of b'
    tail_clear     : out   std_ulogic;                    -- tail and c_sum are zero in the next slot
    c_mask         : out   std_ulogic;                    -- '0': zero instead of c
    d_mask         : out   std_ulogic;                    -- '0': zero instead of d
    c_write        : out   std_ulogic;                    -- write c' to RAM c
    d_write        : out   std_ulogic;                    -- write d' to RAM d
    c_index        : out   std_ulogic_vector(1 downto 0); -- address of c and c'
    d_index        : out   std_ulogic_vector(1 downto 0); -- address of d and d'
    d_second       : out   std_ulogic;                    -- d' and c' are of a second half
    b_second       : out   std_ulogic                     -- b' is of a second half
  );
end entity blake_lightweight_control;

architecture rtl of blake_lightweight_control is

  constant COUNT_BITS : positive := 8;
  constant N          : positive := 16 * ROUNDS;
  constant SLOTS      : positive := N + 20;

  subtype index_t is unsigned(1 downto 0);

  -- Returns the sequence that is '1' in slots FIRST to LAST.
  function slots_of (first, last : natural) return std_ulogic_vector is
  begin
    return marks(first, last, SLOTS, 2 ** COUNT_BITS);
  end function slots_of;

  -- Returns the sequence that a register needs which is set one slot ahead.
  function ahead (first, last : natural) return std_ulogic_vector is
  begin
    if first = 0 then
      return either(slots_of(SLOTS - 1, SLOTS - 1), slots_of(0, last - 1));
    end if;
    return slots_of(first - 1, last - 1);
  end function ahead;

  signal count      : unsigned(COUNT_BITS - 1 downto 0); -- the slot
  signal last       : std_ulogic;                        -- the block is the last one of its message
  signal rotation   : index_t;                           -- index minus position, four slots ahead
  signal ahead_4    : index_t;                           -- index of the slot that is four slots ahead
  signal ahead_3    : index_t;
  signal ahead_2    : index_t;
  signal ahead_1    : index_t;
  signal current    : index_t;                           -- index of this slot
  signal previous   : index_t;                           -- index of the previous slot
  signal of_b       : index_t;                           -- index of b in this slot
  signal of_b_1     : index_t;                           -- the same, one slot ago
  signal of_b_2     : index_t;                           -- the same, two slots ago
  signal diagonal   : std_ulogic;                        -- this slot starts a half G on a diagonal
  signal diagonal_1 : std_ulogic;                        -- the previous slot did
  signal second_1   : std_ulogic;                        -- the previous slot started a second half
  signal second_2   : std_ulogic;                        -- the slot before did
  signal ending     : std_ulogic;                        -- slots N to N + 19
  signal ended      : std_ulogic;                        -- the same, one slot later
  signal at_wait    : std_ulogic;                        -- slot N + 11
  signal at_end     : std_ulogic;                        -- slot N + 19
  signal writing    : std_ulogic;                        -- slots that write h
  signal write_half : std_ulogic;                        -- they write h_4 to h_7
  signal zeroing    : std_ulogic;                        -- slots that write the zero word of b
  signal flipping   : std_ulogic;                        -- slots N + 4 to N + 7
  signal table_read : std_ulogic;                        -- port a reads the permutations
  signal step       : std_ulogic;

begin

  step       <= not at_wait or (full and not last) or unload_done;
  advance    <= step;
  unload     <= at_wait and last;
  free_block <= at_wait and full and not last;
  restart    <= rst or (at_end and last);

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        count    <= to_unsigned(N, COUNT_BITS);
        starting <= '1';
        last     <= '0';
        page     <= '0';
      elsif step = '1' then
        count <= count + 1;
        if at_wait = '1' then
          starting <= last;
          last     <= loaded_last and not last;
          page     <= page xor not last;
          if last = '1' then
            count <= to_unsigned(N, COUNT_BITS);
          end if;
        elsif at_end = '1' then
          count <= (others => '0');
        end if;
      end if;
    end if;
  end process count_reg;

  sequence_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        ending  <= '1';
        ended   <= '1';
        at_wait <= '0';
        at_end  <= '0';
        writing <= '0';
      elsif step = '1' then
        ending  <= lookup(ahead(N, N + 19), count);
        ended   <= ending;
        at_wait <= lookup(ahead(N + 11, N + 11), count);
        at_end  <= lookup(ahead(N + 19, N + 19), count);
        writing <= lookup(ahead(N + 3, N + 10), count);
      end if;
      if step = '1' then
        write_half     <= lookup(ahead(N + 3, N + 6), count);
        constant_clear <= lookup(ahead(N + 1, N + 8), count);
        message_clear  <= lookup(ahead(N + 9, N + 16), count);
        bits_add       <= lookup(ahead(N + 13, N + 16), count);
        fold_clear     <= starting or not lookup(ahead(N + 1, N + 8), count);
        fold_a_clear   <= not lookup(ahead(N + 4, N + 7), count);
        load_clear     <= not lookup(either(ahead(N + 3, N + 6), ahead(N + 11, N + 18)), count);
        a_clear        <= lookup(ahead(N, N + 15), count);
        b_clear        <= lookup(ahead(N + 4, N + 19), count);
        a_write        <= lookup(either(ahead(0, N - 1), ahead(N + 8, N + 11)), count);
        b_write        <= lookup(ahead(2, N + 7), count);
        c_mask         <= lookup(either(ahead(1, N), ahead(N + 5, N + 8)), count);
        d_mask         <= lookup(ahead(1, N + 4), count);
        c_write        <= lookup(either(ahead(1, N), ahead(N + 12, N + 15)), count);
        d_write        <= lookup(either(ahead(1, N), ahead(N + 16, N + 19)), count);
      end if;
    end if;
  end process sequence_reg;

  sum_clear  <= ending;
  tail_clear <= ended;

  -- The indices. The reset values are those that follow from the position.

  ahead_4    <= rotation + count(1 downto 0);
  diagonal   <= count(3) and not ending;
  of_b       <= current + unsigned'('0' & diagonal);

  index_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        rotation <= "00";
        ahead_3  <= "11";
        ahead_2  <= "10";
        ahead_1  <= "01";
        current  <= "00";
        previous <= "11";
        of_b_1   <= "11";
        of_b_2   <= "10";
      elsif step = '1' then
        if ending = '0' and count(3 downto 0) = 11 then
          rotation <= rotation + 1;
        end if;
        ahead_3  <= ahead_4;
        ahead_2  <= ahead_3;
        ahead_1  <= ahead_2;
        current  <= ahead_1;
        previous <= current;
        of_b_1   <= of_b;
        of_b_2   <= of_b_1;
      end if;
      if step = '1' then
        diagonal_1 <= diagonal;
        second_1   <= count(2);
        second_2   <= second_1;
      end if;
    end if;
  end process index_reg;

  flipping      <= ending and count(2);
  zeroing       <= ending and not count(2) and not count(3);
  index         <= std_ulogic_vector(ahead_4);
  constant_init <= ending and count(3);
  read_chaining <= ending and not count(4);
  upper_half    <= not count(2);
  bits_upper    <= not current(1);
  a_read        <= (ahead_2(1) xor flipping) & ahead_2(0);
  a_index       <= std_ulogic_vector(current);
  b_read        <= "100" when ending = '1' and count(3) = '1' else '0' & std_ulogic_vector(of_b);
  b_index       <= "100" when zeroing = '1' and count(1) = '1' else '0' & (of_b_2(1) xor flipping) & of_b_2(0);
  c_index       <= (previous(1) xor diagonal_1) & previous(0);
  d_index       <= (previous(1) xor (diagonal_1 and not previous(0))) & (previous(0) xor diagonal_1);
  d_second      <= second_1;
  b_second      <= second_2;

  -- The memory.

  table_read     <= count(1) and not count(0) and (not ending or count(4) or (count(3) and count(2)));
  table_capture  <= (step and count(1) and count(0)) or unload_capture;
  port_free      <= not (writing or table_read or (at_wait and last));
  port_read      <= (table_read and step) or unload_read;
  port_write     <= writing or load_write;
  write_chaining <= writing;

  select_address : process (all) is
  begin
    port_address <= "1000" & not page & load_index;
    if at_wait = '1' and last = '1' then
      port_address(6)          <= '1';
      port_address(4 downto 3) <= "00";
      port_address(2 downto 0) <= unload_index;
    elsif writing = '1' then
      port_address(6)          <= '1';
      port_address(4 downto 3) <= "00";
      port_address(2 downto 0) <= write_half & std_ulogic_vector(ahead_1);
    elsif table_read = '1' then
      port_address <= "000" & std_ulogic_vector(count(7 downto 2));
    end if;
  end process select_address;

end architecture rtl;
