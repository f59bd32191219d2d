-- SPDX-License-Identifier: Apache-2.0
-- Stores the digests of an external core that cannot wait for its receiver. The core is simulated inside this queue by the same
-- testbench as FairHash cores.
--
--   in_* ---------------> gate -------> core_in_*, the core, core_out_* ----> MESSAGES digests ----> out_*
--                          ^                                                         |
--                          +------------------ a message fewer ---------------------+
--
-- A message begins only while fewer than MESSAGES digests are expected or stored, so the queue always has room. Without stalls the
-- gate never closes for a core that works on one message at a time.
--
-- Widths: in_data has '1' in bit LAST_BIT with the last word of a message. Latency: none for messages, one cycle for digests.

library ieee;
use ieee.std_logic_1164.all;

entity digest_queue is
  generic (
    W            : positive := 33; -- bits of a word of a message
    LAST_BIT     : natural  := 32; -- the bit that marks the last word of a message
    DIGEST_W     : positive := 32; -- bits of a word of a digest
    DIGEST_WORDS : positive := 8;  -- words of a digest
    MESSAGES     : positive := 4   -- digests that are stored
  );
  port (
    clk            : in    std_ulogic;                               -- clock of both sides
    rst            : in    std_ulogic;                               -- synchronous reset, active high
    in_data        : in    std_ulogic_vector(W - 1 downto 0);        -- word of a message
    in_valid       : in    std_ulogic;                               -- in_data holds a word
    in_ready       : out   std_ulogic;                               -- in_data is taken in this cycle if in_valid is '1'
    core_in_data   : out   std_ulogic_vector(W - 1 downto 0);        -- word for the core
    core_in_valid  : out   std_ulogic;                               -- core_in_data holds a word
    core_in_ready  : in    std_ulogic;                               -- the core takes core_in_data in this cycle
    core_out_data  : in    std_ulogic_vector(DIGEST_W - 1 downto 0); -- word of a digest of the core
    core_out_valid : in    std_ulogic;                               -- core_out_data holds a word, which must be taken
    out_data       : out   std_ulogic_vector(DIGEST_W - 1 downto 0); -- oldest word that is stored
    out_valid      : out   std_ulogic;                               -- out_data holds a word
    out_ready      : in    std_ulogic                                -- the receiver takes out_data in this cycle
  );
end entity digest_queue;

architecture rtl of digest_queue is

  constant WORDS : positive := DIGEST_WORDS * MESSAGES;

  type word_array_t is array (0 to WORDS - 1) of std_ulogic_vector(DIGEST_W - 1 downto 0);

  signal stored   : word_array_t;                    -- the oldest word first
  signal filled   : natural range 0 to WORDS;        -- words that are stored
  signal taken    : natural range 0 to DIGEST_WORDS; -- words of the oldest digest that the receiver has
  signal pending  : natural range 0 to MESSAGES;     -- digests that are expected or stored
  signal ongoing  : std_ulogic;                      -- a message has begun and not ended
  signal is_open  : std_ulogic;
  signal arrives  : std_ulogic;                      -- a word of a message moves
  signal begins   : std_ulogic;                      -- that word is the first of its message
  signal leaves   : std_ulogic;                      -- a word of a digest moves
  signal complete : std_ulogic;                      -- that word is the last of its digest

begin

  is_open       <= '1' when ongoing = '1' or pending < MESSAGES else '0';
  core_in_data  <= in_data;
  core_in_valid <= in_valid and is_open;
  in_ready      <= core_in_ready and is_open;
  arrives       <= in_valid and core_in_ready and is_open;
  begins        <= arrives and not ongoing;
  out_valid     <= '1' when filled > 0 else '0';
  out_data      <= stored(0);
  leaves        <= '1' when filled > 0 and out_ready = '1' else '0';
  complete      <= '1' when leaves = '1' and taken = DIGEST_WORDS - 1 else '0';

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        filled  <= 0;
        taken   <= 0;
        pending <= 0;
        ongoing <= '0';
      else
        if arrives = '1' then
          ongoing <= not in_data(LAST_BIT);
        end if;
        if begins = '1' and complete = '0' then
          pending <= pending + 1;
        elsif begins = '0' and complete = '1' and pending > 0 then
          pending <= pending - 1;
        end if;
        if complete = '1' then
          taken <= 0;
        elsif leaves = '1' then
          taken <= taken + 1;
        end if;
        -- a core that gives more words than its messages have loses them only while the queue is full
        if core_out_valid = '1' and leaves = '0' and filled < WORDS then
          filled <= filled + 1;
        elsif core_out_valid = '0' and leaves = '1' then
          filled <= filled - 1;
        end if;
      end if;
    end if;
  end process control_reg;

  data_reg : process (clk) is
    variable free : natural range 0 to WORDS;
  begin
    if rising_edge(clk) then
      free := filled;
      if leaves = '1' then
        stored <= stored(1 to WORDS - 1) & stored(WORDS - 1);
        free   := filled - 1;
      end if;
      if core_out_valid = '1' and free < WORDS then
        stored(free) <= core_out_data;
      end if;
    end if;
  end process data_reg;

end architecture rtl;
