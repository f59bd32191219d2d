-- SPDX-License-Identifier: Apache-2.0
-- Copies a digest from the datapath in one cycle of clk and sends it word by word on io_clk. For cores with a fast I/O clock and
-- long paths: the words that cross from clk to io_clk come from registers.
--
--              +- bank, on clk -+       +- offered: one word ----+       +- behind -+
--   digest --->| all words      |-+---->| all others zero        |- OR ->|          |- OR --> following
--              +----------------+ |     +------------------------+   |   +----------+   |
--                                 +------- word 2 ------------- AND -+                  |       +- current -+
--                                 +------- word 1 ------------- AND --------------------+   +-->|           |-- OR --> out_data
--                                 |                                    following_changed ---+   +-----------+   |
--                                 +------- word 0 --> first;               first_changed ------------- AND -----+
--
-- `bank` keeps the digest until the next one, so each word can be read when it is sent. `offered` holds at most one word and
-- zeros elsewhere, so that an OR of registers selects the word. The selection runs two words ahead: `behind` holds the word that
-- follows the one in `current`.
--
-- The core may change each word on its way. For word 0 its logic lies between `first` and first_changed, in the cycle in which
-- the word leaves. For the other words it lies between `following` and following_changed, in a cycle of its own. That logic must
-- map zero to zero, because `following` is zero when no word is being sent. A core that changes nothing connects each output to
-- the input.
--
-- `load` takes effect only while `free` is '1'. The only register of clk that reads signals of io_clk is `seen`.
--
-- Widths: W bits a word, WORDS words a digest; the first word is in the most significant bits of digest.
-- Latency: the first word is sent in the cycle of io_clk after load, then one word a cycle while out_ready is '1'.

library ieee;
use ieee.std_logic_1164.all;

entity crossing_unloader is
  generic (
    W     : positive := 64;        -- bits of a word
    WORDS : positive range 3 to 64 -- words of a digest
  );
  port (
    clk               : in    std_ulogic;                                -- clock of the datapath
    io_clk            : in    std_ulogic;                                -- I/O clock; an integer multiple of clk
    rst               : in    std_ulogic;                                -- synchronous reset, active high
    tick              : in    std_ulogic;                                -- this cycle of io_clk ends with an edge of clk
    digest            : in    std_ulogic_vector(W * WORDS - 1 downto 0); -- digest from the datapath (clk)
    load              : in    std_ulogic;                                -- copy digest if free is '1' (clk)
    free              : out   std_ulogic;                                -- the previous digest has been sent (clk)
    first             : out   std_ulogic_vector(W - 1 downto 0);         -- word 0, before the core's change
    first_changed     : in    std_ulogic_vector(W - 1 downto 0);         -- word 0, after the core's change
    following         : out   std_ulogic_vector(W - 1 downto 0);         -- next word, before the core's change
    following_changed : in    std_ulogic_vector(W - 1 downto 0);         -- next word, after the core's change
    out_data          : out   std_ulogic_vector(W - 1 downto 0);         -- output stream: words of the digest (io_clk)
    out_valid         : out   std_ulogic;                                -- out_data holds a word
    out_ready         : in    std_ulogic                                 -- the receiver takes the word in this cycle
  );
end entity crossing_unloader;

architecture rtl of crossing_unloader is

  type words_t is array (natural range <>) of std_ulogic_vector(W - 1 downto 0);

  signal bank    : words_t(0 to WORDS - 1);
  signal offered : words_t(3 to WORDS - 1);           -- registers of which at most one holds a word, the others zero
  signal behind  : std_ulogic_vector(W - 1 downto 0); -- the word after that in `current`; for word 1 zero
  signal current : std_ulogic_vector(W - 1 downto 0);
  signal token   : std_ulogic_vector(0 to WORDS - 1); -- one-hot: index of the word on out_data
  signal busy    : std_ulogic;                        -- words of a digest have not been taken yet
  signal seen    : std_ulogic;
  signal start   : std_ulogic;
  signal taken   : std_ulogic;                        -- a word of the digest is taken in this cycle

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

  -- `busy`, sampled on clk. Logic that reads `seen` has a whole period of clk.
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
