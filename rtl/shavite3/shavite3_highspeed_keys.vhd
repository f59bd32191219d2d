-- SPDX-License-Identifier: Apache-2.0
-- The message expansion of SHAvite-3: one row of subkeys in each cycle.
-- Source: SHAvite-3 as submitted for Round 2; the row order is in shavite3_pkg.
--
--   row of the block, counter ---+
--   row v-4 ---------------------+--> p --> XOR --> v, lower half ---------------------> lower
--   AES results, delayed --------+           ^      v, upper half --+------------------> plain, unless row v is nonlinear
--                                row v-1 ----+                      |
--                                                                   v
--              bytes of row v or of row v-4 --> AES columns -----> XOR --+-------------> made, if row v is nonlinear
--                                                                        |
--                                                                        +--> delayed, for row v+4
--
-- v is the number of the row of this cycle. Outputs made and plain are delayed by one cycle; their XOR is the upper half of the
-- row. One of them is zero.
--
-- Nonlinear rows need one AES round for each subkey; linear rows and rows of the block need none. After the four rows of the block,
-- four nonlinear and four linear rows take turns. So half as many AES columns as a row has are enough, if they work in every cycle.
-- In the cycle of row v they compute the lower half of row v + 4, if that is nonlinear, or the upper half of row v, if that is
-- nonlinear.
--
-- A row depends on the row before, in one of four cases: as a linear or a nonlinear row, and with or without an AES result. Each
-- case has a register of its own, which is zero when it is not used. Their XOR needs no multiplexer. The value that is added to the
-- AES results for the upper half of a row is also added to the results for the lower half. It is added to these once more one row
-- later, which removes it.
--
-- Only cycles with `advance` count as rows. The register that takes a row of the block also works in other cycles, except when the
-- core is `stalled`.
-- Latency: one cycle.

library ieee;
use ieee.std_logic_1164.all;
use work.shavite3_pkg.all;
use work.shell_pkg.all;

