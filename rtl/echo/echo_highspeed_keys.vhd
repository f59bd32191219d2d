-- SPDX-License-Identifier: Apache-2.0
-- The keys of ECHO's first AES rounds: the counter of the block, plus the number of all words before this one. Word i
-- of round r gets count + 16 r + i.
--
-- Only two values of the upper 60 bits occur in a round, those of words whose lower four bits have carried and those of all others.
-- So there is one number, `upper`, made into what echo_highspeed_mix wants of a key, and every word takes it from there when it is
-- due; the lower four bits belong to the word:
--
--   count --> upper (+ 1) --> left_bus, right_bus --> waiting, of each word --> left, right
--   count, lower four bits --> lower bits of each word -----^
--
--   prepare: 1   upper is taken from count
--            2   the first round's is on its way, upper is the second one's; what has to carry is known
--            3   words that do not carry take the first round's
--            4   words that carry take the second round's
--   give, turn   keys for the next cycle, and what `prepare` does in 2
--   plain_turn   as in 3, carry_turn as in 4, one cycle and two behind turn, of the round after this one
--
-- left, right: zero but in the cycle behind give. Each is a key times 2/5 and 1/5, of bytes 0 to 7 of a word.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.aes_sbox_pkg.all;
use work.echo_pkg.all;
use work.shell_pkg.all;

entity echo_highspeed_keys is
  port (
    clk        : in    std_ulogic;
    count      : in    unsigned(63 downto 0);
    prepare    : in    std_ulogic_vector(1 to 4);
    give       : in    std_ulogic;
    turn       : in    std_ulogic;
    plain_turn : in    std_ulogic;
    carry_turn : in    std_ulogic;
    left       : out   keys_t;
    right      : out   keys_t
  );
end entity echo_highspeed_keys;

architecture rtl of echo_highspeed_keys is

  type lower_t is array (0 to 15) of byte_t;

  constant FIFTH      : byte_t := inverse(x"05");
  constant TWO_FIFTHS : byte_t := product(x"02", FIFTH);

  signal upper         : unsigned(59 downto 0);
  signal number        : key_t;
  signal left_bus      : key_t;
  signal right_bus     : key_t;
  signal lower         : unsigned(3 downto 0);
  signal carries       : std_ulogic_vector(0 to 15);
  signal left_lower    : lower_t;
  signal right_lower   : lower_t;
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
