-- SPDX-License-Identifier: Apache-2.0
-- Control of lightweight Skein: four states with one counter of slots, and sequences of control bits that the counter looks up (paper
-- B, section 2.4). A slot is one addition of 64 bits.
--
--   state    slots   what happens
--   start    23      loads the block; computes word 8 of the key in the other slots, and writes it to the memory
--   inject   11      adds a subkey: eight words of the key, then two words of the tweak and the subkey's number
--   rounds   16      four rounds of four MIX functions
--   finish   32      XORs the block to the state and writes the new chaining value to the memory
--
-- A block is start, inject, eighteen times rounds and inject, finish. Slot 0 of start waits for a block. The output transformation
-- follows the last block in the same states, with zeros for the block. Its last slot waits until the digest is sent.
--
-- Each slot has four stages of one cycle: read the memory, look up the control bits, add, write the result. The counter is that of the
-- first stage. A word that is added in one slot can be written to the memory three cycles later, so no slot reads there.
--
-- Latency: 552 cycles for a block, and 552 for the output transformation.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sequence_pkg.all;
use work.shell_pkg.all;
use work.skein_lightweight_pkg.all;

entity skein_lightweight_control is
  port (
    clk            : in    std_ulogic;                    -- clock
    rst            : in    std_ulogic;                    -- synchronous reset, active high
    full           : in    std_ulogic;                    -- from the loader: a block is in the memory
    loaded_last    : in    std_ulogic;                    -- from the loader: it is the last block of its message
    free_block     : out   std_ulogic;                    -- to the loader and the tweak: the loaded block is in process
    start_output   : out   std_ulogic;                    -- to the tweak: the output transformation is in process
    load_write     : in    std_ulogic;                    -- from the loader: write a word
    load_index     : in    std_ulogic_vector(3 downto 0); -- from the loader: number of that word in the block
    port_free      : out   std_ulogic;                    -- to the loader: it may write in this cycle
    unload         : out   std_ulogic;                    -- to the unloader: send the digest
    unload_done    : in    std_ulogic;                    -- from the unloader: the last word is sent
    unload_read    : in    std_ulogic;                    -- from the unloader: read a word of the digest
    unload_index   : in    std_ulogic_vector(2 downto 0); -- from the unloader: index of that word in the digest
    unload_capture : in    std_ulogic;                    -- from the unloader: the word that was read is needed
    advance        : out   std_ulogic;                    -- to the datapath, as the next ones: step to the next slot
    port_read      : out   std_ulogic;                    -- port a reads
    port_write     : out   std_ulogic;                    -- port a writes
    port_address   : out   std_ulogic_vector(8 downto 0); -- address of port a
    upper_address  : out   std_ulogic_vector(8 downto 0); -- address of port b
    write_result   : out   std_ulogic;                    -- port a writes the sum; otherwise loaded_word
    write_upper    : out   std_ulogic;                    -- the upper half of the sum
    key_capture    : out   std_ulogic;                    -- copy the word that was read to the register of key words
    key_clear      : out   std_ulogic;                    -- clear the register of key words
    position_add   : out   std_ulogic;                    -- this slot adds the position of the tweak
    flags_add      : out   std_ulogic;                    -- this slot adds the flags of the tweak
    number_add     : out   std_ulogic;                    -- this slot adds the number of the subkey
    number         : out   unsigned(4 downto 0);          -- number of the subkey
    add_even       : out   std_ulogic;                    -- an operand is the word of RAM even
    add_odd        : out   std_ulogic;                    -- that operand is the word of RAM odd
    mix            : out   std_ulogic;                    -- the other operand is the word of RAM odd
    amount         : out   unsigned(5 downto 0);          -- bits to rotate
    turned_clear   : out   std_ulogic;                    -- the next XOR is with zero
    even_write     : out   std_ulogic;                    -- write the sum to RAM even
    even_address   : out   std_ulogic_vector(1 downto 0); -- address in RAM even
    odd_write      : out   std_ulogic;                    -- write the XOR of the previous slot to RAM odd
    odd_read       : out   std_ulogic_vector(2 downto 0); -- address of the word read from RAM odd
    odd_address    : out   std_ulogic_vector(2 downto 0)  -- address of the word written to RAM odd
  );
