-- SPDX-License-Identifier: Apache-2.0
-- SHA-256 of skordal/sha256 with the words of a block from a port instead of a memory: word i must be there in the cycle in which the
-- core has address i. The block must stay on its port until it is hashed.
--
-- Latency: that of the core.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity skordal_sha256 is
  port (
    clk         : in    std_logic;                      -- clock
    reset       : in    std_logic;                      -- asynchronous, active high; begins a message
    update      : in    std_logic;                      -- hash the block
    msg         : in    std_logic_vector(511 downto 0); -- block, the first word in the highest bits
    ready       : out   std_logic;                      -- the next block can be taken, and the digest is there
    hash_output : out   std_logic_vector(255 downto 0)  -- digest of the blocks so far
  );
end entity skordal_sha256;

architecture rtl of skordal_sha256 is

  signal word_address : std_logic_vector(3 downto 0);
  signal word_input   : std_logic_vector(31 downto 0);

begin

  select_word : process (msg, word_address) is
    variable first : natural range 0 to 511;
  begin
    word_input <= (others => '0');
    for i in 0 to 15 loop
      if unsigned(word_address) = i then
        first      := 511 - 32 * i;
        word_input <= msg(first downto first - 31);
      end if;
    end loop;
  end process select_word;

  core : entity work.sha256
    port map (
      clk          => clk,
      reset        => reset,
      enable       => '1',
      ready        => ready,
      update       => update,
      word_address => word_address,
      word_input   => word_input,
      hash_output  => hash_output,
      debug_port   => open
    );

end architecture rtl;
