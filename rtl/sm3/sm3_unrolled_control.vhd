-- SPDX-License-Identifier: Apache-2.0
-- Controls SM3 with two rounds a cycle. A block has 32 slots; slot t has W_2t and W_2t+1. Slot 31 of a block is followed at once by slot 0
-- of the next block. Rounds 2k and 2k + 1 are in slot k + 3, so the last rounds of a block are in slots 0 to 2 of the next one.
--
--   slots 17 .. 31   take words 0 to 14 of the next block; slot 0 takes word 15. The core waits until the word is there
--   slots 0 .. 7     the message expansion takes the words, two a slot
--   slot 1           after a block: waits while `sending` is '1', because the chaining registers hold a digest. In the first block of a
--                    message: `start` loads the state
--   slot 2           last rounds of the block before: fold
--   slot 3           first rounds; keep: the chaining registers take the result of the block before
--
-- A message starts in slot 17. After its last block, slots 0 to 3 take no words (tail). Slot 17 of the next message follows.
--
-- Source: GB/T 32905-2016, sections 5.3.1 and 5.3.3. Latency: one cycle for each slot.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;
use work.sm3_pkg.all;

entity sm3_unrolled_control is
  port (
    clk        : in    std_ulogic; -- clock
    rst        : in    std_ulogic; -- synchronous reset, active high
    word_valid : in    std_ulogic; -- the reader has a message word
    block_last : in    std_ulogic; -- the block ends its message; valid with its last word
    sending    : in    std_ulogic; -- the chaining registers hold a digest that is being sent
    word_ready : out   std_ulogic; -- a message word is taken in this cycle if there is one
    ends_block : out   std_ulogic; -- the next message word is the last one of its block
    advance    : out   std_ulogic; -- step to the next slot
    odd_slot   : out   std_ulogic; -- the number of the slot is odd
    unpacking  : out   std_ulogic; -- slots 0 to 7
    pairing    : out   std_ulogic; -- slots 2 to 7
    pairs_next : out   std_ulogic; -- the next slot has pairing
    start      : out   std_ulogic; -- load the state from which slot 2 computes the initial value
    prepare    : out   std_ulogic; -- slot 1 after a block
    fold       : out   std_ulogic; -- slot 2 after a block: its last rounds
    keep       : out   std_ulogic; -- slot 3 after a block: its result is in the state
    finished   : out   std_ulogic; -- keep, and the block was the last one of its message
    restart    : out   std_ulogic; -- the next slot has rounds 0 and 1, or start is '1'
    change     : out   std_ulogic; -- rounds 14 and 15
    parity     : out   std_ulogic  -- rounds 0 to 15
  );
end entity sm3_unrolled_control;

architecture rtl of sm3_unrolled_control is

  constant SLOTS      : positive := ROUNDS / 2;
  constant FIRST_LOAD : positive := SLOTS - BLOCK_WORDS + 1; -- the slot that takes word 0
  constant LAST_PAIR  : positive := BLOCK_WORDS / 2 - 1;     -- the slot that takes words 14 and 15 from the loader

  -- Slot of rounds 12 and 13.
  constant BEFORE_CHANGE : positive := 3 + PARITY_ROUNDS / 2 - 2;

  signal slot    : unsigned(4 downto 0);
  signal early   : std_ulogic_vector(0 to 3); -- one-hot: slots 0 to 3
  signal loading : std_ulogic;                -- this slot takes a message word
  signal first   : std_ulogic;                -- from the start of a message to slot 3 of its first block
  signal last    : std_ulogic;                -- the current block is the last one of its message
  signal tail    : std_ulogic;                -- slots 0 to 3 after the last block of a message
  signal moves   : std_ulogic;                -- value of advance
  signal waits   : std_ulogic;                -- slot 1 waits until a digest has been sent
  signal ending  : std_ulogic;                -- slot 31
  signal idle    : std_ulogic;                -- reset, or the end of a message: slot 17 of a new message follows

begin

  idle       <= rst or (early(3) and tail);
  ending     <= to_bit(slot = SLOTS - 1);
  waits      <= early(1) and not first and sending;
  moves      <= not (waits or (loading and not word_valid));
  advance    <= moves;
  word_ready <= loading;
  ends_block <= early(0);
  odd_slot   <= slot(0);
  start      <= early(1) and first;
  restart    <= (early(1) and first) or early(2);
  finished   <= early(3) and tail;
  pairs_next <= early(1) or (pairing and to_bit(slot(2 downto 0) /= LAST_PAIR));

  slot_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if idle = '1' then
        slot    <= to_unsigned(FIRST_LOAD, slot'length);
        early   <= "0000";
        first   <= '1';
        last    <= '0';
        tail    <= '0';
        loading <= '1';
      elsif moves = '1' then
        slot    <= slot + 1;
        early   <= ending & early(0 to 2);
        loading <= (loading and not early(0)) or (to_bit(slot = FIRST_LOAD - 1) and not last);
        if early(3) = '1' then
          first <= '0';
        end if;
        if early(0) = '1' then
          last <= block_last;
        end if;
        if ending = '1' then
          tail <= last;
        end if;
      end if;
    end if;
  end process slot_reg;

  -- Control bits of the datapath, one slot ahead, so that they come from registers.
  ahead_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if moves = '1' then
        unpacking <= ending or (unpacking and to_bit(slot(2 downto 0) /= LAST_PAIR));
        pairing   <= pairs_next;
        prepare   <= early(0) and not first;
        fold      <= early(1) and not first;
        keep      <= early(2) and not first;
        change    <= parity and to_bit(slot(3 downto 0) = BEFORE_CHANGE);
        parity    <= early(2) or (parity and not change);
      end if;
      if idle = '1' then
        unpacking <= '0';
        pairing   <= '0';
        prepare   <= '0';
        fold      <= '0';
        keep      <= '0';
        parity    <= '0';
      end if;
    end if;
  end process ahead_reg;

end architecture rtl;
