-- SPDX-License-Identifier: Apache-2.0
-- Sends a digest that is in the registers of the state. The first word goes directly from the state to the output port. When it is
-- taken, the other words have been copied, and the next message may use the state.
--
--                    words 1, 2     words 3, 4        word CHAINED-1, word 0 of the state
--                        |              |                      |
--   odd, late -----> [select] ---> [select if pair(1)] ---> [select if pair(..)] ---+
--                                                                                   +--- OR ---> out_data
--   held words CHAINED .. WORDS-1 ---> offered: one of them, others zero -----------+
--
-- The first CHAINED words are selected by a chain with one LUT4 a bit for each two words. In words after the first two of it, the
-- chain starts with `odd`. Every stage passes its input on, except the stage of the pair: there its input, which is `odd`, selects
-- one of two words. The other words are stored once more: `offered` holds at most one of them and zeros elsewhere. So a LUT4 takes
-- three or four of them. CHAINED = 2 takes the fewest LUT4s and CHAINED = WORDS the fewest registers.
--
-- No path from the round ends here, and the only control input of the copies is a register. `load` takes effect only while no words
-- are left of the digest before. From the next cycle on the state must hold the digest, until `done`.
--
-- Widths: W bits a word, WORDS words a digest; the first word is in the most significant bits of digest.
-- Latency: the first word is sent one cycle after load, then one word a cycle while out_ready is '1'.

library ieee;
use ieee.std_logic_1164.all;
use work.shell_pkg.all;

entity state_unloader is
  generic (
    W       : positive := 64;         -- bits of a word
    WORDS   : positive range 3 to 64; -- words of a digest
    CHAINED : positive range 2 to 64  -- words that are stored once; an even number, at most WORDS
  );
  port (
    clk       : in    std_ulogic;                                -- clock of the datapath and of the output stream
    rst       : in    std_ulogic;                                -- synchronous reset, active high: nothing is sent
    digest    : in    std_ulogic_vector(W * WORDS - 1 downto 0); -- from registers; stable from the cycle after load until done
    load      : in    std_ulogic;                                -- digest is valid from the next cycle on; stays '1' until done
    done      : out   std_ulogic;                                -- digest has been copied; it may change from the next cycle on
    out_data  : out   std_ulogic_vector(W - 1 downto 0);         -- output stream: words of the digest
    out_valid : out   std_ulogic;                                -- out_data holds a word
    out_ready : in    std_ulogic                                 -- the receiver takes the word in this cycle
  );
end entity state_unloader;

architecture rtl of state_unloader is

  -- Pair k of the chain is words 2k+1 and 2k+2. The second word of the last pair is word 0.
  constant LAST_PAIR : natural := CHAINED / 2 - 1;

  type words_t is array (natural range <>) of std_ulogic_vector(W - 1 downto 0);

  signal word_of  : words_t(0 to WORDS - 1);
  signal held     : words_t(1 to WORDS - 1);           -- copies of the words but the first
  signal offered  : words_t(1 to WORDS - 1);           -- registers of which at most one holds a word, the others zero; from CHAINED on
  signal position : std_ulogic_vector(0 to WORDS - 1); -- one-hot: index of the word on out_data
  signal busy     : std_ulogic;                        -- words of a digest have not been taken
  signal first    : std_ulogic;                        -- word 0 is offered
  signal odd      : std_ulogic;                        -- the second word of a pair is offered
  signal late     : std_ulogic;                        -- the word is not in pair 0
  signal pair     : std_ulogic_vector(0 to LAST_PAIR); -- one-hot: the pair of the word; pair(0) is not used

begin

  done      <= first and out_ready;
  out_valid <= busy;

  name_words : for i in word_of'range generate
    word_of(i) <= digest(W * (WORDS - i) - 1 downto W * (WORDS - i - 1));
  end generate name_words;

  select_word : process (all) is
    variable chosen : std_ulogic_vector(W - 1 downto 0);
    variable second : std_ulogic_vector(W - 1 downto 0);
  begin
    chosen := (others => odd);
    for k in pair'range loop
      second := word_of(0);
      if k < LAST_PAIR then
        second := held(2 * k + 2);
      end if;
      for i in chosen'range loop
        if k = 0 then
          if late = '0' then
            if odd = '1' then
              chosen(i) := second(i);
            else
              chosen(i) := held(1)(i);
            end if;
          end if;
        elsif pair(k) = '1' then
          if chosen(i) = '1' then
            chosen(i) := second(i);
          else
            chosen(i) := held(2 * k + 1)(i);
          end if;
        end if;
      end loop;
    end loop;
    for i in CHAINED to WORDS - 1 loop
      chosen := chosen or offered(i);
    end loop;
    out_data <= chosen;
  end process select_word;

  held_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if first = '1' then
        held <= word_of(1 to WORDS - 1);
      end if;
    end if;
  end process held_reg;

  -- While busy is '0', no word follows whose place is in `offered`. So out_ready alone decides, without busy.
  offered_reg : process (clk) is
  begin
    if rising_edge(clk) then
      for i in CHAINED to WORDS - 1 loop
        if rst = '1' or (out_ready = '1' and position(i - 1) = '0') then
          offered(i) <= (others => '0');
        elsif out_ready = '1' then
          offered(i) <= held(i);
        end if;
      end loop;
    end if;
  end process offered_reg;

  position_reg : process (clk) is
    variable following : std_ulogic_vector(0 to WORDS - 1); -- position of the next word
    variable next_pair : std_ulogic_vector(0 to LAST_PAIR);
    variable next_odd  : std_ulogic;
  begin
    if rising_edge(clk) then
      if rst = '1' then
        busy  <= '0';
        first <= '0';
      elsif busy = '0' then
        busy  <= load;
        first <= load;
      elsif out_ready = '1' then
        busy  <= not position(WORDS - 1);
        first <= '0';
      end if;
      following := '0' & position(0 to WORDS - 2);
      next_odd  := '0';
      for k in pair'range loop
        next_pair(k) := following(2 * k + 1);
        if k < LAST_PAIR then
          next_pair(k) := next_pair(k) or following(2 * k + 2);
          next_odd     := next_odd or following(2 * k + 2);
        end if;
      end loop;
      if rst = '1' or busy = '0' then
        position        <= (others => '0');
        position(0)     <= '1';
        odd             <= '1';
        late            <= to_bit(LAST_PAIR > 0);
        pair            <= (others => '0');
        pair(LAST_PAIR) <= '1';
      elsif out_ready = '1' then
        position <= following;
        odd      <= next_odd;
        late     <= not next_pair(0);
        pair     <= next_pair;
      end if;
    end if;
  end process position_reg;

end architecture rtl;
