-- SPDX-License-Identifier: Apache-2.0
-- Reads turns from the input stream, for cores that process several messages at once. A turn is a segment of one block, or a
-- header of length 0, which is an empty turn (docs/architecture.md, "Turns").
--
--   in_data --+--> header: receiving, empty, last
--             |    +------+     +----------------------+
--             +--->| word |---->| words 0 .. WORDS-1   |-----> data      stable from `full` until the turn is taken
--                  +------+     +----------------------+
--
-- The block stays on `data` in the cycle after the one that takes it.
--
-- `have` is '1' while a turn waits: a block if `full` is '1', otherwise an empty turn. A cycle in which `tick` and `take` are
-- both '1' takes the turn. The next header is accepted while a block waits; the words after it are accepted from the cycle on
-- that takes the block. Only one bit of the header's length is read, because the length is either 0 or that of a block.
--
-- The register `word` delays each word by one cycle, so that the enable of the wide register `data` comes from a register.
--
-- Widths: words of 64 bits, WORDS words a block; the first word is in the most significant bits of data.
-- Latency: a block is available two cycles after its last word.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity turn_loader is
  generic (
    WORDS : positive range 2 to 64 -- words of a block
  );
  port (
    clk      : in    std_ulogic;                                 -- I/O clock
    rst      : in    std_ulogic;                                 -- synchronous reset, active high
    tick     : in    std_ulogic;                                 -- this cycle ends with an edge of the datapath's clock
    in_data  : in    std_ulogic_vector(63 downto 0);             -- input stream: headers and payload
    in_valid : in    std_ulogic;                                 -- in_data holds a word
    in_ready : out   std_ulogic;                                 -- in_data is taken in this cycle if in_valid is '1'
    take     : in    std_ulogic;                                 -- the datapath takes the turn (effective with tick)
    have     : out   std_ulogic;                                 -- a turn waits
    arrives  : out   std_ulogic;                                 -- a block waits from the next cycle on
    full     : out   std_ulogic;                                 -- the waiting turn is a block
    data     : out   std_ulogic_vector(64 * WORDS - 1 downto 0); -- the waiting block
    last     : out   std_ulogic                                  -- the waiting block ends its message
  );
end entity turn_loader;

architecture rtl of turn_loader is

  -- The position in the header of the lowest '1' bit of a block's length. That length is 2 * WORDS, in 32-bit words.
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
  signal changes   : std_ulogic; -- a word taken in this cycle is a header, or the last one of a block
  signal taken     : std_ulogic; -- the datapath takes the turn at the end of this cycle
  signal word      : std_ulogic_vector(63 downto 0);
  signal shift     : std_ulogic;
  signal ends      : std_ulogic; -- the word taken in the cycle before was the last one of a turn

begin

  in_ready  <= not full or taken when receiving = '1' else
               not empty;
  have      <= full or empty;
  arrives   <= ends;
  word_in   <= in_valid and receiving and (not full or taken);
  header_in <= in_valid and not receiving and not empty;
  changes   <= at_end and (not full or taken) when receiving = '1' else
               not empty;
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
        if in_valid = '1' and changes = '1' then
          receiving <= not receiving and in_data(length_bit);
        end if;
        if word_in = '1' then
          at_end <= to_bit(index = WORDS - 2);
          index  <= index + 1;
          if at_end = '1' then
            index <= (others => '0');
          end if;
        end if;
        -- if a block and an empty turn both wait, the block is the earlier turn and is taken first
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
