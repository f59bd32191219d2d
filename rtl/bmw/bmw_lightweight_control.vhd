-- SPDX-License-Identifier: Apache-2.0
-- Control of lightweight BMW-256: counters of phase, index and slot; the sequence; and a pipeline that brings each control bit to the
-- stage of the datapath that its slot has reached.
--
--   stage  contents
--   0      counters --> bmw_lightweight_sequence
--   1      decoded slot --> addresses
--   2      addresses at the memory
--   3      words from the memory
--   4      word_a, xor_b, add_b
--   5      operand, addend
--   6      total --> write
--
-- The final invocation is one block more, with the double pipe as its message and CONST^final as its chaining value.
--
-- A block follows another one without an idle cycle, or when all results are written: a result must not be written in another
-- slot of phase W than slot 3.
--
-- Latency: a block takes 480 cycles.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.bmw_lightweight_pkg.all;
use work.shell_pkg.all;

entity bmw_lightweight_control is
  port (
    clk            : in    std_ulogic;                    -- clock
    rst            : in    std_ulogic;                    -- synchronous reset, active high
    full           : in    std_ulogic;                    -- from the loader: a block is in the memory
    loaded_last    : in    std_ulogic;                    -- from the loader: it is the last block of its message
    free_block     : out   std_ulogic;                    -- to the loader: it may load the next block
    load_write     : in    std_ulogic;                    -- from the loader: write a word
    load_index     : in    std_ulogic_vector(3 downto 0); -- from the loader: index of that word
    port_free      : out   std_ulogic;                    -- to the loader: it may write in this cycle
    unload         : out   std_ulogic;                    -- to the unloader: send the digest
    unload_done    : in    std_ulogic;                    -- from the unloader: the last word is sent
    unload_read    : in    std_ulogic;                    -- from the unloader: read a word of the digest
    unload_index   : in    std_ulogic_vector(2 downto 0); -- from the unloader: index of that word
    unload_capture : in    std_ulogic;                    -- from the unloader: capture the word
    port_read      : out   std_ulogic;                    -- to the datapath, as the next ones: port a reads
    other_read     : out   std_ulogic;                    -- port b reads
    port_write     : out   std_ulogic;                    -- port a writes
    write_total    : out   std_ulogic;                    -- port a writes the sum; otherwise a word from the loader
    port_address   : out   unsigned(7 downto 0);          -- address of port a
    other_address  : out   unsigned(7 downto 0);          -- address of port b
    hold           : out   std_ulogic;                    -- word_a keeps its value
    take_a         : out   std_ulogic;                    -- word_a takes the word that was read; otherwise zero
    take_xor_b     : out   std_ulogic;                    -- xor_b takes the word that was read; otherwise zero
    take_add_b     : out   std_ulogic;                    -- add_b takes the word that was read; otherwise zero
    change         : out   change_t;                      -- what happens to word_a
    keep           : out   std_ulogic;                    -- XOR operand to the next operand
    add            : out   std_ulogic;                    -- add operand to total
    subtract       : out   std_ulogic;                    -- subtract operand from total instead
    restart        : out   std_ulogic                     -- total is taken as zero before the addition
  );
end entity bmw_lightweight_control;

architecture rtl of bmw_lightweight_control is

  -- Returns the address of `place` for an index.
  function address_of (place : place_t; index : unsigned) return unsigned is
    variable base   : unsigned(4 downto 0);
    variable result : unsigned(7 downto 0);
  begin
    base := resize(index, 5);
    if place.fixed = '1' then
      base := "00000";
    end if;
    base               := base + place.offset;
    result(7 downto 4) := place.area;
    if place.area = AREA_Q then
      result(4) := base(4);
    end if;
    result(3)          := base(3) and not place.low;
    result(2 downto 0) := base(2 downto 0);
    return result;
  end function address_of;

  type totals_t is array (2 to 5) of total_t;

  type addresses_t is array (2 to 6) of unsigned(7 downto 0);

  signal running      : std_ulogic; -- a block is being processed
  signal first_block  : std_ulogic; -- it is the first one of its message
  signal closing      : std_ulogic; -- it is the final invocation
  signal finished     : std_ulogic; -- the digest is in the memory, or is on its way to it
  signal last         : std_ulogic; -- the latest block is the last one of its message
  signal load_bank    : std_ulogic; -- which of the two areas is loaded
  signal start        : std_ulogic; -- the next cycle is the first one of a block
  signal pending      : std_ulogic; -- a result is on its way to the memory
  signal phase        : phase_t;
  signal index        : unsigned(3 downto 0);
  signal slot         : unsigned(4 downto 0);
  signal before_last  : std_ulogic;
  signal last_slot    : std_ulogic; -- the slot is the last one of its result
  signal is_last      : std_ulogic;
  signal last_index   : std_ulogic; -- the result is the last one of its phase; correct from its second slot on
  signal ends_block   : std_ulogic;
  signal decoded      : slot_t;
  signal slot_1       : slot_t;     -- stage 1
  signal index_1      : unsigned(3 downto 0);
  signal address_1    : unsigned(7 downto 0);
  signal read_a       : std_ulogic_vector(2 to 3);
  signal read_b       : std_ulogic;
  signal read_address : unsigned(7 downto 0);
  signal change_2     : change_t;
  signal change_3     : change_t;
  signal totals       : totals_t;
  signal targets      : addresses_t;
  signal message_area : area_t;
  signal chain_area   : area_t;

