-- SPDX-License-Identifier: Apache-2.0
-- Counts the slots of a block: one for each W_t, so 64 or 80, the last of a block followed at once by slot 0 of the next.
--
--   slot 0 .. 15       take a word each, and wait for it
--   last three slots   the chaining value is being added, until slot 2 of the next block: `boundary` tells in which of the six
--   behind the last block of a message, slots 0 to 2 take no word; slot 1 hands over the digest when the unloader has room, and in
--   slot 2 `start` leads to slot 0 of the next message
--
-- count is one more than the slot, 0 in the last slot and until slot 2 behind the last block: a message then starts from count 0, and so
-- does reset, which enters slot 2 like the end of a message.
--
-- advance: everything moves on. `blocked` looks at the unloader one cycle early: a register costs less time there than out_free would.
-- WORD_BITS: 32 or 64.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha2_pkg.all;
use work.shell_pkg.all;

entity sha2_highspeed_control is
  generic (
    WORD_BITS : positive
  );
  port (
    clk        : in    std_ulogic;
    rst        : in    std_ulogic;
    word_valid : in    std_ulogic;
    block_last : in    std_ulogic;
    ends_block : out   std_ulogic;
    loading    : out   std_ulogic;
    out_free   : in    std_ulogic;
    out_load   : out   std_ulogic;
    advance    : out   std_ulogic;
    start      : out   std_ulogic;
    boundary   : out   std_ulogic_vector(0 to 5);
    count      : out   unsigned(6 downto 0)
  );
end entity sha2_highspeed_control;

architecture rtl of sha2_highspeed_control is

  constant SLOTS : positive := rounds(WORD_BITS);

  signal last      : std_ulogic;
  signal tail      : std_ulogic;
  signal finishing : std_ulogic;
  signal blocked   : std_ulogic;

begin

  advance  <= not ((loading and not word_valid) or blocked);
  out_load <= finishing and not blocked;
  tail     <= last and boundary(3);

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
        finishing <= '0';
        blocked   <= '0';
        start     <= '1';
      else
        if advance = '1' then
          finishing <= tail;
        end if;
        blocked <= (tail or finishing) and not out_free;
        start   <= finishing and not blocked;
      end if;
    end if;
  end process finish_reg;

end architecture rtl;
