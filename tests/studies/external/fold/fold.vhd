-- SPDX-License-Identifier: Apache-2.0
-- The toy of fold.v in VHDL. The rotation by TURN bits is one of two choices, and the other one is never selected.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity fold is
  generic (
    TURN : positive := 1
  );
  port (
    clock   : in    std_logic;
    clear_n : in    std_logic;
    mode    : in    std_logic_vector(1 downto 0);
    d       : in    std_logic_vector(31 downto 0);
    d_valid : in    std_logic;
    d_ready : out   std_logic;
    d_last  : in    std_logic;
    q       : out   std_logic_vector(31 downto 0);
    q_valid : out   std_logic;
    q_ready : in    std_logic;
    q_last  : out   std_logic;
    spare   : out   std_logic_vector(3 downto 0)
  );
end entity fold;

architecture rtl of fold is

  constant START : unsigned(63 downto 0) := x"0123456789ABCDEF";

  signal state  : unsigned(63 downto 0);
  signal left   : unsigned(1 downto 0); -- words of digest
  signal turned : unsigned(63 downto 0);
  signal takes  : std_logic;

begin

  with mode select turned <=
    state when "01",
    state rol TURN + 1 when "10",
    state rol TURN when others;

  takes   <= '1' when d_valid = '1' and left = 0 else '0';
  spare   <= std_logic_vector(state(3 downto 0));
  d_ready <= takes;
  q       <= std_logic_vector(state(63 downto 32));
  q_valid <= '1' when left /= 0 else '0';
  q_last  <= '1' when left = 1 else '0';

  state_reg : process (clock, clear_n) is
  begin
    if clear_n = '0' then
      state <= START;
      left  <= "00";
    elsif rising_edge(clock) then
      if takes = '1' then
        state <= turned + (unsigned(d) & (unsigned(d) xor state(31 downto 0)));
        left  <= d_last & '0';
      elsif left /= 0 and q_ready = '1' then
        state <= state(31 downto 0) & x"00000000";
        if left = 1 then
          state <= START;
        end if;
        left <= left - 1 + unsigned(mode);
      end if;
    end if;
  end process state_reg;

end architecture rtl;
