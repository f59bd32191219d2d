-- SPDX-License-Identifier: Apache-2.0
-- AXI4-Stream master: from words of a digest with the first byte in the top bits to beats with the first byte in the lowest bits.
--
--   BUS_BITS <= W    a word is W / BUS_BITS beats; the last one of a digest may be fewer
--   BUS_BITS > W     words are gathered in a register; the last beat of a digest may have fewer bytes, see m_axis_tkeep
--
-- While rst is '1' no word is taken and no beat is offered.
--
-- Widths: W = 16, 32 or 64, BUS_BITS = 32 or 64. Latency: none for BUS_BITS <= W; otherwise a beat leaves in the cycle after its last
-- word, and a word is taken in each cycle in which no beat waits.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity axis_output is
  generic (
    W           : positive := 32; -- bits of a word: 16, 32 or 64
    BUS_BITS    : positive := 32; -- bits of a beat: 32 or 64
    DIGEST_BITS : positive := 256 -- bits of a digest, a multiple of 32
  );
  port (
    clk           : in    std_ulogic;                                   -- clock of both sides
    rst           : in    std_ulogic;                                   -- synchronous reset, active high
    word          : in    std_ulogic_vector(W - 1 downto 0);            -- word of a digest, the first byte in the top bits
    word_valid    : in    std_ulogic;                                   -- word holds a word
    word_ready    : out   std_ulogic;                                   -- word is taken in this cycle if word_valid is '1'
    m_axis_tdata  : out   std_ulogic_vector(BUS_BITS - 1 downto 0);     -- bytes of a digest, the first one in the lowest bits
    m_axis_tkeep  : out   std_ulogic_vector(BUS_BITS / 8 - 1 downto 0); -- which bytes of m_axis_tdata belong to the digest
    m_axis_tlast  : out   std_ulogic;                                   -- last beat of a digest
    m_axis_tvalid : out   std_ulogic;                                   -- m_axis_tdata holds a beat
    m_axis_tready : in    std_ulogic                                    -- the receiver takes the beat in this cycle
  );
end entity axis_output;

architecture rtl of axis_output is

  constant BEATS      : positive := (DIGEST_BITS + BUS_BITS - 1) / BUS_BITS;
  constant LAST_BYTES : positive := DIGEST_BITS / 8 - (BEATS - 1) * BUS_BITS / 8; -- bytes of the last beat

  signal beat    : unsigned(counter_bits(BEATS) - 1 downto 0); -- of the digest
  signal is_last : std_ulogic;
  signal valid   : std_ulogic;

begin

  is_last       <= to_bit(beat = BEATS - 1);
  m_axis_tlast  <= is_last;
  m_axis_tvalid <= valid;

  keep_lanes : for i in 0 to BUS_BITS / 8 - 1 generate
    m_axis_tkeep(i) <= '1' when i < LAST_BYTES else
                       not is_last;
  end generate keep_lanes;

  beat_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        beat <= (others => '0');
      elsif valid = '1' and m_axis_tready = '1' then
        if is_last = '1' then
          beat <= (others => '0');
        else
          beat <= beat + 1;
        end if;
      end if;
    end if;
  end process beat_reg;

  split : if BUS_BITS <= W generate

    constant PARTS : positive := W / BUS_BITS;

    signal part       : unsigned(counter_bits(PARTS) - 1 downto 0); -- of the word
    signal final_part : std_ulogic;
    signal bytes      : std_ulogic_vector(W - 1 downto 0);          -- first byte in the lowest bits

  begin

    bytes        <= swap_bytes(word);
    m_axis_tdata <= bytes((to_integer(part) + 1) * BUS_BITS - 1 downto to_integer(part) * BUS_BITS) when PARTS > 1 else
                    bytes(BUS_BITS - 1 downto 0);
    -- a digest may end in the middle of its last word, as the 3.5 words of 64 bits of Keccak-224
    final_part   <= to_bit(part = PARTS - 1) or is_last;
    valid        <= word_valid and not rst;
    word_ready   <= m_axis_tready and final_part and not rst;

    part_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if rst = '1' then
          part <= (others => '0');
        elsif valid = '1' and m_axis_tready = '1' then
          if final_part = '1' then
            part <= (others => '0');
          else
            part <= part + 1;
          end if;
        end if;
      end if;
    end process part_reg;

  end generate split;

  gather : if BUS_BITS > W generate

    constant PARTS      : positive := BUS_BITS / W;
    constant LAST_PARTS : positive := LAST_BYTES * 8 / W; -- words of the last beat

    signal gathered : std_ulogic_vector(BUS_BITS - 1 downto 0);
    signal part     : unsigned(counter_bits(PARTS) - 1 downto 0); -- lane of the next word
    signal full     : std_ulogic;                                 -- gathered is a beat
    signal fills    : std_ulogic;                                 -- the next word completes the beat

  begin

    m_axis_tdata <= gathered;
    word_ready   <= not full and not rst;
    valid        <= full and not rst;
    fills        <= to_bit(part = PARTS - 1) or (is_last and to_bit(part = LAST_PARTS - 1));

    control_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if rst = '1' then
          part <= (others => '0');
          full <= '0';
        elsif full = '1' then
          full <= not m_axis_tready;
        elsif word_valid = '1' then
          full <= fills;
          if fills = '1' then
            part <= (others => '0');
          else
            part <= part + 1;
          end if;
        end if;
      end if;
    end process control_reg;

    gathered_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if full = '0' and word_valid = '1' then
          for i in 0 to PARTS - 1 loop
            if part = i then
              gathered((i + 1) * W - 1 downto i * W) <= swap_bytes(word);
            end if;
          end loop;
        end if;
      end if;
    end process gathered_reg;

  end generate gather;

end architecture rtl;
