-- SPDX-License-Identifier: Apache-2.0
-- Counts the steps of Ascon on COLUMNS columns a cycle: absorbs blocks, then sends the slices of the digest.
--
--   pass 0        also adds a block of the message (absorbing), or sends a word of the digest, a slice in each step
--   pass 1 .. 11  the rounds that follow
--
-- The first step of a message is step 0 of pass 0, from the state that rests between messages. A slice of the block is taken in the cycle
-- before its step, or later if it comes later; `armed` says that it is there. A slice of the digest waits for the receiver.
--
-- Source: NIST SP 800-232, sections 3 and 5. Latency: one cycle a step, 64/COLUMNS steps a pass.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.ascon_pkg.all;
use work.shell_pkg.all;

entity ascon_columns_control is
  generic (
    INDEX_BITS : positive -- log2 of the number of steps of a pass
  );
  port (
    clk         : in    std_ulogic;                        -- clock
    rst         : in    std_ulogic;                        -- synchronous reset, active high
    slice_valid : in    std_ulogic;                        -- there is a slice of the message
    slice_last  : in    std_ulogic;                        -- with the last slice of a block: it is the last one of its message
    slice_ready : out   std_ulogic;                        -- the slice is taken in this cycle if there is one
    taken       : out   std_ulogic;                        -- it is taken, and added in the next cycle
    emits       : out   std_ulogic;                        -- the step gives a slice of the digest
    slice_sent  : in    std_ulogic;                        -- that slice is taken
    ends_output : in    std_ulogic;                        -- it ends the digest
    rest        : out   std_ulogic;                        -- load the state before a message
    advance     : out   std_ulogic;                        -- next step
    slice_index : out   unsigned(INDEX_BITS - 1 downto 0); -- slice of this step
    round_byte  : out   std_ulogic_vector(7 downto 0)      -- round constant in the step of slice 0, otherwise zero
  );
end entity ascon_columns_control;

architecture rtl of ascon_columns_control is

  constant SLICES    : positive := 2 ** INDEX_BITS;
  constant LAST_STEP : positive := ROUNDS * SLICES - 1;

  signal count     : unsigned(INDEX_BITS + 3 downto 0); -- pass, and slice_index in the low bits
  signal in_pass_0 : std_ulogic;
  signal absorbing : std_ulogic;                        -- the next pass 0, or this one, adds a block
  signal armed     : std_ulogic;                        -- a slice of the block is there
  signal last      : std_ulogic;                        -- it is the last one of its message
  signal at_end    : std_ulogic;                        -- the last step of a permutation
  signal ends_pass : std_ulogic;                        -- the last step of a pass
  signal wants     : std_ulogic;                        -- value of slice_ready
  signal takes     : std_ulogic;                        -- value of taken
  signal moves     : std_ulogic;                        -- value of advance
  signal ends      : std_ulogic;                        -- value of rest

begin

  at_end      <= to_bit(count = LAST_STEP);
  ends_pass   <= to_bit(count(INDEX_BITS - 1 downto 0) = SLICES - 1);
  wants       <= absorbing and (at_end or (in_pass_0 and not (armed and ends_pass)));
  takes       <= wants and slice_valid;
  moves       <= not in_pass_0 or armed or slice_sent;
  ends        <= rst or (slice_sent and ends_output);
  slice_ready <= wants;
  taken       <= takes;
  emits       <= in_pass_0 and not absorbing;
  rest        <= ends;
  advance     <= moves;
  slice_index <= count(INDEX_BITS - 1 downto 0);
  round_byte  <= round_constant(count(INDEX_BITS + 3 downto INDEX_BITS)) and (7 downto 0 => to_bit(count(INDEX_BITS - 1 downto 0) = 0));

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if ends = '1' then
        count     <= (others => '0');
        in_pass_0 <= '1';
        absorbing <= '1';
      elsif moves = '1' then
        count     <= count + 1;
        in_pass_0 <= at_end or (in_pass_0 and not ends_pass);
        if at_end = '1' then
          count <= (others => '0');
        end if;
        if in_pass_0 = '1' and ends_pass = '1' and last = '1' then
          absorbing <= '0';
        end if;
      end if;
    end if;
  end process count_reg;

  armed_reg : process (clk) is
  begin
    if rising_edge(clk) then
      armed <= takes and not rst;
      if takes = '1' then
        last <= slice_last;
      end if;
    end if;
  end process armed_reg;

end architecture rtl;
