-- SPDX-License-Identifier: Apache-2.0
-- Control of lightweight Luffa: one counter of slots, which addresses the memory. The ring of the datapath is in that slot two cycles
-- later, so control bits pass through registers.
--
--   state      slots     what happens
--   starting   0 .. 23   rotations: load the starting variables; send the digest of the message before, if there was one
--   injecting  0 .. 23   rotations: message injection and tweaks; slot 0 waits for a block. The blank round injects zeros.
--   stepping   0 .. 23   eight steps of three permutations; then injecting, and after the blank round starting
--
-- A slot has the index i = 0 .. 7 of a word or a step, and j = 0 .. 2 of a permutation. The digest has word i in the datapath's
-- register after slot 3 i, and its halves are sent in slots 3 i + 1 and 3 i + 2. These slots wait for out_ready.
--
-- The wait for a block does not stop the ring, which has earlier slots to finish. It passes on slots that are not `valid` instead.
--
-- Two blocks fit in the memory. The next block is loaded in the cycles in which the current one is injected.
--
-- Latency: a block takes 48 cycles.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity luffa_lightweight_control is
  port (
    clk           : in    std_ulogic;                    -- clock
    rst           : in    std_ulogic;                    -- synchronous reset, active high
    full          : in    std_ulogic;                    -- from the loader: a block is in the memory
    loaded_last   : in    std_ulogic;                    -- from the loader: it is the last block of its message
    free_block    : out   std_ulogic;                    -- to the loader: it may load the next block
    load_write    : in    std_ulogic;                    -- from the loader: write a word
    load_index    : in    std_ulogic_vector(2 downto 0); -- from the loader: index of that word
    port_free     : out   std_ulogic;                    -- to the loader: it may write in this cycle
    out_valid     : out   std_ulogic;                    -- half a word of the digest is sent
    out_lower     : out   std_ulogic;                    -- it is the lower half
    out_ready     : in    std_ulogic;                    -- the receiver takes it
    advance       : out   std_ulogic;                    -- to the datapath, as the next ones: the memory and the registers after it move on
    port_read     : out   std_ulogic;                    -- port a reads
    other_read    : out   std_ulogic;                    -- port b reads
    port_address  : out   std_ulogic_vector(6 downto 0); -- address of port a
    other_address : out   std_ulogic_vector(6 downto 0); -- address of port b
    move          : out   std_ulogic;                    -- the ring moves on by one slot
    rotate        : out   std_ulogic;                    -- this slot is a rotation
    clear_top     : out   std_ulogic;                    -- this slot makes word 7 of `last` zero
    take_sum      : out   std_ulogic;                    -- slot 3 i: store the sum
    forget_sum    : out   std_ulogic;                    -- the sum of the word before is taken as zero
    take_first    : out   std_ulogic;                    -- slot 0: store word 7 of the sum
    take_seventh  : out   std_ulogic;                    -- slot 1: store word 7 of the block
    take_sixth    : out   std_ulogic;                    -- slot 2: store word 6 of the block
    add_seventh   : out   std_ulogic;                    -- add word 7 of the block in this slot
    add_first     : out   std_ulogic;                    -- add word 7 of the sum to what the previous slot injects
    drop          : out   std_ulogic;                    -- inject nothing for the previous slot
    add_sixth     : out   std_ulogic;                    -- add word 6 of the block to what the slot before that injects
    tweak_1       : out   std_ulogic;                    -- rotate the word of the slot before that by one bit
    tweak_2       : out   std_ulogic                     -- rotate that word by two bits
  );
end entity luffa_lightweight_control;

architecture rtl of luffa_lightweight_control is

  signal starting       : std_ulogic;                -- the slot that is read from the memory
  signal injecting      : std_ulogic;
  signal stepping       : std_ulogic;                -- slots 0 .. 23 of the steps, after injecting
  signal i              : unsigned(2 downto 0);
  signal j              : unsigned(1 downto 0);
  signal blank          : std_ulogic;                -- the round is the blank one
  signal last           : std_ulogic;                -- the block that was injected most recently is the last one of its message
  signal load_bank      : std_ulogic;                -- which of the two blocks is loaded
  signal ready          : std_ulogic;                -- the slot need not wait for a block
  signal at_first       : std_ulogic;                -- slot 0
  signal next_valid     : std_ulogic;                -- the slot after that of the ring
  signal next_starting  : std_ulogic;
  signal next_injecting : std_ulogic;
  signal next_i         : unsigned(2 downto 0);
  signal next_j         : unsigned(1 downto 0);
  signal next_doubles   : std_ulogic;                -- word i of 2 X contains word 7 of X in addition
  signal valid          : std_ulogic;                -- the slot of the ring
  signal doubles        : std_ulogic_vector(0 to 1); -- add_first and add_sixth, on their way
  signal tweaks_1       : std_ulogic_vector(0 to 1);
  signal tweaks_2       : std_ulogic_vector(0 to 1);
  signal has_digest     : std_ulogic;                -- a message was hashed since the reset
  signal sending        : std_ulogic_vector(1 to 2); -- a half of the digest is sent, if there is a digest

