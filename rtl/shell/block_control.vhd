-- SPDX-License-Identifier: Apache-2.0
-- Controls a core that adds the chaining value inside its last round (SHA-1, SHA-2), so that a block takes no additional cycle.
-- A block has SLOTS slots. Slot t takes W of round t (or of a group of rounds); this round is computed in slot t+1. Slot 0 of the
-- next block follows the last slot at once.
--
--   first LOADS slots   each takes one word of the message, or a whole block; the core waits until it is there
--   last_round          slot 0 of the next block: the last round, in which the chaining value is added
--   capture             the cycle after it: the round variables are the new chaining value
--   end of message      last_round is a slot without a word. Then comes slot 0 of the next message with `start` = '1'; in its
--                       first cycle the round variables are the digest: `capture` and `finished` are '1'
--
-- The digest is sent from the chaining registers. The last slot therefore waits while `sending` is '1'.
--
-- Source: paper C, section 4. Latency: one cycle for each slot. A reset of one cycle leads to slot 0 of a message.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity block_control is
  generic (
    SLOTS : positive; -- slots of a block: rounds, or groups of rounds
    LOADS : positive  -- slots that take a word: 16, or 1 if each takes a whole block
  );
  port (
    clk        : in    std_ulogic;           -- clock
    rst        : in    std_ulogic;           -- synchronous reset, active high
    word_valid : in    std_ulogic;           -- a message word (or a block) is there
    block_last : in    std_ulogic;           -- the block ends its message; valid with its last word
    ends_block : out   std_ulogic;           -- the message word is the last one of its block
    loading    : out   std_ulogic;           -- this slot takes a message word (or a block)
    sending    : in    std_ulogic;           -- the chaining registers hold words of a digest to be sent
    advance    : out   std_ulogic;           -- step to the next slot
    start      : out   std_ulogic;           -- slot 0 of a message: load the initial hash value
    last_slot  : out   std_ulogic;           -- the last slot of a block: the last round but one
    last_round : out   std_ulogic;           -- the last round of a block: add the chaining value
    capture    : out   std_ulogic;           -- store the round variables as chaining value
    finished   : out   std_ulogic;           -- the value stored in this cycle is a digest
    slot       : out   unsigned(6 downto 0); -- slot of the block
    next_slot  : out   unsigned(6 downto 0)  -- value of slot in the next cycle
  );
end entity block_control;

architecture rtl of block_control is

  signal last    : std_ulogic; -- the current block is the last one of its message
  signal no_word : std_ulogic; -- last_round of the last block of a message

begin

  advance <= not ((loading and not word_valid) or (last_slot and sending));
  no_word <= last and last_round;

  step_slot : process (all) is
  begin
    next_slot <= slot;
    if rst = '1' or (advance = '1' and (last_slot = '1' or no_word = '1')) then
      next_slot <= (others => '0');
    elsif advance = '1' then
      next_slot <= slot + 1;
    end if;
  end process step_slot;

  slot_reg : process (clk) is
  begin
    if rising_edge(clk) then
      slot <= next_slot;
      if rst = '1' then
        last_slot  <= '0';
        last_round <= '0';
        capture    <= '0';
        finished   <= '0';
      else
        capture  <= last_round and advance;
        finished <= no_word;
        if advance = '1' then
          last_slot  <= to_bit(slot = SLOTS - 2);
          last_round <= last_slot;
        end if;
      end if;
    end if;
  end process slot_reg;

  load_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        loading    <= '1';
        ends_block <= to_bit(LOADS = 1);
        start      <= '1';
      elsif advance = '1' then
        loading    <= (loading and not ends_block) or (last_slot and not last) or no_word;
        ends_block <= loading and to_bit(slot + 2 = LOADS);
        if LOADS = 1 then
          ends_block <= (last_slot and not last) or no_word;
        end if;
        start      <= no_word;
      end if;
      if advance = '1' and ends_block = '1' then
        last <= block_last;
      elsif start = '1' then
        last <= '0';
      end if;
    end if;
  end process load_reg;

end architecture rtl;
