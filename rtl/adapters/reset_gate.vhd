-- SPDX-License-Identifier: Apache-2.0
-- Resets an external core before each message, for cores that hash one message per reset. The core is simulated inside this gate by
-- the same testbench as FairHash cores.
--
--   in_* --> gate --> core_in_*, the core or its bridge, core_out_* --> out_*
--              |
--              +----> core_rst for RESET_CYCLES cycles, after the last word of a digest
--
-- After the last word of a message no further word passes until its digest was taken and the core was reset.
--
-- Widths: in_data has '1' in bit LAST_BIT with the last word of a message. Latency: none.

library ieee;
use ieee.std_logic_1164.all;

entity reset_gate is
  generic (
    W            : positive := 33; -- bits of a word of a message
    LAST_BIT     : natural  := 32; -- the bit that marks the last word of a message
    DIGEST_W     : positive := 32; -- bits of a word of a digest
    DIGEST_WORDS : positive := 8;  -- words of a digest
    RESET_CYCLES : positive := 1   -- cycles of each reset
  );
  port (
    clk            : in    std_ulogic;                               -- clock of both sides
    rst            : in    std_ulogic;                               -- synchronous reset, active high
    in_data        : in    std_ulogic_vector(W - 1 downto 0);        -- word of a message
    in_valid       : in    std_ulogic;                               -- in_data holds a word
    in_ready       : out   std_ulogic;                               -- in_data is taken in this cycle if in_valid is '1'
    out_data       : out   std_ulogic_vector(DIGEST_W - 1 downto 0); -- word of a digest
    out_valid      : out   std_ulogic;                               -- out_data holds a word
    out_ready      : in    std_ulogic;                               -- the receiver takes out_data in this cycle
    core_rst       : out   std_ulogic;                               -- reset of the core, active high
    core_in_data   : out   std_ulogic_vector(W - 1 downto 0);        -- word for the core
    core_in_valid  : out   std_ulogic;                               -- core_in_data holds a word
    core_in_ready  : in    std_ulogic;                               -- the core takes core_in_data in this cycle
    core_out_data  : in    std_ulogic_vector(DIGEST_W - 1 downto 0); -- word of a digest of the core
    core_out_valid : in    std_ulogic;                               -- core_out_data holds a word
    core_out_ready : out   std_ulogic                                -- core_out_data is taken in this cycle
  );
end entity reset_gate;

architecture rtl of reset_gate is

  signal waits  : std_ulogic;                      -- the last word has passed, and its digest was not taken yet
  signal taken  : natural range 0 to DIGEST_WORDS; -- words of the digest that the receiver has
  signal resets : natural range 0 to RESET_CYCLES; -- cycles of the reset to come
  signal opened : std_ulogic;

begin

  opened         <= '1' when waits = '0' and resets = 0 else '0';
  core_in_data   <= in_data;
  core_in_valid  <= in_valid and opened;
  in_ready       <= core_in_ready and opened;
  out_data       <= core_out_data;
  out_valid      <= core_out_valid when resets = 0 else '0';
  core_out_ready <= out_ready when resets = 0 else '0';
  core_rst       <= '1' when rst = '1' or resets > 0 else '0';

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        waits  <= '0';
        taken  <= 0;
        resets <= 0;
      else
        if resets > 0 then
          resets <= resets - 1;
        end if;
        if opened = '1' and in_valid = '1' and core_in_ready = '1' then
          waits <= in_data(LAST_BIT);
        end if;
        if resets = 0 and core_out_valid = '1' and out_ready = '1' then
          if taken = DIGEST_WORDS - 1 then
            taken  <= 0;
            waits  <= '0';
            resets <= RESET_CYCLES;
          else
            taken <= taken + 1;
          end if;
        end if;
      end if;
    end if;
  end process control_reg;

end architecture rtl;
