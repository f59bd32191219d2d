-- SPDX-License-Identifier: Apache-2.0
-- State, message expansion and memories of lightweight SM3. The message expansion is that of sm3_highspeed_schedule, the round that of
-- sm3_highspeed_rounds.
--
--   block RAM, port a: block  --> [message]    --> expansion --> W, W' ---+
--   block RAM, port b: T, IV  --> [table_word] --> T ----------------> round --> a, b, c, dw, e, f, g, hw
--                                      +--> IV --> LUT RAM: V               (slots 8 to 71)
--
-- In slots 0 to 7 the eight words of the state move by one place, from A to H and round to A again, and a word of the chaining value V is
-- added to the one that enters A. So eight slots give the new chaining value, in the state and in the LUT RAM. From zeros they load the
-- initial value. A round rotates B by 9 bits and F by 19 bits. Here the rotation is on the way out of C and G, and each word passes both in
-- these slots, before it enters A or after. Therefore A gets a word rotated by -28, and V is stored as it enters:
--
--   address 0, 1   H, G         rotated by -28
--   address 2 .. 5 F, E, D, C   rotated by -9
--   address 6, 7   B, A
--
-- D + W' and H + W are in dw and hw. Slot t has W_(t-3) as a message word or computed; round j is slot j + 8.
--
-- Source: GB/T 32905-2016, section 5.3. Widths: words of 32 bits. Latency: one cycle a slot.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.shell_pkg.all;
use work.sm3_pkg.all;

entity sm3_lightweight_datapath is
  port (
    clk           : in    std_ulogic;                     -- clock
    rst           : in    std_ulogic;                     -- synchronous reset of the pointer of a delay, active high
    count         : in    unsigned(6 downto 0);           -- the slot
    load_iv       : in    std_ulogic;                     -- V becomes the initial value, and the state becomes zero
    step          : in    std_ulogic;                     -- the state changes
    in_round      : in    std_ulogic;                     -- slots 8 to 71: a round
    parity        : in    std_ulogic;                     -- rounds 0 to 15: FF and GG are parity
    adding        : in    std_ulogic;                     -- slots 7 to 70: W' is added to D
    word_clear    : in    std_ulogic;                     -- W is zero in the next slot
    loading       : in    std_ulogic;                     -- slots 2 to 17: port a has read a word of the block
    port_read     : in    std_ulogic;                     -- port a reads a word of the block; its address is the slot
    port_write    : in    std_ulogic;                     -- port a writes loaded_word; not with port_read
    load_index    : in    std_ulogic_vector(3 downto 0);  -- its address
    loaded_word   : in    std_ulogic_vector(31 downto 0); -- word of the next block
    unload        : in    std_ulogic;                     -- the digest is sent
    digest_index  : in    unsigned(2 downto 0);           -- number of the word after the one to be copied to held
    digest_copied : in    std_ulogic;                     -- copy a word of the digest to held
    held_word     : out   std_ulogic_vector(31 downto 0)  -- word of the digest
  );
end entity sm3_lightweight_datapath;

