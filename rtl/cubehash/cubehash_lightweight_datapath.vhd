-- SPDX-License-Identifier: Apache-2.0
-- Datapath of lightweight CubeHash: four words of each half of the state in a cycle, one memory for message and initial state.
--
--   memory ports a, b --> [message]----------------+
--                                                  v
--   +--> x_0 of a lane --+--> [kept] --> rotate -- xor --> x_0
--   |                    |                         ^
--   |                    + --> [sum] --------------+
--   |                    |        |
--   +--> x_1 of a lane --+        +----------------------> x_1
--
-- A half round is four slots. Word 4 l + t of each half of the state (x_0jklm and x_1jklm) is word t of lane l. Slot t computes
-- the words t of all lanes. So the swaps of x_0jklm exchange lanes, which is part of the selection of the rotation. The swaps of
-- x_1jklm exchange slots, which is part of the address of the write. A word is written in the cycle after its slot and can be read
-- in the next one; no slot needs a word of the slot before it.
--
-- Only lanes 0 and 1 of x_0 have the message as an operand: words 0 to 3 of a block come from port a, words 4 to 7 from port b. The
-- initial state enters by the same operand, in six half rounds that cubehash_lightweight_control describes.
--
-- Source: D. J. Bernstein, "CubeHash specification (2.B.1)". Widths: words of 32 bits.
-- Latency: a word of the memory is an operand three cycles after its address.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.cubehash_pkg.all;
use work.shell_pkg.all;

entity cubehash_lightweight_datapath is
  port (
    clk           : in    std_ulogic;                     -- clock
    advance       : in    std_ulogic;                     -- step to the next slot
    second_half   : in    std_ulogic;                     -- the previous slot belongs to the second half of a round
    clear         : in    std_ulogic;                     -- sum and kept are zero in the next slot
    inject        : in    std_ulogic;                     -- the message is an operand in the next slot
    flip          : in    std_ulogic;                     -- the 1 of finalisation: inverts bit 0 of the sum of lane 3
    read_0        : in    std_ulogic_vector(1 downto 0);  -- address of x_0
    read_1        : in    std_ulogic_vector(3 downto 0);  -- address of x_1: page and word
    write_0       : in    std_ulogic_vector(1 downto 0);  -- address at which x_0 of the previous slot is written
    write_1       : in    std_ulogic_vector(3 downto 0);  -- the same of x_1
    capture       : in    std_ulogic;                     -- copy x_0 to kept, for the unloader
    lane          : in    std_ulogic;                     -- lane of held_word
    port_read     : in    std_ulogic;                     -- both ports read
    port_write    : in    std_ulogic;                     -- port a writes
    port_address  : in    std_ulogic_vector(6 downto 0);  -- address of port a
    other_address : in    std_ulogic_vector(6 downto 0);  -- address of port b
    loaded_word   : in    std_ulogic_vector(31 downto 0); -- from the loader: word of the next block
    held_word     : out   std_ulogic_vector(31 downto 0)  -- word of the digest, first byte most significant
  );
end entity cubehash_lightweight_datapath;

architecture rtl of cubehash_lightweight_datapath is

  type lanes_t is array (0 to 3) of word_t;

  -- The state before the second half of a round that makes the initial state of it.
  constant START : state_t := half_round_before(initial_state(256), 11, 4, 1);

  -- Returns the contents of the memory: the operands of lanes 0 and 1 in the half rounds before the first block of a message. The
  -- address has the slot in its low five bits, the lane in bit 5 and '1' in bit 6. See cubehash_lightweight_control.
  function first_contents return std_ulogic_vector is
    variable words : std_ulogic_vector(0 to 32 * 128 - 1) := (others => '0');
    variable a     : word_t;
    variable b     : word_t;
    variable place : natural;
  begin
    for half in 0 to 1 loop
      for l in 0 to 1 loop
        for t in 0 to 3 loop
          if half = 0 then
            -- x_1 is written with the words of each pair exchanged.
            b     := START(16 + 4 * l + to_integer(to_unsigned(t, 2) xor "01"));
            a     := START(24 + 4 * l + to_integer(to_unsigned(t, 2) xor "01"));
            place := 64 + 32 * l + 3 + t;
          else
            b     := START(4 * l + t);
            a     := START(8 + 4 * l + t);
            place := 64 + 32 * l + 19 + t;
          end if;
          a := a(6 downto 0) & a(31 downto 7);
          b := b xor a;

          words(32 * place to 32 * place + 31)             := swap_bytes(std_ulogic_vector(a));
          words(32 * (place + 4) to 32 * (place + 4) + 31) := swap_bytes(std_ulogic_vector(b));
        end loop;
      end loop;
    end loop;
    return words;
  end function first_contents;

  signal port_data  : std_ulogic_vector(31 downto 0);
  signal other_data : std_ulogic_vector(31 downto 0);
  signal message    : lanes_t; -- operands of lanes 0 and 1; zero in the other lanes
  signal x_0        : lanes_t;
  signal x_1        : lanes_t;
  signal kept       : lanes_t; -- x_0 of the previous slot
  signal sum        : lanes_t;
  signal new_0      : lanes_t;
  signal new_1      : lanes_t;

