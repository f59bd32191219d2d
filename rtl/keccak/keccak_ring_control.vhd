-- SPDX-License-Identifier: Apache-2.0
-- Control of a ring of Keccak rounds. Each of its SLOTS ranks holds the state of one message, or is idle.
--
-- In each step every state moves on by one rank. For a block it passes the whole ring PASSES times. A slot is the place of one
-- state and moves with it; the slot's tag records its progress. Each slot, busy or idle, has its turn once in SLOTS * PASSES
-- steps. The turns come in a fixed order (keccak_ring_pkg, first_turns). In its turn a slot ends a block and takes the next turn
-- of the input stream: the next block of its message, the first block of another message, or nothing.
--
--   tag(SLOTS-1) ... tag(1) tag(0)     one tag for each slot; tag(0) belongs to the slot whose state leaves the last round
--        ^                    |        ("arrives") in this step
--        +--- next turn? -----+
--
-- When a slot has its turn and no input is available, the ring waits if some message in flight has more blocks: its next block
-- will come and must go to the slot of that message. The ring also waits if no message is in flight. If all messages in flight
-- have had their last block, no slot is bound to a turn of the input. Then the ring does not wait, and the next turn of the
-- input goes to the slot that has its turn at that time. The ring also waits while a digest is due and the unloader is not free.
-- `advance` comes from a register and stops the whole ring.
--
-- The input for a slot is taken one step before the slot arrives ("early"). If there was none, it is taken while the ring waits
-- ("late"). It is taken only if the cycle after `take` is sure to be the step that absorbs it: a slot whose digest is due takes
-- nothing until the unloader is free. So the datapath reads the block from the loader, and no second register holds it.
--
-- All outputs come from registers. advance and copy drive the enables of hundreds or thousands of registers. They have no reset, so
-- synthesis does not merge them with `stepping` and `deliver`, which drive the logic here and can lie near it. In the cycle after a
-- reset no slot holds a message, and it does not matter whether the states move.
--
-- Source: paper D, cases II, IV and V. Widths: 7 bits of `iota` for each round.
-- SLOTS = ROUNDS_IN_RING * RANKS_IN_ROUND, at least 2.
-- Latency: PASSES * SLOTS steps a block, with PASSES = 24 / ROUNDS_IN_RING.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.keccak_pkg.all;
use work.keccak_ring_pkg.all;
use work.shell_pkg.all;

entity keccak_ring_control is
  generic (
    ROUNDS_IN_RING : positive;             -- rounds of the ring; divides 24
    RANKS_IN_ROUND : positive range 1 to 3 -- ranks of each round
  );
  port (
    clk     : in    std_ulogic;                                    -- clock of the ring
    rst     : in    std_ulogic;                                    -- synchronous reset, active high
    have    : in    std_ulogic;                                    -- the loader has a turn
    full    : in    std_ulogic;                                    -- that turn is a block; only with have
    last    : in    std_ulogic;                                    -- that block ends its message
    take    : out   std_ulogic;                                    -- take the turn from the loader
    load    : out   std_ulogic;                                    -- that turn is a block
    absorb  : out   std_ulogic;                                    -- the cycle after load, which is a step: add the block
    picked  : in    std_ulogic;                                    -- the unloader can copy another digest from the next cycle on
    advance : out   std_ulogic;                                    -- this cycle is a step; any value in the cycle after a reset
    drop    : out   std_ulogic;                                    -- zero the state whose message has ended or never started
    copy    : out   std_ulogic;                                    -- copy the digest; any value in the cycle after a reset
    deliver : out   std_ulogic;                                    -- the unloader has a digest from the next cycle on
    iota    : out   std_ulogic_vector(0 to 7 * ROUNDS_IN_RING - 1) -- round constants: 7 bits for each round
  );
end entity keccak_ring_control;

