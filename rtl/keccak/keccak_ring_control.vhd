-- SPDX-License-Identifier: Apache-2.0
-- Control of a ring of Keccak rounds with one message in each of its register ranks.
--
-- The ring has SLOTS ranks, and a state passes it PASSES times a block. Every slot has its turn once in SLOTS * PASSES steps, idle
-- slots too, and the turns come in a fixed order (keccak_ring_pkg, first_turns). In its turn a slot ends a block and takes up what
-- the next turn of the input stream gives it: a block of its message, the first block of another one, or nothing.
--
--   tag(SLOTS-1) ... tag(1) tag(0)     one tag for each slot; that of the slot whose state arrives behind the last round is tag(0)
--        ^                    |
--        +--- next turn? -----+
--
-- Without an input the ring waits in a turn if some slot has a message to go on with: the turns of the stream that come first
-- must not be missed, and they will come. If all messages in flight have had their last block it moves on; then no slot is
-- bound to a turn, and the next turn of the stream goes to the next slot that has its turn. It waits too when a digest
-- is due and the unloader is not free. `advance` is from a register and stops the whole ring.
--
-- Outputs, all from registers but take: iota, 7 bits for each of ROUNDS_IN_RING rounds, for the slots that are there. drop: the slot
-- on its way into the last rank before chi (DROP_EARLY, with advance) or arriving (else) is to be zeroed, its message having ended
-- or never begun. deliver: in the same cycle, and it has a digest. take: the input turn goes to the slot that arrives next.
-- loads: take of a block. RANKS_IN_ROUND: 1 to 3. SLOTS = ROUNDS_IN_RING * RANKS_IN_ROUND, at least 2.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.keccak_pkg.all;
use work.keccak_ring_pkg.all;
use work.shell_pkg.all;

entity keccak_ring_control is
  generic (
    ROUNDS_IN_RING : positive;
    RANKS_IN_ROUND : positive range 1 to 3;
    DROP_EARLY     : boolean
  );
  port (
    clk      : in    std_ulogic;
    rst      : in    std_ulogic;
    have     : in    std_ulogic;
    full     : in    std_ulogic;
    last     : in    std_ulogic;
    take     : out   std_ulogic;
    loads    : out   std_ulogic;
    out_free : in    std_ulogic;
    advance  : out   std_ulogic;
    drop     : out   std_ulogic;
    deliver  : out   std_ulogic;
    iota     : out   std_ulogic_vector(0 to 7 * ROUNDS_IN_RING - 1)
  );
end entity keccak_ring_control;

architecture rtl of keccak_ring_control is

  constant SLOTS     : positive := ROUNDS_IN_RING * RANKS_IN_ROUND;
  constant PASSES    : positive := ROUNDS / ROUNDS_IN_RING;
  constant STEP_BITS : positive := counter_bits(PASSES + 1);
  -- Whose turn decides about drop and deliver one cycle ahead: the slot that arrives behind the arriving one, or the arriving one.
  constant LEAVING : natural := boolean'pos(DROP_EARLY);

  type tag_t is record
    step   : unsigned(STEP_BITS - 1 downto 0);
    turn   : std_ulogic;
    going  : std_ulogic;
    ending : std_ulogic;
  end record tag_t;

  type tags_t is array (0 to SLOTS - 1) of tag_t;

  -- step: the pass that the slot completes when it arrives, 1 .. PASSES; turn: it is the last of them. going: a block of its
  -- message, not the last, is being processed; ending: the last one.
  function tags_after_reset return tags_t is
    constant FIRST : naturals_t := first_turns(SLOTS, PASSES);
    variable tags  : tags_t;
  begin
    for i in FIRST'range loop
      tags(FIRST(i) mod SLOTS).step   := to_unsigned(PASSES - FIRST(i) / SLOTS, STEP_BITS);
      tags(FIRST(i) mod SLOTS).turn   := to_bit(FIRST(i) < SLOTS);
      tags(FIRST(i) mod SLOTS).going  := '0';
      tags(FIRST(i) mod SLOTS).ending := '0';
    end loop;
    return tags;
  end function tags_after_reset;

  type constants_t is array (0 to 2 ** STEP_BITS - 1) of constant_bits_t;

  -- By step: what the round numbered INDEX in the ring adds.
  function constants_by_step (index : natural) return constants_t is
    variable table : constants_t := (others => (others => '0'));
  begin
    for step in 1 to PASSES loop
      table(step) := round_constant((step - 1) * ROUNDS_IN_RING + index);
    end loop;
    return table;
  end function constants_by_step;

  signal tag        : tags_t;
  signal next_tag   : tags_t;
  signal passed     : tag_t;
  signal settled    : std_ulogic;
  signal took_block : std_ulogic;
  signal took_last  : std_ulogic;
  signal any_going  : std_ulogic;
  signal any_busy   : std_ulogic;
  signal arrives    : tag_t;
  signal leaves     : tag_t;
  signal stays      : std_ulogic;
  signal out_due    : std_ulogic;
  signal goes       : std_ulogic;

