-- SPDX-License-Identifier: Apache-2.0
-- Control of lightweight Hamsi-256: a counter of slots, S-boxes and L in turn, and a counter of rounds.
--
--   count     what the datapath does
--   7         only before a message: the chaining value becomes the initial value
--   0         no slot; words of the next block may be written. In the S-boxes of round 0 it waits for the block
--   1 .. 4    four columns (S-boxes) or four diagonals (L)
--
-- A block is three rounds of 2 x 5 cycles, the last block of a message six rounds. L of the last round adds the chaining value and
-- writes the sum to the rows of the next block. A message begins with these slots, with L suppressed, so that they write the initial
-- value.
--
-- The rows of the next block are read in the S-boxes of round 0. After them the expansion may write the next block.
--
-- Source: O. Kucuk, "The Hash Function Hamsi", section 2.3. Latency: 30 cycles for a block.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity hamsi_lightweight_control is
  port (
    clk            : in    std_ulogic;                    -- clock
    rst            : in    std_ulogic;                    -- synchronous reset, active high
    ready          : in    std_ulogic;                    -- from the expansion: two words are complete
    take           : out   std_ulogic;                    -- the words are taken
    group_now      : in    unsigned(1 downto 0);          -- from the expansion: their number
    expanded_last  : in    std_ulogic;                    -- from the expansion: they belong to the last block of a message
    open_next      : out   std_ulogic;                    -- to the expansion: the next message may start
    unload         : out   std_ulogic;                    -- to the unloader: send the digest
    unload_done    : in    std_ulogic;                    -- from the unloader: the last word is sent
    unload_index   : in    std_ulogic_vector(2 downto 0); -- from the unloader: number after that of the word to capture
    unload_capture : in    std_ulogic;                    -- from the unloader: capture a word of the digest
    sends_high     : out   std_ulogic;                    -- the captured word is one of words 4 to 7
    column_0       : out   unsigned(1 downto 0);          -- to the datapath, as the next ones: column, or diagonal by its word in row 0
    first_0        : out   std_ulogic;                    -- read the row of the next block
    diagonal_0     : out   std_ulogic;                    -- read a diagonal
    substitutes_0  : out   std_ulogic;                    -- slot of the S-boxes
    diffuses_0     : out   std_ulogic;                    -- slot of L
    final_0        : out   std_ulogic;                    -- constants of P_f
    round_0        : out   unsigned(2 downto 0);          -- number of the round
    write_1        : out   std_ulogic_vector(0 to 3);     -- write to the rows
    next_1         : out   std_ulogic;                    -- write to the row of the next block
    place_even_1   : out   std_ulogic_vector(1 downto 0); -- column in the row of the next block, for rows 0 and 2
    place_odd_1    : out   std_ulogic_vector(1 downto 0); -- column in the row of the next block, for rows 1 and 3
    message_1      : out   std_ulogic;                    -- the message may be written to rows 1 and 3
    chain_1        : out   std_ulogic;                    -- rows 1 and 3 take the words of rows 0 and 2
    restore        : out   std_ulogic;                    -- the chaining value becomes the initial value
    shift_low      : out   std_ulogic;                    -- shift words 0 to 3 of the chaining value
    shift_high     : out   std_ulogic;                    -- shift words 4 to 7 of the chaining value
    hold_low       : out   std_ulogic;                    -- chained word of words 0 to 3: keep it
    hold_high      : out   std_ulogic;                    -- chained word of words 4 to 7: keep it
    clear_chained  : out   std_ulogic                     -- both chained words become zero
  );
end entity hamsi_lightweight_control;

architecture rtl of hamsi_lightweight_control is

  constant RESTORE_COUNT  : unsigned(2 downto 0) := "111";
  constant P_LAST_ROUND   : natural              := 2; -- of P
  constant P_F_LAST_ROUND : natural              := 5; -- of P_f

  signal count      : unsigned(2 downto 0);
  signal diffusion  : std_ulogic; -- the slots are those of L
  signal round      : unsigned(2 downto 0);
  signal column     : unsigned(1 downto 0);
  signal starting   : std_ulogic; -- before the first block of a message
  signal last       : std_ulogic; -- the block is the last one of its message
  signal loaded     : std_ulogic; -- the next block is in the rows
  signal next_last  : std_ulogic; -- it is the last one of its message
  signal last_round : std_ulogic;
  signal first      : std_ulogic; -- S-boxes of round 0
  signal slot       : std_ulogic;
  signal chains     : std_ulogic; -- L of the last round
  signal advance    : std_ulogic; -- the slot ends with this cycle
  signal high_word  : std_ulogic; -- the unloader captures one of words 4 to 7

