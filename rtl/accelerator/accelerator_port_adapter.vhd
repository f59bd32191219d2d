-- SPDX-License-Identifier: Apache-2.0
-- Connects an external core that does not read FairHash's stream to the unit of an accelerator, which sends that stream.
--
--   in_* (header, words of W bits) --> header removed --> CORE_BITS gathered --> core_word, core_last
--   out_* (words of W bits) <--------- digest register <------------------------ core_digest
--
-- With KEEP_HEADERS the headers go to the core too, and only core_last is added. core_last marks the last word of a message.
--
-- Widths: W bits a word of the unit, CORE_BITS and DIGEST_WORD_BITS a word of the core. Latency: one cycle for a word of the core after
-- its last word of W bits; a digest leaves when all of it has arrived. Throughput: one word of W bits a cycle.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity accelerator_port_adapter is
  generic (
    W                : positive := 32;    -- bits of a word of the unit: 16, 32 or 64
    CORE_BITS        : positive := 32;    -- bits of a word of the core, a multiple of W that divides a block
    DIGEST_WORD_BITS : positive := 32;    -- bits of a digest word of the core
    DIGEST_BITS      : positive := 256;   -- bits of a digest, a multiple of DIGEST_WORD_BITS and of W
    REVERSED         : boolean  := false; -- the last word of a digest leaves the core first
    KEEP_HEADERS     : boolean  := false; -- the core reads the headers; then CORE_BITS = W
    NEEDS_BITS       : boolean  := false  -- the last header of a message holds its number of bits, also for W < 64
  );
  port (
    clk               : in    std_ulogic;                                       -- clock of all ports
    rst               : in    std_ulogic;                                       -- synchronous reset, active high
    in_data           : in    std_ulogic_vector(W - 1 downto 0);                -- from the unit: headers and padded messages
    in_valid          : in    std_ulogic;                                       -- in_data holds a word
    in_ready          : out   std_ulogic;                                       -- in_data is taken in this cycle if in_valid is '1'
    core_word         : out   std_ulogic_vector(CORE_BITS - 1 downto 0);        -- to the core: first byte in the top bits
    core_last         : out   std_ulogic;                                       -- it is the last one of a message
    core_valid        : out   std_ulogic;                                       -- core_word holds a word
    core_ready        : in    std_ulogic;                                       -- the core takes it in this cycle
    core_digest       : in    std_ulogic_vector(DIGEST_WORD_BITS - 1 downto 0); -- from the core: first byte in the top bits
    core_digest_valid : in    std_ulogic;                                       -- core_digest holds a word
    core_digest_ready : out   std_ulogic;                                       -- it is taken in this cycle if core_digest_valid is '1'
    out_data          : out   std_ulogic_vector(W - 1 downto 0);                -- to the unit: digests
    out_valid         : out   std_ulogic;                                       -- out_data holds a word
    out_ready         : in    std_ulogic                                        -- the unit takes it in this cycle
  );
end entity accelerator_port_adapter;

architecture rtl of accelerator_port_adapter is

  constant LENGTH_WORDS : positive := (32 + W - 1) / W;        -- header words with the length
  constant BITS_WORDS   : positive := LENGTH_WORDS;            -- further ones with the number of bits, for W < 64
  constant HAS_BITS     : boolean  := NEEDS_BITS and W < 64;
  constant LENGTH_LOW   : natural  := maximum(W, 32) - 32;     -- lowest of the 32 bits with the length
  constant LENGTH_SHIFT : natural  := counter_bits(W / 8) - 1; -- 2 ** LENGTH_SHIFT is W / 16
  constant PARTS        : positive := CORE_BITS / W;
  constant DIGEST_PARTS : positive := DIGEST_BITS / DIGEST_WORD_BITS;
  constant OUT_PARTS    : positive := DIGEST_BITS / W;

  type state_t is (heading, counting, sending);

  signal state     : state_t;
  signal former    : std_ulogic_vector(31 downto 0);                    -- header words before this one
  signal header    : std_ulogic_vector(31 + W downto 0);                -- with this one
  signal announced : std_ulogic_vector(31 downto 0);                    -- length in 32-bit words, then '1' for the last segment
  signal index     : unsigned(1 downto 0);                              -- of the header word
  signal left      : unsigned(31 downto 0);                             -- words of the segment that have not been taken
  signal is_last   : std_ulogic;                                        -- the segment ends its message
  signal part      : unsigned(counter_bits(PARTS) - 1 downto 0);        -- of the word in its core_word
  signal gathered  : std_ulogic_vector(CORE_BITS + W - 1 downto 0);
  signal filled    : std_ulogic;                                        -- core_valid
  signal ready     : std_ulogic;
  signal taken     : std_ulogic;                                        -- a word of the message is taken in this cycle
  signal forwards  : std_ulogic;                                        -- the word goes to the core
  signal digest    : std_ulogic_vector(DIGEST_BITS + DIGEST_WORD_BITS - 1 downto 0);
  signal received  : unsigned(counter_bits(DIGEST_PARTS) - 1 downto 0); -- words of the digest that have arrived
  signal sent      : unsigned(counter_bits(OUT_PARTS) - 1 downto 0);    -- words of it that have left
  signal whole     : std_ulogic;                                        -- the digest has arrived