architecture rtl of keccak_ring_control is

  constant SLOTS     : positive := ROUNDS_IN_RING * RANKS_IN_ROUND;
  constant PASSES    : positive := ROUNDS / ROUNDS_IN_RING;
  constant STEP_BITS : positive := counter_bits(PASSES + 1);

  type tag_t is record
    step   : unsigned(STEP_BITS - 1 downto 0);
    near   : std_ulogic;
    turn   : std_ulogic;
    due    : std_ulogic;
    fresh  : std_ulogic;
    going  : std_ulogic;
    ending : std_ulogic;
  end record tag_t;

  type tags_t is array (0 to SLOTS - 1) of tag_t;

  -- Returns the tags after reset. Their fields are
  --   step     number of the pass that ends when the slot arrives, 1 .. PASSES
  --   near     the pass after that one is the last one of a block
  --   turn     that pass is the last one of a block, so the slot has its turn
  --   due      turn and ending: the slot has a digest
  --   fresh    turn and not going: the old state is not needed after the turn
  --   going    the slot processes a block that is not the last one of its message
  --   ending   the slot processes the last block of its message
  function tags_after_reset return tags_t is
    constant FIRST : naturals_t := first_turns(SLOTS, PASSES);
    variable tags  : tags_t;
  begin
    for i in FIRST'range loop
      tags(FIRST(i) mod SLOTS).step   := to_unsigned(PASSES - FIRST(i) / SLOTS, STEP_BITS);
      tags(FIRST(i) mod SLOTS).near   := to_bit(FIRST(i) >= SLOTS and FIRST(i) < 2 * SLOTS);
      tags(FIRST(i) mod SLOTS).turn   := to_bit(FIRST(i) < SLOTS);
      tags(FIRST(i) mod SLOTS).due    := '0';
      tags(FIRST(i) mod SLOTS).fresh  := to_bit(FIRST(i) < SLOTS);
      tags(FIRST(i) mod SLOTS).going  := '0';
      tags(FIRST(i) mod SLOTS).ending := '0';
    end loop;
    return tags;
  end function tags_after_reset;

  type constants_t is array (0 to 2 ** STEP_BITS - 1) of constant_bits_t;

  -- Returns the constants that round INDEX of the ring adds in each pass.
  function constants_by_step (index : natural) return constants_t is
    variable table : constants_t := (others => (others => '0'));
  begin
    for step in 1 to PASSES loop
      table(step) := round_constant((step - 1) * ROUNDS_IN_RING + index);
    end loop;
    return table;
  end function constants_by_step;

  signal stepping    : std_ulogic; -- this cycle is a step: advance with a reset
  signal tag         : tags_t;
  signal next_tag    : tags_t;
  signal passed      : tag_t;      -- tag(0) after its arrival
  signal settled     : std_ulogic; -- the input for the arriving slot has been taken
  signal took_block  : std_ulogic; -- if settled: that input is a block
  signal took_last   : std_ulogic; -- that input is the last block of its message
  signal early       : std_ulogic; -- in a step: the slot that arrives in the step after the next cycle can take input
  signal late        : std_ulogic; -- in another cycle: the slot that waits can take input
  signal wanted      : std_ulogic; -- a turn of the input is requested: `early` in a step, `late` in another cycle
  signal early_taken : std_ulogic; -- input was taken in the cycle before, by a slot that had not arrived
  signal early_block : std_ulogic; -- that input is a block
  signal unbound     : std_ulogic; -- all messages in flight have had their last block
  signal occupied    : std_ulogic; -- the unloader cannot take a digest in the next cycle, even if this one has no deliver
  signal arrives     : tag_t;      -- tag of the slot that arrives in the next cycle
  signal comes_turn  : std_ulogic; -- if this cycle is a step: that slot's successor has its turn
  signal comes_due   : std_ulogic; -- and it has a digest
  signal released    : std_ulogic; -- unbound and not occupied: no slot waits for input
  signal ready       : std_ulogic; -- the slot that arrives does not wait: its input has been taken, or released
  signal goes        : std_ulogic; -- the next cycle is a step
  signal gives       : std_ulogic; -- the next cycle is a step in which the unloader copies a digest

