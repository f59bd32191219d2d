-- SPDX-License-Identifier: Apache-2.0
-- The datapath of Skein: eight rounds of Threefish in each clock cycle, and UBI, the chaining of blocks.
-- Source: paper A, section 4 and Table 1; Skein specification, sections 3.3 and 3.4.
--
--   +-------+         +-------+
--   | state |--+      | front |                +--------+
--   +-------+  |      +-------+                | middle |
--              v          v                    +--------+             later      fed
--             XOR -----> ADD --> four rounds ---> ADD --> four rounds --+--> ADD --> XOR --> chain
--              ^                                                        |
--   +-------+  |                                                        +--> state
--   | block |--+
--   +-------+
--
-- One of the registers state and block (`message`) is always zero. In step 0, the block is there and the state is zero. In the
-- other steps the state is there and the block is zero. So the XOR replaces a multiplexer. Two words of the tweak have already been
-- added to the block (see skein_highspeed_subkeys). `fed` stores the block for the XOR after step 8.
--
-- In step 8, chain is the new chaining value. After the output transformation it is the digest.
-- Latency: nine cycles for a block.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.addition_pkg.all;
use work.shell_pkg.all;
use work.skein_pkg.all;

entity skein_highspeed_datapath is
  generic (
    N_W : positive -- words of the state: 4 or 8
  );
  port (
    clk       : in    std_ulogic;                               -- core clock
    advance   : in    std_ulogic;                               -- the step is completed in this cycle
    resting   : in    std_ulogic;                               -- set the chaining value to the initial value
    beginning : in    std_ulogic;                               -- step 0 of a block
    ending    : in    std_ulogic;                               -- step 8 of a block
    absorb    : in    std_ulogic;                               -- the next block is taken in this cycle
    closing   : in    std_ulogic;                               -- the current block is the output transformation
    step      : in    unsigned(3 downto 0);                     -- number of the step, 0 .. 8
    position  : in    word_t;                                   -- tweak: position in bytes; valid from step 8 before the block
    flag_bits : in    flags_t;                                  -- tweak: flags; valid from step 8 before the block
    of_x      : in    word_t;                                   -- word of the tweak for the step, see skein_highspeed_tweak
    of_y      : in    word_t;                                   -- another word of the tweak for the step
    held      : in    std_ulogic_vector(64 * N_W - 1 downto 0); -- block from block_loader, first word most significant
    port_word : in    std_ulogic_vector(63 downto 0);           -- last word of the next block, from block_loader
    digest    : out   std_ulogic_vector(64 * N_W - 1 downto 0); -- chaining value in step 8; at the end: the digest
    kept      : out   std_ulogic_vector(64 * N_W - 1 downto 0)  -- the same value, in registers, in the cycle after step 8
  );
end entity skein_highspeed_datapath;

architecture rtl of skein_highspeed_datapath is

  constant ZERO : word_t := (others => '0');

  signal state      : words_t(0 to N_W - 1); -- register: state of the rounds, zero in step 0
  signal next_block : words_t(0 to N_W - 1); -- block from the loader, as words of the specification
  signal message    : words_t(0 to N_W - 1); -- register: block with tweak, zero except in step 0
  signal fed        : words_t(0 to N_W - 1); -- register: block for the XOR after step 8
  signal rounded    : words_t(0 to N_W - 1); -- state after eight rounds
  signal chain      : words_t(0 to N_W - 1); -- value after subkey 18 and XOR; valid in step 8
  signal key        : words_t(0 to N_W - 1); -- register: words of the key
  signal front      : words_t(0 to N_W - 1); -- subkey before the rounds
  signal middle     : words_t(0 to N_W - 1); -- subkey between the rounds
  signal later      : words_t(0 to N_W - 1); -- subkey after the rounds
  signal ends       : std_ulogic;            -- last cycle of step 8
  signal closes     : std_ulogic;            -- last cycle of step 8; zeros follow instead of a block

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

  -- The output transformation has a block of zeros, so the tweak is a constant. Only the bits that are one in it cannot use the
  -- reset.
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
