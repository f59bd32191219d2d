-- SPDX-License-Identifier: Apache-2.0
-- Shapes of padding, as numbers that follow from the generics of a padding unit.
--
-- After the message come MARK_BYTES bytes of a mark, then zeros, and FIELD_BYTES bytes of a field that end a block. With `fill`
-- message bytes in the block in which the message ends (0 to a whole block), the message takes so many blocks more:
--
--   fill <= block - CLEARANCE   BLOCKS_MORE
--   otherwise                   BLOCKS_MORE + 1
--   fill = 0 and CLEARANCE = 0  BLOCKS_MORE - 1, but not less than 0: the block of the message's end is itself padding
--
-- where mark and field together are BLOCKS_MORE whole blocks and CLEARANCE bytes.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package padding_pkg is

  -- Returns the whole blocks that MARK_BYTES and FIELD_BYTES fill.
  function blocks_more (mark_bytes, field_bytes, block_bytes : natural) return natural;

  -- Returns the bytes of mark and field that are not in these whole blocks.
  function clearance (mark_bytes, field_bytes, block_bytes : natural) return natural;

  -- Returns the largest number of blocks after the one in which a message ends.
  function most_blocks_more (mark_bytes, field_bytes, block_bytes : natural) return natural;

  -- Returns the bits of an unsigned number that can be 0 to MOST; at least one bit.
  function number_bits (most : natural) return positive;

  -- Returns the first COUNT bytes of WORD, followed by zeros.
  function first_bytes (word : std_ulogic_vector; count : unsigned) return std_ulogic_vector;

end package padding_pkg;

package body padding_pkg is

  function blocks_more (mark_bytes, field_bytes, block_bytes : natural) return natural is
  begin
    return (mark_bytes + field_bytes) / block_bytes;
  end function blocks_more;

  function clearance (mark_bytes, field_bytes, block_bytes : natural) return natural is
  begin
    return (mark_bytes + field_bytes) mod block_bytes;
  end function clearance;

  function most_blocks_more (mark_bytes, field_bytes, block_bytes : natural) return natural is
  begin
    if clearance(mark_bytes, field_bytes, block_bytes) = 0 then
      return blocks_more(mark_bytes, field_bytes, block_bytes);
    end if;
    return blocks_more(mark_bytes, field_bytes, block_bytes) + 1;
  end function most_blocks_more;

  function number_bits (most : natural) return positive is
    variable bits : positive := 1;
  begin
    while 2 ** bits <= most loop
      bits := bits + 1;
    end loop;
    return bits;
  end function number_bits;

  function first_bytes (word : std_ulogic_vector; count : unsigned) return std_ulogic_vector is
    constant BYTES  : positive := word'length / 8;
    alias    source : std_ulogic_vector(word'length - 1 downto 0) is word;
    variable result : std_ulogic_vector(word'length - 1 downto 0);
  begin
    result := (others => '0');
    for i in 0 to BYTES - 1 loop
      if count > i then
        result(8 * (BYTES - i) - 1 downto 8 * (BYTES - i - 1)) := source(8 * (BYTES - i) - 1 downto 8 * (BYTES - i - 1));
      end if;
    end loop;
    return result;
  end function first_bytes;

end package body padding_pkg;
