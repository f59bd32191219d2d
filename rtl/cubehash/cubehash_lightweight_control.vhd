-- SPDX-License-Identifier: Apache-2.0
-- Control of lightweight CubeHash: one counter of slots, and a counter of 128 slots in the finalisation. Four slots are a half round
-- (see cubehash_lightweight_datapath); 16 rounds are slots 0 to 127.
--
--   state      slots       what happens
--   starting   99 .. 123   makes the state half a round before the initial state
--              124 .. 127  second half of a round; adds the first block, as below
--   block      0 .. 127    16 rounds; the last half round, slots 124 to 127, adds the next block or the 1 of finalisation
--   finishing  0 .. 127    ten times, then slot 0; without a message
--   unload     1           the digest is sent; then the starting state of the next message
--
-- Slot 123 waits for a block. The memory is read one slot before a message word enters.
--
-- Half rounds of the starting state, slots 100 to 123. The message operands of lanes 0 and 1 come from the constants of the memory,
-- and lanes 2 and 3 get a value only by the swap of the first half of a round. x_1 has four pages: 0 and 1 for the words before
-- the first and the second half of a round, 2 for zeros, which all these slots read, and 3 for words that are not used. T_0 and T_1 are
-- the halves of the state that these slots make:
--
--   slots from     x_0 afterwards              x_1
--   100, clear     (a, 0)                      page 2 = 0
--   104            (b, a rotated)              page 3
--   108            not used                    page 1 = x_0 + 0 = T_1
--   112            not used                    page 3
--   116, clear     (a', 0)                     page 3
--   120            (b', a' rotated) = T_0      page 3
--
-- Latency: a block takes 128 cycles.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity cubehash_lightweight_control is
  port (
    clk            : in    std_ulogic;                    -- clock
    rst            : in    std_ulogic;                    -- synchronous reset, active high
    full           : in    std_ulogic;                    -- from the loader: a block is in the memory
    loaded_last    : in    std_ulogic;                    -- from the loader: it is the last block of its message
    free_block     : out   std_ulogic;                    -- to the loader: the block has been read
    load_write     : in    std_ulogic;                    -- from the loader: write a word
    load_index     : in    std_ulogic_vector(2 downto 0); -- from the loader: address of that word
    port_free      : out   std_ulogic;                    -- to the loader: it may write in this cycle
    unload         : out   std_ulogic;                    -- to the unloader: send the digest
    unload_done    : in    std_ulogic;                    -- from the unloader: the last word is sent
    unload_index   : in    std_ulogic_vector(2 downto 0); -- from the unloader: index of the word after the next one to capture
    unload_capture : in    std_ulogic;                    -- from the unloader: capture a word of the digest
    advance        : out   std_ulogic;                    -- to the datapath, as the next ones: step to the next slot
    second_half    : out   std_ulogic;                    -- the previous slot belongs to the second half of a round
    clear          : out   std_ulogic;                    -- sum and kept are zero in the next slot
    inject         : out   std_ulogic;                    -- the message is an operand in the next slot
    flip           : out   std_ulogic;                    -- the 1 of finalisation: inverts bit 0 of the sum of lane 3
    read_0         : out   std_ulogic_vector(1 downto 0); -- address of x_0
    read_1         : out   std_ulogic_vector(3 downto 0); -- address of x_1: page and word
    write_0        : out   std_ulogic_vector(1 downto 0); -- address at which x_0 of the previous slot is written
    write_1        : out   std_ulogic_vector(3 downto 0); -- address at which x_1 of the previous slot is written
    lane           : out   std_ulogic;                    -- lane of held_word
    port_read      : out   std_ulogic;                    -- both ports read
    port_write     : out   std_ulogic;                    -- port a writes
    port_address   : out   std_ulogic_vector(6 downto 0); -- address of port a
    other_address  : out   std_ulogic_vector(6 downto 0)  -- address of port b
  );
end entity cubehash_lightweight_control;

architecture rtl of cubehash_lightweight_control is

  constant START_SLOT : natural  := 99;
  constant WAIT_SLOT  : natural  := 123;
  constant PASSES     : positive := 10; -- times 16 rounds in the finalisation

  signal count      : unsigned(6 downto 0);          -- the slot
  signal pass       : unsigned(3 downto 0);          -- times 16 rounds that are finished in the finalisation
  signal starting   : std_ulogic;                    -- the ten rounds after reset run, which compute the initial state
  signal finishing  : std_ulogic;                    -- the ten rounds after the last block run
  signal last       : std_ulogic;                    -- the block that was added most recently is the last one of its message
  signal at_wait    : std_ulogic;                    -- slot 123 of a state that adds a block
  signal reading    : std_ulogic;                    -- slots 123 to 126 of a state that adds a block
  signal adding     : std_ulogic;                    -- slots 124 to 127 of a state that adds a block
  signal ends       : std_ulogic;                    -- slot 0 after the finalisation
  signal early      : std_ulogic;                    -- starting, before slot 124
  signal early_read : std_ulogic;                    -- the same, before slot 123: reads constants
  signal index      : std_ulogic_vector(2 downto 0); -- word of the digest that is captured

begin

  advance    <= not (unload or (at_wait and not full));
  free_block <= adding and to_bit(count(1 downto 0) = 2);
  ends       <= finishing and to_bit(pass = PASSES);

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or unload_done = '1' then
        count     <= to_unsigned(START_SLOT, 7);
        pass     <= (others => '0');
        starting  <= '1';
        finishing <= '0';
        last      <= '0';
        at_wait   <= '0';
        reading   <= '0';
        adding    <= '0';
        unload    <= '0';
      elsif advance = '1' then
        count   <= count + 1;
        unload  <= ends;
        at_wait <= to_bit(count = WAIT_SLOT - 1) and not last;
        reading <= not last and (to_bit(count = WAIT_SLOT - 1) or (reading and not to_bit(count(1 downto 0) = 2)));
        adding  <= reading;
        if free_block = '1' then
          last <= loaded_last;
        end if;
        if count = 127 then
          starting <= '0';
          if adding = '0' then
            finishing <= '1';
          end if;
          if finishing = '1' then
            pass <= pass + 1;
          end if;
        end if;
      end if;
    end if;
  end process count_reg;

  -- The memory.

  early_read    <= early and not reading;
  port_free     <= not ((reading and not at_wait) or early_read);
  port_read     <= advance and (reading or early_read);
  port_write    <= load_write;
  port_address  <= "0000" & load_index when load_write = '1' else
                   early_read & '0' & (std_ulogic_vector(count(4 downto 3)) and (1 downto 0 => early_read)) &
                   std_ulogic_vector(count(2 downto 0));
  other_address <= early_read & '1' & std_ulogic_vector(count(4 downto 0)) when early_read = '1' else
                   "0000" & not count(2) & std_ulogic_vector(count(1 downto 0));

  -- The slot.

  early  <= starting and not adding;
  clear  <= early and not count(3) and count(2);
  inject <= early or adding;
  index  <= std_ulogic_vector(unsigned(unload_index) - 1);
  read_0 <= index(1 downto 0) when unload = '1' else
            std_ulogic_vector(count(1 downto 0));
  read_1 <= early & (count(2) and not early) & std_ulogic_vector(count(1 downto 0));

  -- The slot before.
  before_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if unload_capture = '1' then
        lane <= index(2);
      end if;
      if advance = '1' then
        second_half <= count(2);
        write_0     <= std_ulogic_vector(count(1 downto 0));
        write_1     <= '0' & not count(2) & (count(1) xor not count(2)) & (count(0) xor count(2));
        flip        <= last and not finishing and to_bit(count = 126);
        if early = '1' then
          write_1(2) <= not to_bit(count(4 downto 2) = 1);
          write_1(3) <= not to_bit(count(4 downto 2) = 3);
        end if;
      end if;
    end if;
  end process before_reg;

end architecture rtl;
