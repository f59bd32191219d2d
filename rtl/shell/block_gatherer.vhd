-- SPDX-License-Identifier: Apache-2.0
-- Collects the words of a block. block_loader and injector are built around it; they hold the registers that the datapath reads.
--
--            +- waiting ------------+
--   word --->| words 0 .. WORDS-3   |---+
--       |    +----------------------+   +---> gathered    in the cycle of gather
--       +--------- word WORDS-2 --------+
--       |
--       +--------- word WORDS-1 ------------> the port    in the cycle of take_last
--
-- A block passes three phases:
--   filling     words 0 .. WORDS-3 are taken as they arrive and stored in `waiting`
--   full        word WORDS-2 is taken only while `want_block` is '1'; gather is '1' in the cycle that takes it
--   expecting   the last word is taken only while `want_last` is '1'; take_last is '1' in the cycle that takes it
-- gather and take_last are combinational. Each can be '1' only while word_valid is '1'.
--
-- Widths: W bits a word, WORDS words a block; the first word is in the most significant bits of gathered.
-- Latency: one cycle a word, no additional cycle. `last` is valid from the cycle after take_last.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity block_gatherer is
  generic (
    W     : positive := 64;        -- bits of a word
    WORDS : positive range 3 to 64 -- words of a block
  );
  port (
    clk        : in    std_ulogic;                                      -- clock of the words
    rst        : in    std_ulogic;                                      -- synchronous reset, active high
    word       : in    std_ulogic_vector(W - 1 downto 0);               -- next word of the message
    word_valid : in    std_ulogic;                                      -- word holds a word
    word_last  : in    std_ulogic;                                      -- word is the last one of its message
    word_ready : out   std_ulogic;                                      -- word is taken in this cycle if word_valid is '1'
    want_block : in    std_ulogic;                                      -- the loader can store words 0 .. WORDS-2 in this cycle
    want_last  : in    std_ulogic;                                      -- the loader can store the last word in this cycle
    full       : out   std_ulogic;                                      -- words 0 .. WORDS-3 of a block have been taken
    expecting  : out   std_ulogic;                                      -- only the last word of the block has not been taken
    gather     : out   std_ulogic;                                      -- gathered is valid: word WORDS-2 is taken in this cycle
    take_last  : out   std_ulogic;                                      -- the last word of the block is taken in this cycle
    gathered   : out   std_ulogic_vector(W * (WORDS - 1) - 1 downto 0); -- words 0 .. WORDS-2 of the block
    last       : out   std_ulogic                                       -- the latest completed block ends its message
  );
end entity block_gatherer;

architecture rtl of block_gatherer is

  signal waiting : std_ulogic_vector(W * (WORDS - 2) - 1 downto 0); -- words of the block that have arrived
  signal index   : unsigned(counter_bits(WORDS - 2) - 1 downto 0);
  signal filling : std_ulogic;

begin

  filling    <= not full and not expecting;
  gather     <= word_valid and full and want_block;
  take_last  <= word_valid and expecting and want_last;
  word_ready <= filling or (full and want_block) or (expecting and want_last);
  gathered   <= waiting & word;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        index     <= (others => '0');
        full      <= '0';
        expecting <= '0';
      else
        if filling = '1' and word_valid = '1' then
          index <= index + 1;
          if index = WORDS - 3 then
            index <= (others => '0');
            full  <= '1';
          end if;
        end if;
        if gather = '1' then
          full      <= '0';
          expecting <= '1';
        elsif take_last = '1' then
          expecting <= '0';
        end if;
      end if;
    end if;
  end process control_reg;

  waiting_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if filling = '1' and word_valid = '1' then
        waiting <= waiting(waiting'high - W downto 0) & word;
      end if;
    end if;
  end process waiting_reg;

  last_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if take_last = '1' then
        last <= word_last;
      end if;
    end if;
  end process last_reg;

end architecture rtl;
