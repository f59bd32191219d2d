-- SPDX-License-Identifier: Apache-2.0
-- Control of lightweight Fugue-256: four programs of up to 15 slots, looked up by one counter, and a counter of rounds.
--
--   program  slots  what it does, with the numbers of columns
--   0        6      TIX: waits for a message word in slot 1
--                     keep 0 / add to 10, take the word / store 0 / add to 8 / keep 24 / add to 1
--   1        15     ROR3, CMIX, SMIX: twice for each message word, and ten more times after the last word
--                     keep 1, which becomes 4 / turn, feed 27, which becomes 0 / add to 15 / keep 5 / feed 1 / add to 16 /
--                     keep 6 / feed 2 / feed 3 / add to 17 / row sums / write 0 to 3
--   2        13     keep 0 / add to 4 / add to 15 / turn, feed 15, which becomes 0 / feed 1, 2, 3 / - / row sums / write 0 to 3
--   3        13     the same with 16 instead of 15; programs 2 and 3 follow each other 13 times
--
-- Before a message the state is written, in 30 cycles. After the last program, slots 0 to 2 of program 2 lead to the digest.
-- No column moves in a rotation of the state: `base` is the place of column 0 in the RAM. `turn` makes the column of its slot
-- column 0.
--
-- Source: S. Halevi, W. E. Hall, C. S. Jutla, "The Hash Function Fugue", September 2009. Latency: 36 cycles for a message word.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sequence_pkg.all;
use work.shell_pkg.all;

entity fugue_lightweight_control is
  port (
    clk            : in    std_ulogic;                    -- clock
    rst            : in    std_ulogic;                    -- synchronous reset, active high
    full           : in    std_ulogic;                    -- a message word is there
    word_last      : in    std_ulogic;                    -- it is the last one of its message
    free_word      : out   std_ulogic;                    -- it is taken in this cycle
    unload         : out   std_ulogic;                    -- to the unloader: send the digest
    unload_done    : in    std_ulogic;                    -- from the unloader: the last word is sent
    unload_index   : in    std_ulogic_vector(2 downto 0); -- from the unloader: number after that of the word to capture
    unload_capture : in    std_ulogic;                    -- from the unloader: capture a word of the digest
    address        : out   std_ulogic_vector(4 downto 0); -- to the datapath, as the next ones: column of the state, as its place in the RAM
    write          : out   std_ulogic;                    -- write the column
    keep           : out   std_ulogic;                    -- held takes the column, or the message word with `take`
    take           : out   std_ulogic;                    -- held takes the message word
    own            : out   std_ulogic;                    -- the column itself is an operand of the written or fed column
    add            : out   std_ulogic;                    -- held is an operand of the written or fed column
    feed           : out   std_ulogic;                    -- the S-boxes take the column
    sum_rows       : out   std_ulogic;                    -- compute the row sums
    mixed          : out   std_ulogic;                    -- write a column of the super-mix; w0 to w3 rotate
    times_4        : out   std_ulogic;                    -- the row sums enter the column of the super-mix four times or seven times
    times_3        : out   std_ulogic;                    -- the row sums enter the column of the super-mix seven times
    preset         : out   std_ulogic                     -- write a column of the initial state
  );
end entity fugue_lightweight_control;