begin

  -- What is known of the next cycle: who arrives in it, and whether it can end.
  arrives <= tag(1) when advance = '1' else
             tag(0);
  leaves  <= next_tag(LEAVING) when advance = '1' else
             tag(LEAVING);
  stays   <= settled and not advance;
  take    <= arrives.turn and have and not stays;
  loads   <= arrives.turn and full and not stays;
  out_due <= leaves.turn and leaves.ending;
  goes    <= (not arrives.turn or have or stays or (any_busy and not any_going)) and
             (not out_due or (out_free and not deliver));

  pass : process (all) is
  begin
    passed.step   <= tag(0).step + 1;
    passed.turn   <= to_bit(tag(0).step = PASSES - 1);
    passed.going  <= tag(0).going;
    passed.ending <= tag(0).ending;
    if tag(0).turn = '1' then
      passed.step   <= to_unsigned(1, STEP_BITS);
      passed.going  <= took_block and not took_last;
      passed.ending <= took_block and took_last;
    end if;
    next_tag(SLOTS - 1) <= passed;
    for i in 0 to SLOTS - 2 loop
      next_tag(i) <= tag(i + 1);
    end loop;
  end process pass;

  tag_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        tag <= tags_after_reset;
      elsif advance = '1' then
        tag <= next_tag;
      end if;
    end if;
  end process tag_reg;

  turn_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        settled    <= '0';
        took_block <= '0';
      else
        settled    <= take or stays;
        took_block <= loads or (took_block and stays);
      end if;
      if loads = '1' then
        took_last <= last;
      end if;
    end if;
  end process turn_reg;

  -- A cycle late, which does no harm: turns are at least two steps apart.
  busy_reg : process (clk) is
    variable going  : std_ulogic;
    variable ending : std_ulogic;
  begin
    if rising_edge(clk) then
      going  := '0';
      ending := '0';
      for i in tag'range loop
        going  := going or tag(i).going;
        ending := ending or tag(i).ending;
      end loop;
      any_going <= going and not rst;
      any_busy  <= (going or ending) and not rst;
    end if;
  end process busy_reg;

  advance_reg : process (clk) is
  begin
    if rising_edge(clk) then
      advance <= goes and not rst;
      deliver <= goes and out_due and not rst;
      -- the slot that arrives first after reset has passed the rank in front of chi
      if DROP_EARLY then
        drop <= (goes and leaves.turn and not leaves.going) or rst;
      else
        drop <= leaves.turn and not leaves.going;
      end if;
    end if;
  end process advance_reg;

  constants : for r in 0 to ROUNDS_IN_RING - 1 generate
    constant CONSTANT_OF_STEP : constants_t := constants_by_step(r);
    constant PLACE            : natural     := (ROUNDS_IN_RING - 1 - r) * RANKS_IN_ROUND;

    -- A state that is dropped in front of the last round's chi stays zero; its digest gets the constant in the unloader.
    constant ENDS_EARLY : std_ulogic := to_bit(DROP_EARLY and PLACE = 0);

    signal adds : std_ulogic;
  begin

    adds <= next_tag(PLACE).going or (next_tag(PLACE).ending and not (next_tag(PLACE).turn and ENDS_EARLY));

    iota_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if rst = '1' then
          iota(7 * r to 7 * r + 6) <= (others => '0');
        elsif advance = '1' then
          if adds = '1' then
            iota(7 * r to 7 * r + 6) <= CONSTANT_OF_STEP(to_integer(next_tag(PLACE).step));
          else
            iota(7 * r to 7 * r + 6) <= (others => '0');
          end if;
        end if;
      end if;
    end process iota_reg;

  end generate constants;

end architecture rtl;
