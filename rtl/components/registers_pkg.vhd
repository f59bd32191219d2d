-- SPDX-License-Identifier: Apache-2.0
-- Addresses and bits of the registers of hash_registers.
-- Made from rtl/components/registers.toml; do not edit.

package registers_pkg is

  constant ADDRESS_BITS             : natural := 7;      -- bits of an address, which counts bytes
  constant ID_OFFSET                : natural := 16#00#; -- Identifies this register map
  constant ID_VERSION               : natural := 0;      -- lowest bit of version
  constant ID_MAGIC                 : natural := 16;     -- lowest bit of magic
  constant CORE_OFFSET              : natural := 16#04#; -- Sizes of the hash function
  constant CORE_DIGEST_BYTES        : natural := 0;      -- lowest bit of digest_bytes
  constant CORE_BLOCK_BYTES         : natural := 8;      -- lowest bit of block_bytes
  constant CONTROL_OFFSET           : natural := 16#08#; -- Commands, and the interrupt
  constant CONTROL_RESET            : natural := 0;      -- lowest bit of reset
  constant CONTROL_INTERRUPT_ENABLE : natural := 1;      -- lowest bit of interrupt_enable
  constant STATUS_OFFSET            : natural := 16#0c#; -- State of the message and of the data FIFO
  constant STATUS_DONE              : natural := 0;      -- lowest bit of done
  constant STATUS_OVERFLOW          : natural := 1;      -- lowest bit of overflow
  constant STATUS_SPACE             : natural := 8;      -- lowest bit of space
  constant LAST_OFFSET              : natural := 16#10#; -- Announces the end of a message
  constant LAST_BYTES               : natural := 0;      -- lowest bit of bytes
  constant DATA_OFFSET              : natural := 16#14#; -- Takes a message, four bytes a word
  constant DATA_BYTES               : natural := 0;      -- lowest bit of bytes
  constant DIGEST_OFFSET            : natural := 16#40#; -- The digest while done is 1
  constant DIGEST_BYTES             : natural := 0;      -- lowest bit of bytes

end package registers_pkg;
