-- SPDX-License-Identifier: Apache-2.0
-- Gives one of our cores AXI4-Stream ports (AMBA AXI4-Stream, IHI 0051). The words are those of our streams, headers included.
--
--   s_axis_* --> core's in_*       core's out_* --> m_axis_*, tlast with the last of DIGEST_WORDS words
--
-- The headers say where a message ends: s_axis_tlast is not needed, and there is no such port.
--
-- Widths: W bits a word. Latency: none.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity axis_ports is
  generic (
    W            : positive := 64;
    DIGEST_WORDS : positive := 8
  );
  port (
    clk           : in    std_ulogic;
    rst           : in    std_ulogic;
    s_axis_tdata  : in    std_ulogic_vector(W - 1 downto 0);
    s_axis_tvalid : in    std_ulogic;
    s_axis_tready : out   std_ulogic;
    m_axis_tdata  : out   std_ulogic_vector(W - 1 downto 0);
    m_axis_tlast  : out   std_ulogic;
    m_axis_tvalid : out   std_ulogic;
    m_axis_tready : in    std_ulogic;
    in_data       : out   std_ulogic_vector(W - 1 downto 0);
    in_valid      : out   std_ulogic;
    in_ready      : in    std_ulogic;
    out_data      : in    std_ulogic_vector(W - 1 downto 0);
    out_valid     : in    std_ulogic;
    out_ready     : out   std_ulogic
  );
end entity axis_ports;

architecture rtl of axis_ports is

  signal given    : unsigned(counter_bits(DIGEST_WORDS) - 1 downto 0);
  signal is_final : std_ulogic;

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
