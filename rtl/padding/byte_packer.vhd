-- SPDX-License-Identifier: Apache-2.0
-- Joins words of which only some bytes belong to a message, so that all words but the last one of each message are full.
--
--   in_data --> shift --> [held] --> [out] --> out_data
--
-- A full word is held until the next one arrives: an end that arrives without bytes then marks it as the last one, so the last word of
-- a message that is not empty has at least one byte. A message whose last bytes need two words stalls the input for one cycle.
--
-- Widths: W bits a word, of up to W/8 bytes. Latency: a last word one cycle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.padding_pkg.all;
use work.shell_pkg.all;

entity byte_packer is
  generic (
    W : positive -- bits of a word
  );
  port (
    clk       : in    std_ulogic;                             -- clock of both streams
    rst       : in    std_ulogic;                             -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(W - 1 downto 0);      -- message word, first byte most significant
    in_bytes  : in    unsigned(counter_bits(W / 8) downto 0); -- its message bytes: 1 to W/8, with in_last also 0
    in_last   : in    std_ulogic;                             -- it is the last one of its message
    in_valid  : in    std_ulogic;                             -- in_data holds a word
    in_ready  : out   std_ulogic;                             -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(W - 1 downto 0);      -- message word
    out_bytes : out   unsigned(counter_bits(W / 8) downto 0); -- its message bytes: W/8 unless it is the last one
    out_last  : out   std_ulogic;                             -- it is the last one of its message
    out_valid : out   std_ulogic;                             -- out_data holds a word
    out_ready : in    std_ulogic                              -- it is taken in this cycle
  );
end entity byte_packer;

architecture rtl of byte_packer is

  constant WORD_BYTES : positive := W / 8;

  signal held    : std_ulogic_vector(W - 1 downto 0);          -- bytes that wait, first one most significant; zeros after them
  signal waiting : unsigned(counter_bits(W / 8) downto 0);     -- their number, up to a whole word
  signal ends    : std_ulogic;                                 -- they are the last ones of their message
  signal joined  : std_ulogic_vector(2 * W - 1 downto 0);      -- the bytes that wait and those that arrive
  signal total   : unsigned(counter_bits(W / 8) + 1 downto 0); -- their number
  signal over    : std_ulogic;                                 -- they are more than a word
  signal free    : std_ulogic;                                 -- a word can be stored in out_data
  signal takes   : std_ulogic;
  signal sends   : std_ulogic;                                 -- a word is stored in out_data
  signal offers  : std_ulogic;

begin

  total     <= resize(waiting, total'length) + in_bytes;
  over      <= to_bit(total > WORD_BYTES);
  free      <= out_ready or not offers;
  in_ready  <= free and not ends;
  takes     <= in_valid and free and not ends;
  sends     <= free and (ends or (in_valid and (over or in_last)));
  out_valid <= offers;

  joined_bytes : process (all) is
    variable arriving : unsigned(2 * W - 1 downto 0);
  begin
    arriving := unsigned(first_bytes(in_data, in_bytes)) & (W - 1 downto 0 => '0');
    joined   <= (held & (W - 1 downto 0 => '0')) or std_ulogic_vector(shift_right(arriving, 8 * to_integer(waiting)));
  end process joined_bytes;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        waiting <= (others => '0');
        held    <= (others => '0');
        ends    <= '0';
        offers  <= '0';
      else
        if free = '1' then
          offers <= sends;
        end if;
        if free = '1' and ends = '1' then
          waiting <= (others => '0');
          held    <= (others => '0');
          ends    <= '0';
        elsif takes = '1' and over = '1' then
          waiting <= resize(total - WORD_BYTES, waiting'length);
          held    <= joined(W - 1 downto 0);
          ends    <= in_last;
        elsif takes = '1' and in_last = '1' then
          waiting <= (others => '0');
          held    <= (others => '0');
        elsif takes = '1' then
          waiting <= resize(total, waiting'length);
          held    <= joined(2 * W - 1 downto W);
        end if;
      end if;
    end if;
  end process control_reg;

  data_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if sends = '1' then
        out_data  <= joined(2 * W - 1 downto W);
        out_bytes <= to_unsigned(WORD_BYTES, out_bytes'length);
        out_last  <= ends or (in_last and not over);
        if ends = '1' then
          out_data  <= held;
          out_bytes <= waiting;
        elsif over = '0' then
          out_bytes <= resize(total, out_bytes'length);
        end if;
      end if;
    end if;
  end process data_reg;

end architecture rtl;
