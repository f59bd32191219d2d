-- SPDX-License-Identifier: Apache-2.0
-- Controls the rounds of SM3. A block has 64 slots, one for each word W_t up to W_63. The last slot of a block is followed at once by slot
-- 0 of the next block. Round j is in slot j + 5, so the last rounds of a block are in slots 0 to 4 of the next one.
--
--   slots 0 .. 15   each takes one message word; the core waits until the word is there
--   slot 3          after a block: waits while `sending` is '1', because the chaining registers hold a digest. In the first block of a
--                   message: `start` loads the state
--   slot 4          last round of the block before: fold
--   slot 5          first round; keep: the chaining registers take the result of the block before
--
-- After the last block of a message, slots 0 to 5 take no words (tail). Slot 0 of the next message follows.
--
-- Source: GB/T 32905-2016, sections 5.3.1 and 5.3.3. Latency: one cycle for each slot.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;
use work.sm3_pkg.all;

entity sm3_highspeed_control is
  port (
    clk        : in    std_ulogic; -- clock
    rst        : in    std_ulogic; -- synchronous reset, active high
    word_valid : in    std_ulogic; -- the reader has a message word
    block_last : in    std_ulogic; -- the block ends its message; valid with its last word
    sending    : in    std_ulogic; -- the chaining registers hold a digest that is being sent
    word_ready : out   std_ulogic; -- a message word is taken in this cycle if there is one
    ends_block : out   std_ulogic; -- the next message word is the last one of its block
    advance    : out   std_ulogic; -- step to the next slot
    first_slot : out   std_ulogic; -- slot 0
    loading    : out   std_ulogic; -- this slot takes a message word
    pairing    : out   std_ulogic; -- slots 4 to 15 of a block
    start      : out   std_ulogic; -- load the state from which slot 4 computes the initial value
    prepare    : out   std_ulogic; -- slot 3 after a block
    fold       : out   std_ulogic; -- slot 4 after a block: its last round
    keep       : out   std_ulogic; -- slot 5 after a block: its result is in the state
    finished   : out   std_ulogic; -- keep, and the block was the last one of its message
    restart    : out   std_ulogic; -- the next slot is round 0, or start is '1'
    change     : out   std_ulogic; -- round 15
    parity     : out   std_ulogic  -- rounds 0 to 15
  );
end entity sm3_highspeed_control;

architecture rtl of sm3_highspeed_control is

  signal slot   : unsigned(5 downto 0);
  signal early  : std_ulogic_vector(0 to 5); -- one-hot: slots 0 to 5
  signal first  : std_ulogic;                -- slots 0 to 5 of the first block of a message
  signal last   : std_ulogic;                -- the current block is the last one of its message
  signal tail   : std_ulogic;                -- slots 0 to 5 after the last block of a message
  signal moves  : std_ulogic;                -- value of advance
  signal waits  : std_ulogic;                -- slot 3 waits until a digest has been sent
  signal ending : std_ulogic;                -- slot 63
  signal idle   : std_ulogic;                -- reset, or the end of a message: slot 0 of a new message follows

begin

  idle       <= rst or (early(5) and tail);

  ending     <= to_bit(slot = ROUNDS - 1);
  waits      <= early(3) and not first and sending;
  moves      <= not (waits or (loading and not word_valid));
  advance    <= moves;
  word_ready <= loading and not waits;
  first_slot <= early(0);
  start      <= early(3) and first;
  restart    <= (early(3) and first) or (early(4) and moves);
  finished   <= early(5) and tail;

  slot_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if idle = '1' then
        slot       <= (others => '0');
        early      <= "100000";
        first      <= '1';
        last       <= '0';
        tail       <= '0';
        loading    <= '1';
        ends_block <= '0';
      elsif moves = '1' then
        slot       <= slot + 1;
        early      <= ending & early(0 to 4);
        loading    <= (loading and not ends_block) or (ending and not last);
        ends_block <= loading and to_bit(slot(3 downto 0) = BLOCK_WORDS - 2);
        if early(5) = '1' then
          first <= '0';
        end if;
        if ends_block = '1' then
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
        prepare <= early(2) and not first;
        fold    <= early(3) and not first;
        keep    <= early(4) and not first;
        pairing <= loading and (early(3) or (pairing and not ends_block));
        change  <= parity and to_bit(slot(3 downto 0) = 3);
        parity  <= early(4) or (parity and not change);
      end if;
      if idle = '1' then
        prepare <= '0';
        fold    <= '0';
        keep    <= '0';
        parity  <= '0';
      end if;
    end if;
  end process ahead_reg;

end architecture rtl;
