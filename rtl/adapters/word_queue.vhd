-- SPDX-License-Identifier: Apache-2.0
-- A queue of two words, so that neither side of it follows the other within a cycle.
--
--              +------+    +------+
--   in_data -->| tail |--->| head |--> out_data
--              +------+    +------+
--                  ^-----------^ a word goes straight to head when that is free
--
-- in_ready is `tail is empty`, out_valid is `head is full`: both are registers. One word a cycle passes.
--
-- Widths: W bits a word. Latency: one cycle.

library ieee;
use ieee.std_logic_1164.all;

entity word_queue is
  generic (
    W : positive := 64
  );
  port (
    clk       : in    std_ulogic;
    rst       : in    std_ulogic;
    in_data   : in    std_ulogic_vector(W - 1 downto 0);
    in_valid  : in    std_ulogic;
    in_ready  : out   std_ulogic;
    out_data  : out   std_ulogic_vector(W - 1 downto 0);
    out_valid : out   std_ulogic;
    out_ready : in    std_ulogic
  );
end entity word_queue;

architecture rtl of word_queue is

  signal head      : std_ulogic_vector(W - 1 downto 0);
  signal tail      : std_ulogic_vector(W - 1 downto 0);
  signal head_full : std_ulogic;
  signal tail_full : std_ulogic;
  signal arrives   : std_ulogic;
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