begin

  -- Conditions for the next cycle: the slot that arrives then, the slot after it, and whether the next cycle can be a step. From
  -- register to register each takes two LUT4s, as the rounds do. These facts make that possible:
  --   in a cycle that is no step, a slot waits that has its turn
  --   turns are at least two steps apart: the slots before and after one that has its turn have none
  --   so input is taken early in steps only, and late in other cycles only
  --   early_taken is '1' only in a step, and `settled` of a cycle that is no step refers to the slot that waits
  --   input is taken only for a slot that has no digest or whose digest can be handed over, so a slot with input goes on
  --   without input, a slot with its turn waits for the unloader, whether it has a digest or not
  --   in a cycle with deliver, the next slot has no turn, so only `early` looks at deliver
  arrives <= tag(1) when stepping = '1' else
             tag(0);
  ready   <= released or early_taken when stepping = '1' else
             released or settled;
  goes    <= ready or (stepping and not tag(1).turn);
  gives   <= ready and arrives.due;
  early   <= comes_turn and not (comes_due and (occupied or deliver));
  late    <= not settled and not unbound and not (tag(0).due and occupied);
  wanted  <= early when stepping = '1' else
             late;

  -- With two slots the slot after the one that arrives is tag(0) itself, after its pass.
  two_slots : if SLOTS = 2 generate
    comes_turn <= tag(0).near;
    comes_due  <= tag(0).ending;
  end generate two_slots;

  more_slots : if SLOTS > 2 generate
    comes_turn <= tag(2).turn;
    comes_due  <= tag(2).ending;
  end generate more_slots;

  pass : process (all) is
  begin
    passed.step   <= tag(0).step + 1;
    passed.near   <= to_bit(tag(0).step = PASSES - 2);
    passed.turn   <= tag(0).near;
    passed.due    <= tag(0).near and tag(0).ending;
    passed.fresh  <= tag(0).near and not tag(0).going;
    passed.going  <= tag(0).going;
    passed.ending <= tag(0).ending;
    if tag(0).turn = '1' then
      passed.step   <= to_unsigned(1, STEP_BITS);
      passed.going  <= settled and took_block and not took_last;
      passed.ending <= settled and took_block and took_last;
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
      elsif stepping = '1' then
        tag <= next_tag;
      end if;
    end if;
  end process tag_reg;

  turn_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        take        <= '0';
        load        <= '0';
        absorb      <= '0';
        settled     <= '0';
        took_block  <= '0';
        early_taken <= '0';
        early_block <= '0';
      else
        take        <= have and wanted;
        load        <= full and wanted;
        absorb      <= load;
        early_taken <= have and early and stepping;
        early_block <= full and early and stepping;
        if stepping = '1' then
          settled    <= early_taken;
          took_block <= early_block;
        elsif settled = '0' then
          settled    <= have and late;
          took_block <= full;
        end if;
      end if;
      if load = '1' then
        took_last <= last;
      end if;
    end if;
  end process turn_reg;

  -- unbound is one cycle late. This is harmless, because turns are at least two steps apart.
  unbound_reg : process (clk) is
    variable going    : std_ulogic;
    variable ending   : std_ulogic;
    variable occupies : std_ulogic; -- next value of occupied
  begin
    if rising_edge(clk) then
      going  := '0';
      ending := '0';
      for i in tag'range loop
        going  := going or tag(i).going;
        ending := ending or tag(i).ending;
      end loop;
      occupies := (deliver or occupied) and not picked;
      if rst = '1' then
        unbound  <= '0';
        occupied <= '0';
        released <= '0';
      else
        unbound  <= ending and not going;
        occupied <= occupies;
        released <= ending and not going and not occupies;
      end if;
    end if;
  end process unbound_reg;

  advance_reg : process (clk) is
  begin
    if rising_edge(clk) then
      advance <= goes or rst;
      copy    <= gives;
      if rst = '1' then
        stepping <= '0';
        deliver  <= '0';
        drop     <= '0';
      else
        stepping <= goes;
        deliver  <= gives;
        drop     <= arrives.fresh and ready;
      end if;
    end if;
  end process advance_reg;

  constants : for r in 0 to ROUNDS_IN_RING - 1 generate
    constant CONSTANT_OF_STEP : constants_t := constants_by_step(r);
    constant PLACE            : natural     := (ROUNDS_IN_RING - 1 - r) * RANKS_IN_ROUND;

    signal adds : std_ulogic;
  begin

    adds <= next_tag(PLACE).going or next_tag(PLACE).ending;

    iota_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if rst = '1' then
          iota(7 * r to 7 * r + 6) <= (others => '0');
        elsif stepping = '1' then
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
