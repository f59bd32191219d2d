-- SPDX-License-Identifier: Apache-2.0
-- The message expansion of SHAvite-3, one row of subkeys a cycle. Nonlinear rows need one AES round for each subkey, linear ones
-- none; so half a row of AES columns, always at work, is enough.
--
--   row --+                                                            v is the row of this cycle; 1 means the one before
--   v-4 --+--> p --+--> v (lower half) ----------------+------> lower
--         |        |                                   |
--         |        +--> plain (upper half) --(+)-------|------> upper = made + plain
--         |                                   |        |
--         |   +-- lower half's bytes, or upper half's of v-4
--         |   v                               |
--         |   AES columns --------------------+--> made
--         +---- delayed by four rows
--
-- The AES columns of the lower half of row v + 4 are made from row v in its cycle, those of the upper half in the cycle in which row
-- v + 4 is due. The rows from which the next ones follow have a register for each use, zero where it does not count, so that nothing
-- chooses between them. What enters the upper half behind the AES columns enters their results for the lower half, too, and is added
-- once more.
--
-- Cycles are those with `advance`. In the cycle of row v: stay_linear: v and v + 1 are linear; enter_linear: only v + 1; stay_nonlinear,
-- enter_nonlinear likewise. is_nonlinear: v; soon_linear, soon_nonlinear: v + 2. added: what is added to row v + 2 besides. row: of the
-- block, row v + 1.
-- lower: row v; made, plain: the upper half of row v - 1. Latency: one cycle.

library ieee;
use ieee.std_logic_1164.all;
use work.shavite3_pkg.all;

entity shavite3_highspeed_keys is
  generic (
    BRANCHES : positive range 1 to 2
  );
  port (
    clk             : in    std_ulogic;
    advance         : in    std_ulogic;
    stay_linear     : in    std_ulogic;
    enter_linear    : in    std_ulogic;
    stay_nonlinear  : in    std_ulogic;
    enter_nonlinear : in    std_ulogic;
    is_nonlinear    : in    std_ulogic;
    soon_linear     : in    std_ulogic;
    soon_nonlinear  : in    std_ulogic;
    added           : in    columns_t(0 to 4 * BRANCHES - 1);
    row             : in    columns_t(0 to 4 * BRANCHES - 1);
    lower           : out   columns_t(0 to 2 * BRANCHES - 1);
    made            : out   columns_t(2 * BRANCHES to 4 * BRANCHES - 1);
    plain           : out   columns_t(2 * BRANCHES to 4 * BRANCHES - 1)
  );
end entity shavite3_highspeed_keys;

architecture rtl of shavite3_highspeed_keys is

  constant WORDS : positive := 4 * BRANCHES;
  constant HALF  : positive := 2 * BRANCHES;
  constant LAST  : positive := WORDS - 1;

  subtype row_t is columns_t(0 to LAST);

  subtype lower_t is columns_t(0 to HALF - 1);

  subtype early_t is columns_t(0 to 3);

  subtype upper_t is columns_t(HALF to LAST);

  -- The word of the row before from which word M of a linear row is made (the last one: by way of word 0 of its own row), and that of a
  -- nonlinear one.
  function linear_source (m : natural) return natural is
  begin
    if m = LAST then
      return 1;
    end if;
    return m + 1;
  end function linear_source;

  function nonlinear_source (m : natural) return natural is
  begin
    if BRANCHES = 1 then
      return m;
    end if;
    return HALF + m mod HALF;
  end function nonlinear_source;

  -- Words with both sources in the upper half have two registers for what is made, and only one for the rest.
  function crowded (m : natural) return boolean is
  begin
    return linear_source(m) >= HALF and nonlinear_source(m) >= HALF;
  end function crowded;

  -- Registers of the rows before: _1 is that of row v - 1.
  signal p               : row_t;
  signal along_linear    : row_t;
  signal along_nonlinear : row_t;
  signal made_linear     : row_t;
  signal made_nonlinear  : row_t;
  signal early_p         : early_t;
  signal early_along     : early_t;
  signal v               : row_t;
  signal made_now        : upper_t;
  signal lower_1         : lower_t;
  signal lower_2         : lower_t;
  signal lower_3         : lower_t;
  signal lower_4         : lower_t;
  signal made_1          : upper_t;
  signal made_2          : upper_t;
  signal plain_1         : upper_t;
  signal plain_2         : upper_t;
  signal plain_3         : upper_t;
  signal plain_4         : upper_t;
  signal four_before     : row_t;
  signal undo            : upper_t;
  signal delayed_1       : lower_t;
  signal delayed_2       : lower_t;
  signal delayed_3       : row_t;
  signal entering        : lower_t;

