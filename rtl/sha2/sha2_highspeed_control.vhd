-- SPDX-License-Identifier: Apache-2.0
-- Counts the slots of a block: one for each W_t, so 64 or 80, the last of a block followed at once by slot 0 of the next.
--
--   slot 0 .. 15       take a word each, and wait for it
--   last three slots   the chaining value is being added, until slot 2 of the next block: `boundary` tells in which of the six
--   behind the last block of a message, slots 0 and 1 take no word; slot 1 hands over the digest when the unloader has room, and then
--   `start` leads to slot 0 of the next message
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
    slot       : out   unsigned(6 downto 0)
  );
end entity sha2_highspeed_control;

architecture rtl of sha2_highspeed_control is

  constant SLOTS : positive := rounds(WORD_BITS);

  signal last      : std_ulogic;
  signal finishing : std_ulogic;
  signal blocked   : std_ulogic;
  signal finish    : std_ulogic;
  signal last_slot : std_ulogic;

begin

  advance   <= not ((loading and not word_valid) or blocked);
  finish    <= finishing and not blocked;
  out_load  <= finish;
  start     <= rst or finish;
  last_slot <= boundary(2);

  slot_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        slot       <= (others => '0');
        loading    <= '1';
        ends_block <= '0';
        boundary   <= "000100";
      elsif advance = '1' then
        slot <= slot + 1;
        if last_slot = '1' then
          slot <= (others => '0');
        end if;
        if last_slot = '1' and last = '0' then
          loading <= '1';
        elsif ends_block = '1' then
          loading <= '0';
        end if;
        ends_block <= loading and to_bit(slot(3 downto 0) = BLOCK_WORDS - 2);
        boundary   <= to_bit(slot = SLOTS - 4) & boundary(0 to 4);
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
      if start = '1' then
        finishing <= '0';
        blocked   <= '0';
      else
        if advance = '1' then
          finishing <= boundary(3) and last;
        end if;
        blocked <= ((boundary(3) and last) or finishing) and not out_free;
      end if;
    end if;
  end process finish_reg;

end architecture rtl;
