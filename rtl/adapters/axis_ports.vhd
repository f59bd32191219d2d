-- SPDX-License-Identifier: Apache-2.0
-- Adds AXI4-Stream ports (AMBA AXI4-Stream, IHI 0051) to a FairHash core. The words are those of the FairHash streams, headers
-- included.
--
--   s_axis_* --> core's in_*       core's out_* --> m_axis_*, tlast with the last of DIGEST_WORDS words
--
-- There is no port s_axis_tlast, because the headers define where a message ends.
--
-- Widths: W bits a word. Latency: none.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity axis_ports is
  generic (
    W            : positive := 64; -- bits of a word
    DIGEST_WORDS : positive := 8   -- words of a digest
  );
  port (
    clk           : in    std_ulogic;                        -- clock of both sides
    rst           : in    std_ulogic;                        -- synchronous reset, active high
    s_axis_tdata  : in    std_ulogic_vector(W - 1 downto 0); -- AXI4-Stream input: headers and payload
    s_axis_tvalid : in    std_ulogic;                        -- s_axis_tdata holds a word
    s_axis_tready : out   std_ulogic;                        -- s_axis_tdata is taken in this cycle
    m_axis_tdata  : out   std_ulogic_vector(W - 1 downto 0); -- AXI4-Stream output: words of the digest
    m_axis_tlast  : out   std_ulogic;                        -- last word of a digest
    m_axis_tvalid : out   std_ulogic;                        -- m_axis_tdata holds a word
    m_axis_tready : in    std_ulogic;                        -- the receiver takes m_axis_tdata in this cycle
    in_data       : out   std_ulogic_vector(W - 1 downto 0); -- to the core: input stream
    in_valid      : out   std_ulogic;                        -- in_data holds a word
    in_ready      : in    std_ulogic;                        -- the core takes in_data in this cycle
    out_data      : in    std_ulogic_vector(W - 1 downto 0); -- from the core: output stream
    out_valid     : in    std_ulogic;                        -- out_data holds a word
    out_ready     : out   std_ulogic                         -- out_data is taken in this cycle
  );
end entity axis_ports;

architecture rtl of axis_ports is

  signal given    : unsigned(counter_bits(DIGEST_WORDS) - 1 downto 0); -- digest words sent so far
  signal is_final : std_ulogic;                                        -- the next digest word is the last one

begin

  in_data       <= s_axis_tdata;
  in_valid      <= s_axis_tvalid;
  s_axis_tready <= in_ready;
  m_axis_tdata  <= out_data;
  m_axis_tvalid <= out_valid;
  m_axis_tlast  <= is_final;
  out_ready     <= m_axis_tready;
  is_final      <= to_bit(given = DIGEST_WORDS - 1);

  given_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        given <= (others => '0');
      elsif out_valid = '1' and m_axis_tready = '1' then
        if is_final = '1' then
          given <= (others => '0');
        else
          given <= given + 1;
        end if;
      end if;
    end if;
  end process given_reg;

end architecture rtl;
