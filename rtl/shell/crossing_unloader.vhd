-- SPDX-License-Identifier: Apache-2.0
-- Copies a digest out of the datapath in one cycle and hands it over word by word, for cores with a fast I/O clock and long paths: the
-- digest is taken on clk, and what crosses to io_clk comes from registers alone.
--
--              +- bank, on clk -+       +- offered: one word ----+       +- behind -+
--   digest --->| all words      |-+---->| all others zero        |- OR ->|          |- OR --> following
--              +----------------+ |     +------------------------+   |   +----------+   |
--                                 +------- word 2 ------------- AND -+                  |       +- current -+
--                                 +------- word 1 ------------- AND --------------------+   +-->|           |-- OR --> out_data
--                                 |                                    following_changed ---+   +-----------+   |
--                                 +------- word 0 --> first;               first_changed ------------- AND -----+
--
-- The bank keeps the digest until the next one, so that each word is taken when it is due. Offering one word and clearing the others
-- makes the selection an OR of registers. It is made two words ahead, so that a word has a cycle of its own for what the core does
-- with it between `following` and following_changed; with word 0, between `first` and first_changed, in the cycle in which it leaves.
-- Zeros must stay zeros. A core that has nothing to do connects them directly.
--
-- `load` is taken only with `free`, both on clk. First word in the cycle of io_clk behind it, then one word a cycle while out_ready
-- is high. tick marks the cycles of io_clk whose end is also an edge of clk. Paths from io_clk to clk end in one register, `seen`.
-- Widths: W bits a word, WORDS words a digest, the first word in the most significant bits of digest.

library ieee;
use ieee.std_logic_1164.all;

entity crossing_unloader is
  generic (
    W     : positive := 64;
    WORDS : positive range 3 to 64
  );
  port (
    clk               : in    std_ulogic;
    io_clk            : in    std_ulogic;
    rst               : in    std_ulogic;
    tick              : in    std_ulogic;
    digest            : in    std_ulogic_vector(W * WORDS - 1 downto 0);
    load              : in    std_ulogic;
    free              : out   std_ulogic;
    first             : out   std_ulogic_vector(W - 1 downto 0);
    first_changed     : in    std_ulogic_vector(W - 1 downto 0);
    following         : out   std_ulogic_vector(W - 1 downto 0);
    following_changed : in    std_ulogic_vector(W - 1 downto 0);
    out_data          : out   std_ulogic_vector(W - 1 downto 0);
    out_valid         : out   std_ulogic;
    out_ready         : in    std_ulogic
  );
end entity crossing_unloader;

architecture rtl of crossing_unloader is

  type words_t is array (natural range <>) of std_ulogic_vector(W - 1 downto 0);

  signal bank    : words_t(0 to WORDS - 1);
  signal offered : words_t(3 to WORDS - 1);
  signal behind  : std_ulogic_vector(W - 1 downto 0);
  signal current : std_ulogic_vector(W - 1 downto 0);
  signal token   : std_ulogic_vector(0 to WORDS - 1);
  signal busy    : std_ulogic;
  signal seen    : std_ulogic;
  signal start   : std_ulogic;
  signal taken   : std_ulogic;

begin

  free      <= not seen;
  start     <= load and tick and not seen;
  taken     <= busy and out_ready;
  out_valid <= busy;

  first     <= bank(0);
  following <= behind or (bank(1) and (W - 1 downto 0 => token(0)));
  out_data  <= current or (first_changed and (W - 1 downto 0 => token(0)));

  words_reg : process (io_clk) is
    variable data : std_ulogic_vector(W - 1 downto 0);
  begin
    if rising_edge(io_clk) then
      data := bank(2) and (W - 1 downto 0 => token(0));
      for i in 3 to WORDS - 1 loop
        data := data or offered(i);
      end loop;
      if rst = '1' then
        behind  <= (others => '0');
        current <= (others => '0');
      elsif taken = '1' then
        behind  <= data;
        current <= following_changed;
      end if;
    end if;
  end process words_reg;

  control_reg : process (io_clk) is
  begin
    if rising_edge(io_clk) then
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

  -- What clk sees of busy. Everything behind it has the whole period of clk.
  seen_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        seen <= '0';
      else
        seen <= (busy and not (taken and token(WORDS - 1))) or start;
      end if;
    end if;
  end process seen_reg;

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
      for i in 3 to WORDS - 1 loop
        if rst = '1' then
          offered(i) <= (others => '0');
        elsif taken = '1' then
          offered(i) <= (others => '0');
          if token(i - 3) = '1' then
            offered(i) <= bank(i);
          end if;
        end if;
      end loop;
    end if;
  end process offered_reg;

end architecture rtl;
