-- SPDX-License-Identifier: Apache-2.0
-- Control of lightweight ECHO-256: a counter of slots and a counter of groups. A group is the four words that become one column of
-- words in BIG.MixColumns.
--
--   slot      S-boxes                              memory
--   0 .. 15   first AES round, word by word        5 .. 8: the last word of this group is read
--   16 .. 31  second AES round, column by column   16 .. 27: three words of the next group are read
--
-- A block has 8 rounds of four groups. Before it, slots 8 to 31 read without S-boxes; slot 15 waits for the block. BIG.MixColumns
-- works 25 slots later than the first AES round: its results are written in the slots 25 to 31 and 0 to 8.
--
-- Words move to the places that they are read from, so word k of group c of round r is in column c + (r + 1) k of the memory. In
-- round 0 the words of a group are in the order 1, 2, 3, 0, since word 0 of the first group is the last to be known; in other rounds
-- it is word 3.
--
-- Source: "SHA-3 Proposal: ECHO" (see echo_pkg). Latency: 1048 cycles for a block. Outputs without another comment are for the
-- datapath and belong to the cycle after their slot.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity echo_lightweight_control is
  port (
    clk           : in    std_ulogic;                    -- clock
    rst           : in    std_ulogic;                    -- synchronous reset, active high
    full          : in    std_ulogic;                    -- from the loader: a block is in the memory
    loaded_last   : in    std_ulogic;                    -- from the loader: it is the last block of its message
    free_block    : out   std_ulogic;                    -- to the loader: the next block may be written, to the other half
    area          : out   std_ulogic;                    -- half of the memory of the current block
    starts        : out   std_ulogic;                    -- the counter of the block is taken
    restart       : out   std_ulogic;                    -- to the counter: the next block starts a message
    unload        : out   std_ulogic;                    -- send the digest
    unload_done   : in    std_ulogic;                    -- its last word is sent
    key_index     : out   std_ulogic_vector(6 downto 0); -- round and word of the key; in its slot, as key_lower and phase
    key_lower     : out   std_ulogic;                    -- the next column has the lower 32 bits of the key
    key_upper     : out   std_ulogic;                    -- the next column has the upper bit of the key
    phase         : out   unsigned(1 downto 0);          -- cycle modulo 4
    second        : out   std_ulogic;                    -- second AES round
    p_place       : out   std_ulogic_vector(1 downto 0); -- place of the word in the first RAM
    p_column      : out   unsigned(1 downto 0);          -- its column, with bit 0 inverted
    q_place       : out   std_ulogic_vector(1 downto 0); -- place of the word in the second RAM
    q_column      : out   unsigned(1 downto 0);          -- its column, with bit 0 inverted
    q_write       : out   std_ulogic;                    -- write the second RAM with the result of three slots ago
    q_target      : out   std_ulogic_vector(3 downto 0); -- place and column that are written
    load_address  : out   std_ulogic_vector(6 downto 0); -- word of the memory that is read
    load_read     : out   std_ulogic;                    -- read it
    preset        : out   std_ulogic;                    -- initial value instead of the word, two cycles after its slot
    initial_first : out   std_ulogic;                    -- its first column
    p_write       : out   std_ulogic;                    -- write the first RAM, three cycles after the slot
    p_target      : out   std_ulogic_vector(3 downto 0); -- place and column that are written
    sum_target    : out   std_ulogic_vector(3 downto 0); -- word and column of the sum for BIG.Final
    sum_write     : out   std_ulogic;                    -- write it
    sum_add       : out   std_ulogic;                    -- add to it
    mix_write     : out   std_ulogic;                    -- write a result of BIG.MixColumns
    mix_address   : out   std_ulogic_vector(6 downto 0); -- to this word of the memory
    mix_final     : out   std_ulogic                     -- the result is one of the last round
  );
end entity echo_lightweight_control;

