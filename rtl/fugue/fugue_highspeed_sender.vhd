-- SPDX-License-Identifier: Apache-2.0
-- Sends a digest that stays in registers of the datapath. The first word goes directly from the datapath to the output port, in the
-- cycle in which the digest is valid. When it is taken, the datapath stores the other words where they stay until they are sent.
--
--   first_word --- AND --------------------------+
--                                                +--- OR ---> out_data
--   stored --+---- AND with one-hot position ----+
--            |                                   |
--            +---- offered ----------------------+
--
-- `offered` holds at most one of words 2 to OFFERED + 1, and zeros elsewhere, so that an OR selects the word. This exchanges LUTs
-- for registers.
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
    OFFERED : natural                 -- words that are stored once more before they are sent, at most WORDS - 2
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

  type words_t is array (natural range <>) of word_t;

  signal word_of  : words_t(1 to WORDS - 1);           -- words of stored
  signal sent     : words_t(2 to OFFERED + 1);         -- one word, the others zero
  signal position : std_ulogic_vector(1 to WORDS - 1); -- one-hot: index of the word on out_data; zero for word 0
  signal busy     : std_ulogic;                        -- words of a digest have not been taken yet
  signal first    : std_ulogic;                        -- word 0 is offered
  signal start    : std_ulogic;                        -- word 0 is taken

begin

  first     <= load and not busy;
  start     <= first and out_ready;
  done      <= start;
  sending   <= busy;
  out_valid <= load or busy;

  name_words : for i in 1 to WORDS - 1 generate
    word_of(i) <= stored(32 * (WORDS - i) - 1 downto 32 * (WORDS - i) - 32);
  end generate name_words;

  -- The OR is a tree, in which one LUT4 takes two words that are ANDed, or four others.
  select_word : process (all) is
    variable terms : words_t(0 to 15);
  begin
    terms    := (others => (others => '0'));
    terms(0) := first_word and (31 downto 0 => first);
    terms(1) := word_of(1) and (31 downto 0 => position(1));
    for i in 2 to WORDS - 1 loop
      if i < OFFERED + 2 then
        terms(WORDS + 1 - i) := sent(i);
      else
        terms(WORDS + 1 - i) := word_of(i) and (31 downto 0 => position(i));
      end if;
    end loop;
    for level in 1 to 4 loop
      for i in 0 to 16 / 2 ** level - 1 loop
        terms(i) := terms(2 * i) or terms(2 * i + 1);
      end loop;
    end loop;
    out_data <= terms(0);
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
  begin
    if rising_edge(clk) then
      if rst = '1' then
        busy     <= '0';
        position <= (others => '0');
      elsif start = '1' then
        busy        <= '1';
        position(1) <= '1';
      elsif busy = '1' and out_ready = '1' then
        busy     <= not position(WORDS - 1);
        position <= '0' & position(1 to WORDS - 2);
      end if;
    end if;
  end process position_reg;

end architecture rtl;
