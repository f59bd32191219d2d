-- SPDX-License-Identifier: Apache-2.0
-- AES-128 or AES-256 (FIPS 197), encryption in CBC mode, one round a cycle, with the key schedule beside the rounds.
--
--          +--------------------------------------------------------------+
--          v                                                              |
--        state --> SubBytes --> ShiftRows --+--> MixColumns --> + K(r) --->+ --> state
--                                           +--> (last round)     ^        ^
--   key --> key schedule -----------------------------------------+        |
--   next plaintext + K(0), in the last round ------------------------------+
--
-- The first AddRoundKey of a block and the addition of CBC are done in the last round of the block before, so a block takes 10 or 14
-- cycles. All bytes inside are in the basis of aes_sbox_pkg.
-- Widths: words of 32 bits, blocks of 128 bits. Latency: see cbc_shell.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_pkg.all;

entity aes_cbc is
  generic (
    KEY_BITS : positive := 128 -- 128 or 256
  );
  port (
    aclk          : in    std_ulogic;                     -- clock, rising edge
    aresetn       : in    std_ulogic;                     -- synchronous reset, active low
    s_axis_tdata  : in    std_ulogic_vector(31 downto 0); -- key, then plaintext
    s_axis_tvalid : in    std_ulogic;                     -- s_axis_tdata is valid
    s_axis_tlast  : in    std_ulogic;                     -- last word of the message
    s_axis_tready : out   std_ulogic;                     -- s_axis_tdata is taken
    m_axis_tdata  : out   std_ulogic_vector(31 downto 0); -- last block of the ciphertext
    m_axis_tvalid : out   std_ulogic;                     -- m_axis_tdata is valid
    m_axis_tlast  : out   std_ulogic;                     -- last word of the block
    m_axis_tready : in    std_ulogic                      -- m_axis_tdata is taken
  );
end entity aes_cbc;

architecture rtl of aes_cbc is

  constant KEY_BLOCKS : positive := KEY_BITS / 128;

  signal reset     : std_ulogic;
  signal data      : std_ulogic_vector(127 downto 0);
  signal key_load  : std_ulogic_vector(0 to KEY_BLOCKS - 1);
  signal load      : std_ulogic;
  signal step      : std_ulogic;
  signal last      : std_ulogic;
  signal keying    : std_ulogic;
  signal result    : std_ulogic_vector(127 downto 0);
  signal plain     : state_t; -- the block in the buffer, in the basis
  signal first_key : state_t;
  signal round_key : state_t;
  signal state     : state_t;

begin

  reset  <= not aresetn;
  plain  <= to_basis_state(data);
  result <= from_basis_state(state);

  -- The number of rounds is Nr = Nk + 6 (section 5).
  shell : entity work.cbc_shell
    generic map (
      BLOCK_BITS => 128,
      KEY_BLOCKS => KEY_BLOCKS,
      ROUNDS     => KEY_BITS / 32 + 6
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

  schedule : entity work.aes_key_schedule
    generic map (
      KEY_BITS => KEY_BITS
    )
    port map (
      clk       => aclk,
      key_load  => key_load,
      step      => step,
      last      => last,
      data      => plain,
      first_key => first_key,
      round_key => round_key
    );

  round_reg : process (aclk) is
    variable shifted : state_t;
    variable sum     : state_t;
  begin
    if rising_edge(aclk) then
      shifted := shift_rows(sub_bytes(state));
      sum     := (others => '0');
      if last = '0' then
        sum := mix_columns(shifted) xor round_key;
      elsif keying = '0' then
        sum := shifted xor round_key;
      end if;
      if load = '1' then
        sum := sum xor plain xor first_key;
      end if;
      if step = '1' then
        state <= sum;
      end if;
    end if;
  end process round_reg;

end architecture rtl;