begin

  lower <= v(0 to HALF - 1);
  made  <= made_1;
  plain <= plain_1;

  every_word : for m in 0 to LAST generate
    v(m) <= (p(m) xor along_linear(m) xor made_linear(m)) xor (along_nonlinear(m) xor made_nonlinear(m));
  end generate every_word;

  -- ShiftRows of the words rotated by one; in C_256 a half are two of its four columns. Late bytes are zero but in nonlinear rows,
  -- and early ones in those: where three registers make them, by having a p of their own.
  choose_bytes : process (all) is
    variable early : column_t;
    variable late  : columns_t(0 to 3);
    variable from  : natural range 0 to 3;
  begin
    for i in 0 to 3 loop
      if BRANCHES = 1 and i < HALF then
        late(i) := lower_4(i);
      else
        late(i) := plain_4(WORDS - 4 + i);
      end if;
    end loop;
    for i in 0 to HALF - 1 loop
      for r in 0 to 3 loop
        from := (i + r + 1) mod 4;
        if linear_source(from) >= HALF then
          early := early_p(from) xor early_along(from) xor made_linear(from);
        else
          early := (p(from) xor along_linear(from)) and (31 downto 0 => not is_nonlinear);
        end if;
        from                                := (i + HALF + r + 1) mod 4;
        entering(i)(8 * r + 7 downto 8 * r) <= early(8 * r + 7 downto 8 * r) xor late(from)(8 * r + 7 downto 8 * r);
      end loop;
    end loop;
  end process choose_bytes;

  aes : entity work.shavite3_highspeed_round
    generic map (
      COLUMNS => HALF,
      QUICK   => true
    )
    port map (
      entering => entering,
      added    => v(HALF to LAST),
      result   => made_now
    );

  -- Row v - 4 as it is needed in front of p, and the sums in front of it.
  p_reg : process (clk) is
    variable next_p : column_t;
  begin
    if rising_edge(clk) then
      for m in 0 to LAST loop
        next_p := row(m) xor four_before(m) xor delayed_3(m);
        if m = LAST then
          next_p := next_p xor four_before(0);
        end if;
        if m < HALF or BRANCHES = 2 then
          next_p := next_p xor undo(HALF + m mod HALF);
        end if;
        p(m) <= next_p;
        if m < 4 then
          early_p(m) <= row(m) xor four_before(m);
        end if;
      end loop;
    end if;
  end process p_reg;

  -- The row before, by use.
  before_reg : process (clk) is
    variable by_linear    : natural range 0 to LAST;
    variable by_nonlinear : natural range 0 to LAST;
  begin
    if rising_edge(clk) then
      if advance = '1' then
        early_along <= (others => NONE);
        for m in 0 to LAST loop
          by_linear          := linear_source(m);
          by_nonlinear       := nonlinear_source(m);
          along_linear(m)    <= NONE;
          along_nonlinear(m) <= NONE;
          made_linear(m)     <= NONE;
          made_nonlinear(m)  <= NONE;
          if by_linear >= HALF then
            if stay_linear = '1' then
              along_linear(m) <= v(by_linear);
              if m < 4 then
                early_along(m) <= v(by_linear);
              end if;
            end if;
            if enter_linear = '1' then
              made_linear(m) <= made_now(by_linear);
            end if;
          elsif stay_linear = '1' or enter_linear = '1' then
            along_linear(m) <= v(by_linear);
          end if;
          if by_nonlinear >= HALF then
            if enter_nonlinear = '1' then
              if crowded(m) then
                along_linear(m) <= v(by_nonlinear);
              else
                along_nonlinear(m) <= v(by_nonlinear);
              end if;
            end if;
            if stay_nonlinear = '1' then
              made_nonlinear(m) <= made_now(by_nonlinear);
            end if;
          elsif stay_nonlinear = '1' or enter_nonlinear = '1' then
            along_nonlinear(m) <= v(by_nonlinear);
          end if;
        end loop;
      end if;
    end if;
  end process before_reg;

  history_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        lower_1   <= v(0 to HALF - 1);
        lower_2   <= lower_1;
        lower_3   <= lower_2;
        made_1    <= (others => NONE);
        plain_1   <= (others => NONE);
        if is_nonlinear = '1' then
          made_1 <= made_now;
        else
          plain_1 <= v(HALF to LAST);
        end if;
        made_2    <= made_1;
        plain_2   <= plain_1;
        plain_3   <= plain_2;
        delayed_1 <= made_now;
        delayed_2 <= delayed_1;
      end if;
    end if;
  end process history_reg;

  -- What is due in the next row, or two rows later.
  due_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        lower_4     <= (others => NONE);
        plain_4     <= (others => NONE);
        four_before <= (others => NONE);
        undo        <= (others => NONE);
        delayed_3   <= (others => NONE);
        if stay_nonlinear = '1' or enter_nonlinear = '1' then
          lower_4 <= lower_3;
          plain_4 <= plain_3;
        end if;
        if soon_linear = '1' then
          four_before <= lower_2 & made_2;
        end if;
        if soon_nonlinear = '1' then
          undo <= plain_2;
          for m in 0 to LAST loop
            delayed_3(m) <= added(m);
            if m < HALF or BRANCHES = 2 then
              delayed_3(m) <= delayed_2(m mod HALF) xor added(m);
            end if;
          end loop;
        end if;
      end if;
    end if;
  end process due_reg;

end architecture rtl;
