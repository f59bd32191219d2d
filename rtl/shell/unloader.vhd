-- SPDX-License-Identifier: Apache-2.0
-- Copies a digest from the datapath in one cycle, or in two if KEEPS, and sends it word by word,
-- so that the next message can start at once.
--
--              +- held -------------+        +- offered --------------+
--   digest --->| words 1 .. WORDS-1 |------->| one word, others zero  |--- OR ---> out_data
--       |      +--------------------+        |                        |
--       +------------ word 0 --------------->|                        |
--                                            +------------------------+
--
-- `offered` holds at most one word and zeros elsewhere, so that an OR of registers selects the word. This takes about a third of
-- the logic of a multiplexer or of a shift register with parallel load, but stores almost every word twice. The last SINGLE words
-- are stored once and ANDed with the one-hot `token`: for cores that need more registers than LUTs.
--
-- Two options shorten the timing path from the datapath. Both require that clk is also the clock of the datapath.
--   KEEPS       only words 0 and 1 are copied from `digest` in the cycle of load. The others are copied from `kept` one cycle
--               later. The datapath must hold the digest in the registers `kept` in that cycle.
--   FIRST_LATE  word 0 is on digest one cycle after load. It goes directly to out_data in that cycle; `offered` stores it if
--               it is not taken. With eight words the OR has LUT4 inputs to spare for word 0 on this direct way.
--
-- `load` takes effect only in a cycle in which `free` and `tick` are '1'. With one clock, tick is constant '1'.
--
-- Widths: W bits a word, WORDS words a digest; the first word is in the most significant bits of digest.
-- Latency: the first word is sent one cycle after load, then one word a cycle while out_ready is '1'.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity unloader is
  generic (
    W          : positive := 64;         -- bits of a word
    WORDS      : positive range 2 to 64; -- words of a digest
    SINGLE     : natural  := 0;          -- words that are stored once, at most WORDS - 1
    KEEPS      : boolean  := false;      -- copy words 2 .. WORDS-1 from kept, one cycle late
    FIRST_LATE : boolean  := false       -- word 0 is valid one cycle after load
  );
  port (
    clk       : in    std_ulogic;                                -- I/O clock
    rst       : in    std_ulogic;                                -- synchronous reset, active high
    tick      : in    std_ulogic;                                -- this cycle ends with a rising edge of the datapath's clock
    digest    : in    std_ulogic_vector(W * WORDS - 1 downto 0); -- digest, valid in the cycle of load; exceptions above
    kept      : in    std_ulogic_vector(W * WORDS - 1 downto 0); -- digest one cycle after load, from registers; used if KEEPS
    load      : in    std_ulogic;                                -- copy digest if free and tick are '1'
    free      : out   std_ulogic;                                -- the previous digest has been sent
    out_data  : out   std_ulogic_vector(W - 1 downto 0);         -- output stream: words of the digest
    out_valid : out   std_ulogic;                                -- out_data holds a word
    out_ready : in    std_ulogic                                 -- the receiver takes the word in this cycle
  );
end entity unloader;

architecture rtl of unloader is

  type words_t is array (0 to WORDS - 1) of std_ulogic_vector(W - 1 downto 0);

  signal held    : words_t;                           -- words 1 to WORDS - 1
  signal offered : words_t;                           -- registers of which at most one holds a word, the others zero
  signal token   : std_ulogic_vector(0 to WORDS - 1); -- one-hot: index of the word on out_data
  signal busy    : std_ulogic;                        -- words of a digest have not been taken yet
  signal taken   : std_ulogic;                        -- a word of the digest is taken in this cycle
  signal start   : std_ulogic;
  signal started : std_ulogic;
  signal first   : std_ulogic_vector(W - 1 downto 0); -- first word of the digest

begin

  free      <= not busy;
  start     <= load and tick and not busy;
  taken     <= busy and out_ready;
  out_valid <= busy;
  first     <= digest(W * WORDS - 1 downto W * (WORDS - 1));

  -- Words that are ANDed come in pairs, because one LUT4 takes two of them; synthesis does not pair the words of a chain.
  select_word : process (all) is
    variable data : std_ulogic_vector(W - 1 downto 0);
  begin
    data := (others => '0');
    if FIRST_LATE then
      data := first and (W - 1 downto 0 => started);
    end if;
    for i in 0 to WORDS - 1 loop
      if i < WORDS - SINGLE then
        data := data or offered(i);
      elsif (i - WORDS + SINGLE) mod 2 = 1 then
        data := data or ((held(i - 1) and (W - 1 downto 0 => token(i - 1))) or (held(i) and (W - 1 downto 0 => token(i))));
      elsif i = WORDS - 1 then
        data := data or (held(i) and (W - 1 downto 0 => token(i)));
      end if;
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
        if rst = '1' or (taken = '1' and token(i - 1) = '0') then
          offered(i) <= (others => '0');
        elsif taken = '1' then
          offered(i) <= held(i);
        end if;
      end loop;
    end if;
  end process offered_reg;

end architecture rtl;
