-- SPDX-License-Identifier: Apache-2.0
-- Takes turns out of the input stream, for cores with several messages in flight: a turn is a segment of one block, or a header of
-- length 0 (docs/architecture.md, "Turns").
--
--   in_data --+--> header: receiving, empty, last
--             |    +------+     +----------------------+
--             +--->| word |---->| words 0 .. WORDS-1   |-----> data      steady from `full` until the turn is taken
--                  +------+     +----------------------+
--
-- `have`: a turn is ready, a block if `full`, else an empty one. It is gone behind a cycle of `tick` with `take`. The next header is
-- accepted while a block waits, its words from the cycle on in which it goes. Of a header's length one bit is looked at: it is
-- 0 or that of a block.
--
-- Widths: words of 64 bits, WORDS words a block; the first word in the most significant bits of data. last: the block ends its
-- message. clk is the I/O clock; tick marks its cycles whose end is also an edge of the datapath's clock.
-- Latency: a block is ready two cycles after its last word. The register in between lets a register alone move all the words.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity turn_loader is
  generic (
    WORDS : positive range 2 to 64
  );
  port (
    clk      : in    std_ulogic;
    rst      : in    std_ulogic;
    tick     : in    std_ulogic;
    in_data  : in    std_ulogic_vector(63 downto 0);
    in_valid : in    std_ulogic;
    in_ready : out   std_ulogic;
    take     : in    std_ulogic;
    have     : out   std_ulogic;
    full     : out   std_ulogic;
    data     : out   std_ulogic_vector(64 * WORDS - 1 downto 0);
    last     : out   std_ulogic
  );
end entity turn_loader;

architecture rtl of turn_loader is

  -- The lowest bit that is one in the length of a block, which is 2 * WORDS.
  function length_bit return natural is
    variable rest  : natural := WORDS;
    variable place : natural := 1;
  begin
    while rest mod 2 = 0 loop
      rest  := rest / 2;
      place := place + 1;
    end loop;
    return 33 + place;
  end function length_bit;

  signal receiving : std_ulogic;
  signal empty     : std_ulogic;
  signal next_last : std_ulogic;
  signal index     : unsigned(counter_bits(WORDS) - 1 downto 0);
  signal at_end    : std_ulogic;
  signal word_in   : std_ulogic;
  signal header_in : std_ulogic;
  signal taken     : std_ulogic;
  signal word      : std_ulogic_vector(63 downto 0);
  signal shift     : std_ulogic;
  signal ends      : std_ulogic;

begin

  in_ready  <= not full or taken when receiving = '1' else
               not empty;
  have      <= full or empty;
  word_in   <= in_valid and receiving and (not full or taken);
  header_in <= in_valid and not receiving and not empty;
  taken     <= take and tick;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        receiving <= '0';
        empty     <= '0';
        full      <= '0';
        at_end    <= '0';
        shift     <= '0';
        ends      <= '0';
        index     <= (others => '0');
      else
        if header_in = '1' then
          receiving <= in_data(length_bit);
        elsif word_in = '1' and at_end = '1' then
          receiving <= '0';
        end if;
        if word_in = '1' then
          at_end <= to_bit(index = WORDS - 2);
          index  <= index + 1;
          if at_end = '1' then
            index <= (others => '0');
          end if;
        end if;
        -- a block is taken before the empty turn behind it
        shift <= word_in;
        ends  <= word_in and at_end;
        full  <= ends or (full and not taken);
        empty <= (header_in and not in_data(length_bit)) or (empty and not (taken and not full));
      end if;
    end if;
  end process control_reg;

  last_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if header_in = '1' then
        next_last <= in_data(32);
      end if;
      if ends = '1' then
        last <= next_last;
      end if;
    end if;
  end process last_reg;

  data_reg : process (clk) is
  begin
    if rising_edge(clk) then
      word <= in_data;
      if shift = '1' then
        data <= data(data'high - 64 downto 0) & word;
      end if;
    end if;
  end process data_reg;

end architecture rtl;
