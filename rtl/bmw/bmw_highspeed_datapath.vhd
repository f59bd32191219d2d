-- SPDX-License-Identifier: Apache-2.0
-- The compression function of Blue Midnight Wish in one cycle: f_0, f_1 and f_2 in series, with the registers of message and
-- chaining value.
-- Source: paper A, section 4 and Table 1.
-- Widths: WORD_BITS = 32 or 64; message, chaining value and result have 16 words each. Latency: one cycle per block.
--
--                       closing
--                +-----------------------------------------+
--                v                                         |
--   next_block --+--> message --> f_0 ---> f_1 ---> f_2 ---+--> digest
--                                  ^        ^              |
--                     chain -------+--------+              |
--                       ^                                  |
--                       +----------------------------------+
--
-- f_1 and f_2 also use the message, and f_2 also uses the result of f_0.
--
-- With `closing`, the result of the last block becomes the message of the final invocation, and CONST^final becomes its chaining
-- value. Between messages the chaining value is H(0).

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.bmw_pkg.all;
use work.shell_pkg.all;

entity bmw_highspeed_datapath is
  generic (
    WORD_BITS : positive -- bits of a word: 32 (BMW-256) or 64 (BMW-512)
  );
  port (
    clk        : in    std_ulogic;                                     -- datapath clock
    hold       : in    std_ulogic;                                     -- the message register keeps its value
    running    : in    std_ulogic;                                     -- the chaining value takes the result
    closing    : in    std_ulogic;                                     -- message takes the result, chaining value CONST^final
    restart    : in    std_ulogic;                                     -- sets the chaining value to H(0)
    next_block : in    std_ulogic_vector(16 * WORD_BITS - 1 downto 0); -- next block as received, first word most significant
    digest     : out   std_ulogic_vector(8 * WORD_BITS - 1 downto 0)   -- words 8 to 15 of the result as sent, not registered
  );
end entity bmw_highspeed_datapath;

architecture rtl of bmw_highspeed_datapath is

  constant INITIAL : unsigned(16 * WORD_BITS - 1 downto 0) := initial_value(WORD_BITS);
  constant FINAL   : unsigned(16 * WORD_BITS - 1 downto 0) := final_value(WORD_BITS);

  signal message : unsigned(16 * WORD_BITS - 1 downto 0); -- message of this invocation, word 0 first
  signal chain   : unsigned(16 * WORD_BITS - 1 downto 0); -- chaining value of this invocation, word 0 first
  signal offered : unsigned(16 * WORD_BITS - 1 downto 0); -- next_block with the bytes of each word in the order of the algorithm
  signal lower   : unsigned(16 * WORD_BITS - 1 downto 0); -- q_0 to q_15
  signal upper   : unsigned(16 * WORD_BITS - 1 downto 0); -- q_16 to q_31
  signal result  : unsigned(16 * WORD_BITS - 1 downto 0);

begin

  order_bytes : for i in 0 to 15 generate
    constant HIGH : positive := (16 - i) * WORD_BITS - 1;
    constant LOW  : natural  := (15 - i) * WORD_BITS;
  begin

    offered(HIGH downto LOW) <= unsigned(swap_bytes(next_block(HIGH downto LOW)));

    last_half : if i >= 8 generate
      digest(HIGH downto LOW) <= swap_bytes(std_ulogic_vector(result(HIGH downto LOW)));
    end generate last_half;

  end generate order_bytes;

  first_half_of_pipe : entity work.bmw_highspeed_f0
    generic map (
      WORD_BITS => WORD_BITS
    )
    port map (
      m => message,
      h => chain,
      q => lower
    );

  second_half_of_pipe : entity work.bmw_highspeed_f1
    generic map (
      WORD_BITS => WORD_BITS
    )
    port map (
      m     => message,
      h     => chain,
      lower => lower,
      upper => upper
    );

  fold : entity work.bmw_highspeed_f2
    generic map (
      WORD_BITS => WORD_BITS
    )
    port map (
      m      => message,
      lower  => lower,
      upper  => upper,
      result => result
    );

  message_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if hold = '0' then
        message <= offered;
        if closing = '1' then
          message <= result;
        end if;
      end if;
    end if;
  end process message_reg;

  chain_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if restart = '1' then
        chain <= INITIAL;
      elsif closing = '1' then
        chain <= FINAL;
      elsif running = '1' then
        chain <= result;
      end if;
    end if;
  end process chain_reg;

end architecture rtl;