begin

  pending    <= slot_1.sum.ends or totals(2).ends or totals(3).ends or totals(4).ends or totals(5).ends;
  start      <= full and not finished and
                ((ends_block and not last and not closing) or (not running and not pending));
  free_block <= start;
  ends_block <= running and last_slot and last_index and to_bit(phase = PHASE_UPPER);

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        running     <= '0';
        first_block <= '1';
        closing     <= '0';
        finished    <= '0';
        load_bank   <= '0';
        unload      <= '0';
      else
        load_bank <= load_bank xor start;
        running   <= start or (running and not (ends_block and (closing or not last)));
        if ends_block = '1' then
          first_block <= '0';
          closing     <= last and not closing;
          finished    <= closing;
        end if;
        -- The last results are written before the digest is read.
        unload <= finished and not pending;
        if unload_done = '1' then
          unload      <= '0';
          finished    <= '0';
          first_block <= '1';
        end if;
      end if;
    end if;
  end process state_reg;

  last_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        last <= loaded_last;
      end if;
    end if;
  end process last_reg;

  slot_reg : process (clk) is
  begin
    if rising_edge(clk) then
      last_slot  <= before_last and running;
      last_index <= is_last;
      if rst = '1' or start = '1' or ends_block = '1' then
        phase <= (others => '0');
        index <= (others => '0');
        slot  <= (others => '0');
      elsif running = '1' then
        slot <= slot + 1;
        if last_slot = '1' then
          slot  <= (others => '0');
          index <= index + 1;
          if last_index = '1' then
            phase <= phase + 1;
            -- Phases EXPAND1 and EXPAND2 have one index in common.
            if phase /= PHASE_EXPAND1 then
              index <= (others => '0');
            end if;
          end if;
        end if;
      end if;
    end if;
  end process slot_reg;

  message_area <= AREA_CHAIN when closing = '1' else "010" & not load_bank;
  chain_area   <= AREA_FINAL when closing = '1' else
                  AREA_INITIAL when first_block = '1' else
                  AREA_CHAIN;

  steps : entity work.bmw_lightweight_sequence
    port map (
      phase        => phase,
      index        => index,
      slot         => slot,
      message_area => message_area,
      chain_area   => chain_area,
      before_last  => before_last,
      last_index   => is_last,
      decoded      => decoded
    );

  address_1 <= address_of(slot_1.a, index_1);

  stages_reg : process (clk) is
  begin
    if rising_edge(clk) then
      slot_1  <= decoded;
      index_1 <= index;
      if rst = '1' or running = '0' then
        slot_1.a.used   <= '0';
        slot_1.b.used   <= '0';
        slot_1.sum.add  <= '0';
        slot_1.sum.ends <= '0';
      end if;

      read_a        <= slot_1.a.used & read_a(2);
      read_b        <= slot_1.b.used;
      read_address  <= address_1;
      other_address <= address_of(slot_1.b, index_1);
      change_2      <= slot_1.change;
      if slot_1.by_index = '1' then
        change_2.rotate <= ('0' & address_1(3 downto 0)) + 1;
      end if;
      change_3          <= change_2;
      change            <= change_3;
      totals(2)         <= slot_1.sum;
      totals(3 to 5)    <= totals(2 to 4);
      targets(2)        <= address_of(slot_1.target, index_1);
      targets(3 to 6)   <= targets(2 to 5);
      write_total       <= totals(5).ends;
      if rst = '1' then
        write_total <= '0';
        for stage in 2 to 5 loop
          totals(stage).ends <= '0';
        end loop;
      end if;
    end if;
  end process stages_reg;

  -- The memory. No write reaches the areas of constants, since a target and the loader's areas have bit 7 at zero.

  other_read   <= read_b;
  port_read    <= (read_a(2) and not write_total) or unload_read;
  port_write   <= write_total or load_write;
  port_free    <= not (read_a(2) or write_total or unload);
  port_address <= '0' & targets(6)(6 downto 0) when write_total = '1' else
                  read_address when read_a(2) = '1' else
                  x"68" + resize(unsigned(unload_index), 8) when unload = '1' else
                  "010" & load_bank & unsigned(load_index);

  -- Words, operand and sum.

  hold       <= unload and not unload_capture;
  take_a     <= read_a(3) or unload;
  take_xor_b <= totals(3).b_xor;
  take_add_b <= totals(3).b_add;
  keep       <= totals(4).keep;
  add        <= totals(5).add;
  subtract   <= totals(5).subtract;
  restart    <= totals(5).first;

end architecture rtl;
