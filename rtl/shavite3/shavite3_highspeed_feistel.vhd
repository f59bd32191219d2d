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
-- The chaining value is added only in the last round of a block. So after a message its registers keep the digest, from which it
-- is sent, while the next message is processed. `fresh` then sets them to the initial value. kept_right is stored in the last but
-- one AES round of a block and chained_state two cycles later.
--
-- Before a message the state has a value whose AES round is the initial value.
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
    quiet        : in    std_ulogic;                       -- reset the registers of the rounds to the start of a message
    fresh        : in    std_ulogic;                       -- the digest has been sent: set the chaining value to its initial value
    begins_round : in    std_ulogic;                       -- first AES round of a round
    adds_left    : in    std_ulogic;                       -- last but one AES round of a round
    adds_right   : in    std_ulogic;                       -- AES round before the first one of the last round
    adds_state   : in    std_ulogic;                       -- last but one AES round of a block
    even         : in    columns_t(0 to 4 * BRANCHES - 1); -- key of the next AES round: first operand
    odd          : in    columns_t(0 to 4 * BRANCHES - 1); -- key of the next AES round: second operand
    key_before   : in    columns_t(0 to 4 * BRANCHES - 1); -- key of the cycle before, in the first AES round of a round
    digest       : out   columns_t(0 to 8 * BRANCHES - 1)  -- chaining value h
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

  -- The word from which ShiftRows takes byte R of word WORD.
  function before_shift (word : natural; r : natural) return natural is
  begin
    return word / 4 * 4 + (word + r) mod 4;
  end function before_shift;

  function state_before_initial return halves_t is
    constant VALUE : columns_t(0 to 2 * WORDS - 1) := initial_value(256 * BRANCHES);

    variable column : column_t;
    variable result : halves_t;
  begin
    for i in 0 to WORDS - 1 loop
      column := column_before(VALUE(place_of_state(i)));
      for r in 0 to 3 loop
        result(before_shift(i, r))(8 * r + 7 downto 8 * r) := column(8 * r + 7 downto 8 * r);
      end loop;
    end loop;
    return result;
  end function state_before_initial;

  function initial_chained return halves_t is
    constant VALUE : columns_t(0 to 2 * WORDS - 1) := initial_value(256 * BRANCHES);

    variable result : halves_t;
  begin
    for i in 0 to WORDS - 1 loop
      result(i) := VALUE(place_of_state(i));
    end loop;
    return result;
  end function initial_chained;

  constant RIGHT_INITIAL   : halves_t := initial_right;        -- initial value of right and of kept_right
  constant CHAINED_INITIAL : halves_t := initial_chained;      -- initial value of chained_state
  constant STATE_INITIAL   : halves_t := state_before_initial; -- state whose AES round is the initial value

  signal state         : halves_t; -- register: input of the AES round, key included
  signal shifted       : halves_t; -- state after ShiftRows
  signal added         : halves_t; -- key, left half and chaining value
  signal next_state    : halves_t; -- result of the AES round
  signal found         : halves_t; -- input of F in this round; new right half
  signal right         : halves_t; -- register: right half
  signal left          : halves_t; -- register: left half
  signal kept_right    : halves_t; -- right half of the chaining value
  signal chained_state : halves_t; -- other half of the chaining value
  signal left_due      : halves_t; -- left in the last cycle of a round, zero in other cycles
  signal chained_due   : halves_t; -- chained_state in the last cycle of a block, zero in other cycles

  -- Registers that say in which cycle a value is added or stored.
  signal left_now  : std_ulogic; -- left is added: the last cycle of a round
  signal right_now : std_ulogic; -- kept_right is added: the first cycle of the last round
  signal state_now : std_ulogic; -- chained_state is added: the last cycle of a block
  signal chain_now : std_ulogic; -- chained_state is stored: the cycle after it

begin

  every_word : for i in 0 to WORDS - 1 generate
    found(i) <= state(i) xor key_before(i) xor (kept_right(i) and (31 downto 0 => right_now));

    -- Registers instead of ANDs, as many as let `added` have four operands in C_256.
    two_keys : if BRANCHES = 1 and i >= 2 generate
      added(i) <= even(i) xor odd(i) xor left_due(i) xor chained_due(i);
    end generate two_keys;

    one_key : if BRANCHES = 1 and i < 2 generate
      added(i) <= even(i) xor (left(i) and (31 downto 0 => left_now)) xor chained_due(i);
    end generate one_key;

    two_branches : if BRANCHES = 2 generate
      added(i) <= even(i) xor (left(i) and (31 downto 0 => left_now)) xor (chained_state(i) and (31 downto 0 => state_now));
    end generate two_branches;

    shift_rows : for r in 0 to 3 generate
      shifted(i)(8 * r + 7 downto 8 * r) <= state(before_shift(i, r))(8 * r + 7 downto 8 * r);
    end generate shift_rows;

    digest(place_of_right(i)) <= kept_right(i);
    digest(place_of_state(i)) <= chained_state(i);
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
        state <= STATE_INITIAL;
      elsif advance = '1' then
        state <= next_state;
      end if;
    end if;
  end process state_reg;

  right_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if quiet = '1' then
        right <= RIGHT_INITIAL;
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

  due_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if quiet = '1' or (advance = '1' and adds_left = '0') then
        left_due <= (others => NONE);
      elsif advance = '1' then
        left_due <= left;
      end if;
      if quiet = '1' or (advance = '1' and adds_state = '0') then
        chained_due <= (others => NONE);
      elsif advance = '1' then
        chained_due <= chained_state;
      end if;
    end if;
  end process due_reg;

  now_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        left_now  <= adds_left;
        right_now <= adds_right;
        state_now <= adds_state;
        chain_now <= state_now;
      end if;
      if quiet = '1' then
        left_now  <= '0';
        state_now <= '0';
        chain_now <= '0';
      end if;
    end if;
  end process now_reg;

  -- `quiet` is '1' again in the cycle in which the last chained_state of a message is stored.
  chain_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if fresh = '1' then
        kept_right    <= RIGHT_INITIAL;
        chained_state <= CHAINED_INITIAL;
      elsif advance = '1' then
        if adds_state = '1' and quiet = '0' then
          kept_right <= right;
        end if;
        if chain_now = '1' then
          chained_state <= found;
        end if;
      end if;
    end if;
  end process chain_reg;

end architecture rtl;
