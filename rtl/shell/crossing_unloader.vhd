-- SPDX-License-Identifier: Apache-2.0
-- Copies a digest out of the datapath in one cycle and hands it over word by word, for cores with a fast I/O clock and long paths: the
-- digest is taken on clk, and what crosses to io_clk comes from registers alone.
--
--              +- bank, on clk -+       +- offered, on io_clk ----+
--   digest --->| all words      |-+---->| one word, others zero   |--- OR ---> out_data
--              +----------------+ |     +-------------------------+     |
--                                 +------- word 0 -------------- AND ---+
--
-- The bank keeps the digest until the next one, so that each word is taken when it is due. Offering one word and clearing the others
-- makes the selection an OR of registers.
--
-- AHEAD, for cores that have something to do with a word before it leaves: the OR is made a word ahead, into the register `current`,
-- and all that is left for the cycle of the word is to choose between it and word 0.
--
--              +- bank, on clk -+       +- offered: the next word -+        +- current -+
--   digest --->| all words      |-+---->| all others zero          |-- OR ->|           |-- OR --> out_data
--              +----------------+ |     +--------------------------+    |   +-----------+    |
--                                 +------- word 1 -------------- AND ---+                    |
--                                 +------- word 0 -------------- AND ------------------------+
--
-- `load` is taken only with `free`, both on clk. First word in the cycle of io_clk behind it, then one word a cycle while out_ready
-- is high. tick marks the cycles of io_clk whose end is also an edge of clk.
-- Widths: W bits a word, WORDS words a digest, the first word in the most significant bits of digest.

library ieee;
use ieee.std_logic_1164.all;

entity crossing_unloader is
  generic (
    W     : positive := 64;
    WORDS : positive range 2 to 64;
    AHEAD : boolean  := false
  );
  port (
    clk       : in    std_ulogic;
    io_clk    : in    std_ulogic;
    rst       : in    std_ulogic;
    tick      : in    std_ulogic;
    digest    : in    std_ulogic_vector(W * WORDS - 1 downto 0);
    load      : in    std_ulogic;
    free      : out   std_ulogic;
    out_data  : out   std_ulogic_vector(W - 1 downto 0);
    out_valid : out   std_ulogic;
    out_ready : in    std_ulogic
  );
end entity crossing_unloader;

architecture rtl of crossing_unloader is

  type words_t is array (natural range <>) of std_ulogic_vector(W - 1 downto 0);

  -- the first word that is selected
  constant FROM_BANK : natural := boolean'pos(AHEAD);

  signal bank     : words_t(0 to WORDS - 1);
  signal offered  : words_t(FROM_BANK + 1 to WORDS - 1);
  signal selected : std_ulogic_vector(W - 1 downto 0);
  signal current  : std_ulogic_vector(W - 1 downto 0);
  signal token    : std_ulogic_vector(0 to WORDS - 1);
  signal busy     : std_ulogic;
  signal seen     : std_ulogic;
  signal start    : std_ulogic;
  signal taken    : std_ulogic;

begin

  free      <= not seen;
  start     <= load and tick and not seen;
  taken     <= busy and out_ready;
  out_valid <= busy;

  -- the OR of what is offered, with the word that is FROM_BANK where the bank itself offers it
  select_word : process (all) is
    variable data : std_ulogic_vector(W - 1 downto 0);
  begin
    data := bank(FROM_BANK) and (W - 1 downto 0 => token(0));
    for i in FROM_BANK + 1 to WORDS - 1 loop
      data := data or offered(i);
    end loop;
    selected <= data;
  end process select_word;

  at_once : if not AHEAD generate
    out_data <= selected;
  end generate at_once;

  a_word_ahead : if AHEAD generate

    out_data <= current or (bank(0) and (W - 1 downto 0 => token(0)));

    current_reg : process (io_clk) is
    begin
      if rising_edge(io_clk) then
        if rst = '1' then
          current <= (others => '0');
        elsif taken = '1' then
          current <= selected;
        end if;
      end if;
    end process current_reg;

  end generate a_word_ahead;

  control_reg : process (io_clk) is
  begin
    if rising_edge(io_clk) then
      -- what clk sees of busy changes with its own edges only
      if tick = '1' then
        seen <= (busy and not (taken and token(WORDS - 1))) or start;
      end if;
      if rst = '1' then
        seen  <= '0';
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

  bank_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if load = '1' and seen = '0' then
        for i in 0 to WORDS - 1 loop
          bank(i) <= digest(W * (WORDS - i) - 1 downto W * (WORDS - i - 1));
        end loop;
      end if;
    end if;
  end process bank_reg;

  offered_reg : process (io_clk) is
  begin
    if rising_edge(io_clk) then
      for i in FROM_BANK + 1 to WORDS - 1 loop
        if rst = '1' then
          offered(i) <= (others => '0');
        elsif taken = '1' then
          offered(i) <= (others => '0');
          if token(i - 1 - FROM_BANK) = '1' then
            offered(i) <= bank(i);
          end if;
        end if;
      end loop;
    end if;
  end process offered_reg;

end architecture rtl;