end entity skein_lightweight_control;

architecture rtl of skein_lightweight_control is

  constant AMOUNTS : amount_bits_t := all_amounts;

  -- Bits of an address that are stored inverted. Without the inverter, Yosys moves the register of the address into the RAM, which is
  -- then one with a clocked read: a block memory.
  constant EVEN_INVERTED : unsigned(1 downto 0) := "10";
  constant ODD_INVERTED  : unsigned(2 downto 0) := "100";

  -- Stage 1: read the memory.
  signal count     : unsigned(COUNT_BITS - 1 downto 0);
  signal starts    : std_ulogic;           -- state start
  signal injects   : std_ulogic;           -- state inject
  signal rounds    : std_ulogic;           -- state rounds
  signal finishes  : std_ulogic;           -- state finish
  signal ends      : std_ulogic;           -- last slot of the state
  signal subkey    : unsigned(4 downto 0); -- number of the subkey, s
  signal thirds    : unsigned(1 downto 0); -- s mod 3
  signal word      : unsigned(3 downto 0); -- number of the word of the key in state inject
  signal first     : std_ulogic;           -- the first block of a message is in process
  signal last      : std_ulogic;           -- the last block of a message, or the output transformation, is in process
  signal closing   : std_ulogic;           -- the output transformation is in process
  signal page      : std_ulogic;           -- half of the message buffer that is in process
  signal at_wait   : std_ulogic;           -- the slot before the first one of a block
  signal at_unload : std_ulogic;
  signal waits     : std_ulogic;           -- no block has been loaded
  signal step      : std_ulogic;
  signal reads     : std_ulogic;
  signal of_block  : std_ulogic;           -- reads the block; otherwise the key
  signal index     : unsigned(3 downto 0); -- word that is read

  -- Stage 2: look up.
  signal count_2    : unsigned(COUNT_BITS - 1 downto 0);
  signal starts_2   : std_ulogic;
  signal injects_2  : std_ulogic;
  signal rounds_2   : std_ulogic;
  signal finishes_2 : std_ulogic;
  signal subkey_2   : unsigned(4 downto 0);
  signal thirds_2   : unsigned(1 downto 0);
  signal loads      : std_ulogic; -- loads a word of the block
  signal adds_even  : std_ulogic; -- adds to an even word of the state
  signal adds_odd   : std_ulogic; -- adds to an odd word of the state
  signal even_index : unsigned(1 downto 0);
  signal odd_index  : unsigned(2 downto 0);
  signal tweaks     : std_ulogic; -- slots 8 and 9 of inject

  -- Stages 3 and 4: add, write.
  signal odd_write_3   : std_ulogic;
  signal even_3        : unsigned(1 downto 0); -- bits inverted
  signal odd_3         : unsigned(2 downto 0); -- bits inverted
  signal odd_target_3  : unsigned(2 downto 0);
  signal result_3      : std_ulogic;
  signal result_4      : std_ulogic;
  signal write_index_3 : unsigned(4 downto 0);
  signal write_index_4 : unsigned(4 downto 0);

