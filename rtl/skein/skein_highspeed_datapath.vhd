-- SPDX-License-Identifier: Apache-2.0
-- Eight rounds of Threefish a cycle, and UBI around them (paper A, section 4 and Table 1; Skein specification, sections 3.3 and 3.4).
--
--   +-------+     +-------+
--   | state |--+--| front |                 +--------+
--   +-------+  |  +-------+                 | middle |
--   +-------+  v      v                     +--------+            later     fed
--   | block |-(xor)->(+)--> four rounds ------> (+)--> four rounds --+-->(+)-->(xor)--> chain, the digest at the end
--   +-------+                                                        +----------------> state
--
-- One of state and block is zero: the block is there in the first step only, and is what the rounds begin with. It has two words of the
-- tweak added to it already (see skein_highspeed_subkeys). fed keeps the block for the exclusive-or behind the last step.
--
-- held, port_word: the block and its last word, from block_loader. close: no block comes, but zeros for the output transformation.
-- key: the chaining value for one cycle behind the last step. digest, kept: as the unloader wants them. N_W: 4 or 8 words.
-- Latency: nine cycles a block.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.shell_pkg.all;
use work.skein_pkg.all;

entity skein_highspeed_datapath is
  generic (
    N_W : positive
  );
  port (
    clk       : in    std_ulogic;
    advance   : in    std_ulogic;
    resting   : in    std_ulogic;
    beginning : in    std_ulogic;
    ending    : in    std_ulogic;
    absorb    : in    std_ulogic;
    closing   : in    std_ulogic;
    step      : in    unsigned(3 downto 0);
    position  : in    word_t;
    flag_bits : in    flags_t;
    of_x      : in    word_t;
    of_y      : in    word_t;
    held      : in    std_ulogic_vector(64 * N_W - 1 downto 0);
    port_word : in    std_ulogic_vector(63 downto 0);
    digest    : out   std_ulogic_vector(64 * N_W - 1 downto 0);
    kept      : out   std_ulogic_vector(64 * N_W - 1 downto 0)
  );
end entity skein_highspeed_datapath;

architecture rtl of skein_highspeed_datapath is

  constant ZERO : word_t := (others => '0');

  signal state      : words_t(0 to N_W - 1);
  signal next_block : words_t(0 to N_W - 1);
  signal message    : words_t(0 to N_W - 1);
  signal fed        : words_t(0 to N_W - 1);
  signal rounded    : words_t(0 to N_W - 1);
  signal chain      : words_t(0 to N_W - 1);
  signal key        : words_t(0 to N_W - 1);
  signal front      : words_t(0 to N_W - 1);
  signal middle     : words_t(0 to N_W - 1);
  signal later      : words_t(0 to N_W - 1);
  signal ends       : std_ulogic;
  signal closes     : std_ulogic;

begin

  ends   <= ending and advance;
  closes <= ends and not absorb;

  subkeys : entity work.skein_highspeed_subkeys
    generic map (
      N_W => N_W
    )
    port map (
      clk       => clk,
      advance   => advance,
      resting   => resting,
      load      => ending,
      beginning => beginning,
      step      => step,
      flag_bits => flag_bits,
      of_x      => of_x,
      of_y      => of_y,
      chain     => chain,
      key       => key,
      front     => front,
      middle    => middle,
      later     => later
    );

  transform : process (all) is
    variable v : words_t(0 to N_W - 1);
  begin
    for i in 0 to N_W - 1 loop
      v(i) := own_sum(state(i) xor message(i), front(i));
    end loop;
    v := four_rounds(v, 0);
    for i in 0 to N_W - 1 loop
      v(i) := own_sum(v(i), middle(i));
    end loop;
    v       := four_rounds(v, 4);
    rounded <= v;
    for i in 0 to N_W - 1 loop
      chain(i) <= (v(i) + later(i)) xor fed(i);
    end loop;
  end process transform;

  order_words : for i in 0 to N_W - 1 generate
    constant HIGH : positive := 64 * (N_W - i) - 1;
    constant LOW  : natural  := 64 * (N_W - i - 1);
  begin

    digest(HIGH downto LOW) <= swap_bytes(std_ulogic_vector(chain(i)));
    kept(HIGH downto LOW)   <= swap_bytes(std_ulogic_vector(key(i)));

    all_but_last : if i < N_W - 1 generate
      next_block(i) <= unsigned(swap_bytes(held(HIGH downto LOW)));
    end generate all_but_last;

    last_word : if i = N_W - 1 generate
      next_block(i) <= unsigned(swap_bytes(port_word));
    end generate last_word;

  end generate order_words;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if ends = '1' then
        state <= (others => ZERO);
      elsif advance = '1' then
        state <= rounded;
      end if;
    end if;
  end process state_reg;

  -- The tweak with a block of zeros is a constant, of which only the bits that are ones do without the reset.
  message_reg : process (clk) is
  begin
    if rising_edge(clk) then
      message <= (others => ZERO);
      if absorb = '1' then
        message                         <= next_block;
        message(N_W - 3)                <= next_block(N_W - 3) + position;
        message(N_W - 2)(flags_t'range) <= next_block(N_W - 2)(flags_t'range) + flag_bits;
      elsif closes = '1' then
        message(N_W - 3)                <= to_unsigned(OUTPUT_POSITION, 64);
        message(N_W - 2)(flags_t'range) <= flags(T_OUT, '1', '1', '0');
      end if;
    end if;
  end process message_reg;

  fed_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if closing = '1' then
        fed <= (others => ZERO);
      elsif beginning = '1' then
        for i in 0 to N_W - 1 loop
          fed(i) <= unsigned(swap_bytes(held(64 * (N_W - i) - 1 downto 64 * (N_W - i - 1))));
        end loop;
      end if;
    end if;
  end process fed_reg;

end architecture rtl;
