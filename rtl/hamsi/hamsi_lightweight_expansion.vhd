-- SPDX-License-Identifier: Apache-2.0
-- The message expansion of lightweight Hamsi-256: from 32 bits to 256 bits, four symbols of each half of the codeword in each cycle.
-- Source: O. Kucuk, "The Hash Function Hamsi", section 2.2.4; see hamsi_expansion_pkg for the code.
--
--   word --> [upper] --> [series] --+--> next four symbols of the first part --+--> [word_x]
--               ^           |  ^    |                                          |
--             word          +--+    +--> four symbols of the second part ------+--> [word_y]
--
-- `series` holds 16 symbols of the first cyclic part. 16 cycles, in four groups of four, generate all 128 symbols. After group n,
-- word_x is word n of the expanded message and word_y is word n + 4. They are stable from the first cycle with `ready` to the cycle
-- after `take`. While no message word is expanded, they are zero.
--
-- The additional symbols 126 and 127 replace the last two of the second part, and the first symbol of the second part is symbol 63.
--
-- Widths: words of 16 bits in, two words of 32 bits out. Latency: four cycles from a message word, or from `take`, to `ready`.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.hamsi_expansion_pkg.all;
use work.hamsi_pkg.all;
use work.shell_pkg.all;

entity hamsi_lightweight_expansion is
  port (
    clk        : in    std_ulogic;                     -- clock
    rst        : in    std_ulogic;                     -- synchronous reset, active high
    word       : in    std_ulogic_vector(15 downto 0); -- from the reader: next word of the message
    word_valid : in    std_ulogic;                     -- word holds a word
    word_last  : in    std_ulogic;                     -- word is the last one of its message
    word_ready : out   std_ulogic;                     -- word is taken in this cycle if word_valid is '1'
    open_next  : in    std_ulogic;                     -- the next message may start
    ready      : out   std_ulogic;                     -- word_x and word_y are complete
    take       : in    std_ulogic;                     -- they are taken in this cycle
    group_now  : out   unsigned(1 downto 0);           -- their number
    last       : out   std_ulogic;                     -- they belong to the last 32 bits of their message
    word_x     : out   word_t;                         -- word group_now of the expanded message
    word_y     : out   word_t                          -- word group_now + 4
  );
end entity hamsi_lightweight_expansion;

architecture rtl of hamsi_lightweight_expansion is

  constant STEPS : positive := 4; -- symbols in each cycle

  signal half   : std_ulogic;                 -- the next word is the second half of 32 bits
  signal upper  : std_ulogic_vector(15 downto 0);
  signal busy   : std_ulogic;                 -- a message word is being expanded
  signal closed : std_ulogic;                 -- the next message must wait
  signal count  : unsigned(3 downto 0);       -- cycles of the expansion
  signal start  : std_ulogic;
  signal series : symbols_t(0 to 15);
  signal window : symbols_t(0 to 15 + STEPS); -- series, and the symbols after it
  signal first  : symbols_t(0 to STEPS - 1);  -- next symbols of the first half of the codeword
  signal second : symbols_t(0 to STEPS - 1);  -- next symbols of the second half

begin

  word_ready <= not half or not (busy or closed);
  start      <= word_valid and half and not busy and not closed;
  group_now  <= count(3 downto 2) - 1;

  generate_symbols : process (all) is
    variable all_symbols : symbols_t(0 to 15 + STEPS);
  begin
    all_symbols(0 to 15) := series;
    for i in 0 to STEPS - 1 loop
      all_symbols(16 + i) := next_symbol(all_symbols(i to i + 15));
    end loop;
    window <= all_symbols;
    for i in 0 to STEPS - 1 loop
      first(i)  <= all_symbols(i);
      second(i) <= second_symbol(all_symbols(i + 1 to i + 16));
    end loop;
    if count = 15 then
      first(3)  <= second_symbol(all_symbols(3 to 18));
      second(2) <= tail_symbol(all_symbols(3 to 18));
      second(3) <= tail_symbol(all_symbols(4 to 19));
    end if;
  end process generate_symbols;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        half   <= '0';
        busy   <= '0';
        ready  <= '0';
        closed <= '1';
        count  <= (others => '0');
      else
        if word_valid = '1' and word_ready = '1' then
          half <= not half;
        end if;
        closed <= (closed and not open_next) or (start and word_last);
        if busy = '0' then
          busy <= start;
        elsif ready = '1' then
          ready <= not take;
          busy  <= not take or to_bit(count /= 0);
        else
          count <= count + 1;
          ready <= to_bit(count(1 downto 0) = 3);
        end if;
      end if;
    end if;
  end process control_reg;

  series_reg : process (clk) is
    variable message : std_ulogic_vector(31 downto 0);
  begin
    if rising_edge(clk) then
      if half = '0' then
        upper <= word;
      end if;
      message := upper & word;
      if busy = '0' then
        for i in 0 to 15 loop
          series(i) <= message(31 - 2 * i) & message(30 - 2 * i);
        end loop;
        if start = '1' then
          last <= word_last;
        end if;
      elsif ready = '0' then
        series <= window(STEPS to 15 + STEPS);
      end if;
    end if;
  end process series_reg;

  words_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if busy = '0' then
        word_x <= (others => '0');
        word_y <= (others => '0');
      elsif ready = '0' then
        for i in 0 to STEPS - 1 loop
          word_x(STEPS - 1 - i)      <= first(i)(0);
          word_y(STEPS - 1 - i)      <= first(i)(1);
          word_x(15 + STEPS - i)     <= second(i)(0);
          word_y(15 + STEPS - i)     <= second(i)(1);
        end loop;
        word_x(15 downto STEPS)      <= word_x(15 - STEPS downto 0);
        word_y(15 downto STEPS)      <= word_y(15 - STEPS downto 0);
        word_x(31 downto 16 + STEPS) <= word_x(31 - STEPS downto 16);
        word_y(31 downto 16 + STEPS) <= word_y(31 - STEPS downto 16);
      end if;
    end if;
  end process words_reg;

end architecture rtl;
