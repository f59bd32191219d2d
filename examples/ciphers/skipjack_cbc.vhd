-- SPDX-License-Identifier: Apache-2.0
-- Skipjack (SKIPJACK and KEA Algorithm Specifications, version 2.0, NIST 1998), encryption in CBC mode, one step a cycle.
--
--          +-------------------------------------------------------+
--          v                                                       |
--   w1..w4 --> G --> stepping rule A or B --> + --> w1..w4 ---------+
--              ^                              ^
--   key -> rotated by 4 bytes a step          next plaintext, in the last step
--
-- A message starts with two blocks that hold the key: its 80 bits, then 48 bits without effect.
-- Widths: words of 32 bits, blocks of 64 bits, 32 cycles a block. Latency: see cbc_shell.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.skipjack_pkg.all;

entity skipjack_cbc is
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
end entity skipjack_cbc;

architecture rtl of skipjack_cbc is

  signal reset    : std_ulogic;
  signal data     : std_ulogic_vector(63 downto 0);
  signal key_load : std_ulogic_vector(0 to 1);
  signal load     : std_ulogic;
  signal step     : std_ulogic;
  signal last     : std_ulogic;
  signal keying   : std_ulogic;
  signal state    : std_ulogic_vector(63 downto 0); -- w1, w2, w3, w4
  signal key      : std_ulogic_vector(79 downto 0); -- the bytes that the step uses are to the left
  signal counter  : unsigned(5 downto 0);           -- number of the step, 1 to 32
  signal rule_b   : std_ulogic;                     -- the step follows rule B

begin

  reset <= not aresetn;

  shell : entity work.cbc_shell
    generic map (
      BLOCK_BITS => 64,
      KEY_BLOCKS => 2,
      ROUNDS     => 32
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
      result    => state
    );

  step_reg : process (aclk) is
    variable w1       : word_t;
    variable w2       : word_t;
    variable w3       : word_t;
    variable w4       : word_t;
    variable permuted : word_t;
    variable number   : word_t;
    variable sum      : std_ulogic_vector(63 downto 0);
  begin
    if rising_edge(aclk) then
      w1       := state(63 downto 48);
      w2       := state(47 downto 32);
      w3       := state(31 downto 16);
      w4       := state(15 downto 0);
      permuted := g(w1, key(79 downto 48));
      number   := std_ulogic_vector(resize(counter, 16));
      -- section II.B.3; the steps 9 to 16 and 25 to 32 follow rule B (section II.B.4)
      if rule_b = '1' then
        sum := w4 & permuted & (w1 xor w2 xor number) & w3;
      else
        sum := (permuted xor w4 xor number) & permuted & w2 & w3;
      end if;
      if last = '1' and keying = '1' then
        sum := (others => '0');
      end if;
      if load = '1' then
        sum := sum xor data;
      end if;
      if step = '1' then
        state <= sum;
      end if;
    end if;
  end process step_reg;

  -- 31 rotations by 4 bytes and one by 6 bytes are 13 turns of the 10 bytes.
  key_reg : process (aclk) is
  begin
    if rising_edge(aclk) then
      if step = '1' then
        if last = '1' then
          key     <= key(31 downto 0) & key(79 downto 32);
          counter <= to_unsigned(1, 6);
          rule_b  <= '0';
        else
          key     <= key(47 downto 0) & key(79 downto 48);
          counter <= counter + 1;
          rule_b  <= counter(3);
        end if;
      end if;
      if key_load(0) = '1' then
        key(79 downto 16) <= data;
      end if;
      if key_load(1) = '1' then
        key(15 downto 0) <= data(63 downto 48);
      end if;
    end if;
  end process key_reg;

end architecture rtl;
