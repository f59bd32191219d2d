-- SPDX-License-Identifier: Apache-2.0
-- Keeps how much output a message asked for, and says for each block of output whether another one follows and which of its words is
-- the last one.
--
--   header --> [asked] --> - 1, in words --> [left] --> at least a block? --> more
--                                              ^                  |
--                                              +-- - one block ---+
--
-- `asked` follows the headers. At the end of a message it is copied, so that the next header can arrive while the output of this message
-- is computed. `left` is the index of the last word in the output that has not been started; the comparison takes the borrow of its
-- subtraction, and has several cycles.
--
-- Widths: 32 bits of output bytes, WORDS words of 64 bits in a block. Latency: more and final are valid from the third cycle after
-- ends, and from the second one after next_block.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity keccak_xof_request is
  generic (
    WORDS : positive range 4 to 31 -- words of a block of output
  );
  port (
    clk        : in    std_ulogic;                     -- clock
    header     : in    std_ulogic;                     -- a header is taken in this cycle
    bytes      : in    std_ulogic_vector(31 downto 0); -- its lower half: in a last segment the number of output bytes
    ends       : in    std_ulogic;                     -- the last word of a message is taken in this cycle
    next_block : in    std_ulogic;                     -- another block of output is started
    more       : out   std_ulogic;                     -- a further block of output follows
    final      : out   unsigned(4 downto 0)            -- without more: index of the last word in its block
  );
end entity keccak_xof_request;

architecture rtl of keccak_xof_request is

  constant COUNT_BITS : positive := 29; -- 2**32 bytes are 2**29 words

  signal asked      : unsigned(31 downto 0);
  signal copies     : std_ulogic;                    -- left is copied from asked
  signal left       : unsigned(COUNT_BITS - 1 downto 0);
  signal difference : unsigned(COUNT_BITS downto 0); -- its upper bit is the borrow

begin

  difference <= ('0' & left) - WORDS;
  final      <= left(4 downto 0);

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
    variable whole_less_one : unsigned(31 downto 0);
  begin
    if rising_edge(clk) then
      whole_less_one := asked - 1;
      if copies = '1' then
        left <= whole_less_one(31 downto 3);
      elsif next_block = '1' then
        left <= difference(COUNT_BITS - 1 downto 0);
      end if;
      more <= not difference(COUNT_BITS);
    end if;
  end process left_reg;

end architecture rtl;