begin

  held_word <= swap_bytes(std_ulogic_vector(kept(1))) when lane = '1' else swap_bytes(std_ulogic_vector(kept(0)));

  memory : entity work.memory_dual_read
    generic map (
      ADDRESS_BITS => 7,
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
      enable_b     => port_read,
      address_b    => other_address,
      read_data_b  => other_data
    );

  -- Registers after the memory, since its outputs are slow. They are zero in slots without message.
  message_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        message(0) <= unsigned(swap_bytes(port_data));
        message(1) <= unsigned(swap_bytes(other_data));
        if inject = '0' then
          message(0) <= (others => '0');
          message(1) <= (others => '0');
        end if;
      end if;
    end if;
  end process message_reg;

  message(2) <= (others => '0');
  message(3) <= (others => '0');

  every_lane : for l in 0 to 3 generate
    constant ACROSS : natural := to_integer(to_unsigned(l, 2) xor "10"); -- lane of the swap in the first half of a round
    constant BESIDE : natural := to_integer(to_unsigned(l, 2) xor "01"); -- lane of the swap in the second half

    signal read_data_0 : std_ulogic_vector(31 downto 0);
    signal read_data_1 : std_ulogic_vector(31 downto 0);
    signal rotated     : word_t;
  begin

    words_0 : entity work.memory_distributed
      generic map (
        ADDRESS_BITS => 2,
        WORD_BITS    => 32
      )
      port map (
        clk           => clk,
        write         => advance,
        write_address => write_0,
        write_data    => std_ulogic_vector(new_0(l)),
        read_address  => read_0,
        read_data     => read_data_0
      );

    words_1 : entity work.memory_distributed
      generic map (
        ADDRESS_BITS => 4,
        WORD_BITS    => 32
      )
      port map (
        clk           => clk,
        write         => advance,
        write_address => write_1,
        write_data    => std_ulogic_vector(new_1(l)),
        read_address  => read_1,
        read_data     => read_data_1
      );

    x_0(l) <= unsigned(read_data_0);
    x_1(l) <= unsigned(read_data_1);

    rotated  <= kept(BESIDE)(20 downto 0) & kept(BESIDE)(31 downto 21) when second_half = '1' else
                kept(ACROSS)(24 downto 0) & kept(ACROSS)(31 downto 25);
    new_0(l) <= rotated xor sum(l) xor message(l);

    last_lane : if l = 3 generate
      new_1(l) <= sum(l)(31 downto 1) & (sum(l)(0) xor flip);
    end generate last_lane;

    other_lane : if l /= 3 generate
      new_1(l) <= sum(l);
    end generate other_lane;

  end generate every_lane;

  lane_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' or capture = '1' then
        kept <= x_0;
        if clear = '1' then
          kept <= (others => (others => '0'));
        end if;
      end if;
      if advance = '1' then
        for l in 0 to 3 loop
          sum(l) <= x_1(l) + x_0(l);
        end loop;
        if clear = '1' then
          sum <= (others => (others => '0'));
        end if;
      end if;
    end if;
  end process lane_reg;

end architecture rtl;
