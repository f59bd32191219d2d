-- SPDX-License-Identifier: Apache-2.0
-- Datapath of lightweight SHA-256: one slot a cycle, one memory for constants, message and chaining value (paper B, section 2.4).
--
--   memory port a --> [message] --+
--                                 OR --> [w1] .. [w5] --> delay line --> [w12] --> [w13] --+
--   [early] --> [late] --> [computed]                                                      |
--                                                                                          v
--   memory port b --> [table_word] ------------------------------------------------------- + --> [kw]
--
--   g + kw + a_linked --> [to_e] --+                 e - c --> [t1] --+
--   Sigma1(e) + Ch(e, f, g) ------ + --> [e] [f] [g]   Sigma0(a) + Maj(a, b, c) + --> [a] [b] [c] --> memory port a
--
-- Slot u computes E_(u+1), with E_t and A_t for the variables e and a before round t of FIPS 180-4. In slot t the registers hold
--   e = E_t        f = E_(t-1)   g = E_(t-2)   to_e = A_(t-3) + E_(t-3) + K_t + W_t
--   a = A_(t-2)    b = A_(t-3)   c = A_(t-4)   t1 = T1_(t-2)
-- a is two slots later than e, since T1_t = E_(t+1) - A_(t-3) is computed from e.
--
-- The end of a block takes eight slots, 64 to 71, in which the functions of the round are zero, and so is W. The table word K is
-- then a word of the chaining value, and a_linked, a copy of a, is zero. With D_i = H_(4+i) - H_i the slots give
--   64 .. 67   E' = E + D             A' = E' - A = (E + H_(4+i)) - (A + H_i): the next D
--   68 .. 71   E'' = E' + H_i = E + H_(4+i), the new H_(4+i)     A'' = E'' - A' = A + H_i, the new H_i
-- So the additions of a round also make the new chaining value, and all its words are written to the memory from c. The same
-- slots load the initial hash value, if g and c are cleared in time. After the last block, slots 72 to 75 with K = 0 and a_linked
-- = A give E' = E + A and A' = E' - A = E, so that H7 to H4 are also written from c, for the output.
--
-- Memory, 32-bit words: page 0 holds K, and the chaining value (60 to 67: D3 .. D0, H3 .. H0); page 1 the initial hash value
-- in the same form and K_0 to K_3; page 2 zeros; page 3 one block of the message. The slot is the address in a page.
--
-- Source: FIPS 180-4, section 6.2.2. Widths: words of 32 bits.
-- Latency: one cycle a slot; W_0 is read from the memory 17 slots before slot 0.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha2_pkg.all;

entity sha2_lightweight_datapath is
  port (
    clk             : in    std_ulogic;                     -- clock
    rst             : in    std_ulogic;                     -- synchronous reset, active high
    advance         : in    std_ulogic;                     -- step to the next slot
    table_address   : in    std_ulogic_vector(8 downto 0);  -- port b: K or a word of the chaining value
    port_read       : in    std_ulogic;                     -- port a reads
    port_write      : in    std_ulogic;                     -- port a writes
    port_address    : in    std_ulogic_vector(8 downto 0);  -- address of port a
    write_chaining  : in    std_ulogic;                     -- port a writes c; otherwise loaded_word
    loaded_word     : in    std_ulogic_vector(31 downto 0); -- from the loader: word of the next block
    message_clear   : in    std_ulogic;                     -- clear the register of message words
    message_capture : in    std_ulogic;                     -- copy the word that port a has read to that register
    held_word       : out   std_ulogic_vector(31 downto 0); -- the register of message words, for the unloader
    schedule_clear  : in    std_ulogic;                     -- the next computed W is zero
    e_round         : in    std_ulogic;                     -- this slot's e uses Sigma1 and Ch
    a_round         : in    std_ulogic;                     -- this slot's a uses Sigma0 and Maj
    linked_clear    : in    std_ulogic;                     -- a_linked is zero in the next slot
    g_clear         : in    std_ulogic;                     -- g is zero in the next slot
    c_clear         : in    std_ulogic                      -- c is zero in the next slot
  );
end entity sha2_lightweight_datapath;

