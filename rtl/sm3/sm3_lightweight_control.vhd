-- SPDX-License-Identifier: Apache-2.0
-- Control of lightweight SM3: one counter of slots and four states. The slots are those of sm3_lightweight_datapath.
--
--   state       slots      what happens
--   initial     0 .. 9     the initial value becomes the chaining value
--   running     0 .. 71    eight slots for the chaining value, then 64 rounds; reads the block in slots 1 to 16
--   finishing   0 .. 7     follows the last block: eight slots for the chaining value; running is '1' too
--   unloading   0          the digest is sent; then the initial state of the next message
--
-- The counter stops in slot 0 of running until the loader has a block. Control bits that reach wide logic are registers, which are set one
-- slot ahead.
--
-- Latency: a block takes 72 cycles.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sequence_pkg.all;
use work.shell_pkg.all;

entity sm3_lightweight_control is
  port (
    clk         : in    std_ulogic;           -- clock
    rst         : in    std_ulogic;           -- synchronous reset, active high
    full        : in    std_ulogic;           -- from the loader: a block is in the memory
    loaded_last : in    std_ulogic;           -- from the loader: it is the last block of its message
    free_block  : out   std_ulogic;           -- to the loader: the block has been read
    unload      : out   std_ulogic;           -- to the unloader: send the digest
    unload_done : in    std_ulogic;           -- from the unloader: the last word is sent
    count       : out   unsigned(6 downto 0); -- to the datapath, as the next ones: the slot
    load_iv     : out   std_ulogic;           -- V becomes the initial value, and the state becomes zero
    step        : out   std_ulogic;           -- the state changes
    in_round    : out   std_ulogic;           -- slots 8 to 71: a round
    parity      : out   std_ulogic;           -- rounds 0 to 15: FF and GG are parity
    adding      : out   std_ulogic;           -- slots 7 to 70: W' is added to D
    word_clear  : out   std_ulogic;           -- W is zero in the next slot
    loading     : out   std_ulogic;           -- slots 2 to 17: port a has read a word of the block
    port_read   : out   std_ulogic            -- port a reads a word of the block; its address is the slot
  );
end entity sm3_lightweight_control;

architecture rtl of sm3_lightweight_control is

  constant COUNT_BITS   : positive := 7;
  constant LAST_SLOT    : natural  := 71;
  constant LAST_READ    : natural  := 16;
  constant LAST_SUM     : natural  := 7;
  constant LAST_INITIAL : natural  := 9;
  constant PARITY_SLOTS : positive := 16;

  -- Returns the sequence that is '1' in slots FIRST to LAST.
  function slots_of (first, last : natural) return std_ulogic_vector is
  begin
    return marks(first, last, LAST_SLOT + 1, 2 ** COUNT_BITS);
  end function slots_of;

  -- Returns the sequence that a register needs which is set one slot ahead.
  function ahead (first, last : natural) return std_ulogic_vector is
  begin
    return slots_of(first - 1, last - 1);
  end function ahead;

  signal slot      : unsigned(COUNT_BITS - 1 downto 0); -- value of count
  signal starting  : std_ulogic;                        -- value of initial
  signal running   : std_ulogic;
  signal finishing : std_ulogic;
  signal unloading : std_ulogic;
  signal last      : std_ulogic;                        -- the block is the last one of its message
  signal at_zero   : std_ulogic;                        -- slot 0
  signal reading   : std_ulogic;                        -- value of port_read
  signal moves     : std_ulogic;                        -- value of step
  signal ends      : std_ulogic;                        -- the last slot of a state

begin

  count      <= slot;
  load_iv    <= starting;
  unload     <= unloading;
  step       <= moves;
  port_read  <= reading;
  moves      <= running and (full or finishing or not at_zero);
  reading    <= running and not finishing and lookup(slots_of(1, LAST_READ), slot);
  free_block <= reading and slot(4);
  word_clear <= not running or lookup(either(slots_of(0, 5), slots_of(LAST_SLOT - 1, LAST_SLOT)), slot);
  ends       <= (starting and to_bit(slot = LAST_INITIAL)) or (finishing and to_bit(slot = LAST_SUM)) or to_bit(slot = LAST_SLOT);

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or unload_done = '1' then
        slot      <= (others => '0');
        at_zero   <= '1';
        starting  <= '1';
        running   <= '0';
        finishing <= '0';
        unloading <= '0';
      elsif ends = '1' then
        slot      <= (others => '0');
        at_zero   <= '1';
        starting  <= '0';
        running   <= not finishing;
        finishing <= running and not finishing and last;
        unloading <= finishing;
      elsif moves = '1' or starting = '1' then
        slot    <= slot + 1;
        at_zero <= '0';
      end if;
    end if;
  end process count_reg;

  last_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if reading = '1' then
        last <= loaded_last;
      end if;
    end if;
  end process last_reg;

  sequence_reg : process (clk) is
  begin
    if rising_edge(clk) then
      loading  <= reading;
      in_round <= running and lookup(ahead(LAST_SUM + 1, LAST_SLOT), slot);
      adding   <= running and lookup(ahead(LAST_SUM, LAST_SLOT - 1), slot);
      parity   <= lookup(ahead(LAST_SUM + 1, LAST_SUM + PARITY_SLOTS), slot);
    end if;
  end process sequence_reg;

end architecture rtl;