begin

  at_first   <= to_bit(i = 0 and j = 0);
  ready      <= full or blank or not (injecting and at_first);
  out_valid  <= (sending(1) or sending(2)) and valid and has_digest;
  out_lower  <= sending(2);
  advance    <= out_ready or not out_valid;
  move       <= advance and valid;
  free_block <= injecting and at_first and advance and not blank and full;

  slot_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        starting   <= '1';
        injecting  <= '0';
        stepping   <= '0';
        i          <= (others => '0');
        j          <= (others => '0');
        blank      <= '0';
        load_bank  <= '0';
        next_valid <= '0';
        valid      <= '0';
        has_digest <= '0';
      else
        load_bank  <= load_bank xor free_block;
        has_digest <= has_digest or stepping;
        if advance = '1' then
          next_valid <= ready;
          valid      <= next_valid;
          if ready = '1' then
            j <= j + 1;
            if j = 2 then
              j <= (others => '0');
              i <= i + 1;
              if i = 7 then
                starting  <= stepping and blank;
                injecting <= starting or (stepping and not blank);
                stepping  <= injecting;
                if injecting = '0' then
                  blank <= last and stepping and not blank;
                end if;
              end if;
            end if;
          end if;
        end if;
      end if;
    end if;
  end process slot_reg;

  last_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if free_block = '1' then
        last <= loaded_last;
      end if;
    end if;
  end process last_reg;

  -- The memory.

  port_free     <= not stepping;
  port_read     <= advance and stepping;
  other_read    <= advance and ready;
  port_address  <= "110" & load_bank & load_index when load_write = '1' else
                   "01" & std_ulogic_vector(i) & std_ulogic_vector(j);
  other_address <= "11" & blank & (load_bank xor not at_first) & std_ulogic_vector(i - j) when injecting = '1' else
                   stepping & '0' & std_ulogic_vector(i) & std_ulogic_vector(j);

  -- The control bits of the datapath. `next_doubles` is for i = 1, 3, 4.

  next_doubles <= (next_i(0) and not next_i(2)) or (next_i(2) and not next_i(1) and not next_i(0));

  control_reg : process (clk) is
    variable second : std_ulogic; -- j = 1
    variable third  : std_ulogic; -- j = 2
    variable zero   : std_ulogic; -- i = 0
  begin
    if rising_edge(clk) then
      second := next_j(0);
      third  := next_j(1);
      zero   := to_bit(next_i = 0);
      if advance = '1' then
        next_starting  <= starting;
        next_injecting <= injecting;
        next_i         <= i;
        next_j         <= j;
        -- The slot of the ring.
        rotate       <= next_starting or next_injecting;
        clear_top    <= next_starting;
        take_sum     <= not (second or third);
        forget_sum   <= next_starting or zero;
        take_first   <= zero and not (second or third);
        take_seventh <= zero and second;
        take_sixth   <= zero and third;
        add_seventh  <= next_injecting and
                        ((second and next_doubles) or
                         (third and ((next_i(2) and not next_i(1)) or (next_i(1) and not next_i(0) and not next_i(2)))));
        sending      <= (next_starting and second) & (next_starting and third);
        doubles(0)   <= next_injecting and (next_doubles or zero);
        doubles(1)   <= next_injecting and next_doubles and third;
        tweaks_1(0)  <= next_injecting and next_i(2) and second;
        tweaks_2(0)  <= next_injecting and next_i(2) and third;
      end if;
    end if;
  end process control_reg;

  -- Bits for the slots before.
  before_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if move = '1' then
        add_first   <= doubles(0);
        drop        <= not rotate;
        tweaks_1(1) <= tweaks_1(0);
        tweaks_2(1) <= tweaks_2(0);
        tweak_1     <= tweaks_1(1);
        tweak_2     <= tweaks_2(1);
      end if;
    end if;
  end process before_reg;

  sixth_reg : process (clk) is
    variable before : std_ulogic;
  begin
    if rising_edge(clk) then
      if move = '1' then
        add_sixth <= before;
        before    := doubles(1);
      end if;
    end if;
  end process sixth_reg;

end architecture rtl;