architecture rtl of sha2_lightweight_datapath is

  subtype word_t is unsigned(31 downto 0);

  type words_t is array (natural range <>) of word_t;

  constant ZERO         : word_t   := (others => '0');
  constant ADDRESS_BITS : positive := 9;

  -- Returns the first contents of the memory, pages 0 to 2, word 0 leftmost.
  function first_contents return std_ulogic_vector is
    variable words  : words_t(0 to 383) := (others => ZERO);
    variable result : std_ulogic_vector(0 to 32 * words'length - 1);
  begin
    -- The word for slot u is read in slot u - 4; 72 slots are a block.
    for u in 0 to 63 loop
      words((u + 68) mod 72) := round_constant(u, 32);
    end loop;
    for i in 0 to 3 loop
      words(128 + 63 - i) := initial_value(4 + i, 32) - initial_value(i, 32);
      words(128 + 67 - i) := initial_value(i, 32);
      words(128 + 68 + i) := round_constant(i, 32);
    end loop;
    for i in words'range loop
      result(32 * i to 32 * i + 31) := std_ulogic_vector(words(i));
    end loop;
    return result;
  end function first_contents;

  signal table_data : std_ulogic_vector(31 downto 0);
  signal port_data  : std_ulogic_vector(31 downto 0);
  signal write_data : std_ulogic_vector(31 downto 0);
  signal table_word : word_t;
  signal message    : word_t;
  signal w          : words_t(1 to 5);
  signal w12        : std_ulogic_vector(31 downto 0);
  signal w13        : word_t;
  signal early      : word_t; -- first sum of two operands of the next word
  signal late       : word_t; -- sum of three operands of the next word
  signal computed   : word_t;
  signal kw         : word_t;
  signal gkw        : word_t; -- g + K + W
  signal to_e_sum   : word_t;
  signal to_e       : word_t;
  signal e_mask     : word_t;
  signal a_mask     : word_t;
  signal e_part     : word_t; -- Sigma1(e) + Ch(e, f, g), or zero
  signal e_sum      : word_t;
  signal e          : word_t;
  signal f          : word_t;
  signal g          : word_t;
  signal t1         : word_t;
  signal a_part     : word_t; -- Sigma0(a) + Maj(a, b, c), or zero
  signal a_sum      : word_t;
  signal a          : word_t;
  signal b          : word_t;
  signal c          : word_t;
  signal a_linked   : word_t; -- copy of a, zero where e must not use it

begin

  held_word  <= std_ulogic_vector(message);
  write_data <= std_ulogic_vector(c) when write_chaining = '1' else loaded_word;

  e_mask <= (others => e_round);
  a_mask <= (others => a_round);
  e_part <= (big_sigma_1(e) and e_mask) + (ch(e, f, g) and e_mask);
  e_sum  <= e_part + to_e;
  a_part <= (big_sigma_0(a) and a_mask) + (maj(a, b, c) and a_mask);
  a_sum  <= a_part + t1;
  gkw    <= g + kw;
  to_e_sum <= gkw + a_linked;

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
      write_data_a => write_data,
      read_data_a  => port_data,
      enable_b     => advance,
      address_b    => table_address,
      read_data_b  => table_data
    );

  -- Registers after the memory, since its outputs are slow.
  memory_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        table_word <= unsigned(table_data);
      end if;
      if message_clear = '1' then
        message <= ZERO;
      elsif message_capture = '1' then
        message <= unsigned(port_data);
      end if;
    end if;
  end process memory_reg;

  line : entity work.delay_line
    generic map (
      WORD_BITS => 32,
      DELAY     => 7
    )
    port map (
      clk     => clk,
      rst     => rst,
      step    => advance,
      word    => std_ulogic_vector(w(5)),
      delayed => w12
    );

  -- The message schedule is 15 slots ahead: in slot t, w_k holds W_(t+15-k). It takes three additions, as in sha2_highspeed_schedule.
  schedule_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        w(1)      <= message or computed;
        w(2 to 5) <= w(1 to 4);
        w13       <= unsigned(w12);
        early     <= small_sigma_0(unsigned(w12)) + w13;
        late      <= early + w(5);
        computed  <= small_sigma_1(w(1)) + late;
        if schedule_clear = '1' then
          computed <= ZERO;
        end if;
      end if;
    end if;
  end process schedule_reg;

  -- Bit 0 of a second addition is computed a second time: synthesis would merge both additions into carry-save adders, which take
  -- more logic, if the first sum had no other use.
  e_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        kw   <= table_word + w13;
        to_e <= to_e_sum(31 downto 1) & (gkw(0) xor a_linked(0));
        e    <= e_sum(31 downto 1) & (e_part(0) xor to_e(0));
        f    <= e;
        g    <= f;
        if g_clear = '1' then
          g <= ZERO;
        end if;
      end if;
    end if;
  end process e_reg;

  a_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if advance = '1' then
        t1       <= e - c;
        a        <= a_sum(31 downto 1) & (a_part(0) xor t1(0));
        a_linked <= a_sum(31 downto 1) & (a_part(0) xor t1(0));
        b        <= a;
        c        <= b;
        if linked_clear = '1' then
          a_linked <= ZERO;
        end if;
        if c_clear = '1' then
          c <= ZERO;
        end if;
      end if;
    end if;
  end process a_reg;

end architecture rtl;