begin

  ready             <= not filled or core_ready;
  in_ready          <= ready;
  taken             <= in_valid and ready;
  forwards          <= taken and to_bit(state = sending or KEEP_HEADERS);
  core_valid        <= filled;
  core_word         <= gathered(CORE_BITS - 1 downto 0);
  header            <= former & in_data;
  announced         <= header(LENGTH_LOW + 31 downto LENGTH_LOW);
  core_digest_ready <= not whole;
  out_valid         <= whole;
  out_data          <= digest(DIGEST_BITS - 1 downto DIGEST_BITS - W);

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        state  <= heading;
        index  <= (others => '0');
        part   <= (others => '0');
        filled <= '0';
      else
        if core_ready = '1' then
          filled <= '0';
        end if;
        if taken = '1' then
          case state is
            when heading =>
              index <= index + 1;
              if index = LENGTH_WORDS - 1 then
                index <= (others => '0');
                state <= sending;
                if HAS_BITS and announced(0) = '1' then
                  state <= counting;
                end if;
              end if;
            when counting =>
              index <= index + 1;
              if index = BITS_WORDS - 1 then
                index <= (others => '0');
                state <= sending;
              end if;
            when sending =>
              part <= part + 1;
              if part = PARTS - 1 then
                part <= (others => '0');
              end if;
              if left = 1 then
                state <= heading;
              end if;
          end case;
        end if;
        if forwards = '1' and part = PARTS - 1 then
          filled <= '1';
        end if;
      end if;
    end if;
  end process control_reg;

  words_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if taken = '1' then
        if state = heading then
          former  <= header(31 downto 0);
          is_last <= announced(0);
          left    <= shift_right(unsigned(announced(31 downto 1)) & '0', LENGTH_SHIFT);
        elsif state = sending then
          left <= left - 1;
        end if;
      end if;
      if forwards = '1' then
        gathered  <= gathered(CORE_BITS - 1 downto 0) & in_data;
        core_last <= to_bit(state = sending and left = 1) and is_last;
      end if;
    end if;
  end process words_reg;

  digest_control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        received <= (others => '0');
        sent     <= (others => '0');
        whole    <= '0';
      elsif whole = '1' then
        if out_ready = '1' then
          sent <= sent + 1;
          if sent = OUT_PARTS - 1 then
            sent  <= (others => '0');
            whole <= '0';
          end if;
        end if;
      elsif core_digest_valid = '1' then
        received <= received + 1;
        if received = DIGEST_PARTS - 1 then
          received <= (others => '0');
          whole    <= '1';
        end if;
      end if;
    end if;
  end process digest_control_reg;

  digest_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if whole = '1' then
        if out_ready = '1' then
          digest <= std_ulogic_vector(shift_left(unsigned(digest), W));
        end if;
      elsif core_digest_valid = '1' then
        digest <= digest(DIGEST_BITS - 1 downto 0) & core_digest;
        if REVERSED then
          -- the upper DIGEST_WORD_BITS are not used
          digest <= core_digest & core_digest & digest(DIGEST_BITS - 1 downto DIGEST_WORD_BITS);
        end if;
      end if;
    end if;
  end process digest_reg;

end architecture rtl;
