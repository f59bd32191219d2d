-- SPDX-License-Identifier: Apache-2.0
-- E^256 or E^512 of SHAvite-3, and the chaining value: one AES round of each F in each cycle.
-- Source: SHAvite-3 as submitted for Round 2.
--
--        +-------------------------------------------------------+
--        v                                                       |
--   +-----------+                                                |
--   | state     |-- AES round --> XOR ---------------------------+
--   +-----------+                  ^
--        |             key --------+---- left: last cycle of a round; chained_state: last cycle of all
--        |
--        +--> XOR --> right --> left of the other branch
--              ^
--              key of the cycle before; kept_right in the last round
--
-- The state is the input of F with its first key added. The input of F is computed by adding this key once more. It is needed as
-- the left half of the next round; where there are two branches, as that of the other branch. At the end of the last round, one
-- half of the new chaining value is in `right` and the other half in `state`. These are the places in which the next block needs
-- them, so nothing is loaded between blocks.
--
-- Before a message the state is zero, so the AES round computes a constant. The reset value of `chained_state` compensates it.
-- Latency: one cycle for each AES round.

library ieee;
use ieee.std_logic_1164.all;
use work.shavite3_pkg.all;

entity shavite3_highspeed_feistel is
  generic (
    BRANCHES : positive range 1 to 2 -- 1 for C_256, 2 for C_512
  );
  port (
    clk          : in    std_ulogic;                       -- core clock
    advance      : in    std_ulogic;                       -- the AES round is completed; the flags below count only then
    quiet        : in    std_ulogic;                       -- reset the registers to the start of a message
    begins_round : in    std_ulogic;                       -- first AES round of a round
    begins_block : in    std_ulogic;                       -- first AES round of a block
    adds_left    : in    std_ulogic;                       -- last but one AES round of a round
    adds_right   : in    std_ulogic;                       -- AES round before the first one of the last round
    adds_state   : in    std_ulogic;                       -- last but one AES round of a block
    even         : in    columns_t(0 to 4 * BRANCHES - 1); -- key of the next AES round: first operand
    odd          : in    columns_t(0 to 4 * BRANCHES - 1); -- key of the next AES round: second operand
    -- Words of h that come from `right` are valid from the second AES round of the last round on. The other words, from
    -- `next_state`, are valid in its last AES round.
    digest : out   columns_t(0 to 8 * BRANCHES - 1) -- new chaining value h
  );
end entity shavite3_highspeed_feistel;

architecture rtl of shavite3_highspeed_feistel is

  constant WORDS : positive := 4 * BRANCHES;

  subtype halves_t is columns_t(0 to WORDS - 1);

  -- The index in the chaining value of word WORD of `right` and of `state`. The order of the halves is h0, h1 in C_256 and h2, h1,
  -- h0, h3 in C_512.
  function place_of_right (word : natural) return natural is
  begin
    if BRANCHES = 2 and word < 4 then
      return 8 + word;
    end if;
    return word mod 4;
  end function place_of_right;

  function place_of_state (word : natural) return natural is
  begin
    return 4 + word mod 4 + word / 4 * 8;
  end function place_of_state;

  function initial_right return halves_t is
    constant VALUE : columns_t(0 to 2 * WORDS - 1) := initial_value(256 * BRANCHES);

    variable result : halves_t;
  begin
    for i in 0 to WORDS - 1 loop
      result(i) := VALUE(place_of_right(i));
    end loop;
    return result;
  end function initial_right;

  function initial_state return halves_t is
    constant VALUE : columns_t(0 to 2 * WORDS - 1) := initial_value(256 * BRANCHES);

    variable result : halves_t;
  begin
    for i in 0 to WORDS - 1 loop
      result(i) := VALUE(place_of_state(i)) xor round_of_zero;
    end loop;
    return result;
  end function initial_state;

  constant INITIAL_RIGHT_HALF : halves_t := initial_right; -- initial value of right
  constant INITIAL_STATE_HALF : halves_t := initial_state; -- initial value of chained_state

  signal state         : halves_t; -- register: input of the AES round, key included
  signal shifted       : halves_t; -- state after ShiftRows
  signal added         : halves_t; -- key, left half and chaining value
  signal next_state    : halves_t; -- result of the AES round
  signal found         : halves_t; -- input of F in this round; new right half
  signal even_before   : halves_t; -- even of the cycle before
  signal odd_before    : halves_t; -- odd of the cycle before
  signal right         : halves_t; -- register: right half
  signal left          : halves_t; -- register: left half
  signal kept_right    : halves_t; -- right half of the chaining value
  signal chained_state : halves_t; -- other half of the chaining value

  -- Registers that say in which cycle a value is added.
  signal left_now  : std_ulogic; -- left: the last cycle of a round
  signal right_now : std_ulogic; -- kept_right: the first cycle of the last round
  signal state_now : std_ulogic; -- chained_state: the last cycle of a block

begin

  every_word : for i in 0 to WORDS - 1 generate
    added(i) <= even(i) xor odd(i) xor (left(i) and (31 downto 0 => left_now)) xor
                (chained_state(i) and (31 downto 0               => state_now));

    -- In C_512 the first operand is the whole key of the last AES round of a round.
    found(i) <= state(i) xor even_before(i) xor (kept_right(i) and (31 downto 0 => right_now)) when BRANCHES = 2 else
                state(i) xor even_before(i) xor odd_before(i) xor (kept_right(i) and (31 downto 0 => right_now));

    shift_rows : for r in 0 to 3 generate
      shifted(i)(8 * r + 7 downto 8 * r) <= state(i / 4 * 4 + (i + r) mod 4)(8 * r + 7 downto 8 * r);
    end generate shift_rows;

    digest(place_of_right(i)) <= right(i);
    digest(place_of_state(i)) <= next_state(i);
  end generate every_word;

  aes : entity work.shavite3_highspeed_round
    generic map (
      COLUMNS => WORDS,
      QUICK   => false
    )
    port map (
      entering => shifted,
      added    => added,
      result   => next_state
    );

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if quiet = '1' then
        state <= (others => NONE);
      elsif advance = '1' then
        state <= next_state;
      end if;
    end if;
  end process state_reg;

  right_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if quiet = '1' then
        right <= INITIAL_RIGHT_HALF;
      elsif advance = '1' and begins_round = '1' then
        right <= found;
      end if;
    end if;
  end process right_reg;

  left_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' and begins_round = '1' then
        for i in 0 to WORDS - 1 loop
          left(i) <= right((i + 4) mod WORDS);
        end loop;
      end if;
    end if;
  end process left_reg;

  now_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        left_now  <= adds_left;
        right_now <= adds_right;
        state_now <= adds_state;
      end if;
      if quiet = '1' then
        left_now <= '0';
      end if;
    end if;
  end process now_reg;

  -- In C_256 these registers are equal to registers of the message expansion, of which synthesis keeps one copy. They are used
  -- only in the first AES round of a round, and the cycle before is never stopped.
  key_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        even_before <= even;
        odd_before  <= odd;
      end if;
    end if;
  end process key_reg;

  chain_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if quiet = '1' then
        chained_state <= INITIAL_STATE_HALF;
      elsif advance = '1' and begins_block = '1' then
        chained_state <= found;
      end if;
      if advance = '1' and begins_block = '1' then
        kept_right <= right;
      end if;
    end if;
  end process chain_reg;

end architecture rtl;
