-- SPDX-License-Identifier: Apache-2.0
-- Control of Groestl by columns: a counter of rounds, halves (P, then Q) and groups of columns. A group is in three stages: stage 0
-- selects its bytes, stage 1 computes the products of the S-box, stage 2 the rest of the round.
--
--   round       groups
--   0           loads P, then Q; waits for a block
--   1 .. 10     one round of P, then of Q
--
-- A message is one pass of the counter for each block, and one for the output transformation, which takes no block and ends after
-- P. The digest is sent after that; the next message can be loaded meanwhile, but is not processed.
--
-- Latency: a pass takes 22 GROUPS cycles, the output transformation 21 GROUPS. Outputs ending in _1 or _2 belong to that stage.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity groestl_columns_control is
  generic (
    GROUPS : positive range 1 to 8 -- cycles that the eight columns of P or of Q take: 1, 2, 4 or 8
  );
  port (
    clk           : in    std_ulogic;           -- clock
    rst           : in    std_ulogic;           -- synchronous reset, active high
    full          : in    std_ulogic;           -- a block of the message is stored
    last          : in    std_ulogic;           -- it is the last one of its message
    sent          : in    std_ulogic;           -- the last word of the digest is taken in this cycle
    group_0       : out   unsigned(2 downto 0); -- group whose bytes are selected
    in_q_0        : out   std_ulogic;           -- it is one of Q
    take_1        : out   std_ulogic;           -- the datapath takes a group of the message
    free_block_1  : out   std_ulogic;           -- the last one
    load_1        : out   std_ulogic;           -- sets the products to zero
    group_1       : out   unsigned(2 downto 0); -- group of columns in stage 1
    round_1       : out   unsigned(3 downto 0); -- round of the group in stage 1
    p_constant_1  : out   std_ulogic;           -- the result gets the round constant of P
    q_constant_1  : out   std_ulogic;           -- the result gets the round constant of Q
    chain_add_2   : out   std_ulogic;           -- adds the chaining value to the result
    chain_step_2  : out   std_ulogic;           -- the chaining value advances by a group
    chain_write_2 : out   std_ulogic;           -- and takes the result, instead of its own group again
    chain_clear   : out   std_ulogic;           -- the chaining value becomes the initial value
    sending       : out   std_ulogic            -- the chaining value holds the digest
  );
end entity groestl_columns_control;

architecture rtl of groestl_columns_control is

  constant LAST_ROUND : natural := 10;

  signal round      : unsigned(3 downto 0);
  signal in_q       : std_ulogic;
  signal position   : unsigned(2 downto 0);
  signal finishing  : std_ulogic; -- the pass is the output transformation
  signal ending     : std_ulogic; -- the pass has the last block of its message
  signal closing    : std_ulogic; -- from the end of the output transformation until the digest has been sent
  signal loading    : std_ulogic; -- round 0
  signal final      : std_ulogic; -- round 10
  signal last_group : std_ulogic;
  signal starting   : std_ulogic; -- first group of round 0
  signal advance    : std_ulogic; -- the step ends with this cycle
  signal finish     : std_ulogic; -- last group of the output transformation
  signal finish_1   : std_ulogic;
  signal finish_2   : std_ulogic;
  signal in_q_1     : std_ulogic;
  signal final_1    : std_ulogic;
  signal active_1   : std_ulogic;

begin

  loading    <= to_bit(round = 0);
  final      <= to_bit(round = LAST_ROUND);
  last_group <= to_bit(position = GROUPS - 1);
  starting   <= loading and not in_q and to_bit(position = 0);
  advance    <= not starting or ((full or finishing) and not closing);
  finish     <= finishing and final and last_group;
  group_0    <= position;
  in_q_0     <= in_q;

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        round     <= (others => '0');
        in_q      <= '0';
        position     <= (others => '0');
        finishing <= '0';
        ending    <= '0';
        closing   <= '0';
      else
        if sent = '1' then
          closing <= '0';
        end if;
        if advance = '1' then
          if starting = '1' then
            ending <= last and not finishing;
          end if;
          position <= position + 1;
          if last_group = '1' then
            position <= (others => '0');
            in_q  <= not in_q;
            if in_q = '1' then
              round <= round + 1;
            end if;
            if final = '1' and (in_q = '1' or finishing = '1') then
              round     <= (others => '0');
              in_q      <= '0';
              finishing <= ending;
              closing   <= finishing;
            end if;
          end if;
        end if;
      end if;
    end if;
  end process count_reg;

  stage_1_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        active_1     <= '0';
        take_1       <= '0';
        free_block_1 <= '0';
        finish_1     <= '0';
      else
        active_1     <= advance;
        take_1       <= advance and loading and not finishing;
        free_block_1 <= loading and in_q and last_group and not finishing;
        finish_1     <= finish;
      end if;
      load_1       <= loading;
      group_1      <= position;
      round_1      <= round;
      in_q_1       <= in_q;
      final_1      <= final;
      p_constant_1 <= not in_q and not final;
      q_constant_1 <= in_q and not final;
    end if;
  end process stage_1_reg;

  stage_2_reg : process (clk) is
  begin
    if rising_edge(clk) then
      chain_add_2   <= (load_1 and not in_q_1) or final_1;
      chain_write_2 <= final_1;
      chain_clear   <= rst or sent;
      if rst = '1' then
        chain_step_2 <= '0';
        finish_2     <= '0';
        sending      <= '0';
      else
        chain_step_2 <= active_1 and ((load_1 and not in_q_1) or final_1);
        finish_2     <= finish_1;
        sending      <= finish_2 or (sending and not sent);
      end if;
    end if;
  end process stage_2_reg;

end architecture rtl;