architecture rtl of echo_lightweight_control is

  constant FIRST_SLOT  : natural := 8;
  constant WAIT_SLOT   : natural := 15;
  constant MIX_SLOT    : natural := 23; -- two before the first result
  constant GROUPS      : natural := 32;
  constant FINAL_ROUND : natural := 7;

  type pairs_t is array (natural range <>) of unsigned(1 downto 0);

  -- Returns the column of the memory that holds word K of group C; TIMES is the number of BIG.ShiftRows before it.
  function column_of (c : unsigned(1 downto 0); times : unsigned(1 downto 0); k : unsigned(1 downto 0)) return unsigned is
    variable product : unsigned(1 downto 0);
  begin
    product(0) := times(0) and k(0);
    product(1) := (times(1) and k(0)) xor (times(0) and k(1));
    return c + product;
  end function column_of;

  signal slot        : unsigned(4 downto 0);
  signal group_now   : unsigned(4 downto 0);      -- round and group
  signal active      : std_ulogic;                -- the S-boxes are in use
  signal starting    : std_ulogic;                -- the block is the first one of its message
  signal last        : std_ulogic;                -- the block is the last one of its message
  signal at_wait     : std_ulogic;                -- no block is processed: the slot before the first one of a block
  signal advance     : std_ulogic;                -- the slot ends with this cycle
  signal take        : std_ulogic;                -- a complete block is taken in this cycle
  signal group_ends  : std_ulogic;                -- last group of the block
  signal word_now    : unsigned(1 downto 0);
  signal load_group  : unsigned(4 downto 0);      -- group that is read
  signal load_own    : std_ulogic;                -- slots 5 to 8
  signal load_next   : std_ulogic;                -- slots 16 to 27
  signal loads       : std_ulogic_vector(1 to 3); -- reads, by the cycles since their slot
  signal load_place  : unsigned(1 downto 0);
  signal load_word   : unsigned(1 downto 0);
  signal load_column : unsigned(1 downto 0);
  signal places      : pairs_t(1 to 3);
  signal words       : pairs_t(1 to 3);
  signal columns     : pairs_t(1 to 3);
  signal from_round  : std_ulogic_vector(1 to 3); -- the read is one of round 0
  signal not_first   : std_ulogic_vector(1 to 3); -- it is not one of the first group
  signal initials    : std_ulogic_vector(1 to 2);
  signal mix_count   : unsigned(3 downto 0);      -- column and place of the result
  signal mix_group   : unsigned(4 downto 0);
  signal mix_area    : std_ulogic;
  signal mix_word    : unsigned(1 downto 0);
  signal mix_column  : unsigned(1 downto 0);
  signal mixing      : std_ulogic;                -- a result is written in the next cycle
  signal mix_last    : std_ulogic;                -- it is one of the last round
  signal mix_ends    : std_ulogic;                -- the last results of a block are written

