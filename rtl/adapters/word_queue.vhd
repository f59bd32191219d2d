-- SPDX-License-Identifier: Apache-2.0
-- A FIFO of two words. It separates both sides: there is no combinational path from one side to the other.
--
--              +------+    +------+
--   in_data -->| tail |--->| head |--> out_data
--              +------+    +------+
--                  ^-----------^ a word goes directly to head if head is free
--
-- in_ready is '1' while tail is empty; out_valid is '1' while head is full. Both come from registers. The queue passes one word
-- a cycle.
--
-- Widths: W bits a word. Latency: one cycle.

library ieee;
use ieee.std_logic_1164.all;

entity word_queue is
  generic (
    W : positive := 64 -- bits of a word
  );
  port (
    clk       : in    std_ulogic;                        -- clock of both sides
    rst       : in    std_ulogic;                        -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(W - 1 downto 0); -- next word
    in_valid  : in    std_ulogic;                        -- in_data holds a word
    in_ready  : out   std_ulogic;                        -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(W - 1 downto 0); -- oldest word of the queue
    out_valid : out   std_ulogic;                        -- out_data holds a word
    out_ready : in    std_ulogic                         -- the receiver takes out_data in this cycle
  );
end entity word_queue;

architecture rtl of word_queue is

  signal head      : std_ulogic_vector(W - 1 downto 0);
  signal tail      : std_ulogic_vector(W - 1 downto 0);
  signal head_full : std_ulogic;
  signal tail_full : std_ulogic;
  signal arrives   : std_ulogic; -- a word is stored in this cycle
  signal head_free : std_ulogic;

begin

  in_ready  <= not tail_full;
  out_valid <= head_full;
  out_data  <= head;
  arrives   <= in_valid and not tail_full;
  head_free <= out_ready or not head_full;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        head_full <= '0';
        tail_full <= '0';
      elsif head_free = '1' then
        head_full <= tail_full or arrives;
        tail_full <= '0';
      elsif arrives = '1' then
        tail_full <= '1';
      end if;
    end if;
  end process control_reg;

  data_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if head_free = '1' and tail_full = '1' then
        head <= tail;
      elsif head_free = '1' then
        head <= in_data;
      end if;
      if arrives = '1' then
        tail <= in_data;
      end if;
    end if;
  end process data_reg;

end architecture rtl;
