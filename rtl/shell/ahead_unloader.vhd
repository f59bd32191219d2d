-- SPDX-License-Identifier: Apache-2.0
-- Copies a digest out of the datapath in one cycle and hands it over word by word, for cores with a fast I/O clock that have something
-- to do with a word before it leaves.
--
--              +- held -------------+        +- offered ------------------+        +- current -+
--   digest --->| words 2 .. WORDS-1 |------->| the next word, others zero |-- OR ->|           |-- OR --> out_data
--       |      +--------------------+        |                            |        +-----------+    |
--       +------------ word 1 --------------->|                            |                         |
--       |                                    +----------------------------+        +- first ---+    |
--       +------------ word 0 ----------------------------------------------------->|           |----+
--                                                                                  +-----------+
--
-- Selection is an OR of registers, as in unloader, but made a word ahead. A digest is often the result of a core's longest path, so
-- that its first word goes straight to a register too.
--
-- `load` is taken only with `free`. First word one cycle after load, then one word a cycle while out_ready is high. clk is the I/O
-- clock; `tick` marks its cycles whose end is also an edge of the datapath's clock, where load counts.
--
-- Widths: W bits a word, WORDS words a digest, the first word in the most significant bits of digest.

library ieee;
use ieee.std_logic_1164.all;

entity ahead_unloader is
  generic (
    W     : positive := 64;
    WORDS : positive range 3 to 64
  );
  port (
    clk       : in    std_ulogic;
    rst       : in    std_ulogic;
    tick      : in    std_ulogic;
    digest    : in    std_ulogic_vector(W * WORDS - 1 downto 0);
    load      : in    std_ulogic;
    free      : out   std_ulogic;
    out_data  : out   std_ulogic_vector(W - 1 downto 0);
    out_valid : out   std_ulogic;
    out_ready : in    std_ulogic
  );
end entity ahead_unloader;

architecture rtl of ahead_unloader is

  type words_t is array (natural range <>) of std_ulogic_vector(W - 1 downto 0);

  signal word_of : words_t(0 to WORDS - 1);
  signal held    : words_t(2 to WORDS - 1);
  signal offered : words_t(1 to WORDS - 1);
  signal next_up : std_ulogic_vector(W - 1 downto 0);
  signal current : std_ulogic_vector(W - 1 downto 0);
  signal first   : std_ulogic_vector(W - 1 downto 0);
  signal token   : std_ulogic_vector(0 to WORDS - 1);
  signal busy    : std_ulogic;
  signal taken   : std_ulogic;
  signal start   : std_ulogic;

begin

  free      <= not busy;
  start     <= load and tick and not busy;
  taken     <= busy and out_ready;
  out_valid <= busy;
  out_data  <= current or first;

  split : for i in 0 to WORDS - 1 generate
    word_of(i) <= digest(W * (WORDS - i) - 1 downto W * (WORDS - i - 1));
  end generate split;

  select_word : process (all) is
    variable data : std_ulogic_vector(W - 1 downto 0);
  begin
    data := (others => '0');
    for i in 1 to WORDS - 1 loop
      data := data or offered(i);
    end loop;
    next_up <= data;
  end process select_word;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        busy  <= '0';
        token <= (others => '0');
      elsif start = '1' then
        busy     <= '1';
        token(0) <= '1';
      elsif taken = '1' then
        busy  <= not token(WORDS - 1);
        token <= '0' & token(0 to WORDS - 2);
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

  -- one of the two is zero
  leaving_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or taken = '1' then
        first <= (others => '0');
      elsif start = '1' then
        first <= word_of(0);
      end if;
      if rst = '1' then
        current <= (others => '0');
      elsif taken = '1' then
        current <= next_up;
      end if;
    end if;
  end process leaving_reg;

  offered_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or taken = '1' then
        offered(1) <= (others => '0');
      elsif start = '1' then
        offered(1) <= word_of(1);
      end if;
      for i in 2 to WORDS - 1 loop
        if taken = '1' and token(i - 2) = '1' then
          offered(i) <= held(i);
        elsif rst = '1' or taken = '1' then
          offered(i) <= (others => '0');
        end if;
      end loop;
    end if;
  end process offered_reg;

end architecture rtl;
