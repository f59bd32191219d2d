-- SPDX-License-Identifier: Apache-2.0
-- Collects words of N bits of a digest to words of 16 bits, or splits them, and sends these.
--
--   part --> [held] --> swap bytes --> out_data
--
-- The digest begins with the least significant bits of lane 0.
--
-- Widths: parts of N bits, words of 16 bits. Latency: one cycle from the last part of a word to out_valid.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity keccak_slices_unloader is
  generic (
    N         : positive; -- bits of a part
    PART_BITS : positive  -- width of part_index: log2(64 / N)
  );
  port (
    clk        : in    std_ulogic;                                -- clock
    rst        : in    std_ulogic;                                -- synchronous reset, active high
    part       : in    std_ulogic_vector(N - 1 downto 0);         -- part of the digest
    part_valid : in    std_ulogic;                                -- part holds a part
    part_index : in    std_ulogic_vector(PART_BITS - 1 downto 0); -- its index in the lane
    part_ready : out   std_ulogic;                                -- part is taken in this cycle if part_valid is '1'
    out_data   : out   std_ulogic_vector(15 downto 0);            -- output stream: words of the digest
    out_valid  : out   std_ulogic;                                -- out_data holds a word
    out_ready  : in    std_ulogic                                 -- the receiver takes the word in this cycle
  );
end entity keccak_slices_unloader;

architecture rtl of keccak_slices_unloader is

  signal busy  : std_ulogic; -- bits of the digest have not been taken yet
  signal ready : std_ulogic;

begin

  out_valid  <= busy;
  part_ready <= ready;

  collecting : if N <= 16 generate
    constant PARTS : positive := 16 / N;

    signal held : std_ulogic_vector(15 downto 0); -- bits of the digest that wait to be sent, the next ones in the low bits
    signal ends : std_ulogic;                     -- the part completes a word
  begin

    out_data <= swap_bytes(held);
    ready    <= out_ready or not busy;
    ends     <= to_bit(unsigned(part_index) mod PARTS = PARTS - 1);

    held_reg : process (clk) is
      variable shifted : std_ulogic_vector(N + 15 downto 0);
    begin
      if rising_edge(clk) then
        if rst = '1' then
          busy <= '0';
        elsif ready = '1' then
          busy <= part_valid and ends;
        end if;
        if part_valid = '1' and ready = '1' then
          shifted := part & held;
          held    <= shifted(N + 15 downto N);
        end if;
      end if;
    end process held_reg;

  end generate collecting;

  splitting : if N > 16 generate
    constant WORDS : positive := N / 16;

    signal held  : std_ulogic_vector(N - 1 downto 0);
    signal count : unsigned(counter_bits(WORDS) - 1 downto 0); -- word that is sent
    signal ends  : std_ulogic;                                 -- that is the last one
  begin

    out_data <= swap_bytes(held(15 downto 0));
    ends     <= to_bit(count = WORDS - 1);
    ready    <= (out_ready and ends) or not busy;

    held_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if rst = '1' then
          busy  <= '0';
          count <= (others => '0');
        else
          if ready = '1' then
            busy <= part_valid;
          end if;
          if busy = '1' and out_ready = '1' then
            count <= count + 1;
          end if;
        end if;
        if ready = '1' then
          held <= part;
        elsif out_ready = '1' then
          held(N - 17 downto 0) <= held(N - 1 downto 16);
        end if;
      end if;
    end process held_reg;

  end generate splitting;

end architecture rtl;
