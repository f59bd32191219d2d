-- SPDX-License-Identifier: Apache-2.0
-- Datapath of lightweight Luffa-256: a ring of three registers, each with one permutation V_j, and the memory.
--
--   +--> [last] --> [middle] --> [first] --+--> SubCrumb, MixWord, AddConstant --+--> last    steps
--   |                   |                  |                                     |
--   |     memory --> injection, tweak      +------- moved down by one word ------+--> last    rotations
--   |
--   +--- all three registers move in each slot
--
-- A round is 24 rotations and then 24 steps. Slot 3 i + j is rotation i or step i of V_j, which is in `first` then.
--
-- Rotations: word 0 of V_j enters word 7 of `last`, and the other words move down by one. So word i of V_j is at position 0 in
-- slot 3 i + j, and the sum of all V_j of that word is formed there in slot 3 i. Two slots later the word is on its way from
-- `middle` to `first`, and message injection and tweak change it there (sections 3.2.1 and 4.5):
--
--   V_j + 2 S + 2^j M        S: sum of all V_j; M: block
--
-- Word i of 2 X is word i - 1 of X, plus word 7 of X for i = 1, 3, 4; word 0 is word 7 of X. So the memory is read at (i - j) mod 8, and
-- words 7 and 6 of the block and word 7 of S are kept in registers and added in some slots.
--
-- A pass of rotations also loads the starting variables: the state is made zero and they are injected without a tweak. In slot 0
-- after that, word 7 of the second and third permutation is not injected yet, so word 7 of S lacks E, the sum of both. Words 0 and 3 of
-- each starting variable contain E in addition. This cancels the error: the error changes 2 S by E in words 0, 1, 3 and 4,
-- and the additions change S by E in words 0 and 3, so 2 S by E in words 1 and 4. What is left is E in words 0 and 3.
--
-- The constant of word 0 is added before both results of MixWord, which saves a level of logic. The constant of word 4 in the memory
-- cancels its effect on word 4.
--
-- Source: C. De Canniere, H. Sato, D. Watanabe, "Hash Function Luffa", Specification Ver. 2.0. Widths: words of 32 bits.
-- Latency: a word of the memory is used two slots after its address.

library ieee;
use ieee.std_logic_1164.all;
use work.luffa_pkg.all;
use work.shell_pkg.all;

entity luffa_lightweight_datapath is
  port (
    clk           : in    std_ulogic;                     -- clock
    advance       : in    std_ulogic;                     -- the memory and the registers after it move on
    port_read     : in    std_ulogic;                     -- port a reads
    other_read    : in    std_ulogic;                     -- port b reads
    port_write    : in    std_ulogic;                     -- port a writes
    port_address  : in    std_ulogic_vector(6 downto 0);  -- address of port a
    other_address : in    std_ulogic_vector(6 downto 0);  -- address of port b
    loaded_word   : in    std_ulogic_vector(31 downto 0); -- from the loader: word of the next block
    move          : in    std_ulogic;                     -- the ring moves on by one slot
    rotate        : in    std_ulogic;                     -- this slot is a rotation
    clear_top     : in    std_ulogic;                     -- this slot makes word 7 of `last` zero
    take_sum      : in    std_ulogic;                     -- slot 3 i: store the sum
    forget_sum    : in    std_ulogic;                     -- the sum of the word before is taken as zero
    take_first    : in    std_ulogic;                     -- slot 0: store word 7 of the sum
    take_seventh  : in    std_ulogic;                     -- slot 1: store word 7 of the block
    take_sixth    : in    std_ulogic;                     -- slot 2: store word 6 of the block
    add_seventh   : in    std_ulogic;                     -- add word 7 of the block in this slot
    add_first     : in    std_ulogic;                     -- add word 7 of the sum to what the previous slot injects
    drop          : in    std_ulogic;                     -- inject nothing for the previous slot
    add_sixth     : in    std_ulogic;                     -- add word 6 of the block to what the slot before that injects
    tweak_1       : in    std_ulogic;                     -- rotate the word of the slot before that by one bit
    tweak_2       : in    std_ulogic;                     -- rotate it by two bits
    held_word     : out   std_ulogic_vector(31 downto 0)  -- the stored sum: word of the digest
  );
end entity luffa_lightweight_datapath;

