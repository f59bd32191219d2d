-- SPDX-License-Identifier: Apache-2.0
-- Reads the 32-bit words of a digest from a memory, or selects them from registers, and sends them in words of 16 bits, for
-- lightweight cores.
--
--   memory --> read_data --> [held] --> upper or lower half --> out_data
--                 ^            ^
--               read        capture
--
-- `held` is a register of the datapath, since most cores have a register after the memory that is not in use at the end of a
-- message. While `unload` is '1' it must change only in cycles with `capture`, to the word that the latest `read` requested. The
-- memory must keep that word until then. A core whose digest is in registers leaves `read` open and puts word `read_index` - 1
-- into `held`, or shifts in the cycles with `capture`.
--
-- The core holds `unload` at '1' from the time when the digest is complete until the cycle with `done`, which takes the last word.
-- After that it must be '0' for at least one cycle.
--
-- Widths: 32 bits in, words of 16 bits out, upper half first. Latency: the first word is valid two cycles after unload rises, then
-- one word a cycle while out_ready is '1'.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity memory_unloader is
  generic (
    WORDS : positive range 2 to 32 -- 32-bit words of a digest
  );
  port (
    clk        : in    std_ulogic;                                          -- clock of the stream and of the memory
    rst        : in    std_ulogic;                                          -- synchronous reset, active high
    unload     : in    std_ulogic;                                          -- send the digest
    done       : out   std_ulogic;                                          -- the last word is taken in this cycle
    read       : out   std_ulogic;                                          -- read word read_index from the memory in this cycle
    read_index : out   std_ulogic_vector(counter_bits(WORDS) - 1 downto 0); -- index of the word in the digest
    capture    : out   std_ulogic;                                          -- copy the word that was read to held at the end of this cycle
    held       : in    std_ulogic_vector(31 downto 0);                      -- word to be sent
    out_data   : out   std_ulogic_vector(15 downto 0);                      -- output stream: words of the digest
    out_valid  : out   std_ulogic;                                          -- out_data holds a word
    out_ready  : in    std_ulogic                                           -- the receiver takes the word in this cycle
  );
end entity memory_unloader;

architecture rtl of memory_unloader is

  signal index    : unsigned(counter_bits(WORDS) - 1 downto 0);
  signal all_read : std_ulogic; -- the last word has been read
  signal waits    : std_ulogic; -- a word that was read waits for held
  signal busy     : std_ulogic; -- held holds a word
  signal lower    : std_ulogic; -- the lower half is on out_data
  signal taken    : std_ulogic; -- the lower half is taken

begin

  taken      <= busy and lower and out_ready;
  capture    <= waits and (taken or not busy);
  read       <= unload and not all_read and (capture or not waits);
  done       <= taken and not waits;
  read_index <= std_ulogic_vector(index);
  out_valid  <= busy;
  out_data   <= held(15 downto 0) when lower = '1' else held(31 downto 16);

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or done = '1' then
        index    <= (others => '0');
        all_read <= '0';
        waits    <= '0';
        busy     <= '0';
        lower    <= '0';
      else
        if read = '1' then
          index    <= index + 1;
          all_read <= to_bit(index = WORDS - 1);
        end if;
        waits <= read or (waits and not capture);
        busy  <= capture or (busy and not taken);
        if busy = '1' and out_ready = '1' then
          lower <= not lower;
        end if;
      end if;
    end if;
  end process control_reg;

end architecture rtl;
