-- SPDX-License-Identifier: Apache-2.0
-- Hands a digest over whose first word goes straight from the datapath to the port, in the cycle in which the digest is made, and
-- copies the other words when it is taken.
--
--              +- held -------------+        +- offered --------------+
--   digest --->| words 2 .. WORDS-1 |------->| words 1 .. WORDS-1,    |--- OR ---> out_data
--     | |      +--------------------+        | one of them, others    |     |
--     | +----------- word 1 ---------------->| zero                   |     |
--     |                                      +------------------------+     |
--     +------------- word 0 --- AND --------------------------------------- +
--
-- The datapath keeps the digest, with `load`, until `done`: the first word has been taken, and the others are copied. It waits while
-- the words of the digest before are on their way. Then one word a cycle while out_ready is high.
-- Offering one word and clearing the others makes the selection an OR.
--
-- Widths: W bits a word, WORDS words a digest, the first word in the most significant bits of digest. Latency: none for the first word.

library ieee;
use ieee.std_logic_1164.all;

entity straight_unloader is
  generic (
    W     : positive := 64;
    WORDS : positive range 3 to 64
  );
  port (
    clk       : in    std_ulogic;
    rst       : in    std_ulogic;
    digest    : in    std_ulogic_vector(W * WORDS - 1 downto 0);
    load      : in    std_ulogic;
    done      : out   std_ulogic;
    out_data  : out   std_ulogic_vector(W - 1 downto 0);
    out_valid : out   std_ulogic;
    out_ready : in    std_ulogic
  );
end entity straight_unloader;

architecture rtl of straight_unloader is

  type words_t is array (natural range <>) of std_ulogic_vector(W - 1 downto 0);

  signal word_of : words_t(0 to WORDS - 1);
  signal held    : words_t(2 to WORDS - 1);
  signal offered : words_t(1 to WORDS - 1);
  signal token   : std_ulogic_vector(1 to WORDS - 1);
  signal busy    : std_ulogic;
  signal first   : std_ulogic;
  signal start   : std_ulogic;
  signal taken   : std_ulogic;

begin

  first     <= load and not busy;
  start     <= first and out_ready;
  taken     <= busy and out_ready;
  done      <= start;
  out_valid <= load or busy;

  name_words : for i in 0 to WORDS - 1 generate
    word_of(i) <= digest(W * (WORDS - i) - 1 downto W * (WORDS - i - 1));
  end generate name_words;

  select_word : process (all) is
    variable data : std_ulogic_vector(W - 1 downto 0);
  begin
    data := (others => '0');
    for i in 1 to WORDS - 1 loop
      data := data or offered(i);
    end loop;
    out_data <= data or (word_of(0) and (W - 1 downto 0 => first));
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
      if start = '1' then
        offered(1) <= word_of(1);
      elsif rst = '1' or taken = '1' then
        offered(1) <= (others => '0');
      end if;
      for i in 2 to WORDS - 1 loop
        if taken = '1' and token(i - 1) = '1' then
          offered(i) <= held(i);
        elsif rst = '1' or taken = '1' then
          offered(i) <= (others => '0');
        end if;
      end loop;
    end if;
  end process offered_reg;

end architecture rtl;
