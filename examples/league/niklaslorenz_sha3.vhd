-- SPDX-License-Identifier: Apache-2.0
-- SHA3-256 of niklaslorenz/keccak-vhdl with commands: the core has one start and a mode that says whether a block begins a message.
--
-- Latency: that of the core.

library ieee;
use ieee.std_logic_1164.all;
use work.sha3_types.all;

entity niklaslorenz_sha3 is
  port (
    clk        : in    std_logic;                       -- clock
    rst        : in    std_logic;                       -- asynchronous, active high
    init       : in    std_logic;                       -- begin a message with this block
    next_block : in    std_logic;                       -- a further block
    msg        : in    std_logic_vector(1087 downto 0); -- block, the first byte in the lowest bits
    ready      : out   std_logic;                       -- the next block can be taken, and the digest is there
    digest     : out   std_logic_vector(255 downto 0)   -- digest of the blocks so far
  );
end entity niklaslorenz_sha3;

architecture rtl of niklaslorenz_sha3 is

  signal start : std_logic;
  signal mode  : sha3_mode;

begin

  start <= init or next_block;
  mode  <= work.sha3_types.init when init = '1' else append;

  core : entity work.sha3
    generic map (
      T => sha256
    )
    port map (
      input  => msg,
      rst    => rst,
      clk    => clk,
      start  => start,
      mode   => mode,
      output => digest,
      ready  => ready
    );

end architecture rtl;
