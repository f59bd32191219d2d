-- SPDX-License-Identifier: Apache-2.0
-- Sends a digest that stays in registers of the datapath. The first word goes directly from the datapath to the output port, in the
-- cycle in which the digest is valid. When it is taken, the datapath stores the other words where they stay until they are sent.
--
--   first_word --- AND ----------------------------+
--                                                  +--- OR ---> out_data
--   stored --+---- chain that selects one word ----+
--            |                                     |
--            +---- offered ------------------------+
--
-- `offered` holds at most one of words 2 to OFFERED + 1, and zeros elsewhere, so that an OR selects the word. This exchanges LUTs
-- for registers.
--
-- The chain selects one of the other words with one LUT4 a bit for each two words. Its first stage selects one of the first two
-- words, or it gives `odd` if `late` is '1'. Each other stage passes its input on, except the stage of the pair that is selected.
-- There the input, which is `odd`, selects one of two words. If no word of the chain is sent, its result is zero.
--
-- `sending` is '1' while words of a digest are left; the datapath must not change `stored` then.
-- Source: paper A, section 4.1 (the output stream).
-- Widths: words of 32 bits, WORDS of them in a digest. Latency: no delay for the first word; then one word a cycle while out_ready is
-- '1'.

library ieee;
use ieee.std_logic_1164.all;
use work.fugue_pkg.all;

entity fugue_highspeed_sender is
  generic (
    WORDS   : positive range 8 to 16; -- words of a digest: 8 or 16
    OFFERED : natural                 -- words that are stored once more before they are sent, at most 7
  );
  port (
    clk        : in    std_ulogic;                                  -- clock of the datapath and of the output stream
    rst        : in    std_ulogic;                                  -- synchronous reset, active high: nothing is being sent
    load       : in    std_ulogic;                                  -- first_word is valid
    first_word : in    word_t;                                      -- word 0 of the digest, stable from load until done
    stored     : in    std_ulogic_vector(32 * WORDS - 33 downto 0); -- words 1 to WORDS - 1, valid while sending
    done       : out   std_ulogic;                                  -- word 0 is taken; the datapath stores the others in this cycle
    sending    : out   std_ulogic;                                  -- words of `stored` are left
    out_data   : out   word_t;                                      -- output stream: words of the digest
    out_valid  : out   std_ulogic;                                  -- out_data holds a word
    out_ready  : in    std_ulogic                                   -- the receiver takes the word in this cycle
  );
end entity fugue_highspeed_sender;

architecture rtl of fugue_highspeed_sender is

  -- Words in the chain: word 1 and those after the offered ones.
  constant CHAINED : positive := WORDS - 1 - OFFERED;
  constant STAGES  : positive := (CHAINED + 1) / 2;

  type words_t is array (natural range <>) of word_t;

  -- The index in the digest of word NUMBER of the chain.
  function word_index (number : natural) return natural is
  begin
    if number = 0 then
      return 1;
    end if;
    return OFFERED + 1 + number;
  end function word_index;

  signal word_of  : words_t(1 to WORDS - 1);                -- words of stored
  signal chain    : words_t(0 to 2 * STAGES - 1);           -- words of the chain
  signal selects  : std_ulogic_vector(0 to 2 * STAGES - 1); -- one-hot: the word of the chain that is sent next
  signal sent     : words_t(2 to OFFERED + 1);              -- one word, the others zero
  signal position : std_ulogic_vector(1 to WORDS - 1);      -- one-hot: index of the word on out_data; zero for word 0
  signal odd      : std_ulogic;                             -- second word of a pair of the chain
  signal late     : std_ulogic;                             -- not the first pair of the chain
  signal pair     : std_ulogic_vector(0 to STAGES - 1);     -- one-hot: the pair of the chain
  signal busy     : std_ulogic;                             -- words of a digest have not been taken yet
  signal first    : std_ulogic;                             -- word 0 is offered
  signal start    : std_ulogic;                             -- word 0 is taken

begin

  first     <= load and not busy;
  start     <= first and out_ready;
  done      <= start;
  sending   <= busy;
  out_valid <= load or busy;

  name_words : for i in 1 to WORDS - 1 generate
    word_of(i) <= stored(32 * (WORDS - i) - 1 downto 32 * (WORDS - i) - 32);
  end generate name_words;

  -- Word 1 is selected when word 0 is taken, any other word when the word before it is taken.
  name_chain : for i in 0 to 2 * STAGES - 1 generate

    is_first : if i = 0 generate
      chain(i)   <= word_of(1);
      selects(i) <= '0';
    end generate is_first;

    is_later : if i > 0 and i < CHAINED generate
      chain(i)   <= word_of(word_index(i));
      selects(i) <= position(word_index(i) - 1);
    end generate is_later;

    is_empty : if i >= CHAINED generate
      chain(i)   <= (others => '0');
      selects(i) <= '0';
    end generate is_empty;

  end generate name_chain;

  select_word : process (all) is
    variable chosen : std_ulogic;
    variable terms  : words_t(0 to 7);
  begin
    terms := (others => (others => '0'));
    for i in 2 to OFFERED + 1 loop
      terms(i - 2) := sent(i);
    end loop;
    for i in word_t'range loop
      if late = '1' then
        chosen := odd;
      elsif odd = '1' then
        chosen := chain(1)(i);
      else
        chosen := chain(0)(i);
      end if;
      for stage in 1 to STAGES - 1 loop
        if pair(stage) = '1' then
          if chosen = '1' then
            chosen := chain(2 * stage + 1)(i);
          else
            chosen := chain(2 * stage)(i);
          end if;
        end if;
      end loop;
      terms(7)(i) := chosen;
    end loop;
    -- one LUT4 takes four offered words; the last one takes the first word, which is late, and the chain
    out_data <= (first_word and (31 downto 0 => first))
                or (terms(7) or (((terms(0) or terms(1)) or (terms(2) or terms(3))) or ((terms(4) or terms(5)) or terms(6))));
  end process select_word;

  sent_reg : process (clk) is
  begin
    if rising_edge(clk) then
      for i in 2 to OFFERED + 1 loop
        if rst = '1' or (out_ready = '1' and position(i - 1) = '0') then
          sent(i) <= (others => '0');
        elsif out_ready = '1' then
          sent(i) <= word_of(i);
        end if;
      end loop;
    end if;
  end process sent_reg;

  position_reg : process (clk) is
    variable any_odd : std_ulogic;
  begin
    if rising_edge(clk) then
      if rst = '1' then
        busy     <= '0';
        position <= (others => '0');
        odd      <= '0';
        late     <= '1';
        pair     <= (others => '0');
      elsif start = '1' then
        busy        <= '1';
        position(1) <= '1';
        late        <= '0';
      elsif busy = '1' and out_ready = '1' then
        busy     <= not position(WORDS - 1);
        position <= '0' & position(1 to WORDS - 2);
        any_odd  := '0';
        for stage in 0 to STAGES - 1 loop
          any_odd     := any_odd or selects(2 * stage + 1);
          pair(stage) <= selects(2 * stage) or selects(2 * stage + 1);
        end loop;
        odd      <= any_odd;
        late     <= not selects(1);
      end if;
    end if;
  end process position_reg;

end architecture rtl;
