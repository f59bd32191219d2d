-- SPDX-License-Identifier: Apache-2.0
-- Streams and control of a block cipher in CBC mode (SP 800-38A, section 6.2) with the initialization vector zero, one round a cycle.
--
--   words --> buffer of one block --> cipher, ROUNDS cycles a block --> words of the last ciphertext block
--
-- A message is KEY_BLOCKS blocks that hold the key, then at least one block of plaintext; tlast is on its last word. A block of the
-- key takes as many cycles as a block of plaintext, so that one counter serves both. The next block arrives while the cipher
-- works. If it has not arrived in the last round, the cipher waits there.
--
-- Latency: BLOCK_BITS / 32 + 1 cycles from the first word to the first round; then ROUNDS cycles a block; then the words leave.

library ieee;
use ieee.std_logic_1164.all;

entity cbc_shell is
  generic (
    BLOCK_BITS : positive := 128; -- bits of a block of the cipher, a multiple of 32
    KEY_BLOCKS : positive := 1;   -- blocks at the start of a message that hold the key
    ROUNDS     : positive := 10   -- rounds of the cipher, at least 2
  );
  port (
    clk       : in    std_ulogic;                                 -- clock, rising edge
    rst       : in    std_ulogic;                                 -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(31 downto 0);             -- word of the message, most significant byte first
    in_valid  : in    std_ulogic;                                 -- in_data is valid
    in_last   : in    std_ulogic;                                 -- in_data is the last word of the message
    in_ready  : out   std_ulogic;                                 -- in_data is taken if it is valid
    out_data  : out   std_ulogic_vector(31 downto 0);             -- word of the last ciphertext block
    out_valid : out   std_ulogic;                                 -- out_data is valid
    out_last  : out   std_ulogic;                                 -- out_data is the last word of the block
    out_ready : in    std_ulogic;                                 -- out_data is taken if it is valid
    data      : out   std_ulogic_vector(BLOCK_BITS - 1 downto 0); -- block in the buffer
    key_load  : out   std_ulogic_vector(0 to KEY_BLOCKS - 1);     -- data is this block of the key
    load      : out   std_ulogic;                                 -- data is plaintext and its first round follows
    step      : out   std_ulogic;                                 -- a round is executed
    last      : out   std_ulogic;                                 -- the round is the last one of a block
    keying    : out   std_ulogic;                                 -- the rounds are those of a block of the key: no ciphertext
    result    : in    std_ulogic_vector(BLOCK_BITS - 1 downto 0)  -- ciphertext; must be stable while step is low
  );
end entity cbc_shell;

architecture rtl of cbc_shell is

  constant WORDS : positive := BLOCK_BITS / 32;

  signal held         : std_ulogic_vector(BLOCK_BITS - 1 downto 0); -- buffer, its last word to the right
  signal fill         : natural range 0 to WORDS - 1;               -- number of words in the buffer while it is not full
  signal full         : std_ulogic;
  signal held_closing : std_ulogic;                                 -- the block in the buffer is the last one of its message
  signal expected     : std_ulogic_vector(0 to KEY_BLOCKS);         -- one-hot: block of the key that comes next, or plaintext
  signal round        : natural range 1 to ROUNDS;
  signal last_round   : std_ulogic;
  signal running      : std_ulogic;
  signal closing      : std_ulogic;                                 -- the block in the cipher is the last one of its message
  signal sending      : std_ulogic;
  signal sent         : natural range 0 to WORDS - 1;
  signal take         : std_ulogic;                                 -- the block leaves the buffer
  signal work         : std_ulogic;                                 -- as `step`

begin

  take <= full and ((running and last_round and not closing) or (not running and not sending));
  work <= running and (full or closing or not last_round);

  in_ready  <= not full;
  out_valid <= sending;
  out_last  <= '1' when sent = WORDS - 1 else
               '0';
  data      <= held;
  key_load  <= expected(0 to KEY_BLOCKS - 1) when take = '1' else
               (others => '0');
  load      <= take and expected(KEY_BLOCKS);
  step      <= work;
  last      <= last_round;

  select_word : process (all) is
  begin
    out_data <= result(31 downto 0);
    for i in 0 to WORDS - 2 loop
      if sent = i then
        out_data <= result(BLOCK_BITS - 1 - 32 * i downto BLOCK_BITS - 32 - 32 * i);
      end if;
    end loop;
  end process select_word;

  buffer_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if take = '1' then
        full <= '0';
      end if;
      if in_valid = '1' and full = '0' then
        held       <= held(BLOCK_BITS - 33 downto 0) & in_data;
        held_closing <= in_last;
        if fill = WORDS - 1 then
          fill <= 0;
          full <= '1';
        else
          fill <= fill + 1;
        end if;
      end if;
      if rst = '1' then
        fill <= 0;
        full <= '0';
      end if;
    end if;
  end process buffer_reg;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if take = '1' then
        running    <= '1';
        round      <= 1;
        last_round <= '0';
        closing      <= held_closing;
        keying     <= not expected(KEY_BLOCKS);
        expected   <= '0' & expected(0 to KEY_BLOCKS - 1);
        if expected(KEY_BLOCKS) = '1' then
          expected(KEY_BLOCKS) <= '1';
        end if;
      elsif work = '1' and last_round = '1' then
        running  <= '0';
        sending  <= '1';
        expected <= (0 => '1', others => '0');
      elsif work = '1' then
        round <= round + 1;
        if round = ROUNDS - 1 then
          last_round <= '1';
        end if;
      end if;
      if sending = '1' and out_ready = '1' then
        if sent = WORDS - 1 then
          sending <= '0';
          sent    <= 0;
        else
          sent <= sent + 1;
        end if;
      end if;
      if rst = '1' then
        running    <= '0';
        sending    <= '0';
        sent       <= 0;
        expected   <= (0 => '1', others => '0');
      end if;
    end if;
  end process control_reg;

end architecture rtl;