architecture rtl of sm3_lightweight_datapath is

  constant ADDRESS_BITS : positive := 9;
  constant ZERO         : word_t   := (others => '0');

  -- Returns X rotated to the right by as many bits as V at ADDRESS is stored rotated.
  function as_stored (x : word_t; address : natural range 0 to 7) return word_t is
  begin
    if address < 2 then
      return rotated_left(x, 4);
    elsif address < 6 then
      return rotated_left(x, 23);
    end if;
    return x;
  end function as_stored;

  -- Returns the first contents of the block RAM, word 0 leftmost: T for slot t at address t - 2, and the word of the initial value that is
  -- stored in slot t of `initial` at 128 + t - 2.
  function first_contents return std_ulogic_vector is
    variable words  : words_t(0 to 255) := (others => ZERO);
    variable result : std_ulogic_vector(0 to 32 * words'length - 1);
  begin
    for j in 0 to ROUNDS - 1 loop
      words(j + 6) := round_constant(j);
    end loop;
    for t in 2 to 9 loop
      words(128 + t - 2) := as_stored(INITIAL_VALUE(7 - t mod 8), t mod 8);
    end loop;
    for i in words'range loop
      result(32 * i to 32 * i + 31) := std_ulogic_vector(words(i));
    end loop;
    return result;
  end function first_contents;

  signal port_address  : std_ulogic_vector(ADDRESS_BITS - 1 downto 0);
  signal table_address : std_ulogic_vector(ADDRESS_BITS - 1 downto 0);
  signal port_data     : std_ulogic_vector(31 downto 0);
  signal table_data    : std_ulogic_vector(31 downto 0);
  signal message       : word_t;
  signal table_word    : word_t;
  signal v_write       : std_ulogic;
  signal v_address     : std_ulogic_vector(2 downto 0);
  signal v_write_data  : std_ulogic_vector(31 downto 0);
  signal v_data        : std_ulogic_vector(31 downto 0);
  signal v             : word_t;               -- word of V, as stored
  signal from_end      : unsigned(2 downto 0); -- address of a word of the digest
  signal held          : word_t;
  signal w             : words_t(1 to 7);      -- slot t: w_k is W_(t-3-k)
  signal w12           : std_ulogic_vector(31 downto 0);
  signal w13           : word_t;
  signal w14           : word_t;
  signal mixed         : word_t;               -- argument of P1 for the word after the next
  signal computed      : word_t;               -- W_(t-3) by the recurrence, or zero
  signal chosen        : word_t;               -- W_(t-3)
  signal difference    : word_t;               -- W' or zero
  signal a             : word_t;
  signal b             : word_t;
  signal c             : word_t;               -- C before its rotation by 9 bits
  signal dw            : word_t;               -- D + W'
  signal e             : word_t;
  signal f             : word_t;
  signal g             : word_t;               -- G before its rotation by 19 bits
  signal hw            : word_t;               -- H + W
  signal carry         : word_t;               -- SS1 before its rotation is sum + carry
  signal sum           : word_t;
  signal ss1           : word_t;
  signal ss2           : word_t;
  signal tt2           : word_t;
  signal part_a        : word_t;               -- FF + D + W'
  signal part_e        : word_t;               -- GG + H + W
  signal entering      : word_t;               -- enters A in slots 0 to 7

begin

  -- The memories.

  table_address <= '0' & load_iv & std_ulogic_vector(count);
  port_address  <= "11000" & std_ulogic_vector(count(3 downto 0)) when port_read = '1' else "11000" & load_index;

  memory : entity work.memory_dual_read
    generic map (
      ADDRESS_BITS => ADDRESS_BITS,
      WORD_BITS    => 32,
      CONTENTS     => first_contents
    )
    port map (
      clk          => clk,
      enable_a     => port_read or port_write,
      write_a      => port_write,
      address_a    => port_address,
      write_data_a => loaded_word,
      read_data_a  => port_data,
      enable_b     => '1',
      address_b    => table_address,
      read_data_b  => table_data
    );

  memory_reg : process (clk) is
  begin
    if rising_edge(clk) then
      table_word <= unsigned(table_data);
      message    <= ZERO;
      if loading = '1' then
        message <= unsigned(port_data);
      end if;
    end if;
  end process memory_reg;

  from_end     <= not digest_index + 1;
  v_address    <= std_ulogic_vector(from_end) when unload = '1' else std_ulogic_vector(count(2 downto 0));
  v_write      <= load_iv or (step and not in_round);
  v_write_data <= std_ulogic_vector(table_word) when load_iv = '1' else std_ulogic_vector(entering);
  v            <= unsigned(v_data);

  chaining : entity work.memory_distributed
    generic map (
      ADDRESS_BITS => 3,
      WORD_BITS    => 32
    )
    port map (
      clk           => clk,
      write         => v_write,
      write_address => v_address,
      write_data    => v_write_data,
      read_address  => v_address,
      read_data     => v_data
    );

  held_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if digest_copied = '1' then
        held <= v;
        if from_end < 2 then
          held <= rotated_left(v, 28);
        elsif from_end < 6 then
          held <= rotated_left(v, 9);
        end if;
      end if;
    end if;
  end process held_reg;

  held_word <= std_ulogic_vector(held);

  -- The message expansion.

  line : entity work.delay_line
    generic map (
      WORD_BITS => 32,
      DELAY     => 5
    )
    port map (
      clk     => clk,
      rst     => rst,
      step    => '1',
      word    => std_ulogic_vector(w(7)),
      delayed => w12
    );

  chosen     <= message or computed;
  difference <= (w(4) xor chosen) and (word_t'range => adding);

  schedule_reg : process (clk) is
  begin
    if rising_edge(clk) then
      w        <= chosen & w(1 to 6);
      w13      <= unsigned(w12);
      w14      <= w13;
      mixed    <= w14 xor w(7) xor rotated_left(w(1), 15);
      computed <= p1(mixed) xor rotated_left(unsigned(w12), 7) xor w(5);
      if word_clear = '1' then
        w(4) <= ZERO;
      end if;
      if loading = '1' then
        computed <= ZERO;
      end if;
    end if;
  end process schedule_reg;

  -- The round.

  save_carries : process (all) is
    variable x       : word_t;
    variable carries : word_t;
  begin
    x       := rotated_left(a, 12);
    carries := (x and e) or (x and table_word) or (e and table_word);
    carry   <= carries(30 downto 0) & '0';
    sum     <= x xor e xor table_word;
  end process save_carries;

  ss1      <= rotated_left(sum + carry, 7);
  ss2      <= ss1 xor rotated_left(a, 12);
  part_a   <= ff(parity, a, b, rotated_left(c, 9)) + dw;
  part_e   <= gg(parity, e, f, rotated_left(g, 19)) + hw;
  tt2      <= own_sum(part_e, ss1);
  entering <= rotated_left(hw, 4) xor v;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if load_iv = '1' then
        a  <= ZERO;
        b  <= ZERO;
        c  <= ZERO;
        dw <= ZERO;
        e  <= ZERO;
        f  <= ZERO;
        g  <= ZERO;
        hw <= ZERO;
      elsif step = '1' then
        a  <= entering;
        b  <= a;
        c  <= b;
        dw <= rotated_left(c, 9) + difference;
        e  <= dw;
        f  <= e;
        g  <= f;
        hw <= rotated_left(g, 19) + w(4);
        if in_round = '1' then
          a <= own_sum(part_a, ss2);
          e <= p0(tt2);
        end if;
      end if;
    end if;
  end process state_reg;

end architecture rtl;
