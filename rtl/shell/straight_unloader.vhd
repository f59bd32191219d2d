-- SPDX-License-Identifier: Apache-2.0
-- Sends a digest word by word. The first word goes directly from the datapath to the output port, in the cycle in which the
-- digest is valid. The other words are copied when the first word is taken.
--
--              +- held -------------+        +- offered --------------+
--   digest --->| words 2 .. WORDS-1 |------->| words 1 .. WORDS-1,    |--- OR ---> out_data
--     | |      +--------------------+        | one of them, others    |     |
--     | +----------- word 1 ---------------->| zero                   |     |
--     |                                      +------------------------+     |
--     +------------- word 0 --- AND --------------------------------------- +
--
-- The datapath holds `load` and the digest until `done`: the first word has been taken and the others have been copied. done
-- stays '0' while words of the previous digest are still being sent. `offered` holds at most one word and zeros elsewhere, so
-- that an OR selects the word. The last SINGLE words are stored in `held` only and ANDed with the one-hot `token`: fewer registers
-- and more logic.
--
-- Widths: W bits a word, WORDS words a digest; the first word is in the most significant bits of digest.
-- Latency: no delay for the first word; then one word a cycle while out_ready is '1'.

library ieee;
use ieee.std_logic_1164.all;

entity straight_unloader is
  generic (
    W      : positive := 64;         -- bits of a word
    WORDS  : positive range 3 to 64; -- words of a digest
    SINGLE : natural  := 0           -- words that are stored once, 0 to WORDS - 2
  );
  port (
    clk       : in    std_ulogic;                                -- clock of the datapath and of the output stream
    rst       : in    std_ulogic;                                -- synchronous reset, active high
    digest    : in    std_ulogic_vector(W * WORDS - 1 downto 0); -- digest from the datapath, stable from load until done
    load      : in    std_ulogic;                                -- digest is valid
    done      : out   std_ulogic;                                -- digest has been copied; it may change from the next cycle on
    out_data  : out   std_ulogic_vector(W - 1 downto 0);         -- output stream: words of the digest
    out_valid : out   std_ulogic;                                -- out_data holds a word
    out_ready : in    std_ulogic                                 -- the receiver takes the word in this cycle
  );
end entity straight_unloader;

architecture rtl of straight_unloader is

  type words_t is array (natural range <>) of std_ulogic_vector(W - 1 downto 0);

  signal word_of : words_t(0 to WORDS - 1);
  signal held    : words_t(2 to WORDS - 1);           -- words of the digest that have not been offered
  signal offered : words_t(1 to WORDS - 1);           -- registers of which at most one holds a word, the others zero
  signal token   : std_ulogic_vector(1 to WORDS - 1); -- one-hot: index of the word on out_data
  signal busy    : std_ulogic;                        -- words of a digest have not been taken yet
  signal first   : std_ulogic;                        -- the first word is offered, directly from the datapath
  signal start   : std_ulogic;
  signal taken   : std_ulogic;                        -- a word from the registers is taken in this cycle

begin

  first     <= load and not busy;
  start     <= first and out_ready;
  taken     <= busy and out_ready;
  done      <= start;
  out_valid <= load or busy;

  name_words : for i in 0 to WORDS - 1 generate
    word_of(i) <= digest(W * (WORDS - i) - 1 downto W * (WORDS - i - 1));
  end generate name_words;

  -- The OR is a tree, in which one LUT4 takes two words that are ANDed.
  select_word : process (all) is
    type terms_t is array (0 to 63) of std_ulogic_vector(W - 1 downto 0);

    variable terms : terms_t;
  begin
    terms := (others => (others => '0'));
    for i in 1 to WORDS - 1 loop
      if i < WORDS - SINGLE then
        terms(WORDS - i) := offered(i);
      else
        terms(WORDS - i) := held(i) and (W - 1 downto 0 => token(i));
      end if;
    end loop;
    for level in 1 to 6 loop
      for i in 0 to 64 / 2 ** level - 1 loop
        terms(i) := terms(2 * i) or terms(2 * i + 1);
      end loop;
    end loop;
    out_data <= terms(0) or (word_of(0) and (W - 1 downto 0 => first));
  end process select_word;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        busy  <= '0';
        token <= (others => '0');
      elsif start = '1' then
        busy     <= '1';
        token(1) <= '1';
      elsif taken = '1' then
        busy  <= not token(WORDS - 1);
        token <= '0' & token(1 to WORDS - 2);
      end if;
    end if;
  end process control_reg;

  held_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        held <= word_of(2 to WORDS - 1);
      end if;
    end if;
  end process held_reg;

  offered_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or (taken = '1' and start = '0') then
        offered(1) <= (others => '0');
      elsif start = '1' then
        offered(1) <= word_of(1);
      end if;
      for i in 2 to WORDS - 1 loop
        if rst = '1' or (taken = '1' and token(i - 1) = '0') then
          offered(i) <= (others => '0');
        elsif taken = '1' then
          offered(i) <= held(i);
        end if;
      end loop;
    end if;
  end process offered_reg;

end architecture rtl;
