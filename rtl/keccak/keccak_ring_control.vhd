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
-- ("late").
--
-- All outputs come from registers.
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
    ROUNDS_IN_RING : positive;              -- rounds of the ring; divides 24
    RANKS_IN_ROUND : positive range 1 to 3; -- ranks of each round
    DROP_EARLY     : boolean                -- true: drop acts on the rank before the last chi
  );
  port (
    clk      : in    std_ulogic;                                    -- clock of the ring
    rst      : in    std_ulogic;                                    -- synchronous reset, active high
    have     : in    std_ulogic;                                    -- the loader has a turn
    full     : in    std_ulogic;                                    -- that turn is a block
    last     : in    std_ulogic;                                    -- that block ends its message
    take     : out   std_ulogic;                                    -- take the turn from the loader
    load     : out   std_ulogic;                                    -- that turn is a block: copy it to inject
    unload   : out   std_ulogic;                                    -- set inject to zero; it has been absorbed
    out_free : in    std_ulogic;                                    -- the unloader can take a digest
    advance  : out   std_ulogic;                                    -- this cycle is a step
    drop     : out   std_ulogic;                                    -- zero the state whose message has ended or never started
    deliver  : out   std_ulogic;                                    -- hand the digest to the unloader
    iota     : out   std_ulogic_vector(0 to 7 * ROUNDS_IN_RING - 1) -- round constants: 7 bits for each round
  );
end entity keccak_ring_control;

architecture rtl of keccak_ring_control is

  constant SLOTS     : positive := ROUNDS_IN_RING * RANKS_IN_ROUND;
  constant PASSES    : positive := ROUNDS / ROUNDS_IN_RING;
  constant STEP_BITS : positive := counter_bits(PASSES + 1);
  -- Index of the tag that determines drop and deliver, which are computed one cycle ahead: 1 is the slot that arrives in the next
  -- step, 0 the slot that arrives in this one.
  constant LEAVING : natural := boolean'pos(DROP_EARLY);

  type tag_t is record
    step   : unsigned(STEP_BITS - 1 downto 0);
    turn   : std_ulogic;
    going  : std_ulogic;
    ending : std_ulogic;
  end record tag_t;

  type tags_t is array (0 to SLOTS - 1) of tag_t;

  -- Returns the tags after reset. Their fields are
  --   step     number of the pass that ends when the slot arrives, 1 .. PASSES
  --   turn     that pass is the last one of a block, so the slot has its turn
  --   going    the slot processes a block that is not the last one of its message
  --   ending   the slot processes the last block of its message
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

  -- Returns the constants that round INDEX of the ring adds in each pass.
  function constants_by_step (index : natural) return constants_t is
    variable table : constants_t := (others => (others => '0'));
  begin
    for step in 1 to PASSES loop
      table(step) := round_constant((step - 1) * ROUNDS_IN_RING + index);
    end loop;
    return table;
  end function constants_by_step;

  signal tag         : tags_t;
  signal next_tag    : tags_t;
  signal passed      : tag_t;      -- tag(0) after its arrival
  signal settled     : std_ulogic; -- the input for the arriving slot has been taken
  signal took_block  : std_ulogic; -- that input is a block
  signal took_last   : std_ulogic; -- that input is the last block of its message
  signal early       : std_ulogic; -- take the input for the slot that arrives in the next step
  signal late        : std_ulogic; -- take the input for the slot that waits
  signal early_taken : std_ulogic; -- early, one cycle later
  signal early_block : std_ulogic; -- the input taken early is a block
  signal unbound     : std_ulogic; -- all messages in flight have had their last block
  signal arrives     : std_ulogic; -- the slot that arrives in the next cycle has its turn
  signal ready       : std_ulogic; -- its input has been taken
  signal comes       : std_ulogic; -- the slot after that one has its turn
  signal leaves      : tag_t;      -- tag of the slot that drop and deliver refer to
  signal out_due     : std_ulogic; -- that slot has a digest
  signal goes        : std_ulogic; -- the next cycle is a step

begin

  -- Conditions for the next cycle: whether the slot that arrives then has its turn, whether the slot after it has its turn, and
  -- whether the next cycle can be a step.
  arrives <= tag(1).turn when advance = '1' else
             tag(0).turn;
  ready   <= early_taken when advance = '1' else
             settled;
  comes   <= next_tag(1).turn when advance = '1' else
             tag(1).turn;
  leaves  <= next_tag(LEAVING) when advance = '1' else
             tag(LEAVING);
  out_due <= leaves.turn and leaves.ending;
  goes    <= (not arrives or ready or unbound) and (not out_due or (out_free and not deliver));
  early   <= have and comes and goes;
  late    <= have and tag(0).turn and not advance and not settled and not unbound;

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
        take        <= '0';
        load        <= '0';
        unload      <= '1';
        settled     <= '0';
        took_block  <= '0';
        early_taken <= '0';
        early_block <= '0';
      else
        take        <= early or late;
        load        <= (early or late) and full;
        unload      <= goes and not (early and full);
        early_taken <= early;
        early_block <= early and full;
        if advance = '1' then
          settled    <= early_taken;
          took_block <= early_block;
        elsif late = '1' then
          settled    <= '1';
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
      unbound <= ending and not going and not rst;
    end if;
  end process unbound_reg;

  advance_reg : process (clk) is
  begin
    if rising_edge(clk) then
      advance <= goes and not rst;
      deliver <= goes and out_due and not rst;
      -- reset also sets drop, because the slot that arrives first after reset has already passed the rank before chi
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

    -- A state that is dropped before the chi of the last round stays zero. The unloader adds the constant to its digest.
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
