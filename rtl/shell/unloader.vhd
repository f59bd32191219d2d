-- SPDX-License-Identifier: Apache-2.0
-- Copies a digest out of the datapath in one cycle and hands it over word by word, so that the next message need not wait.
--
--              +- held -------------+        +- offered --------------+
--   digest --->| words 1 .. WORDS-1 |------->| one word, others zero  |--- OR ---> out_data
--       |      +--------------------+        |                        |
--       +------------ word 0 --------------->|                        |
--                                            +------------------------+
--
-- A digest is often the result of a core's longest path. With KEEPS the datapath promises to keep it in registers, `kept`, for one
-- cycle of clk behind load, and only the first two words are taken where they are made. For cores of one clock.
--
-- FIRST_LATE: word 0 is on digest in the cycle behind load. It goes straight to out_data in that cycle, and `offered` keeps it if it is
-- not taken: with eight words the OR has room for that. For cores of one clock.
--
-- Offering one word and clearing the others makes the selection an OR of registers: about a third of the logic of a multiplexer
-- or of a shift register with parallel load.
--
-- `load` is taken only with `free`. First word one cycle after load, then one word a cycle while out_ready is high.
-- Two clocks: clk is the I/O clock; `tick` marks its cycles whose end is also an edge of the datapath's clock, where load counts.
--
-- Widths: W bits a word, WORDS words a digest, the first word in the most significant bits of digest.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity unloader is
  generic (
    W          : positive := 64;
    WORDS      : positive range 2 to 64;
    KEEPS      : boolean  := false;
    FIRST_LATE : boolean  := false
  );
  port (
    clk       : in    std_ulogic;
    rst       : in    std_ulogic;
    tick      : in    std_ulogic;
    digest    : in    std_ulogic_vector(W * WORDS - 1 downto 0);
    kept      : in    std_ulogic_vector(W * WORDS - 1 downto 0);
    load      : in    std_ulogic;
    free      : out   std_ulogic;
    out_data  : out   std_ulogic_vector(W - 1 downto 0);
    out_valid : out   std_ulogic;
    out_ready : in    std_ulogic
  );
end entity unloader;

architecture rtl of unloader is

  type words_t is array (0 to WORDS - 1) of std_ulogic_vector(W - 1 downto 0);

  signal held    : words_t;
  signal offered : words_t;
  signal token   : std_ulogic_vector(0 to WORDS - 1);
  signal busy    : std_ulogic;
  signal taken   : std_ulogic;
  signal start   : std_ulogic;
  signal started : std_ulogic;
  signal first   : std_ulogic_vector(W - 1 downto 0);

begin

  free      <= not busy;
  start     <= load and tick and not busy;
  taken     <= busy and out_ready;
  out_valid <= busy;
  first     <= digest(W * WORDS - 1 downto W * (WORDS - 1));

  select_word : process (all) is
    variable data : std_ulogic_vector(W - 1 downto 0);
  begin
    data := (others => '0');
    if FIRST_LATE then
      data := first and (W - 1 downto 0 => started);
    end if;
    for i in 0 to WORDS - 1 loop
      data := data or offered(i);
    end loop;
    out_data <= data;
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
      started <= start and not rst;
      for i in 1 to WORDS - 1 loop
        if KEEPS and i > 1 then
          if started = '1' then
            held(i) <= kept(W * (WORDS - i) - 1 downto W * (WORDS - i - 1));
          end if;
        elsif start = '1' then
          held(i) <= digest(W * (WORDS - i) - 1 downto W * (WORDS - i - 1));
        end if;
      end loop;
    end if;
  end process held_reg;

  offered_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if FIRST_LATE then
        if start = '1' or taken = '1' then
          offered(0) <= (others => '0');
        elsif started = '1' then
          offered(0) <= first;
        end if;
      elsif start = '1' then
        offered(0) <= first;
      elsif taken = '1' then
        offered(0) <= (others => '0');
      end if;
      for i in 1 to WORDS - 1 loop
        if taken = '1' and token(i - 1) = '1' then
          offered(i) <= held(i);
        elsif rst = '1' or taken = '1' then
          offered(i) <= (others => '0');
        end if;
      end loop;
    end if;
  end process offered_reg;

end architecture rtl;
