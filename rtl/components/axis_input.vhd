-- SPDX-License-Identifier: Apache-2.0
-- AXI4-Stream slave: from beats with the first byte in the lowest bits to words with the first byte in the top bits.
--
--   BUS_BITS = W     a beat is a word
--   BUS_BITS > W     a beat is BUS_BITS / W words; the last one may have fewer
--   BUS_BITS < W     two beats are a word; the first one waits in `held`
--
-- s_axis_tkeep marks the bytes of a beat. All are '1', except in the last beat of a message, whose bytes are the lowest lanes; an empty
-- message is one beat without bytes. A beat without bytes and without s_axis_tlast is ignored.
--
-- While rst is '1' no beat is taken and no word is offered.
--
-- Widths: BUS_BITS = 32 or 64, W = 16, 32 or 64. Latency: none; a word of two beats leaves with its second one.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity axis_input is
  generic (
    BUS_BITS : positive := 32; -- bits of a beat: 32 or 64
    W        : positive := 32  -- bits of a word: 16, 32 or 64
  );
  port (
    clk           : in    std_ulogic;                                   -- clock of both sides
    rst           : in    std_ulogic;                                   -- synchronous reset, active high
    s_axis_tdata  : in    std_ulogic_vector(BUS_BITS - 1 downto 0);     -- bytes of a message, the first one in the lowest bits
    s_axis_tkeep  : in    std_ulogic_vector(BUS_BITS / 8 - 1 downto 0); -- which bytes of s_axis_tdata belong to the message
    s_axis_tlast  : in    std_ulogic;                                   -- last beat of a message
    s_axis_tvalid : in    std_ulogic;                                   -- s_axis_tdata holds a beat
    s_axis_tready : out   std_ulogic;                                   -- the beat is taken in this cycle if s_axis_tvalid is '1'
    word          : out   std_ulogic_vector(W - 1 downto 0);            -- bytes of the message, the first one in the top bits
    word_bytes    : out   unsigned(counter_bits(W / 8) downto 0);       -- how many bytes of word are valid, from the top bits on
    word_last     : out   std_ulogic;                                   -- last word of a message
    word_valid    : out   std_ulogic;                                   -- word holds a word
    word_ready    : in    std_ulogic                                    -- the receiver takes word in this cycle
  );
end entity axis_input;

architecture rtl of axis_input is

  constant PARTS : positive := maximum(BUS_BITS / W, 1);
  constant BYTES : positive := minimum(BUS_BITS, W) / 8; -- bytes of a part

  signal holds_bytes : std_ulogic; -- the beat has a byte, or ends a message

  -- Returns how many of the lowest bits of KEEP are '1' without a '0' among them.
  function count_bytes (keep : std_ulogic_vector) return natural is
    alias    lanes  : std_ulogic_vector(keep'length - 1 downto 0) is keep;
    variable result : natural range 0 to keep'length := 0;
  begin
    for i in 0 to keep'length - 1 loop
      if lanes(i) = '1' then
        result := i + 1;
      end if;
    end loop;
    return result;
  end function count_bytes;

begin

  holds_bytes <= s_axis_tkeep(0) or s_axis_tlast;

  split : if BUS_BITS >= W generate

    signal part       : unsigned(counter_bits(PARTS) - 1 downto 0);      -- of the beat
    signal part_data  : std_ulogic_vector(W - 1 downto 0);
    signal part_keep  : std_ulogic_vector(BYTES - 1 downto 0);
    signal more       : unsigned(BUS_BITS / 8 - 1 downto 0);             -- at the first byte of a part: the next part has bytes
    signal part_final : std_ulogic;

  begin

    whole_beat : if PARTS = 1 generate
      part_data  <= s_axis_tdata;
      part_keep  <= s_axis_tkeep;
      part_final <= '1';
    end generate whole_beat;

    -- the lanes after the last part have no bytes
    part_of_beat : if PARTS > 1 generate
      part_data  <= s_axis_tdata((to_integer(part) + 1) * W - 1 downto to_integer(part) * W);
      part_keep  <= s_axis_tkeep((to_integer(part) + 1) * BYTES - 1 downto to_integer(part) * BYTES);
      more       <= shift_right(unsigned(s_axis_tkeep), BYTES);
      part_final <= not more(to_integer(part) * BYTES);
    end generate part_of_beat;

    word          <= swap_bytes(part_data);
    word_bytes    <= to_unsigned(count_bytes(part_keep), word_bytes'length);
    word_last     <= s_axis_tlast and part_final;
    word_valid    <= s_axis_tvalid and holds_bytes and not rst;
    s_axis_tready <= ((word_ready and part_final) or not holds_bytes) and not rst;

    part_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if rst = '1' then
          part <= (others => '0');
        elsif s_axis_tvalid = '1' and holds_bytes = '1' and word_ready = '1' then
          if part_final = '1' then
            part <= (others => '0');
          else
            part <= part + 1;
          end if;
        end if;
      end if;
    end process part_reg;

  end generate split;

  gather : if BUS_BITS < W generate

    signal held     : std_ulogic_vector(BUS_BITS - 1 downto 0); -- first beat of a word
    signal has_held : std_ulogic;
    signal stores   : std_ulogic;                               -- the beat is the first one of a word and not the last of a message
    signal keep     : std_ulogic_vector(W / 8 - 1 downto 0);

  begin

    stores        <= not has_held and not s_axis_tlast;
    word          <= swap_bytes(held) & swap_bytes(s_axis_tdata) when has_held = '1' else
                     swap_bytes(s_axis_tdata) & (BUS_BITS - 1 downto 0 => '0');
    keep          <= s_axis_tkeep & (BYTES - 1 downto 0 => '1') when has_held = '1' else
                     (BYTES - 1 downto 0 => '0') & s_axis_tkeep;
    word_bytes    <= to_unsigned(count_bytes(keep), word_bytes'length);
    word_last     <= s_axis_tlast;
    word_valid    <= s_axis_tvalid and holds_bytes and not stores and not rst;
    s_axis_tready <= (word_ready or stores or not holds_bytes) and not rst;

    has_held_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if rst = '1' then
          has_held <= '0';
        elsif s_axis_tvalid = '1' and holds_bytes = '1' then
          if stores = '1' then
            has_held <= '1';
          elsif word_ready = '1' then
            has_held <= '0';
          end if;
        end if;
      end if;
    end process has_held_reg;

    held_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if s_axis_tvalid = '1' and stores = '1' then
          held <= s_axis_tdata;
        end if;
      end if;
    end process held_reg;

  end generate gather;

end architecture rtl;
