-- SPDX-License-Identifier: Apache-2.0
-- Controls the rounds of SHA-2. A block has 64 or 80 slots, one for each word W_t of the message schedule. The last slot of a
-- block is followed at once by slot 0 of the next block.
--
--   slots 0 .. 15      each takes one message word; the core waits until the word is there
--   last three slots   the chaining value is added from here until slot 2 of the next block. boundary is one-hot for these six
--                      slots: boundary(0) is the third slot before the end, boundary(5) is slot 2
--   end of a message   slots 0, 1 and 2 after the last block take no word. In slot 1 `finished` is '1': the digest is sent from
--                      slot 2 on. In slot 2 `start` is '1'; slot 0 of the next message follows
--
-- The digest is sent from the registers of the chaining value. The third slot before the end of a block therefore waits while
-- `sending` is '1'.
--
-- count is slot + 1, and 0 in the last slot of a block. After the last block of a message it stays 0 until slot 2, so that the next
-- message starts with the same values as a block. Reset enters slot 2, as the end of a message does.
--
-- Slots 0, 1 and 2 of a message have the boundary of a block's end, because its initial state is a sum like those of a block, but
-- nothing returns to the chaining value.
--
-- Source: FIPS 180-4, sections 6.2.2 and 6.4.2. Widths: WORD_BITS is 32 or 64. Latency: one cycle for each slot.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha2_pkg.all;
use work.shell_pkg.all;

entity sha2_highspeed_control is
  generic (
    WORD_BITS : positive -- bits of a word: 32 or 64
  );
  port (
    clk        : in    std_ulogic;                -- clock
    rst        : in    std_ulogic;                -- synchronous reset, active high
    word_valid : in    std_ulogic;                -- the reader has a message word
    block_last : in    std_ulogic;                -- the block ends its message; valid with its last word
    ends_block : out   std_ulogic;                -- the next message word is the last one of its block
    loading    : out   std_ulogic;                -- this slot takes a message word
    sending    : in    std_ulogic;                -- the chaining registers hold a digest that is being sent
    finished   : out   std_ulogic;                -- slot 1 after the last block of a message
    advance    : out   std_ulogic;                -- step to the next slot
    start      : out   std_ulogic;                -- load the initial state; slot 0 of a message follows
    boundary   : out   std_ulogic_vector(0 to 5); -- one-hot: six slots around the end of a block, see above
    returning  : out   std_ulogic;                -- the five slots after boundary(0), if a block has ended
    count      : out   unsigned(6 downto 0)       -- slot + 1, see above
  );
end entity sha2_highspeed_control;

architecture rtl of sha2_highspeed_control is

  constant SLOTS : positive := rounds(WORD_BITS);

  signal last : std_ulogic; -- the current block is the last one of its message
  signal tail : std_ulogic; -- slot 0 after the last block of a message

begin

  advance <= not ((loading and not word_valid) or (boundary(0) and sending));
  tail    <= last and boundary(3);

  slot_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or (advance = '1' and boundary(1) = '1') then
        count <= (others => '0');
      elsif advance = '1' and (last = '0' or boundary(2 to 4) = "000") then
        count <= count + 1;
      end if;
      if rst = '1' then
        boundary   <= "000001";
        loading    <= '0';
        ends_block <= '0';
      elsif advance = '1' then
        boundary    <= to_bit(count = SLOTS - 3) & boundary(0 to 4);
        boundary(3) <= boundary(2) or start;
        loading     <= start or (loading and not ends_block) or (boundary(2) and not last);
        ends_block  <= loading and to_bit(count(3 downto 0) = BLOCK_WORDS - 1);
      end if;
    end if;
  end process slot_reg;

  last_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        last <= '0';
      elsif advance = '1' and ends_block = '1' then
        last <= block_last;
      end if;
    end if;
  end process last_reg;

  finish_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        finished  <= '0';
        start     <= '1';
        returning <= '0';
      else
        finished <= tail;
        start    <= finished;
        if advance = '1' then
          returning <= boundary(0) or (returning and not boundary(5));
        end if;
      end if;
    end if;
  end process finish_reg;

end architecture rtl;
