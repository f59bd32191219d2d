-- SPDX-License-Identifier: Apache-2.0
-- Our streams on one side, AXI4-Stream on the other: for a core that takes and gives AXI4-Stream (AMBA AXI4-Stream, IHI 0051).
--
--           +----------------+   +-------+ s_axis_*  +------+ m_axis_*
--   in_* -->| segment_reader |-->| queue |---------->| core |----------> out_*
--           +----------------+   +-------+           +------+
--
-- s_axis_tlast marks the last word of a message. With HEADERS the words are all of our input stream; without them the headers are
-- left out, and a message is its padded blocks and nothing else. The queue lets the core's tready follow its tvalid, as AXI allows.
-- What the core gives is passed on as it is. With CHECK_LAST a word whose m_axis_tlast is wrong is never taken: it is to be high with
-- the last of DIGEST_WORDS words.
--
-- Widths: W bits a word. Latency: one cycle on the way in, none on the way out.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity axis_bridge is
  generic (
    W            : positive             := 64;
    HEADERS      : natural range 0 to 1 := 0;
    NEEDS_BITS   : natural range 0 to 1 := 0;
    DIGEST_WORDS : positive             := 8;
    CHECK_LAST   : natural range 0 to 1 := 1
  );
  port (
    clk           : in    std_ulogic;
    rst           : in    std_ulogic;
    in_data       : in    std_ulogic_vector(W - 1 downto 0);
    in_valid      : in    std_ulogic;
    in_ready      : out   std_ulogic;
    out_data      : out   std_ulogic_vector(W - 1 downto 0);
    out_valid     : out   std_ulogic;
    out_ready     : in    std_ulogic;
    s_axis_tdata  : out   std_ulogic_vector(W - 1 downto 0);
    s_axis_tlast  : out   std_ulogic;
    s_axis_tvalid : out   std_ulogic;
    s_axis_tready : in    std_ulogic;
    m_axis_tdata  : in    std_ulogic_vector(W - 1 downto 0);
    m_axis_tlast  : in    std_ulogic;
    m_axis_tvalid : in    std_ulogic;
    m_axis_tready : out   std_ulogic
  );
end entity axis_bridge;

architecture rtl of axis_bridge is

  signal space      : std_ulogic;
  signal moves      : std_ulogic;
  signal word_valid : std_ulogic;
  signal word_last  : std_ulogic;
  signal last       : std_ulogic;
  signal pushes     : std_ulogic;
  signal pushed     : std_ulogic_vector(W downto 0);
  signal offered    : std_ulogic_vector(W downto 0);
  signal given      : unsigned(counter_bits(DIGEST_WORDS) - 1 downto 0);
  signal is_final   : std_ulogic;
  signal fits       : std_ulogic;

begin

  in_ready <= space;
  moves    <= in_valid and space;
  last     <= word_valid and word_last;
  pushes   <= moves and (word_valid or to_bit(HEADERS = 1));
  pushed   <= last & in_data;

  marks : entity work.segment_reader
    generic map (
      W          => W,
      NEEDS_BITS => NEEDS_BITS = 1
    )
    port map (
      clk          => clk,
      rst          => rst,
      in_data      => in_data,
      in_valid     => moves,
      in_ready     => open,
      word         => open,
      word_valid   => word_valid,
      word_last    => word_last,
      word_ready   => '1',
      message_bits => open
    );

  source : entity work.word_queue
    generic map (
      W => W + 1
    )
    port map (
      clk       => clk,
      rst       => rst,
      in_data   => pushed,
      in_valid  => pushes,
      in_ready  => space,
      out_data  => offered,
      out_valid => s_axis_tvalid,
      out_ready => s_axis_tready
    );

  s_axis_tdata <= offered(W - 1 downto 0);
  s_axis_tlast <= offered(W);

  is_final      <= to_bit(given = DIGEST_WORDS - 1);
  fits          <= (m_axis_tlast xnor is_final) or to_bit(CHECK_LAST = 0);
  out_data      <= m_axis_tdata;
  out_valid     <= m_axis_tvalid and fits;
  m_axis_tready <= out_ready and fits;

  given_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        given <= (others => '0');
      elsif m_axis_tvalid = '1' and out_ready = '1' and fits = '1' then
        if is_final = '1' then
          given <= (others => '0');
        else
          given <= given + 1;
        end if;
      end if;
    end if;
  end process given_reg;

end architecture rtl;
