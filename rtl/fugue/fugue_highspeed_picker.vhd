-- SPDX-License-Identifier: Apache-2.0
-- Selects the column of the ring that a window receives in the final rounds of Fugue; zero in steps that take none.
-- Source: fresh_column of fugue_pkg.
--
--   columns 0, 1      columns 2, 3                 last two columns
--        |                 |                               |
--   [select] -----> [select if pair(1)] ---> ... ---> [select if pair(..)] ---> chain 0 --+
--                                                                   the same for chain 1 --+--- OR ---> picked
--                                                                   entering --------------+
--
-- A chain has one LUT4 a bit for each two columns. Its first stage selects one of columns 0 and 1, or it gives `odd` if `late` is '1'.
-- Each other stage passes its input on, except the stage of the pair that is selected. There the input, which is `odd`, selects one of
-- two columns. A chain that is not selected has `late` = '1' and `odd` = '0', so its result is zero. A sum of columns that are ANDed
-- with one bit each would take two LUT4s a bit more with 20 columns.
--
-- Widths: DIGEST_BITS = 256 or 512; columns of 32 bits.
-- Latency: one cycle; the selecting bits are registers that are set one cycle before `tokens`.

library ieee;
use ieee.std_logic_1164.all;
use work.fugue_pkg.all;

entity fugue_highspeed_picker is
  generic (
    DIGEST_BITS : positive -- bits of the digest: 256 or 512
  );
  port (
    clk      : in    std_ulogic;                                           -- datapath clock
    begins   : in    std_ulogic;                                           -- step 0 of the final rounds follows
    tokens   : in    std_ulogic_vector(0 to final_steps(DIGEST_BITS) - 1); -- one-hot: number of the step in the final rounds
    ring     : in    columns_t(4 to columns(DIGEST_BITS) - 1);             -- columns that are selected
    entering : in    column_t;                                             -- column before step 0; else zero
    picked   : out   column_t                                              -- selected column, or entering
  );
end entity fugue_highspeed_picker;

architecture rtl of fugue_highspeed_picker is

  constant STEPS : positive := final_steps(DIGEST_BITS);

  -- Number of steps that take a column of the ring.
  function picks return positive is
    variable result : natural := 0;
  begin
    for t in 0 to STEPS - 1 loop
      if fresh_column(t, DIGEST_BITS) /= 0 then
        result := result + 1;
      end if;
    end loop;
    return result;
  end function picks;

  -- The step of pick number PICK.
  function step_of (pick : natural) return natural is
    variable left : integer := pick;
  begin
    for t in 0 to STEPS - 1 loop
      if fresh_column(t, DIGEST_BITS) /= 0 then
        if left = 0 then
          return t;
        end if;
        left := left - 1;
      end if;
    end loop;
    return 0;
  end function step_of;

  function to_bytes (word : word_t) return column_t is
    variable result : column_t;
  begin
    for i in 0 to 3 loop
      result(i) := word(31 - 8 * i downto 24 - 8 * i);
    end loop;
    return result;
  end function to_bytes;

  constant COUNT  : positive := picks;
  constant STAGES : positive := (COUNT + 3) / 4; -- of a chain, each with two columns

  -- A chain and an index in it for each pick: the first picks are in chain 0, the others in chain 1.
  subtype chain_t is natural range 0 to 1;

  subtype index_t is natural range 0 to 2 * STAGES - 1;

  subtype selects_t is std_ulogic_vector(index_t);

  subtype pairs_t is std_ulogic_vector(0 to STAGES - 1);

  type selects_of_t is array (chain_t) of selects_t;

  type pairs_of_t is array (chain_t) of pairs_t;

  type words_t is array (index_t) of word_t;

  type words_of_t is array (chain_t) of words_t;

  signal following  : std_ulogic_vector(0 to STEPS - 1); -- tokens of the next cycle
  signal columns_of : words_of_t;                        -- columns of each chain, in the order of steps
  signal selects    : selects_of_t;                      -- one-hot: the column of the next cycle
  signal odd        : std_ulogic_vector(chain_t);        -- registers: second column of a pair
  signal late       : std_ulogic_vector(chain_t);        -- not the first pair of the chain
  signal pair       : pairs_of_t;                        -- one-hot: the pair

begin

  following <= begins & tokens(0 to STEPS - 2);

  every_chain : for chain in chain_t generate

    every_pick : for index in index_t generate
      constant PICK : natural := chain * 2 * STAGES + index;
    begin

      is_column : if PICK < COUNT generate
        columns_of(chain)(index) <= to_word(ring(fresh_column(step_of(PICK), DIGEST_BITS)));
        selects(chain)(index)    <= following(step_of(PICK));
      end generate is_column;

      is_empty : if PICK >= COUNT generate
        columns_of(chain)(index) <= (others => '0');
        selects(chain)(index)    <= '0';
      end generate is_empty;

    end generate every_pick;

  end generate every_chain;

  select_reg : process (clk) is
    variable any_odd : std_ulogic;
  begin
    if rising_edge(clk) then
      for chain in chain_t loop
        any_odd := '0';
        for stage in 0 to STAGES - 1 loop
          any_odd            := any_odd or selects(chain)(2 * stage + 1);
          pair(chain)(stage) <= selects(chain)(2 * stage) or selects(chain)(2 * stage + 1);
        end loop;
        odd(chain)  <= any_odd;
        late(chain) <= not (selects(chain)(0) or selects(chain)(1));
      end loop;
    end if;
  end process select_reg;

  pick_reg : process (clk) is
    variable chosen : std_ulogic;
    variable result : word_t;
  begin
    if rising_edge(clk) then
      result := to_word(entering);
      for chain in chain_t loop
        for i in word_t'range loop
          if late(chain) = '1' then
            chosen := odd(chain);
          elsif odd(chain) = '1' then
            chosen := columns_of(chain)(1)(i);
          else
            chosen := columns_of(chain)(0)(i);
          end if;
          for stage in 1 to STAGES - 1 loop
            if pair(chain)(stage) = '1' then
              if chosen = '1' then
                chosen := columns_of(chain)(2 * stage + 1)(i);
              else
                chosen := columns_of(chain)(2 * stage)(i);
              end if;
            end if;
          end loop;
          result(i) := result(i) or chosen;
        end loop;
      end loop;
      picked <= to_bytes(result);
    end if;
  end process pick_reg;

end architecture rtl;
