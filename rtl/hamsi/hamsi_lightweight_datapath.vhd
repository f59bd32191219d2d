-- SPDX-License-Identifier: Apache-2.0
-- Datapath of lightweight Hamsi-256: the state in four RAMs, one for each row; the S-boxes of one column or L of one diagonal in each
-- cycle. Source: O. Kucuk, "The Hash Function Hamsi", sections 2.2 and 2.3.
--
--              +--> constants --> S-boxes ----------> [s] ---+
--   rows (RAM) +--> sums of words 1 and 3 ----------> [b, d] +--> sums --> rows (RAM), chaining value
--              +--> words 0 and 2 --(+)-------------> [a, c] |
--   chaining value --> [chained] ----+   word_x, word_y -----+
--
-- Each RAM holds the row in words 0 to 3, and the row of the next block in words 4 to 7. The chaining value is in two shift
-- registers, which insert the new value: words 0 to 3, and words 6, 7, 4, 5.
-- A slot is a cycle of stage 0, which reads. Stage 1 writes. Registers that a slot does not use are zero in its stage 1.
--
-- Widths: words of 32 bits. Latency: a slot writes in the cycle after it. Ports with a number belong to that stage.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.hamsi_pkg.all;
use work.sequence_pkg.all;

entity hamsi_lightweight_datapath is
  port (
    clk           : in    std_ulogic;                    -- clock
    column_0      : in    unsigned(1 downto 0);          -- from control, as the next inputs: column, or diagonal by its word in row 0
    first_0       : in    std_ulogic;                    -- read the row of the next block
    diagonal_0    : in    std_ulogic;                    -- read a diagonal
    substitutes_0 : in    std_ulogic;                    -- slot of the S-boxes
    diffuses_0    : in    std_ulogic;                    -- slot of L
    final_0       : in    std_ulogic;                    -- constants of P_f
    round_0       : in    unsigned(2 downto 0);          -- number of the round
    write_1       : in    std_ulogic_vector(0 to 3);     -- write to the rows
    next_1        : in    std_ulogic;                    -- to the row of the next block
    place_even_1  : in    std_ulogic_vector(1 downto 0); -- column in the row of the next block, for rows 0 and 2
    place_odd_1   : in    std_ulogic_vector(1 downto 0); -- for rows 1 and 3
    message_1     : in    std_ulogic;                    -- the message may be written to rows 1 and 3
    chain_1       : in    std_ulogic;                    -- rows 1 and 3 take the words of rows 0 and 2
    restore       : in    std_ulogic;                    -- the chaining value becomes the initial value
    shift_low     : in    std_ulogic;                    -- shift words 0 to 3 of the chaining value
    shift_high    : in    std_ulogic;                    -- shift words 4 to 7
    hold_low      : in    std_ulogic;                    -- chained word of words 0 to 3: keep it
    hold_high     : in    std_ulogic;                    -- the same for words 4 to 7
    clear_chained : in    std_ulogic;                    -- both chained words become zero
    word_x        : in    word_t;                        -- from the expansion: word of the message for rows 0 and 1
    word_y        : in    word_t;                        -- from the expansion: word of the message for rows 2 and 3
    chained_low   : out   word_t;                        -- word of the chaining value
    chained_high  : out   word_t                         -- word of the chaining value
  );
end entity hamsi_lightweight_datapath;

architecture rtl of hamsi_lightweight_datapath is

  type addresses_t is array (0 to 3) of std_ulogic_vector(3 downto 0);

  type shifts_t is array (0 to 1) of words_t(0 to 3);

  constant INITIAL : words_t(0 to 7) := initial_value(256);

  signal read_addresses  : addresses_t;
  signal write_addresses : addresses_t;
  signal places_1        : addresses_t;
  signal y               : words_t(0 to 3); -- words that are read
  signal x               : words_t(0 to 3); -- with constants
  signal s               : words_t(0 to 3);
  signal a               : word_t;
  signal b               : word_t;
  signal c               : word_t;
  signal d               : word_t;
  signal sum_1           : word_t;
  signal sum_3           : word_t;
  signal result          : words_t(0 to 3);
  signal chain           : shifts_t;