architecture rtl of luffa_lightweight_datapath is

  -- Returns `word` rotated to the left.
  function rotated (word : word_t; amount : positive range 1 to 31) return word_t is
  begin
    return word(31 - amount downto 0) & word(31 downto 32 - amount);
  end function rotated;

  -- Returns the contents of the memory, 128 words. The address has the index of a word or step in bits 4 to 2 and j in bits 1
  -- and 0.
  -- 0: starting variables; 32: constants of word 0; 64: constants of word 4; 96 and 104: two blocks; 112: zeros.
  function first_contents return std_ulogic_vector is
    variable words  : std_ulogic_vector(0 to 32 * 128 - 1) := (others => '0');
    variable place  : natural;
    variable result : constants_t(0 to 2);
    constant START  : state_t(0 to 2)                      := starting_variables(3);
  begin
    for i in 0 to 7 loop
      result := step_constants(i, 3);
      for j in 0 to 2 loop
        place                                := 4 * i + j;
        words(32 * place to 32 * place + 31) := START(j)(i);
        if i = 0 or i = 3 then
          words(32 * place to 32 * place + 31) := START(j)(i) xor START(1)(7) xor START(2)(7);
        end if;
        words(32 * (place + 32) to 32 * (place + 32) + 31) := result(j)(0);
        words(32 * (place + 64) to 32 * (place + 64) + 31) := result(j)(1) xor rotated(result(j)(0), 1);
      end loop;
    end loop;
    return words;
  end function first_contents;

  signal port_data  : word_t;
  signal other_data : word_t;
  signal constant_0 : word_t;  -- registers after the memory, since its outputs are slow
  signal other_word : word_t;  -- constant of word 4, starting variable or word of the block
  signal first_v    : words_t; -- V_j of the current slot
  signal middle_v   : words_t;
  signal last_v     : words_t;
  signal stepped    : words_t; -- result of a step
  signal sum_word   : word_t;  -- word i of the sum
  signal sum_before : word_t;  -- word i - 1 of the sum
  signal sum_7      : word_t;
  signal block_7    : word_t;
  signal block_6    : word_t;
  signal message    : word_t;  -- part of the block that is injected for the previous slot
  signal injection  : word_t;  -- the same for the slot before that, with the sum
  signal injected   : word_t;
  signal tweaked    : word_t;

begin

  held_word <= sum_word;

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
      enable_b     => other_read,
      address_b    => other_address,
      read_data_b  => other_data
    );

  memory_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        constant_0 <= port_data;
        other_word <= other_data;
      end if;
    end if;
  end process memory_reg;

  -- One step of one permutation (sections 4.2 to 4.4).
  one_step : process (all) is
    variable v     : state_t(0 to 0);
    variable x_1   : word_t;
    variable mixed : word_t;
  begin
    v(0) := first_v;
    v    := sub_crumb(v);
    for k in 0 to 3 loop
      x_1   := v(0)(k) xor v(0)(k + 4) xor rotated(v(0)(k), 2);
      mixed := rotated(v(0)(k), 14) xor rotated(v(0)(k + 4), 14) xor x_1;
      if k = 0 then
        mixed := mixed xor constant_0;
      end if;
      stepped(k)     <= mixed xor rotated(x_1, 10);
      stepped(k + 4) <= rotated(mixed, 1);
      if k = 0 then
        stepped(4) <= rotated(mixed, 1) xor other_word;
      end if;
    end loop;
  end process one_step;

  injected <= middle_v(7) xor injection xor (block_6 and (31 downto 0 => add_sixth));
  tweaked  <= rotated(injected, 2) when tweak_2 = '1' else
              rotated(injected, 1) when tweak_1 = '1' else
              injected;

  ring_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if move = '1' then
        if rotate = '1' then
          for k in 0 to 6 loop
            last_v(k) <= first_v(k + 1);
          end loop;
          last_v(7) <= first_v(0);
        else
          last_v <= stepped;
        end if;
        if clear_top = '1' then
          last_v(7) <= (others => '0');
        end if;
        middle_v   <= last_v;
        first_v    <= middle_v;
        first_v(7) <= tweaked;
      end if;
    end if;
  end process ring_reg;

  injection_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if move = '1' then
        if take_sum = '1' then
          sum_word   <= first_v(0) xor middle_v(0) xor last_v(0);
          sum_before <= sum_word;
          if forget_sum = '1' then
            sum_before <= (others => '0');
          end if;
        end if;
        if take_first = '1' then
          sum_7 <= first_v(7) xor middle_v(7) xor last_v(7);
        end if;
        if take_seventh = '1' then
          block_7 <= other_word;
        end if;
        if take_sixth = '1' then
          block_6 <= other_word;
        end if;
        message   <= other_word xor (block_7 and (31 downto 0 => add_seventh));
        injection <= message xor sum_before xor (sum_7 and (31 downto 0 => add_first));
        if drop = '1' then
          injection <= (others => '0');
        end if;
      end if;
    end if;
  end process injection_reg;

end architecture rtl;
