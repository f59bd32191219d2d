-- SPDX-License-Identifier: Apache-2.0
-- E^256 or E^512 of SHAvite-3 with the chaining value, one AES round of each F a cycle.
--
--        +-------------------------------------------------------+
--        v                                                       |
--   +-----------+                                                |
--   | state     |-- AES round --(+)------------------------------+
--   +-----------+                ^
--        |             key ------+---- left, in the last cycle of a round; chained_state, in the last cycle of all
--        |
--        +--(+)--> right --> left of the other branch
--            ^
--            key of the cycle before, kept_right in the last round
--
-- The state holds the input of F with its first key added; what has gone into F is found again by adding that key once more. It is
-- the left half of the next round, and where there are two branches that of the other one. So the last round leaves one half of the
-- chaining value in `right` and the other one in the state, in the places in which the next block needs them: nothing is loaded
-- between blocks.
--
-- In front of a message the state is such that the AES round gives a constant, which chained_state makes up for.
--
-- quiet: rests. begins_round: the first of a round's AES rounds; begins_block: that of the first round. adds_left: the last but one
-- of a round. adds_right: before the first of the last round. adds_state: the last but one of all. Each is looked at with advance.
-- even, odd: the sum is the key for the next AES round. digest: its words that come from `right` are there from the second AES round
-- of the last round on, the others in its last. Latency: one cycle an AES round.

library ieee;
use ieee.std_logic_1164.all;
use work.shavite3_pkg.all;

entity shavite3_highspeed_feistel is
  generic (
    BRANCHES : positive range 1 to 2
  );
  port (
    clk          : in    std_ulogic;
    advance      : in    std_ulogic;
    quiet        : in    std_ulogic;
    begins_round : in    std_ulogic;
    begins_block : in    std_ulogic;
    adds_left    : in    std_ulogic;
    adds_right   : in    std_ulogic;
    adds_state   : in    std_ulogic;
    even         : in    columns_t(0 to 4 * BRANCHES - 1);
    odd          : in    columns_t(0 to 4 * BRANCHES - 1);
    digest       : out   columns_t(0 to 8 * BRANCHES - 1)
  );
end entity shavite3_highspeed_feistel;

architecture rtl of shavite3_highspeed_feistel is

  constant WORDS : positive := 4 * BRANCHES;

  subtype halves_t is columns_t(0 to WORDS - 1);

  -- The place of half a branch in the chaining value: h0, h1 in C_256; h2, h1, h0, h3 in C_512.
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

  constant INITIAL_RIGHT_HALF : halves_t := initial_right;
  constant INITIAL_STATE_HALF : halves_t := initial_state;

  signal state         : halves_t;
  signal shifted       : halves_t;
  signal added         : halves_t;
  signal next_state    : halves_t;
  signal found         : halves_t;
  signal even_before   : halves_t;
  signal odd_before    : halves_t;
  signal right         : halves_t;
  signal left          : halves_t;
  signal left_added    : halves_t;
  signal kept_right    : halves_t;
  signal right_added   : halves_t;
  signal chained_state : halves_t;
  signal state_added   : halves_t;

begin

  every_word : for i in 0 to WORDS - 1 generate
    added(i) <= even(i) xor odd(i) xor left_added(i) xor state_added(i);
    found(i) <= state(i) xor even_before(i) xor odd_before(i) xor right_added(i);

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
      if quiet = '1' then
        left_added <= (others => NONE);
      elsif advance = '1' then
        left_added <= (others => NONE);
        if adds_left = '1' then
          left_added <= left;
        end if;
      end if;
    end if;
  end process left_reg;

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
      if advance = '1' then
        if begins_block = '1' then
          kept_right <= right;
        end if;
        right_added <= (others => NONE);
        state_added <= (others => NONE);
        if adds_right = '1' then
          right_added <= kept_right;
        end if;
        if adds_state = '1' then
          state_added <= chained_state;
        end if;
      end if;
    end if;
  end process chain_reg;

end architecture rtl;
