-- SPDX-License-Identifier: Apache-2.0
-- Controls the rounds of sha1_highspeed. A block has 82 slots. Slot t takes W_t; slots 80 and 81 take no word. Slot 0 of the next
-- block follows slot 81 at once.
--
--   slots 0 .. 15    each takes one message word; the core waits until the word is there
--   slot t + 3       round t; the last three rounds of a block are in slots 0, 1 and 2 of the next one
--   boundary         one-hot: boundary(0) to boundary(5) are slots 79, 80 and 81 of a block and the three slots after them. In the
--                    first five of them, the words H4 .. H0 of the chaining value are added
--   end of message   one slot without a word follows slot 81. Then comes slot 0 of the next message, with `start` = '1'; its first
--                    cycle adds H0. After this cycle, the chaining registers hold the digest: `finished` is '1'
--
-- The digest is sent from the chaining registers. Slot 79 therefore waits while `sending` is '1'.
--
-- phase and phase_late select K and f. phase_late changes one slot after phase, because the x register of sha1_highspeed_rounds
-- is computed for a round in the slot after the constant K of this round is added.
--
-- Source: FIPS 180-4, section 6.1.2. Latency: one cycle for each slot. A reset of one cycle leads to slot 0 of a message.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.sha1_pkg.all;
use work.shell_pkg.all;

entity sha1_highspeed_control is
  port (
    clk        : in    std_ulogic;                         -- clock
    rst        : in    std_ulogic;                         -- synchronous reset, active high
    word_valid : in    std_ulogic;                         -- the reader has a message word
    block_last : in    std_ulogic;                         -- the block ends its message; valid with its last word
    ends_block : out   std_ulogic;                         -- the next message word is the last one of its block
    loading    : out   std_ulogic;                         -- this slot takes a message word
    sending    : in    std_ulogic;                         -- the chaining registers hold words of a digest to be sent
    finished   : out   std_ulogic;                         -- the chaining registers hold a digest from the next cycle on
    advance    : out   std_ulogic;                         -- step to the next slot
    start      : out   std_ulogic;                         -- slot 0 of a message: load the initial state
    boundary   : out   std_ulogic_vector(0 to 5);          -- one-hot: six slots around the end of a block, see above
    phase      : out   std_ulogic_vector(0 to PHASES - 1); -- one-hot: which K is added in this slot
    phase_late : out   std_ulogic_vector(0 to PHASES - 1)  -- one-hot: phase, one slot later
  );
end entity sha1_highspeed_control;

architecture rtl of sha1_highspeed_control is

  signal count   : unsigned(6 downto 0); -- slot
  signal last    : std_ulogic;           -- the current block is the last one of its message
  signal no_word : std_ulogic;           -- the slot after slot 81 of the last block of a message
  signal ending  : std_ulogic;           -- first cycle of slot 0 after a message

begin

  advance  <= not ((loading and not word_valid) or (boundary(0) and sending));
  no_word  <= last and boundary(3);
  finished <= ending;

  slot_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or (advance = '1' and (boundary(2) = '1' or no_word = '1')) then
        count <= (others => '0');
      elsif advance = '1' then
        count <= count + 1;
      end if;
      if rst = '1' then
        boundary <= (others => '0');
      elsif ending = '1' then
        boundary <= (others => '0');
      elsif advance = '1' then
        boundary <= to_bit(count = ROUNDS - 2) & boundary(0 to 4);
      end if;
    end if;
  end process slot_reg;

  load_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        loading    <= '1';
        ends_block <= '0';
        start      <= '1';
        ending     <= '0';
      else
        ending <= no_word;
        if advance = '1' then
          loading    <= (loading and not ends_block) or (boundary(2) and not last) or no_word;
          ends_block <= loading and to_bit(count = BLOCK_WORDS - 2);
          start      <= no_word;
        end if;
      end if;
    end if;
  end process load_reg;

  last_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        last <= '0';
      elsif advance = '1' and ends_block = '1' then
        last <= block_last;
      end if;
    end if;
  end process last_reg;

  phase_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        phase      <= "1000";
        phase_late <= "1000";
      end if;
      if advance = '1' then
        phase_late <= phase;
        if count = PHASE_ROUNDS - 1 or count = 2 * PHASE_ROUNDS - 1 or count = 3 * PHASE_ROUNDS - 1 or boundary(1) = '1' then
          phase <= phase(PHASES - 1) & phase(0 to PHASES - 2);
        end if;
      end if;
    end if;
  end process phase_reg;

end architecture rtl;
