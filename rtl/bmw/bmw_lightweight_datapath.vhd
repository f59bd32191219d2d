-- SPDX-License-Identifier: Apache-2.0
-- Datapath of lightweight BMW-256: one operand in a cycle, from port a of the memory, is changed and added to a sum. Port b gives a
-- word that is XORed to the operand or added to the sum, too.
--
--   port a --> [word_a] --> s_k or rotate, clear bits --+
--   port b --> [xor_b] ------------------------------- xor --> [operand] --> add, subtract --> [total] --> port a
--          +-> [add_b] -----------------------------------> [addend] -----------+
--
-- A slot passes through four registers: the memory, [word_a], [operand], [total]. No register ever waits.
--
-- Source: D. Gligoroski et al., "Cryptographic Hash Function BLUE MIDNIGHT WISH", September 2009. Widths: words of 32 bits.
-- Latency: total contains a word four cycles after the cycle in which its address is at the memory.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.bmw_lightweight_pkg.all;
use work.bmw_pkg.all;
use work.sequence_pkg.all;
use work.shell_pkg.all;

entity bmw_lightweight_datapath is
  port (
    clk           : in    std_ulogic;                     -- clock
    port_read     : in    std_ulogic;                     -- port a reads
    other_read    : in    std_ulogic;                     -- port b reads
    port_write    : in    std_ulogic;                     -- port a writes
    write_total   : in    std_ulogic;                     -- it writes the sum; otherwise a word from the loader
    port_address  : in    unsigned(7 downto 0);           -- address of port a
    other_address : in    unsigned(7 downto 0);           -- address of port b
    loaded_word   : in    std_ulogic_vector(31 downto 0); -- from the loader: word of the next block
    hold          : in    std_ulogic;                     -- word_a keeps its value
    take_a        : in    std_ulogic;                     -- word_a takes the word that was read; otherwise zero
    take_xor_b    : in    std_ulogic;                     -- xor_b takes the word that was read; otherwise zero
    take_add_b    : in    std_ulogic;                     -- add_b takes the word that was read; otherwise zero
    change        : in    change_t;                       -- what happens to word_a
    keep          : in    std_ulogic;                     -- XOR operand to the next operand
    add           : in    std_ulogic;                     -- add operand to total
    subtract      : in    std_ulogic;                     -- subtract it instead
    restart       : in    std_ulogic;                     -- total is taken as zero before that
    held_word     : out   std_ulogic_vector(31 downto 0)  -- word_a, first byte most significant: word of the digest
  );
end entity bmw_lightweight_datapath;

architecture rtl of bmw_lightweight_datapath is

  subtype word_t is unsigned(31 downto 0);

  -- Returns the contents of the memory: 176 words; see bmw_lightweight_pkg.
  function first_contents return std_ulogic_vector is
    variable words : std_ulogic_vector(0 to 32 * 256 - 1) := (others => '0');
    variable place : natural;
  begin
    for i in 0 to 15 loop
      place                                := 16 * to_integer(AREA_INITIAL) + i;
      words(32 * place to 32 * place + 31) := std_ulogic_vector(word_of(initial_value(32), i));
      place                                := 16 * to_integer(AREA_FINAL) + i;
      words(32 * place to 32 * place + 31) := std_ulogic_vector(word_of(final_value(32), i));
      place                                := 16 * to_integer(AREA_K) + i;
      words(32 * place to 32 * place + 31) := std_ulogic_vector(k(16 + i, 32));
    end loop;
    return words;
  end function first_contents;

  signal write_data : std_ulogic_vector(31 downto 0);
  signal port_data  : std_ulogic_vector(31 downto 0);
  signal other_data : std_ulogic_vector(31 downto 0);
  signal word_a     : word_t;
  signal xor_b      : word_t;
  signal add_b      : word_t;
  signal substitute : word_t; -- s_k of word_a
  signal turned     : word_t; -- word_a rotated
  signal changed    : word_t; -- word_a shifted, rotated or substituted, as `change` selects
  signal operand    : word_t;
  signal addend     : word_t;
  signal kept       : word_t; -- total, or zero
  signal signed_one : word_t; -- operand, inverted if it is subtracted
  signal part       : unsigned(32 downto 0);
  signal total      : word_t;

begin

  held_word  <= swap_bytes(std_ulogic_vector(word_a));
  write_data <= std_ulogic_vector(total) when write_total = '1' else swap_bytes(loaded_word);

  memory : entity work.memory_dual_read
    generic map (
      ADDRESS_BITS => 8,
      WORD_BITS    => 32,
      CONTENTS     => first_contents
    )
    port map (
      clk          => clk,
      enable_a     => port_read or port_write,
      write_a      => port_write,
      address_a    => std_ulogic_vector(port_address),
      write_data_a => write_data,
      read_data_a  => port_data,
      enable_b     => other_read,
      address_b    => std_ulogic_vector(other_address),
      read_data_b  => other_data
    );

  word_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if hold = '0' then
        word_a <= unsigned(port_data);
        if take_a = '0' then
          word_a <= (others => '0');
        end if;
      end if;
      xor_b <= unsigned(other_data);
      if take_xor_b = '0' then
        xor_b <= (others => '0');
      end if;
      add_b <= unsigned(other_data);
      if take_add_b = '0' then
        add_b <= (others => '0');
      end if;
      addend <= add_b;
    end if;
  end process word_reg;

  substitute <= s(0, word_a) when change.k = 0 else
                s(1, word_a) when change.k = 1 else
                s(2, word_a) when change.k = 2 else
                s(3, word_a);

  rotate_word : process (all) is
    variable shifted : word_t;
  begin
    shifted := word_a;
    for level in 4 downto 0 loop
      if change.rotate(level) = '1' then
        shifted := rotated_left(shifted, 2 ** level);
      end if;
    end loop;
    turned <= shifted;
  end process rotate_word;

  -- No shift is longer than 11 bits.
  clear_bits : process (all) is
  begin
    changed <= turned;
    for n in 0 to 10 loop
      if change.left = '1' and lookup(marks(n + 1, 11, 12, 16), change.shift) = '1' then
        changed(n) <= '0';
      end if;
      if change.right = '1' and lookup(marks(n + 1, 11, 12, 16), change.shift) = '1' then
        changed(31 - n) <= '0';
      end if;
    end loop;
    if change.s_used = '1' then
      changed <= substitute;
    end if;
  end process clear_bits;

  kept       <= total and (31 downto 0 => not restart);
  signed_one <= operand xor (31 downto 0 => subtract);
  part       <= (kept & subtract) + (signed_one & subtract);

  total_reg : process (clk) is
  begin
    if rising_edge(clk) then
      operand <= changed xor xor_b xor (operand and (31 downto 0 => keep));
      if add = '1' then
        total <= part(32 downto 1) + addend;
      end if;
    end if;
  end process total_reg;

end architecture rtl;
