-- SPDX-License-Identifier: Apache-2.0
-- Reads the packets of one lane from its buffer: removes the descriptors, and cuts rows into the words of the core.
--
--   row --> descriptor registers --> packet_*
--       \-> word selection ---------> word
--
-- The words of a packet that was cut short are continued with zeros, so that the core always receives the whole blocks that its
-- header announced; with TURNS, the packet ends with the next block or the one after it. A made-up packet (accelerator_pkg)
-- consists of zeros only. packet_status says why such a message failed; it is valid with the last word of the packet.
--
-- In a row, the first byte of the message is in the lowest bits, as on the bus; in a word it is in the top bits.
-- Widths: BUS_BITS a row, W bits a word. Latency: two cycles from a descriptor to packet_valid, none from a row to its words.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;
use work.accelerator_pkg.all;

entity accelerator_reader is
  generic (
    W          : positive := 64;   -- bits of a word
    BUS_BITS   : positive := 256;  -- bits of a row, a multiple of W
    BLOCK_BITS : positive := 1088; -- bits of a block, a multiple of W and of 32
    TURNS      : boolean  := false -- each block is a segment of its own
  );
  port (
    clk           : in    std_ulogic;                                  -- clock of all ports
    rst           : in    std_ulogic;                                  -- synchronous reset, active high
    row           : in    std_ulogic_vector(BUS_BITS + 1 downto 0);    -- oldest row of the buffer, flags in the top bits
    row_valid     : in    std_ulogic;                                  -- row holds a row
    row_ready     : out   std_ulogic;                                  -- the row is taken in this cycle
    waiting       : out   std_ulogic;                                  -- no packet is being read
    packet_valid  : out   std_ulogic;                                  -- the other packet_* describe a packet
    packet_id     : out   std_ulogic_vector(ID_BITS - 1 downto 0);     -- id of its message
    packet_last   : out   std_ulogic;                                  -- it ends its message
    packet_final  : out   std_ulogic;                                  -- one block of it is left
    packet_length : out   std_ulogic_vector(30 downto 0);              -- its length in 32-bit words
    packet_bits   : out   std_ulogic_vector(LENGTH_BITS - 1 downto 0); -- message bits for the last header of the core
    packet_status : out   status_t;                                    -- of the message
    word          : out   std_ulogic_vector(W - 1 downto 0);           -- next word of the packet
    word_valid    : out   std_ulogic;                                  -- word holds a word
    word_ready    : in    std_ulogic;                                  -- the word is taken in this cycle if word_valid is '1'
    block_end     : in    std_ulogic                                   -- the word is the last one of its block
  );
end entity accelerator_reader;

architecture rtl of accelerator_reader is

  constant ROW_WORDS     : positive := BUS_BITS / W;
  constant POSITION_BITS : positive := counter_bits(ROW_WORDS);

  signal described : std_ulogic; -- the registers hold a descriptor
  signal measured  : std_ulogic; -- packet_length is valid
  signal blocks    : unsigned(BLOCKS_BITS - 1 downto 0);
  signal position  : unsigned(POSITION_BITS - 1 downto 0);
  signal status    : status_t;
  signal flags     : row_flags_t;
  signal zeros     : std_ulogic; -- the rest of the packet is zeros
  signal is_final  : std_ulogic;
  signal offered   : std_ulogic; -- word_valid
  signal taken     : std_ulogic; -- a word is taken in this cycle
  signal ends      : std_ulogic; -- the last word of the packet is taken in this cycle
  signal row_ends  : std_ulogic; -- the last word of a row is taken in this cycle

begin

  flags         <= row(BUS_BITS + 1 downto BUS_BITS);
  is_final      <= to_bit(blocks = 1);
  offered       <= measured and (zeros or row_valid);
  taken         <= offered and word_ready;
  ends          <= taken and block_end and is_final;
  row_ends      <= taken and not zeros and (ends or to_bit(position = ROW_WORDS - 1));
  row_ready     <= row_ends or not described;
  waiting       <= not described;
  packet_valid  <= measured;
  packet_final  <= is_final;
  word_valid    <= offered;
  packet_status <= row_status(flags) when status = STATUS_OK and zeros = '0' else
                   status;

  select_word : process (all) is
    variable chosen : std_ulogic_vector(W - 1 downto 0);
  begin
    chosen := row(W - 1 downto 0);
    for i in 1 to ROW_WORDS - 1 loop
      if position = i then
        chosen := row(W * i + W - 1 downto W * i);
      end if;
    end loop;
    word <= swap_bytes(chosen) and not (W - 1 downto 0 => zeros);
  end process select_word;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        described <= '0';
        measured  <= '0';
        zeros     <= '0';
      elsif described = '0' then
        described <= row_valid;
        zeros     <= row_valid and row(MADE_UP_BIT);
      else
        measured  <= not ends;
        described <= not ends;
        if ends = '1' then
          zeros <= '0';
        elsif row_ends = '1' and flags(1) = '1' then
          zeros <= '1';
        end if;
      end if;
    end if;
  end process control_reg;

  packet_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if described = '0' then
        packet_id   <= row(ID_BITS - 1 downto 0);
        packet_last <= row(LAST_BIT);
        packet_bits <= row(LENGTH_LOW + LENGTH_BITS - 1 downto LENGTH_LOW);
        blocks      <= unsigned(row(BLOCKS_LOW + BLOCKS_BITS - 1 downto BLOCKS_LOW));
        position    <= (others => '0');
        status      <= STATUS_OK;
        if row(MADE_UP_BIT) = '1' then
          status <= row(LENGTH_LOW + status_t'length - 1 downto LENGTH_LOW);
        end if;
      else
        if taken = '1' and block_end = '1' then
          blocks <= blocks - 1;
          if TURNS and zeros = '1' and is_final = '0' then
            blocks <= to_unsigned(1, BLOCKS_BITS);
          end if;
        end if;
        if taken = '1' and zeros = '0' then
          position <= (others => '0');
          if row_ends = '0' then
            position <= position + 1;
          end if;
        end if;
        if row_ends = '1' and flags(1) = '1' then
          status <= row_status(flags);
        end if;
      end if;
      if measured = '0' then
        packet_length <= std_ulogic_vector(resize(blocks * (BLOCK_BITS / 32), 31));
      end if;
    end if;
  end process packet_reg;

end architecture rtl;
