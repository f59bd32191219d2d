-- SPDX-License-Identifier: Apache-2.0
-- Keeps how much output a message asked for, and counts the words that are sent.
--
--   header --> [asked] --> - 1, in words --> [left] --> zero? --> ends_output
--                                              ^  |
--                                              +- - 1
--
-- `asked` follows the headers. At the end of a message it is copied, so that the next header can arrive while the output of this message
-- is sent.
--
-- Widths: 32 bits of output bytes, words of 64 bits.
-- Latency: ends_output is valid from the third cycle after `ends`, and from the second one after `sent`.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity ascon_highspeed_request is
  port (
    clk         : in    std_ulogic;                     -- clock
    header      : in    std_ulogic;                     -- a header is taken in this cycle
    bytes       : in    std_ulogic_vector(31 downto 0); -- its lower half: in a last segment the number of output bytes
    ends        : in    std_ulogic;                     -- the last word of a message is taken in this cycle
    sent        : in    std_ulogic;                     -- a word of output leaves the state
    ends_output : out   std_ulogic                      -- the next word of output is the last one
  );
end entity ascon_highspeed_request;

architecture rtl of ascon_highspeed_request is

  constant COUNT_BITS : positive := 29; -- 2**32 bytes are 2**29 words

  signal asked      : unsigned(31 downto 0);
  signal copies     : std_ulogic;                        -- left is copied from asked
  signal left       : unsigned(COUNT_BITS - 1 downto 0); -- words after the next one
  signal difference : unsigned(COUNT_BITS downto 0);     -- its upper bit is the borrow

begin

  difference <= ('0' & left) - 1;

  asked_reg : process (clk) is
  begin
    if rising_edge(clk) then
      copies <= ends;
      if header = '1' then
        asked <= unsigned(bytes);
      end if;
    end if;
  end process asked_reg;

  left_reg : process (clk) is
    variable less_one : unsigned(31 downto 0);
  begin
    if rising_edge(clk) then
      less_one := asked - 1;
      if copies = '1' then
        left <= less_one(31 downto 3);
      elsif sent = '1' then
        left <= difference(COUNT_BITS - 1 downto 0);
      end if;
      ends_output <= difference(COUNT_BITS);
    end if;
  end process left_reg;

end architecture rtl;
