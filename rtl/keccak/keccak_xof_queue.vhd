-- SPDX-License-Identifier: Apache-2.0
-- Queue of two words from clk to an io_clk of a multiple of its rate. A word enters in each cycle of clk at most.
--
--   word --> [queue(0), queue(1)], on clk --> select, on io_clk --> out_data
--
-- `word_ready` is a register: there is room for a word whatever the receiver does. All words between the clocks come from registers.
--
-- Widths: words of W bits. Latency: one cycle of clk.

library ieee;
use ieee.std_logic_1164.all;

entity keccak_xof_queue is
  generic (
    W : positive := 64 -- bits of a word
  );
  port (
    clk        : in    std_ulogic;                        -- clock of the datapath
    io_clk     : in    std_ulogic;                        -- clock of the output stream
    rst        : in    std_ulogic;                        -- synchronous reset, active high
    tick       : in    std_ulogic;                        -- this cycle of io_clk ends with an edge of clk
    word       : in    std_ulogic_vector(W - 1 downto 0); -- word to be sent (clk)
    word_valid : in    std_ulogic;                        -- word holds a word
    word_ready : out   std_ulogic;                        -- it is taken in this cycle
    out_data   : out   std_ulogic_vector(W - 1 downto 0); -- output stream (io_clk)
    out_valid  : out   std_ulogic;                        -- out_data holds a word
    out_ready  : in    std_ulogic                         -- the receiver takes the word in this cycle
  );
end entity keccak_xof_queue;

architecture rtl of keccak_xof_queue is

  type queue_t is array (0 to 1) of std_ulogic_vector(W - 1 downto 0);

  signal queue   : queue_t;
  signal full    : std_ulogic_vector(0 to 1); -- for each place: it holds a word (io_clk)
  signal enters  : std_ulogic;                -- a word enters at the end of this cycle of clk
  signal in_one  : std_ulogic;                -- the next word enters place 1 (clk)
  signal out_one : std_ulogic;                -- the next word is sent from place 1 (io_clk)
  signal sent    : std_ulogic;

begin

  enters    <= word_valid and word_ready;
  out_valid <= full(1) when out_one = '1' else
               full(0);
  out_data  <= queue(1) when out_one = '1' else
               queue(0);
  sent      <= out_valid and out_ready;

  queue_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if word_ready = '1' then
        if in_one = '1' then
          queue(1) <= word;
        else
          queue(0) <= word;
        end if;
      end if;
      if rst = '1' then
        in_one     <= '0';
        word_ready <= '1';
      else
        in_one     <= in_one xor enters;
        word_ready <= not ((full(0) and full(1)) or (enters and (full(0) or full(1))));
      end if;
    end if;
  end process queue_reg;

  full_reg : process (io_clk) is
  begin
    if rising_edge(io_clk) then
      if rst = '1' then
        full    <= "00";
        out_one <= '0';
      else
        full(0) <= (full(0) and not (out_ready and not out_one)) or (tick and enters and not in_one);
        full(1) <= (full(1) and not (out_ready and out_one)) or (tick and enters and in_one);
        out_one <= out_one xor sent;
      end if;
    end if;
  end process full_reg;

end architecture rtl;