entity shavite3_highspeed_keys is
  generic (
    BRANCHES : positive range 1 to 2 -- 1 for C_256, 2 for C_512
  );
  port (
    clk             : in    std_ulogic;                                  -- core clock
    advance         : in    std_ulogic;                                  -- the row is completed in this cycle
    stalled         : in    std_ulogic;                                  -- the core waits for the receiver of a digest
    stay_linear     : in    std_ulogic;                                  -- v and v + 1 are linear
    enter_linear    : in    std_ulogic;                                  -- v + 1 is linear, v is not
    stay_nonlinear  : in    std_ulogic;                                  -- v and v + 1 are nonlinear
    enter_nonlinear : in    std_ulogic;                                  -- v + 1 is nonlinear, v is not
    is_nonlinear    : in    std_ulogic;                                  -- v is nonlinear
    takes_late      : in    std_ulogic_vector(0 to 3);                   -- bits 0 and 1: the same; bits 2 and 3: inverted
    soon_linear     : in    std_ulogic;                                  -- v + 2 is linear
    soon_nonlinear  : in    std_ulogic;                                  -- v + 2 is nonlinear
    added           : in    columns_t(0 to 4 * BRANCHES - 1);            -- the counter, for row v + 1
    added_again     : in    column_t;                                    -- C_256: also the counter, for word 2 of row v + 1
    row             : in    columns_t(0 to 4 * BRANCHES - 1);            -- row v + 1 of the block, or zero
    lower           : out   columns_t(0 to 2 * BRANCHES - 1);            -- lower half of row v
    made            : out   columns_t(2 * BRANCHES to 4 * BRANCHES - 1); -- upper half of row v - 1: first operand
    plain           : out   columns_t(2 * BRANCHES to 4 * BRANCHES - 1)  -- upper half of row v - 1: second operand
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

  -- The word of the row before that word M of a linear row depends on (the last word depends on it through word 0 of its own row),
  -- and the word that word M of a nonlinear row depends on.
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

  -- Whether both sources of word M are in the upper half. Such a word has two registers for the AES results and only one for the
  -- other value.
  function crowded (m : natural) return boolean is
  begin
    return linear_source(m) >= HALF and nonlinear_source(m) >= HALF;
  end function crowded;

  -- The words of row v and of row v - 4 from which byte R of AES column I is taken.
  function early_word (i : natural; r : natural) return natural is
  begin
    return (i + r + 1) mod 4;
  end function early_word;

  function late_word (i : natural; r : natural) return natural is
  begin
    return (i + HALF + r + 1) mod 4;
  end function late_word;

  -- Registers of earlier rows: _1 is that of row v - 1.
  signal p               : row_t;   -- part of row v that does not depend on row v - 1
  signal along_linear    : row_t;   -- row before, for linear rows
  signal along_nonlinear : row_t;   -- row before, for nonlinear rows
  signal made_linear     : row_t;   -- AES result of the row before, for linear rows
  signal made_nonlinear  : row_t;   -- AES result of the row before, for nonlinear rows
  signal early_along     : early_t; -- along_linear as an AES input
  signal mixed           : lower_t; -- AES input for words that are made by three registers, except early_along and made_linear
  signal v               : row_t;   -- row v, except the AES result of its upper half
  signal made_now        : upper_t; -- AES result of this cycle
  signal lower_1         : lower_t;
  signal lower_2         : lower_t;
  signal lower_3         : lower_t;
  signal lower_4         : lower_t;
  signal made_1          : upper_t; -- upper half of a nonlinear row
  signal plain_1         : upper_t; -- upper half of any other row
  signal upper_2         : upper_t;
  signal upper_3         : upper_t;
  signal upper_4         : upper_t;
  signal four_before     : row_t;   -- row v - 4, for linear rows
  signal delayed_1       : lower_t; -- result of the AES columns
  signal delayed_2       : lower_t; -- AES result for row v + 2, or upper half of a nonlinear row
  signal delayed_3       : lower_t; -- AES result for row v + 1, if that is nonlinear
  signal next_nonlinear  : std_ulogic;
  signal entering        : lower_t; -- input of the AES columns

begin

  next_nonlinear <= stay_nonlinear or enter_nonlinear;

  lower <= v(0 to HALF - 1);
  made  <= made_1;
  plain <= plain_1;

  every_word : for m in 0 to LAST generate
    v(m) <= (p(m) xor along_linear(m) xor made_linear(m)) xor (along_nonlinear(m) xor made_nonlinear(m));
  end generate every_word;

  -- ShiftRows of the words, which the expansion rotates by one word. In C_256 half a row is two of its four columns. A nonlinear row
  -- needs bytes of row v - 4, any other row bytes of row v. Words of row v that three registers make would need too many inputs in
  -- front of the S-box. For them `mixed` contains the bytes of row v - 4, or the part of row v that does not depend on row v - 1.
  choose_bytes : process (all) is
    variable early : column_t;
    variable late  : column_t;
    variable from  : natural range 0 to 3;
  begin
    for i in 0 to HALF - 1 loop
      for r in 0 to 3 loop
        from := late_word(i, r);
        if BRANCHES = 1 and from < HALF then
          late := lower_4(from);
        else
          late := upper_4(WORDS - 4 + from);
        end if;
        from := early_word(i, r);
        if linear_source(from) >= HALF then
          early := mixed(i) xor early_along(from) xor made_linear(from);
        elsif takes_late(i * 4 / HALF) = to_bit(i * 4 / HALF < 2) then
          early := late;
        else
          early := p(from) xor along_linear(from);
        end if;
        entering(i)(8 * r + 7 downto 8 * r) <= early(8 * r + 7 downto 8 * r);
      end loop;
    end loop;
  end process choose_bytes;

  -- The AES columns of this cycle. Their results have the upper half of v added.
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

  -- The row without its dependence on the row before: the sum of the row of the block, row v - 4, AES results and the counter.
  p_reg : process (clk) is
    variable next_p : column_t;
    variable late   : column_t;
    variable from   : natural range 0 to 3;
  begin
    if rising_edge(clk) then
      if stalled = '0' then
        for m in 0 to LAST loop
          next_p := row(m) xor four_before(m) xor added(m);
          if m = LAST then
            next_p := next_p xor four_before(0);
          end if;
          if m = 2 then
            next_p := next_p xor added_again;
          end if;
          if m < HALF or BRANCHES = 2 then
            next_p := next_p xor delayed_3(m mod HALF);
          end if;
          p(m) <= next_p;
        end loop;
        for i in 0 to HALF - 1 loop
          for r in 0 to 3 loop
            from := late_word(i, r);
            if BRANCHES = 1 and from < HALF then
              late := lower_3(from);
            else
              late := upper_3(WORDS - 4 + from);
            end if;
            from := early_word(i, r);
            if next_nonlinear = '0' then
              late := row(from) xor four_before(from);
            end if;
            mixed(i)(8 * r + 7 downto 8 * r) <= late(8 * r + 7 downto 8 * r);
          end loop;
        end loop;
      end if;
    end if;
  end process p_reg;

  -- The row before, in a register for each of the four uses.
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

  -- delayed_2 is without the upper half of the row that the AES columns have added. In nonlinear rows plain_1 is zero, so
  -- delayed_2 is the upper half of the row.
  history_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        lower_1   <= v(0 to HALF - 1);
        lower_2   <= lower_1;
        lower_3   <= lower_2;
        lower_4   <= lower_3;
        made_1    <= (others => NONE);
        plain_1   <= (others => NONE);
        if is_nonlinear = '1' then
          made_1 <= made_now;
        else
          plain_1 <= v(HALF to LAST);
        end if;
        upper_3   <= upper_2;
        upper_4   <= upper_3;
        delayed_1 <= made_now;
        for m in 0 to HALF - 1 loop
          upper_2(HALF + m) <= made_1(HALF + m) xor plain_1(HALF + m);
          delayed_2(m)      <= delayed_1(m) xor plain_1(HALF + m);
        end loop;
      end if;
    end if;
  end process history_reg;

  -- Values for two rows later.
  due_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        four_before <= (others => NONE);
        delayed_3   <= (others => NONE);
        if soon_linear = '1' then
          four_before <= lower_2 & delayed_2;
        end if;
        if soon_nonlinear = '1' then
          delayed_3 <= delayed_2;
        end if;
      end if;
    end if;
  end process due_reg;

end architecture rtl;
