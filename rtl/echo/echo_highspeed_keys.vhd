-- SPDX-License-Identifier: Apache-2.0
-- The keys of ECHO's first AES rounds: the counter of the block, plus the number of all words before this one. Word i of round r
-- has the key count + 16 r + i.
-- Source: "SHA-3 Proposal: ECHO" (see echo_pkg); for the factors 2/5 and 1/5 see echo_highspeed_mix.
-- Widths: 64-bit counter, 16 keys of 64 bits. Latency: keys started by turn are complete two cycles later; left and right output
-- them in the cycle after give.
--
-- The upper 60 bits of the 16 keys of a round have only two values: one for words whose lower four bits do not carry, and one
-- higher for words whose lower four bits do. So one number, `upper`, is multiplied by the factors that echo_highspeed_mix needs,
-- and each word takes the result from a bus when its value is on it. The lower four bits belong to the word.
--
--   count --> upper (+ 1) --> left_bus, right_bus --> waiting keys of each word --> left, right
--   count, lower four bits --> lower bits of each word -----^
--
--   prepare(1)             upper takes count / 16
--   prepare(2), turn       the buses take upper, and upper becomes the next number; prepare(2) also computes which words carry
--   prepare(3), plain_turn words without a carry take the bus; the buses take upper
--   prepare(4), carry_turn words with a carry take the bus
--   give                   left and right take the keys for the next cycle
--
-- prepare(1) to prepare(4) follow each other; they are for the first round. turn, plain_turn and carry_turn are for the round after
-- the present one, in three cycles in a row; turn has its cycle together with give.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.aes_sbox_pkg.all;
use work.echo_pkg.all;
use work.shell_pkg.all;

entity echo_highspeed_keys is
  port (
    clk        : in    std_ulogic;                -- datapath clock
    count      : in    unsigned(63 downto 0);     -- bit counter of the block
    prepare    : in    std_ulogic_vector(1 to 4); -- the four cycles for the first round, in order
    give       : in    std_ulogic;                -- left and right take the keys for the next cycle, else zero
    turn       : in    std_ulogic;                -- first cycle for the next round
    plain_turn : in    std_ulogic;                -- second cycle for the next round: words without a carry
    carry_turn : in    std_ulogic;                -- third cycle for the next round: words with a carry
    left       : out   keys_t;                    -- each key times 2/5, bytes 0 to 7 of a word; zero except after give
    right      : out   keys_t                     -- each key times 1/5, bytes 0 to 7 of a word; zero except after give
  );
end entity echo_highspeed_keys;

architecture rtl of echo_highspeed_keys is

  type lower_t is array (0 to 15) of byte_t;

  constant FIFTH      : byte_t := inverse(x"05");
  constant TWO_FIFTHS : byte_t := product(x"02", FIFTH);

  signal upper         : unsigned(59 downto 0);      -- upper 60 bits of the keys
  signal number        : key_t;                      -- upper with zeros as its lower four bits
  signal left_bus      : key_t;
  signal right_bus     : key_t;
  signal lower         : unsigned(3 downto 0);
  signal carries       : std_ulogic_vector(0 to 15); -- words whose lower four bits carry
  signal left_lower    : lower_t;                    -- lower four bits of each key, times 2/5
  signal right_lower   : lower_t;                    -- lower four bits of each key, times 1/5
  signal left_waiting  : keys_t;
  signal right_waiting : keys_t;

begin

  number <= std_ulogic_vector(upper) & "0000";

  upper_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if prepare(1) = '1' then
        upper <= count(63 downto 4);
      elsif prepare(2) = '1' or turn = '1' then
        upper <= upper + 1;
      end if;
    end if;
  end process upper_reg;

  bus_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if prepare(2) = '1' or prepare(3) = '1' or turn = '1' or plain_turn = '1' then
        left_bus  <= times(TWO_FIFTHS, number);
        right_bus <= times(FIFTH, number);
      end if;
    end if;
  end process bus_reg;

  lower_reg : process (clk) is
    variable sum : unsigned(4 downto 0);
  begin
    if rising_edge(clk) then
      if prepare(2) = '1' then
        lower <= count(3 downto 0);
        for i in 0 to 15 loop
          sum        := ('0' & count(3 downto 0)) + i;
          carries(i) <= sum(4);
        end loop;
      end if;
    end if;
  end process lower_reg;

  lower_part : process (all) is
    variable sum : unsigned(3 downto 0);
  begin
    for i in 0 to 15 loop
      sum            := lower + i;
      left_lower(i)  <= times(TWO_FIFTHS, "0000" & std_ulogic_vector(sum));
      right_lower(i) <= times(FIFTH, "0000" & std_ulogic_vector(sum));
    end loop;
  end process lower_part;

  waiting_reg : process (clk) is
  begin
    if rising_edge(clk) then
      for i in 0 to 15 loop
        if ((prepare(3) = '1' or plain_turn = '1') and carries(i) = '0')
           or ((prepare(4) = '1' or carry_turn = '1') and carries(i) = '1') then
          left_waiting(i)              <= left_bus;
          left_waiting(i)(7 downto 0)  <= left_bus(7 downto 0) xor left_lower(i);
          right_waiting(i)             <= right_bus;
          right_waiting(i)(7 downto 0) <= right_bus(7 downto 0) xor right_lower(i);
        end if;
      end loop;
    end if;
  end process waiting_reg;

  give_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if give = '0' then
        left  <= (others => (others => '0'));
        right <= (others => (others => '0'));
      else
        left  <= left_waiting;
        right <= right_waiting;
      end if;
    end if;
  end process give_reg;

end architecture rtl;
