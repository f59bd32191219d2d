-- SPDX-License-Identifier: Apache-2.0
-- TDEA, "triple DES" (SP 800-67; DES: FIPS 46-3), encryption in CBC mode, one round of DES a cycle, 48 rounds a block.
--
--          +-----------------------------------------------+
--          v                                               |
--   L, R --> f, + --> swapped, except after 16 rounds --> + --> L, R
--            ^                                            ^
--   keys --> key schedule              IP of the next plaintext, in the last round
--
-- The inverse of IP at the end of a DES and the IP at the start of the next one cancel out, so the state stays permuted by IP.
-- A message starts with K1, K2 and K3, each of 64 bits with parity bits, which have no effect.
-- Widths: words of 32 bits, blocks of 64 bits, 48 cycles a block. Latency: see cbc_shell.

library ieee;
use ieee.std_logic_1164.all;
use work.des_pkg.all;

entity triple_des_cbc is
  port (
    aclk          : in    std_ulogic;                     -- clock, rising edge
    aresetn       : in    std_ulogic;                     -- synchronous reset, active low
    s_axis_tdata  : in    std_ulogic_vector(31 downto 0); -- keys, then plaintext
    s_axis_tvalid : in    std_ulogic;                     -- s_axis_tdata is valid
    s_axis_tlast  : in    std_ulogic;                     -- last word of the message
    s_axis_tready : out   std_ulogic;                     -- s_axis_tdata is taken
    m_axis_tdata  : out   std_ulogic_vector(31 downto 0); -- last block of the ciphertext
    m_axis_tvalid : out   std_ulogic;                     -- m_axis_tdata is valid
    m_axis_tlast  : out   std_ulogic;                     -- last word of the block
    m_axis_tready : in    std_ulogic                      -- m_axis_tdata is taken
  );
end entity triple_des_cbc;

architecture rtl of triple_des_cbc is

  signal reset    : std_ulogic;
  signal data     : std_ulogic_vector(63 downto 0);
  signal key_load : std_ulogic_vector(0 to 2);
  signal load     : std_ulogic;
  signal step     : std_ulogic;
  signal last     : std_ulogic;
  signal keying   : std_ulogic;
  signal result   : std_ulogic_vector(63 downto 0);
  signal advance  : std_ulogic;
  signal key      : schedule_t;
  signal state    : block_t;                    -- L and R
  signal rounds   : std_ulogic_vector(1 to 16); -- one-hot: number of the round in its DES
  signal decrypt  : std_ulogic;                 -- the round belongs to the second DES of a block
  signal single   : std_ulogic;

begin

  reset   <= not aresetn;
  result  <= ip_inverse(state);
  advance <= step and not keying;
  single  <= rounds(1) or rounds(8) or rounds(15) or rounds(16);

  shell : entity work.cbc_shell
    generic map (
      BLOCK_BITS => 64,
      KEY_BLOCKS => 3,
      ROUNDS     => 48
    )
    port map (
      clk       => aclk,
      rst       => reset,
      in_data   => s_axis_tdata,
      in_valid  => s_axis_tvalid,
      in_last   => s_axis_tlast,
      in_ready  => s_axis_tready,
      out_data  => m_axis_tdata,
      out_valid => m_axis_tvalid,
      out_last  => m_axis_tlast,
      out_ready => m_axis_tready,
      data      => data,
      key_load  => key_load,
      load      => load,
      step      => step,
      last      => last,
      keying    => keying,
      result    => result
    );

  schedule : entity work.des_key_schedule
    port map (
      clk      => aclk,
      key_load => key_load,
      advance  => advance,
      single   => single,
      des_last => rounds(16),
      decrypt  => decrypt,
      data     => data,
      key      => key
    );

  round_reg : process (aclk) is
    variable l     : half_t;
    variable r     : half_t;
    variable mixed : half_t;
    variable sum   : block_t;
  begin
    if rising_edge(aclk) then
      l     := state(1 to 32);
      r     := state(33 to 64);
      mixed := l xor f(r, key);
      if rounds(16) = '1' then
        sum := mixed & r;
      else
        sum := r & mixed;
      end if;
      if last = '1' and keying = '1' then
        sum := (others => '0');
      end if;
      if load = '1' then
        sum := sum xor ip(data);
      end if;
      if step = '1' then
        state <= sum;
      end if;
    end if;
  end process round_reg;

  round_number_reg : process (aclk) is
  begin
    if rising_edge(aclk) then
      if step = '1' then
        rounds <= rounds(16) & rounds(1 to 15);
        if rounds(16) = '1' then
          decrypt <= not decrypt;
        end if;
        if last = '1' then
          rounds  <= (1 => '1', others => '0');
          decrypt <= '0';
        end if;
      end if;
    end if;
  end process round_number_reg;

end architecture rtl;