begin

  first      <= to_bit(round = 0) and not diffusion;
  last_round <= to_bit(round = P_F_LAST_ROUND) or (to_bit(round = P_LAST_ROUND) and not last);
  chains     <= diffusion and last_round;
  slot       <= to_bit(count /= 0) and not (count(2) and count(1));
  advance    <= not (first and to_bit(count = 0) and (not loaded or unload));
  take       <= ready and to_bit(count = 0) and not loaded;
  open_next  <= starting and count(2) and not count(1);
  restore    <= count(2) and count(1);

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or unload_done = '1' then
        count     <= RESTORE_COUNT;
        diffusion <= '1';
        round     <= to_unsigned(P_F_LAST_ROUND, 3);
        column    <= "00";
        starting  <= '1';
        last      <= '0';
        unload    <= '0';
      elsif advance = '1' then
        count <= count + 1;
        if slot = '1' then
          column <= column + 1;
        end if;
        if first = '1' and count = 0 then
          last <= next_last;
        end if;
        if count = 4 then
          count     <= (others => '0');
          diffusion <= not diffusion;
          if diffusion = '1' then
            round <= round + 1;
            if last_round = '1' then
              round    <= (others => '0');
              starting <= '0';
              unload   <= last;
              last     <= '0';
            end if;
          end if;
        end if;
      end if;
    end if;
  end process count_reg;

  loaded_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or (first = '1' and count = 4) then
        loaded <= '0';
      elsif take = '1' and group_now = 3 then
        loaded    <= '1';
        next_last <= expanded_last;
      end if;
    end if;
  end process loaded_reg;

  -- Stage 0.

  column_0      <= column;
  first_0       <= first;
  diagonal_0    <= diffusion;
  substitutes_0 <= slot and not diffusion;
  diffuses_0    <= slot and diffusion and not starting;
  final_0       <= last;
  round_0       <= round;

  -- Stage 1. The new chaining value goes to columns 2 and 3 of rows 0 and 2, and to columns 0 and 1 of rows 1 and 3. The message goes
  -- to the other columns.

  write_reg : process (clk) is
    variable inner : std_ulogic; -- writes the state of the current block
    variable lower : std_ulogic;
  begin
    if rising_edge(clk) then
      inner := slot and not chains;
      if rst = '1' then
        write_1 <= "0000";
        chain_1 <= '0';
      else
        write_1(0) <= inner or (slot and chains and not column(1)) or (take and not group_now(1));
        write_1(1) <= inner or (slot and chains and column(1)) or (take and group_now(1));
        write_1(2) <= inner or (slot and chains and column(1)) or (take and not group_now(1));
        write_1(3) <= inner or (slot and chains and not column(1)) or (take and group_now(1));
        chain_1    <= slot and chains;
      end if;
      next_1       <= not inner;
      message_1    <= not slot;
      lower        := (column(0) and slot) or (group_now(0) and not slot);
      place_even_1 <= slot & lower;
      place_odd_1  <= (not slot) & lower;
    end if;
  end process write_reg;

  -- The chaining value. The slots of L read it one cycle ahead and insert the sum one cycle later. The unloader shifts words 0 to 3 in
  -- its first four captures. It shifts words 4 to 7 in the second, the fourth and all later captures, since words 6 and 7 are first:
  -- they pass through chained_high and the sums to the end of the register.

  high_word     <= to_bit(unsigned(unload_index) > 4) or to_bit(unload_index = "000");
  shift_low     <= chain_1 or (chains and not count(2)) or (unload_capture and not high_word);
  shift_high    <= chain_1 or (chains and not count(2)) or (unload_capture and (unload_index(2) or not unload_index(0)));
  hold_low      <= unload and not unload_capture;
  hold_high     <= sends_high and not unload_capture;
  clear_chained <= not unload and not (chains and not count(2));

  sends_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if unload = '0' then
        sends_high <= '0';
      elsif unload_capture = '1' then
        sends_high <= high_word;
      end if;
    end if;
  end process sends_reg;

end architecture rtl;
