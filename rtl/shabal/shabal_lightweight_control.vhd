-- SPDX-License-Identifier: Apache-2.0
-- Control of lightweight Shabal-256: a counter of slots, the states of a message, and the addresses of the memories.
--
-- A round takes 64 slots: 48 steps of the permutation (slots 0 .. 47), then the exchange (slots 48 .. 63). `ahead` is the number of
-- the next slot, since memories are read one slot before a word is used, and the block RAM two slots before.
--
--   state       slots               what happens
--   init        three times 48..63  loads the initial state, see shabal_lightweight_datapath
--   starting    48 .. 63            exchange before the first block; C keeps its words
--   (none)      0 .. 63             round of a block, exchange with the next block
--   last        0 .. 63             the block ends its message; `closing` counts its three final rounds
--   ending      48 .. 63            exchange after the last final round
--   unloading   from 56 on          C_8 to C_15 are sent, one slot a word
--
-- The core waits at slot 48 until the loader has a block. The block in the memory is read for its own round and for all final rounds.
--
-- Source: Shabal, section 2.3. Latency: a block takes 64 cycles.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shabal_pkg.all;
use work.shell_pkg.all;

entity shabal_lightweight_control is
  port (
    clk            : in    std_ulogic;                    -- clock
    rst            : in    std_ulogic;                    -- synchronous reset, active high
    full           : in    std_ulogic;                    -- from the loader: a block is in the memory
    loaded_last    : in    std_ulogic;                    -- from the loader: it is the last block of its message
    free_block     : out   std_ulogic;                    -- to the loader: the block has been read for the last time
    unload         : out   std_ulogic;                    -- to the unloader: send the digest
    unload_done    : in    std_ulogic;                    -- from the unloader: the last word is sent
    unload_capture : in    std_ulogic;                    -- from the unloader: the next word is needed
    advance        : out   std_ulogic;                    -- the slot ends with this cycle
    block_read     : out   std_ulogic;                    -- read a word from the block RAM
    block_address  : out   std_ulogic_vector(5 downto 0); -- page and index of that word
    c_address      : out   std_ulogic_vector(3 downto 0); -- word of C for the next slot
    t_address      : out   std_ulogic_vector(3 downto 0); -- word of T for the next slot
    t_clear        : out   std_ulogic;                    -- use zero in its place
    slot_index     : out   std_ulogic_vector(3 downto 0); -- number of the slot modulo 16
    late_index     : out   std_ulogic_vector(3 downto 0); -- the same of the slot before
    init           : out   std_ulogic;                    -- the slot loads the initial state
    adding         : out   std_ulogic;                    -- the slot adds T to A; otherwise it is a step
    a_step         : out   std_ulogic;                    -- with advance: A goes to its next word
    a_restart      : out   std_ulogic;                    -- the next word of A is word 0
    c_write        : out   std_ulogic;                    -- B moves to C
    t_write        : out   std_ulogic;                    -- a word of T is written
    exchange       : out   std_ulogic;                    -- a word of the next B and of the next M enters
    w              : out   word_t                         -- the block counter in slot 0, zero in all others
  );
end entity shabal_lightweight_control;

architecture rtl of shabal_lightweight_control is

  -- A message of 2**32 bits has 2**23 blocks, and padding adds one.
  constant COUNTER_BITS : positive := 24;
  constant FIRST_SLOT   : natural  := 48;
  constant LAST_SLOT    : natural  := 63;
  constant DIGEST_SLOT  : natural  := 56;

  signal ahead      : unsigned(5 downto 0);                -- the next slot
  signal slot       : unsigned(5 downto 0);
  signal late       : unsigned(3 downto 0);                -- slot of the cycle before, modulo 16
  signal page       : unsigned(1 downto 0);                -- of the next slot: pages 1 to 3 are the initial state, page 0 the block
  signal starting   : std_ulogic;                          -- of the next slot
  signal last       : std_ulogic;
  signal closing    : unsigned(1 downto 0);                -- counts the last block (1) and its final rounds (2, 3, 0)
  signal ending     : std_ulogic;                          -- the last final round runs
  signal unloading  : std_ulogic;
  signal preparing  : std_ulogic;                          -- page is not 0
  signal at_first   : std_ulogic;                          -- the next slot is 48
  signal at_last    : std_ulogic;                          -- the next slot is 63
  signal next_block : std_ulogic;                          -- the next exchange is with a new block
  signal moves      : std_ulogic;                          -- value of advance
  signal c_keeps    : std_ulogic;                          -- the slot is one of starting or of unloading
  signal swapping   : std_ulogic;                          -- slots 48 .. 63
  signal counter    : unsigned(COUNTER_BITS - 1 downto 0); -- number of the block in its message, from 1

