-- SPDX-License-Identifier: Apache-2.0
-- Connects an external core with AXI4-Stream ports (AMBA AXI4-Stream, IHI 0051) to FairHash streams. The core is simulated inside
-- this bridge by the same testbench as FairHash cores.
--
--           +----------------+   +-------+ s_axis_*  +------+ m_axis_*
--   in_* -->| segment_reader |-->| queue |---------->| core |----------> out_*
--           +----------------+   +-------+           +------+
--
-- With HEADERS = 1 the core receives all words of the input stream. With HEADERS = 0 the headers are removed, and a message is
-- its padded blocks only. s_axis_tlast marks the last word of each message. AXI4-Stream lets the core derive tready from tvalid
-- in the same cycle; the queue keeps that path away from in_ready, which comes from a register.
--
-- Digest words pass unchanged. With CHECK_LAST = 1 a word is passed only if m_axis_tlast is correct: '1' with the last of
-- DIGEST_WORDS words and '0' with all others. A wrong m_axis_tlast stops the output, so that the simulation fails.
--
-- Widths: W bits a word. Latency: one cycle from in_* to s_axis_*, none from m_axis_* to out_*.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity axis_bridge is
  generic (
    W            : positive             := 64; -- bits of a word
    HEADERS      : natural range 0 to 1 := 0;  -- 1: the core receives the headers too
    NEEDS_BITS   : natural range 0 to 1 := 0;  -- 1: the last header of a message holds its number of bits
    DIGEST_WORDS : positive             := 8;  -- words of a digest
    CHECK_LAST   : natural range 0 to 1 := 1   -- 1: block the output if m_axis_tlast is wrong
  );
  port (
    clk           : in    std_ulogic;                        -- clock of both sides
    rst           : in    std_ulogic;                        -- synchronous reset, active high
    in_data       : in    std_ulogic_vector(W - 1 downto 0); -- FairHash input stream: headers and payload
    in_valid      : in    std_ulogic;                        -- in_data holds a word
    in_ready      : out   std_ulogic;                        -- in_data is taken in this cycle if in_valid is '1'
    out_data      : out   std_ulogic_vector(W - 1 downto 0); -- FairHash output stream: words of the digest
    out_valid     : out   std_ulogic;                        -- out_data holds a word
    out_ready     : in    std_ulogic;                        -- the receiver takes out_data in this cycle
    s_axis_tdata  : out   std_ulogic_vector(W - 1 downto 0); -- AXI4-Stream to the core: data
    s_axis_tlast  : out   std_ulogic;                        -- last word of a message
    s_axis_tvalid : out   std_ulogic;                        -- s_axis_tdata holds a word
    s_axis_tready : in    std_ulogic;                        -- the core takes s_axis_tdata in this cycle
    m_axis_tdata  : in    std_ulogic_vector(W - 1 downto 0); -- AXI4-Stream from the core: data
    m_axis_tlast  : in    std_ulogic;                        -- last word of a digest
    m_axis_tvalid : in    std_ulogic;                        -- m_axis_tdata holds a word
    m_axis_tready : out   std_ulogic                         -- m_axis_tdata is taken in this cycle
  );
end entity axis_bridge;

architecture rtl of axis_bridge is

  signal space      : std_ulogic;
  signal moves      : std_ulogic;                                        -- a word of the input stream is taken in this cycle
  signal word_valid : std_ulogic;
  signal word_last  : std_ulogic;
  signal last       : std_ulogic;
  signal pushes     : std_ulogic;                                        -- that word is sent to the core
  signal pushed     : std_ulogic_vector(W downto 0);
  signal offered    : std_ulogic_vector(W downto 0);
  signal given      : unsigned(counter_bits(DIGEST_WORDS) - 1 downto 0); -- digest words passed so far
  signal is_final   : std_ulogic;                                        -- the next digest word is the last one
  signal fits       : std_ulogic;                                        -- m_axis_tlast is correct, or is not checked

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