architecture rtl of fugue_lightweight_control is

  constant WIDTH        : positive := 30; -- columns of the state
  constant LAST_ROUND   : positive := 11; -- of program 1, counted from the last message word
  constant FINAL_ROUNDS : positive := 13;

  type slot_t is record
    column : natural; -- number of the column
    write  : std_ulogic;
    keep   : std_ulogic;
    own    : std_ulogic;
    add    : std_ulogic;
    feed   : std_ulogic;
    mixed  : std_ulogic;
  end record slot_t;

  type slots_t is array (natural range <>) of slot_t;

  type columns_t is array (natural range <>) of natural;

  -- Returns a slot that keeps a column (see the datapath), and so on.
  function keeps (column : natural) return slot_t is
  begin
    return (column, '0', '1', '-', '-', '0', '0');
  end function keeps;

  function adds (column : natural) return slot_t is
  begin
    return (column, '1', '0', '1', '1', '0', '0');
  end function adds;

  function feeds (column : natural; with_held : std_ulogic) return slot_t is
  begin
    return (column, '0', '0', '1', with_held, '1', '0');
  end function feeds;

  function writes (column : natural) return slot_t is
  begin
    return (column, '1', '0', '-', '-', '0', '1');
  end function writes;

  constant IDLE : slot_t := (0, '0', '0', '-', '-', '0', '0');

  constant TAKE_SLOT : slot_t := (10, '1', '1', '1', '1', '0', '0');
  constant STORE     : slot_t := (0, '1', '0', '0', '1', '0', '0');

  constant TABLE : slots_t(0 to 63) :=
  (
    keeps(0), TAKE_SLOT, STORE, adds(8), keeps(24), adds(1), IDLE, IDLE, IDLE, IDLE, IDLE, IDLE, IDLE, IDLE, IDLE, IDLE,
    keeps(1), feeds(27, '1'), adds(15), keeps(5), feeds(1, '1'), adds(16), keeps(6), feeds(2, '1'), feeds(3, '0'), adds(17),
    IDLE, writes(0), writes(1), writes(2), writes(3), IDLE,
    keeps(0), adds(4), adds(15), feeds(15, '0'), feeds(1, '0'), feeds(2, '0'), feeds(3, '0'), IDLE, IDLE,
    writes(0), writes(1), writes(2), writes(3), IDLE, IDLE, IDLE,
    keeps(0), adds(4), adds(16), feeds(16, '0'), feeds(1, '0'), feeds(2, '0'), feeds(3, '0'), IDLE, IDLE,
    writes(0), writes(1), writes(2), writes(3), IDLE, IDLE, IDLE
  );

  -- The columns of the digest, for the index of the unloader.
  constant DIGEST : columns_t(0 to 7) := (18, 1, 2, 3, 4, 15, 16, 17);

  -- Returns the sequence of one bit of the table: 0 to 4 are the bits of the number, and then the control bits in their order.
  function bits_of (index : natural) return std_ulogic_vector is
    variable result : std_ulogic_vector(0 to 63);
  begin
    for i in result'range loop
      case index is
        when 0 to 4 =>
          result(i) := to_unsigned(TABLE(i).column, 5)(index);
        when 5 =>
          result(i) := TABLE(i).write;
        when 6 =>
          result(i) := TABLE(i).keep;
        when 7 =>
          result(i) := TABLE(i).own;
        when 8 =>
          result(i) := TABLE(i).add;
        when 9 =>
          result(i) := TABLE(i).feed;
        when others =>
          result(i) := TABLE(i).mixed;
      end case;
    end loop;
    return result;
  end function bits_of;

  signal count     : unsigned(5 downto 0); -- program and slot
  signal round     : unsigned(4 downto 0); -- rounds of the state; columns written of the initial state
  signal last      : std_ulogic;           -- the word taken most recently is the last one of its message
  signal base      : unsigned(4 downto 0);
  signal column    : unsigned(4 downto 0);
  signal digest_at : unsigned(4 downto 0);
  signal place     : unsigned(5 downto 0); -- position of a column: base plus its number
  signal advance   : std_ulogic;           -- the slot ends with this cycle
  signal at_take   : std_ulogic;
  signal turn      : std_ulogic;
  signal ends      : std_ulogic;           -- last slot of its program

begin

  at_take   <= to_bit(count = 1) and not preset and not unload;
  advance   <= not (unload or (at_take and not full));
  free_word <= at_take;
  take      <= at_take;
  ends      <= to_bit(count = 5) or to_bit(count = 30) or (count(5) and to_bit(count(3 downto 0) = 12));

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or unload_done = '1' then
        count   <= (others => '0');
        round   <= (others => '0');
        preset <= '1';
        unload  <= '0';
      elsif preset = '1' then
        round <= round + 1;
        if round = WIDTH - 1 then
          round   <= (others => '0');
          preset <= '0';
        end if;
      elsif advance = '1' then
        count <= count + 1;
        if ends = '1' then
          count(3 downto 0) <= (others => '0');
          if count(5) = '1' then
            count(4) <= not count(4);
            if count(4) = '1' then
              round <= round + 1;
            end if;
          elsif count(4) = '0' then
            count(4) <= '1';
          else
            round <= round + 1;
            if round = LAST_ROUND or (round = 1 and last = '0') then
              round             <= (others => '0');
              count(5 downto 4) <= last & '0';
            end if;
          end if;
        end if;
        if at_take = '1' then
          last <= word_last;
        end if;
        unload <= to_bit(count = 34) and to_bit(round = FINAL_ROUNDS);
      end if;
    end if;
  end process count_reg;

  -- The place of a column.

  select_column : process (all) is
  begin
    for i in 0 to 4 loop
      column(i) <= lookup(bits_of(i), count);
    end loop;
    digest_at <= to_unsigned(DIGEST(to_integer(unsigned(unload_index))), 5);
    if unload = '1' then
      column <= digest_at;
    elsif preset = '1' then
      column <= round;
    end if;
  end process select_column;

  place   <= ('0' & base) + ('0' & column);
  address <= std_ulogic_vector(place(4 downto 0)) when place < WIDTH else
             std_ulogic_vector(place(4 downto 0) + 2);
  turn    <= to_bit(count = 17) or (count(5) and to_bit(count(3 downto 0) = 3));

  base_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or unload_done = '1' then
        base <= (others => '0');
      elsif turn = '1' and unload = '0' then
        base <= unsigned(address);
      end if;
    end if;
  end process base_reg;

  -- The control bits.

  write    <= preset or (lookup(bits_of(5), count) and advance);
  keep     <= (lookup(bits_of(6), count) and advance) or unload_capture;
  own      <= lookup(bits_of(7), count);
  add      <= lookup(bits_of(8), count);
  feed     <= lookup(bits_of(9), count);
  mixed    <= lookup(bits_of(10), count) and not preset and not unload;
  sum_rows <= to_bit(count = 26) or (count(5) and to_bit(count(3 downto 0) = 8));
  times_4  <= to_bit(count = 29) or to_bit(count = 30) or (count(5) and to_bit(count(3 downto 0) > 10));
  times_3  <= to_bit(count = 29) or (count(5) and to_bit(count(3 downto 0) = 11));

end architecture rtl;