begin

  rows : for row in 0 to 3 generate
    signal rotated_column : unsigned(1 downto 0);
  begin
    rotated_column       <= column_0 + row;
    read_addresses(row)  <= '0' & first_0 & std_ulogic_vector(rotated_column) when diagonal_0 = '1' else
                            '0' & first_0 & std_ulogic_vector(column_0);
    write_addresses(row) <= places_1(row) when next_1 = '0' else
                            "01" & place_even_1 when row mod 2 = 0 else
                            "01" & place_odd_1;

    ram : entity work.memory_distributed
      generic map (
        ADDRESS_BITS => 4,
        WORD_BITS    => 32
      )
      port map (
        clk           => clk,
        write         => write_1(row),
        write_address => write_addresses(row),
        write_data    => result(row),
        read_address  => read_addresses(row),
        read_data     => y(row)
      );

    add_constants : process (all) is
    begin
      for i in 0 to 31 loop
        x(row)(i) <= y(row)(i) xor lookup(constants(row, i), final_0 & column_0);
      end loop;
      if row = 0 then
        for i in 0 to 2 loop
          x(row)(i) <= y(row)(i) xor lookup(constants(row, i), final_0 & column_0) xor (round_0(i) and column_0(0) and not column_0(1));
        end loop;
      end if;
    end process add_constants;

  end generate rows;

  places_reg : process (clk) is
  begin
    if rising_edge(clk) then
      for row in 0 to 3 loop
        places_1(row) <= "00" & read_addresses(row)(1 downto 0);
      end loop;
    end if;
  end process places_reg;

  sum_1 <= rotated(y(1) xor rotated(y(0), 13) xor rotated(y(2), 3), 1);
  sum_3 <= rotated(y(3) xor rotated(y(2), 3) xor shifted(rotated(y(0), 13), 3), 7);

  substituted_reg : process (clk) is
  begin
    if rising_edge(clk) then
      s <= substitute_column(x);
      if substitutes_0 = '0' then
        s <= (others => (others => '0'));
      end if;
    end if;
  end process substituted_reg;

  diffused_reg : process (clk) is
  begin
    if rising_edge(clk) then
      b <= sum_1;
      d <= sum_3;
      if diffuses_0 = '0' then
        b <= (others => '0');
        d <= (others => '0');
      end if;
      -- Rotations of a and c in `result` are undone for all but the words of the state.
      if substitutes_0 = '1' then
        a <= (others => '0');
        c <= (others => '0');
      elsif diffuses_0 = '1' then
        a <= rotated(y(0), 13) xor rotated(chained_low, 27);
        c <= rotated(y(2), 3) xor rotated(chained_high, 10);
      else
        a <= rotated(word_x xor chained_low, 27);
        c <= rotated(word_y xor chained_high, 10);
      end if;
    end if;
  end process diffused_reg;

  result(0) <= s(0) xor rotated(a xor b xor d, 5);
  result(2) <= s(2) xor rotated(c xor d xor shifted(b, 7), 22);
  result(1) <= result(0) when chain_1 = '1' else
               s(1) xor b xor mask(word_x, message_1);
  result(3) <= result(2) when chain_1 = '1' else
               s(3) xor d xor mask(word_y, message_1);

  chain_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if restore = '1' then
        chain(0) <= INITIAL(0 to 3);
        chain(1) <= INITIAL(6 to 7) & INITIAL(4 to 5);
      else
        if shift_low = '1' then
          chain(0) <= chain(0)(1 to 3) & result(0);
        end if;
        if shift_high = '1' then
          chain(1) <= chain(1)(1 to 3) & result(2);
        end if;
      end if;
      if clear_chained = '1' then
        chained_low  <= (others => '0');
        chained_high <= (others => '0');
      else
        if hold_low = '0' then
          chained_low <= chain(0)(0);
        end if;
        if hold_high = '0' then
          chained_high <= chain(1)(0);
        end if;
      end if;
    end if;
  end process chain_reg;

end architecture rtl;
