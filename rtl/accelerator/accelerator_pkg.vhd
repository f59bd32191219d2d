-- SPDX-License-Identifier: Apache-2.0
-- Formats that the entities of the accelerator share: descriptor of a packet, flags of a row, status of a result
-- (docs/accelerator.md), and helper functions.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package accelerator_pkg is

  -- Fields of a descriptor, which is the first 64-bit word of a packet.
  constant DESCRIPTOR_BITS : positive := 64;
  constant ID_BITS         : positive := 16; -- bits 15..0: id of the message
  constant FIRST_BIT       : positive := 16; -- the packet begins a message
  constant LAST_BIT        : positive := 17; -- the packet ends its message
  constant BLOCKS_BITS     : positive := 14; -- bits 31..18: blocks in the packet
  constant BLOCKS_LOW      : positive := 18;
  constant LENGTH_BITS     : positive := 32; -- bits 63..32: message bits for the last header of the core
  constant LENGTH_LOW      : positive := 32;

  -- In a buffer, FIRST_BIT marks a packet that a lane's reader must make up: one block of zeros, which ends a message that
  -- failed. Its status is in the low bits of the length.
  constant MADE_UP_BIT : positive := FIRST_BIT;

  subtype status_t is std_ulogic_vector(2 downto 0);

  constant STATUS_OK         : status_t := "000";
  constant STATUS_UNKNOWN_ID : status_t := "001"; -- a packet continues a message that is not open
  constant STATUS_TOO_LONG   : status_t := "010"; -- a packet has more data than its descriptor says
  constant STATUS_TRUNCATED  : status_t := "011"; -- a packet has less data than its descriptor says
  constant STATUS_NO_LANE    : status_t := "100"; -- a message begins while all lanes are held by open messages
  constant STATUS_ID_IN_USE  : status_t := "101"; -- a message begins with the id of an open message
  constant STATUS_NO_BLOCKS  : status_t := "110"; -- a packet without blocks
  constant STATUS_OVERFLOW   : status_t := "111"; -- a buffer is full while its core waits for another message

  -- Flags of a row of a buffer.
  subtype row_flags_t is std_ulogic_vector(1 downto 0);

  constant ROW_GOOD      : row_flags_t := "00";
  constant ROW_TOO_LONG  : row_flags_t := "01"; -- last row of a packet that had more data
  constant ROW_TRUNCATED : row_flags_t := "10"; -- last row of a packet that had less data
  constant ROW_OVERFLOW  : row_flags_t := "11"; -- last row that was stored of a packet

  -- Returns the status that a row's flags mean.
  function row_status (flags : row_flags_t) return status_t;

  -- Returns A / B, rounded up.
  function ceil_div (a : natural; b : positive) return natural;

  -- Returns the blocks of a message of 2 ** LIMIT_BITS bits, plus PADDING, as a number of RESULT_BITS bits.
  function message_blocks (
    result_bits : positive;
    limit_bits  : positive;
    block_bits  : positive;
    padding     : natural
  ) return unsigned;

  -- Returns the lowest '1' of REQUESTS alone; zeros if there is none.
  function lowest_one (requests : std_ulogic_vector) return std_ulogic_vector;

  -- Returns the first '1' of REQUESTS above the '1' of LATEST; if there is none, the lowest '1' of all.
  function next_one (requests : std_ulogic_vector; latest : std_ulogic_vector) return std_ulogic_vector;

end package accelerator_pkg;

package body accelerator_pkg is

  -- One return only: GHDL 2.0 synthesises a return in `when others` to undefined bits.
  function row_status (flags : row_flags_t) return status_t is
    variable status : status_t := STATUS_OK;
  begin
    if flags = ROW_TOO_LONG then
      status := STATUS_TOO_LONG;
    elsif flags = ROW_TRUNCATED then
      status := STATUS_TRUNCATED;
    elsif flags = ROW_OVERFLOW then
      status := STATUS_OVERFLOW;
    end if;
    return status;
  end function row_status;

  function ceil_div (a : natural; b : positive) return natural is
  begin
    return (a + b - 1) / b;
  end function ceil_div;

  -- Long division of 2 ** LIMIT_BITS by BLOCK_BITS: integers have 32 bits only.
  function message_blocks (
    result_bits : positive;
    limit_bits  : positive;
    block_bits  : positive;
    padding     : natural
  ) return unsigned is
    variable quotient  : unsigned(limit_bits downto 0) := (others => '0');
    variable remainder : natural                       := 0;
  begin
    for i in limit_bits downto 0 loop
      remainder := 2 * remainder;
      if i = limit_bits then
        remainder := 1;
      end if;
      if remainder >= block_bits then
        remainder   := remainder - block_bits;
        quotient(i) := '1';
      end if;
    end loop;
    if remainder > 0 then
      quotient := quotient + 1;
    end if;
    return resize(quotient, result_bits) + padding;
  end function message_blocks;

  function lowest_one (requests : std_ulogic_vector) return std_ulogic_vector is
    constant BITS : unsigned(requests'length - 1 downto 0) := unsigned(requests);
  begin
    return std_ulogic_vector(BITS and (not BITS + 1));
  end function lowest_one;

  function next_one (requests : std_ulogic_vector; latest : std_ulogic_vector) return std_ulogic_vector is
    constant BITS  : unsigned(requests'length - 1 downto 0) := unsigned(requests);
    constant MARK  : unsigned(requests'length - 1 downto 0) := unsigned(latest);
    variable above : unsigned(requests'length - 1 downto 0);
  begin
    above := BITS and not (MARK or (MARK - 1));
    if above = 0 then
      above := BITS;
    end if;
    return lowest_one(std_ulogic_vector(above));
  end function next_one;

end package body accelerator_pkg;