begin

  at_wait    <= not active and to_bit(slot = WAIT_SLOT);
  take       <= at_wait and full and not last and not unload;
  advance    <= take or not at_wait;
  free_block <= take;
  group_ends <= to_bit(group_now = GROUPS - 1);
  starts     <= not active and to_bit(slot = 31);
  restart    <= starts and last;
  phase      <= slot(1 downto 0);

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or unload_done = '1' then
        slot     <= to_unsigned(FIRST_SLOT, 5);
        active   <= '0';
        starting <= '1';
        last     <= '0';
      elsif advance = '1' then
        slot <= slot + 1;
        if take = '1' then
          last <= loaded_last;
        end if;
        if slot = 31 then
          active <= '1';
          if active = '1' and group_ends = '1' then
            slot     <= to_unsigned(FIRST_SLOT, 5);
            active   <= '0';
            starting <= '0';
          end if;
        end if;
      end if;
      if rst = '1' or unload_done = '1' then
        unload <= '0';
      elsif mix_ends = '1' then
        unload <= last;
      end if;
      if rst = '1' then
        area <= '0';
      elsif take = '1' then
        area <= not area;
      end if;
      if active = '0' then
        group_now <= (others => '0');
      elsif slot = 31 then
        group_now <= group_now + 1;
      end if;
    end if;
  end process count_reg;

  -- The words that are read, for the first RAM and for the sum.

  load_own    <= active and to_bit(slot >= 5) and to_bit(slot <= 8);
  load_next   <= slot(4) and not (slot(3) and slot(2)) and not (active and group_ends);
  load_place  <= slot(3 downto 2) when load_next = '1' else "11";
  load_column <= slot(1 downto 0) when load_next = '1' else slot(1 downto 0) - 1;
  load_word   <= load_place + 1 when load_group(4 downto 2) = 0 else load_place;

  load_reg : process (clk) is
    variable column : unsigned(1 downto 0);
  begin
    if rising_edge(clk) then
      if active = '0' then
        load_group <= (others => '0');
      elsif slot = 15 then
        load_group <= load_group + 1;
      end if;
      column       := column_of(load_group(1 downto 0), load_group(3 downto 2) + 1, load_word);
      load_address <= area & std_ulogic_vector(unsigned'(column & load_word & load_column));
      places       <= load_place & places(1 to 2);
      words        <= load_word & words(1 to 2);
      columns      <= load_column & columns(1 to 2);
      from_round   <= to_bit(load_group(4 downto 2) = 0) & from_round(1 to 2);
      not_first    <= to_bit(load_group(1 downto 0) /= 0) & not_first(1 to 2);
      initials     <= (starting and to_bit(load_group(4 downto 2) = 0) and to_bit(column = 0)) & initials(1);
      if rst = '1' then
        loads <= "000";
      else
        loads <= (load_own or load_next) & loads(1 to 2);
      end if;
    end if;
  end process load_reg;

  load_read     <= loads(1);
  preset        <= initials(2);
  initial_first <= initials(2) and to_bit(columns(2) = 0);
  p_write       <= loads(3);
  p_target      <= std_ulogic_vector(unsigned'(places(3) & columns(3)));

  -- The S-boxes.

  word_now  <= slot(3 downto 2) + 1 when group_now(4 downto 2) = 0 else slot(3 downto 2);
  key_index <= std_ulogic_vector(unsigned'(group_now(4 downto 2) & (group_now(1 downto 0) + word_now) & word_now));
  key_lower <= active and not slot(4) and to_bit(slot(1 downto 0) = 3);

  slot_reg : process (clk) is
  begin
    if rising_edge(clk) then
      second    <= slot(4);
      p_place   <= std_ulogic_vector(slot(3 downto 2));
      p_column  <= slot(1) & not slot(0);
      q_place   <= std_ulogic_vector(slot(1 downto 0));
      q_column  <= slot(3) & not slot(2);
      key_upper <= key_lower;
      if rst = '1' then
        q_write <= '0';
      else
        q_write <= active and to_bit(slot >= 3) and to_bit(slot < 19);
      end if;
      q_target <= std_ulogic_vector(slot(3 downto 0) - 3);
    end if;
  end process slot_reg;

  -- The results of BIG.MixColumns, and the sum. The unloader may start before the last results are written: it reads them later.

  mix_word   <= mix_count(1 downto 0) + 1 when mix_group(4 downto 2) = 0 else mix_count(1 downto 0);
  mix_column <= column_of(mix_group(1 downto 0), mix_group(3 downto 2) + 1, mix_word);
  mix_last   <= mixing and to_bit(mix_group(4 downto 2) = FINAL_ROUND);
  mix_ends   <= mixing and to_bit(mix_group = GROUPS - 1) and to_bit(mix_count = 12);

  mix_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        mixing    <= '0';
        mix_write <= '0';
      else
        mix_write <= mixing;
        if active = '1' and slot = MIX_SLOT then
          mixing <= '1';
        elsif mix_count = 15 then
          mixing <= '0';
        end if;
      end if;
      if active = '1' and slot = MIX_SLOT then
        mix_count <= (others => '0');
        mix_group <= group_now;
        mix_area  <= area;
      else
        mix_count <= mix_count + 1;
      end if;
      mix_final   <= mix_last;
      mix_address <= mix_area & std_ulogic_vector(unsigned'(mix_column & mix_word & mix_count(3 downto 2)));
      if mix_last = '1' then
        mix_address(6 downto 4) <= (not mix_area) & "00";
      end if;
    end if;
  end process mix_reg;

  sum_reg : process (clk) is
  begin
    if rising_edge(clk) then
      sum_target <= std_ulogic_vector(unsigned'(words(2) & columns(2)));
      if mix_last = '1' then
        sum_target <= std_ulogic_vector(unsigned'(mix_word & mix_count(3 downto 2)));
      end if;
      sum_write <= (loads(2) and from_round(2)) or mix_last;
      sum_add   <= not_first(2) or mix_last;
    end if;
  end process sum_reg;

end architecture rtl;
