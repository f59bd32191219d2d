-- SPDX-License-Identifier: Apache-2.0
-- Control of lightweight JH: a counter of slices and rounds, and four states. One slice enters the datapath in each cycle.
--
--   loading    16 cycles: writes H(0) to the state
--   waiting    for a block
--   running    all rounds of a block, 16 cycles each
--   unloading  reads x_6, then x_7; ends when the last word of the digest is taken
--
-- Signals to the datapath belong to the slice that enters in this cycle; the datapath delays them.
--
-- Latency: a block takes 16 cycles for each round.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity jh_lightweight_control is
  generic (
    ROUNDS     : positive; -- rounds of E_8, a half round included
    HALF_ROUND : boolean   -- the last one is a half round
  );
  port (
    clk         : in    std_ulogic;                    -- clock
    rst         : in    std_ulogic;                    -- synchronous reset, active high
    full        : in    std_ulogic;                    -- from the loader: it holds a block
    loaded_last : in    std_ulogic;                    -- from the loader: the block ends its message
    free_block  : out   std_ulogic;                    -- to the loader: slice 15 of the block is read in the next cycle
    advance     : in    std_ulogic;                    -- from the unloader: it can take a byte
    unload_done : in    std_ulogic;                    -- from the unloader: the last word is taken
    settling    : in    std_ulogic;                    -- from the datapath: H(0) is still being read from the memory
    loading     : out   std_ulogic;                    -- a slice of H(0) enters
    active      : out   std_ulogic;                    -- the slice will be written
    first       : out   std_ulogic;                    -- first round of a block
    second      : out   std_ulogic;                    -- second round of a block
    closing     : out   std_ulogic;                    -- last round of a block
    swaps       : out   std_ulogic_vector(1 to 2);     -- the round's number modulo 7 is 1, is 2
    mask        : out   std_ulogic_vector(3 downto 0); -- an odd part of slice k is at address k xor mask
    slice       : out   unsigned(3 downto 0);          -- number of the slice
    number      : out   unsigned(5 downto 0);          -- number of the round
    unloading   : out   std_ulogic;                    -- a byte of the digest enters
    upper       : out   std_ulogic                     -- it is a byte of x_7; otherwise of x_6
  );
end entity jh_lightweight_control;

architecture rtl of jh_lightweight_control is

  signal turn       : std_ulogic_vector(0 to 6); -- one-hot: number of the round modulo 7
  signal waiting    : std_ulogic;                -- no round runs: the next block or the end of the message is awaited
  signal running    : std_ulogic;
  signal last       : std_ulogic;                -- the block ends its message
  signal slice_last : std_ulogic;                -- the slice is 15
  signal at_end     : std_ulogic;                -- last slice of the last round
  signal start      : std_ulogic;                -- a block begins in the next cycle

begin

  slice_last <= to_bit(slice = 15);
  at_end     <= closing and slice_last;
  start      <= full and ((waiting and not settling) or (at_end and not last));
  free_block <= second and slice_last;
  active     <= loading or running;
  swaps      <= turn(1 to 2);

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        loading   <= '1';
        waiting   <= '0';
        running   <= '0';
        unloading <= '0';
        first     <= '0';
        second    <= '0';
        closing     <= '0';
        upper     <= '0';
      else
        loading   <= (loading and not slice_last) or unload_done;
        waiting   <= (waiting or (loading and slice_last) or (at_end and not last)) and not start;
        running   <= start or (running and not at_end);
        first     <= start or (first and not slice_last);
        second    <= (first and slice_last) or (second and not slice_last);
        if slice_last = '1' then
          closing <= running and to_bit(number = ROUNDS - 2);
        end if;
        if advance = '1' then
          unloading <= (at_end and last) or (unloading and not (upper and slice_last));
          upper     <= upper xor (unloading and slice_last);
        end if;
      end if;
      if start = '1' then
        last <= loaded_last;
      end if;
    end if;
  end process state_reg;

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        slice  <= (others => '0');
        number <= (others => '0');
        turn   <= (0 => '1', others => '0');
        mask   <= (others => '0');
      else
        if (loading or running or unloading) = '1' and advance = '1' then
          slice <= slice + 1;
        end if;
        if running = '1' and slice_last = '1' then
          number <= number + 1;
          turn   <= turn(6) & turn(0 to 5);
          mask   <= mask xor (turn(6) & turn(5) & turn(4) & turn(3));
          if closing = '1' then
            number <= (others => '0');
            if HALF_ROUND then
              turn <= (0 => '1', others => '0');
            end if;
          end if;
        end if;
      end if;
    end if;
  end process count_reg;

end architecture rtl;