begin

  -- The counter and the states.

  at_wait      <= starts and to_bit(count = 0);
  at_unload    <= finishes and closing and to_bit(count = LAST_FINISH);
  waits        <= at_wait and not closing and not full;
  step         <= not (waits or (at_unload and not unload_done));
  advance      <= step;
  unload       <= at_unload;
  free_block   <= at_wait and not closing and full;
  start_output <= at_wait and closing;
  ends         <= (starts and to_bit(count = LAST_START)) or (injects and to_bit(count = LAST_INJECT)) or
                  (rounds and to_bit(count = LAST_ROUND)) or (finishes and to_bit(count = LAST_FINISH));

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        count    <= (others => '0');
        starts   <= '1';
        injects  <= '0';
        rounds   <= '0';
        finishes <= '0';
        first    <= '1';
        last     <= '0';
        closing   <= '0';
        page     <= '0';
      elsif step = '1' then
        count <= count + 1;
        if ends = '1' then
          count    <= (others => '0');
          starts   <= finishes;
          injects  <= starts or rounds;
          rounds   <= injects and not to_bit(subkey = LAST_NUMBER);
          finishes <= injects and to_bit(subkey = LAST_NUMBER);
          if finishes = '1' then
            first  <= closing;
            closing <= last and not closing;
          end if;
        end if;
        if at_wait = '1' and closing = '0' then
          last <= loaded_last;
          page <= not page;
        end if;
      end if;
    end if;
  end process count_reg;

  subkey_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if step = '1' then
        if starts = '1' then
          subkey <= (others => '0');
          thirds <= (others => '0');
        elsif rounds = '1' and ends = '1' then
          subkey <= subkey + 1;
          thirds <= thirds + 1;
          if thirds = 2 then
            thirds <= (others => '0');
          end if;
        end if;
        -- Ten steps modulo 9 in each subkey: the next one starts one word later.
        if starts = '1' then
          word <= (others => '0');
        elsif injects = '1' and ends = '0' then
          word <= word + 1;
          if word(3) = '1' then
            word <= (others => '0');
          end if;
        end if;
      end if;
    end if;
  end process subkey_reg;

  -- Stage 1. Word 9 of the key is the constant C_240, the first value of word 8. It is stored with the words of the first block. No
  -- write can reach these words, because the writes of an undefined state before the first reset must not change them.

  of_block <= finishes or (starts and count(0));
  reads    <=
  (
    starts and lookup(in_start(0,
                                16),
                       count)
  ) or (injects and not count(3)) or
    (
      finishes and lookup(in_finish(4,
                                     11),
                           count)
    );

  select_index : process (all) is
  begin
    if finishes = '1' then
      index <= '0' & count(1 downto 0) & count(3);
    elsif starts = '1' then
      index <= count(4 downto 2) & (count(1) or count(4));
    else
      index <= word;
    end if;
  end process select_index;

  upper_address(8 downto 6) <= '0' & of_block & (of_block and closing);
  upper_address(5)          <= (first or (starts and count(4))) and not of_block;
  upper_address(4)          <= (page and not closing) when of_block = '1' else index(3);
  upper_address(3 downto 1) <= std_ulogic_vector(index(2 downto 0));
  upper_address(0)          <= '1';

  -- Stage 2.

  stage_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        starts_2   <= '0';
        injects_2  <= '0';
        rounds_2   <= '0';
        finishes_2 <= '0';
      elsif step = '1' then
        starts_2   <= starts;
        injects_2  <= injects;
        rounds_2   <= rounds;
        finishes_2 <= finishes;
      end if;
      if step = '1' then
        count_2  <= count;
        subkey_2 <= subkey;
        thirds_2 <= thirds;
      end if;
    end if;
  end process stage_reg;

  loads     <= starts_2 and count_2(0) and not count_2(4);
  tweaks    <= injects_2 and count_2(3) and not count_2(1);
  adds_even <= injects_2 and not (count_2(0) xor count_2(3));
  adds_odd  <= injects_2 and (count_2(0) xor count_2(3));

  select_even : process (all) is
  begin
    if rounds_2 = '1' then
      even_index <= count_2(1 downto 0) + count_2(3 downto 2);
    elsif injects_2 = '1' then
      even_index <= count_2(2 downto 1);
      if count_2(3) = '1' then
        even_index <= "11";
      end if;
    elsif starts_2 = '1' then
      even_index <= count_2(3 downto 2);
    else
      even_index <= count_2(1 downto 0);
    end if;
  end process select_even;

  -- Words 4 to 7 of the odd half hold the even words in state finish, and word 4 is word 8 of the key in state start.
  select_odd : process (all) is
  begin
    odd_index <= '0' & count_2(1 downto 0);
    if rounds_2 = '1' then
      odd_index(1) <= count_2(1) xor (count_2(0) and count_2(2));
    elsif injects_2 = '1' then
      odd_index(1 downto 0) <= count_2(2 downto 1);
      if count_2(3) = '1' then
        odd_index(1 downto 0) <= '1' & count_2(1);
      end if;
    elsif starts_2 = '1' then
      odd_index <= '0' & count_2(3 downto 2);
      if loads = '0' then
        odd_index <= "100";
      end if;
    elsif count_2 < 12 then
      odd_index(2) <= not count_2(3);
    else
      odd_index <= not count_2(1) & (count_2(3 downto 2) + 1);
    end if;
  end process select_odd;

  control_reg : process (clk) is
    variable amount_index : unsigned(4 downto 0);
  begin
    if rising_edge(clk) then
      if step = '1' then
        amount_index := subkey_2(0) & count_2(3 downto 0);
        for b in 0 to 5 loop
          amount(b) <= lookup(AMOUNTS(b), amount_index) and rounds_2;
        end loop;
        add_even      <= rounds_2 or adds_even or (finishes_2 and lookup(in_finish(0, 3), count_2));
        add_odd       <= adds_odd or (starts_2 and lookup(in_start(18, 19), count_2)) or
                         (finishes_2 and lookup(in_finish(12, 31), count_2));
        mix           <= rounds_2;
        even_write    <= rounds_2 or adds_even or (loads and not count_2(1));
        even_3        <= even_index xor EVEN_INVERTED;
        odd_write_3   <= rounds_2 or adds_odd or (loads and count_2(1)) or
                         (starts_2 and not count_2(0) and lookup(in_start(0, 16), count_2)) or
                         (finishes_2 and lookup(in_finish(0, 11), count_2));
        odd_3         <= odd_index xor ODD_INVERTED;
        turned_clear  <= not (rounds_2 or (starts_2 and not count_2(0) and lookup(in_start(1, 22), count_2)) or
                              (finishes_2 and lookup(in_finish(4, 11), count_2)));
        position_add  <= tweaks and not (to_bit(thirds_2 = 1) and not count_2(0)) and not (to_bit(thirds_2 = 0) and count_2(0));
        flags_add     <= tweaks and not (to_bit(thirds_2 = 0) and not count_2(0)) and not (to_bit(thirds_2 = 2) and count_2(0));
        number_add    <= injects_2 and count_2(3) and count_2(1);
        number        <= subkey_2;
        write_index_3 <= '0' & odd_index(1 downto 0) & not odd_index(2) & count_2(0);
        if starts_2 = '1' then
          write_index_3 <= "1000" & count_2(0);
        end if;
        odd_write     <= odd_write_3;
        odd_address   <= odd_read;
        write_index_4 <= write_index_3;
      end if;
    end if;
  end process control_reg;

  -- Control of the writes, which a reset must stop.
  result_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        result_3 <= '0';
        result_4 <= '0';
      elsif step = '1' then
        result_3 <= (starts_2 and lookup(in_start(18, 19), count_2)) or (finishes_2 and lookup(in_finish(12, 27), count_2));
        result_4 <= result_3;
      end if;
    end if;
  end process result_reg;

  even_address <= std_ulogic_vector(even_3 xor EVEN_INVERTED);
  odd_read     <= std_ulogic_vector(odd_3 xor ODD_INVERTED);
  key_capture  <= step or unload_capture;
  key_clear    <= step and not ((starts_2 and lookup(in_start(0, 16), count_2)) or (injects_2 and not count_2(3)) or
                                (finishes_2 and lookup(in_finish(4, 11), count_2)));
  write_result <= result_4;
  write_upper  <= write_index_4(0);

  -- Port a of the memory.

  port_free  <= not ((reads and not waits) or result_4 or at_unload);
  port_read  <= (reads and step) or unload_read;
  port_write <= result_4 or load_write;

  select_address : process (all) is
  begin
    port_address <= "0100" & not page & load_index;
    if at_unload = '1' then
      port_address <= "000000" & unload_index;
    elsif result_4 = '1' then
      port_address <= "000" & '0' & std_ulogic_vector(write_index_4);
    elsif reads = '1' and waits = '0' then
      port_address <= upper_address(8 downto 1) & '0';
    end if;
  end process select_address;

end architecture rtl;