begin

  preparing    <= to_bit(page /= 0);
  at_first   <= to_bit(ahead = FIRST_SLOT);
  at_last    <= to_bit(ahead = LAST_SLOT);
  next_block <= at_first and not preparing and not last;
  moves      <= unload_capture when unloading = '1' else
                not (next_block and not full);

  free_block    <= moves and at_last and not preparing and not unloading and not ending
                   and (not last or to_bit(closing = 3));
  unload        <= unloading;
  advance       <= moves;
  block_read    <= moves and ahead(5) and ahead(4);
  block_address <= std_ulogic_vector(page) & std_ulogic_vector(ahead(3 downto 0));
  swapping      <= slot(5) and slot(4);
  slot_index    <= std_ulogic_vector(slot(3 downto 0));
  late_index    <= std_ulogic_vector(late);
  adding        <= swapping;
  a_step        <= moves and not (swapping and slot(3) and slot(2));
  a_restart     <= rst or unloading;
  c_write       <= swapping and not c_keeps;
  t_write       <= init or not swapping;
  t_clear       <= preparing or not (ahead(5) or ahead(4));

  -- In steps: C in falling order, and each word of C is added to the word of T that is 3, 11 and 15 places below it.
  addresses : process (all) is
    variable base : unsigned(3 downto 0);
  begin
    base := "0101";
    if ahead(4) = '1' then
      base := "1101";
    end if;
    if ahead(5) = '1' then
      base := "1001";
    end if;
    c_address <= std_ulogic_vector(8 - ahead(3 downto 0));
    t_address <= std_ulogic_vector(base - ahead(3 downto 0));
    if ahead(5) = '1' and ahead(4) = '1' then
      c_address <= std_ulogic_vector(ahead(3 downto 0));
      t_address <= std_ulogic_vector(ahead(3 downto 0));
    end if;
  end process addresses;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or unload_done = '1' then
        ahead     <= to_unsigned(FIRST_SLOT, 6);
        page      <= to_unsigned(1, 2);
        starting  <= '0';
        last      <= '0';
        closing   <= "00";
        ending    <= '0';
        unloading <= '0';
        counter   <= (others => '0');
      elsif moves = '1' then
        ahead <= ahead + 1;
        if next_block = '1' then
          last    <= loaded_last;
          counter <= counter + 1;
        end if;
        if at_first = '1' and last = '1' then
          closing <= closing + 1;
          ending  <= to_bit(closing = 3);
        end if;
        if at_last = '1' then
          starting <= to_bit(page = 3);
          if preparing = '1' then
            page  <= page + 1;
            ahead <= to_unsigned(FIRST_SLOT, 6);
          end if;
          if ending = '1' then
            unloading <= '1';
            ahead     <= to_unsigned(DIGEST_SLOT, 6);
          end if;
        end if;
      end if;
    end if;
  end process state_reg;

  slot_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        slot <= to_unsigned(LAST_SLOT, 6); -- A does not go to its next word
      elsif moves = '1' then
        slot <= ahead;
      end if;
      if moves = '1' then
        late       <= slot(3 downto 0);
        init       <= preparing;
        exchange   <= swapping;
        c_keeps    <= starting or unloading;
        w          <= (others => '0');
        if ahead = 0 then
          w(COUNTER_BITS - 1 downto 0) <= counter;
        end if;
      end if;
    end if;
  end process slot_reg;

end architecture rtl;
