-- SPDX-License-Identifier: Apache-2.0
-- The compression function of Blue Midnight Wish in one cycle, f_0, f_1 and f_2 behind each other (paper A, section 4 and Table 1).
--
--                     +------------------------------------------+
--                     |                            +---------+   |
--   next_block --> message --+--> f_0 ---> f_1 --->|   f_2   |---+---> digest
--                            |     ^        ^      +---------+   |
--                  chain ----+-----+--------+                    |
--                    ^                                           |
--                    +-------------------------------------------+
--
-- With `closing` the result of a message's last block becomes the message and CONST^final the chaining value of the final cycle. The
-- chaining value rests at H(0).
--
-- next_block: the block as it arrives, first word in the most significant bits; taken in every cycle without `hold` and `closing`.
-- digest: the last half of the result, in the order of the stream. WORD_BITS: 32 or 64. Latency: one cycle a block.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.bmw_pkg.all;
use work.shell_pkg.all;

entity bmw_highspeed_datapath is
  generic (
    WORD_BITS : positive
  );
  port (
    clk        : in    std_ulogic;
    hold       : in    std_ulogic;
    running    : in    std_ulogic;
    closing    : in    std_ulogic;
    restart    : in    std_ulogic;
    next_block : in    std_ulogic_vector(16 * WORD_BITS - 1 downto 0);
    digest     : out   std_ulogic_vector(8 * WORD_BITS - 1 downto 0)
  );
end entity bmw_highspeed_datapath;

architecture rtl of bmw_highspeed_datapath is

  constant INITIAL : unsigned(16 * WORD_BITS - 1 downto 0) := initial_value(WORD_BITS);
  constant FINAL   : unsigned(16 * WORD_BITS - 1 downto 0) := final_value(WORD_BITS);

  signal message : unsigned(16 * WORD_BITS - 1 downto 0);
  signal chain   : unsigned(16 * WORD_BITS - 1 downto 0);
  signal offered : unsigned(16 * WORD_BITS - 1 downto 0);
  signal lower   : unsigned(16 * WORD_BITS - 1 downto 0);
  signal upper   : unsigned(16 * WORD_BITS - 1 downto 0);
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
