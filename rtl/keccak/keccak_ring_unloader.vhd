-- SPDX-License-Identifier: Apache-2.0
-- Copies a digest from a ring of Keccak rounds in one cycle of clk and sends it word by word on io_clk, while the ring works on.
--
--              +- held, on clk --+      +- picked, on io_clk -------+
--   digest --->| all words       |----->| one word, all others zero |-- OR --> queue of two words --> out_data
--              +-----------------+      +---------------------------+
--
-- The first 2 * PAIRS words share a register of `picked` with a neighbour; a LUT4 for each bit selects one of the two. Each other
-- word has a register of its own, which is cleared when the word is not picked: no LUT4, but one more register for each bit.
--
-- The enables that reach all bits of a digest or a word are registers without logic: `copy` of `held`, `moves` and `clears` of `picked`,
-- `empty` of the queue. The queue makes that possible: when it holds at most one word, there is room for one more.
--
-- Widths: W bits a word, WORDS words a digest; the first word is in the most significant bits of digest.
-- Latency: the first word is sent three cycles of io_clk after the cycle of clk with load, then one word a cycle while out_ready is
-- '1'. The next digest can be copied when all words of this one have been picked.

library ieee;
use ieee.std_logic_1164.all;
use work.shell_pkg.all;

entity keccak_ring_unloader is
  generic (
    W        : positive := 64;         -- bits of a word
    WORDS    : positive range 2 to 64; -- words of a digest
    PAIRS    : natural;                -- pairs of words that share a register of picked, at most WORDS / 2
    CROSSING : boolean                 -- true: io_clk is faster than clk
  );
  port (
    clk       : in    std_ulogic;                                -- clock of the ring
    io_clk    : in    std_ulogic;                                -- clock of the stream, an integer multiple of clk
    rst       : in    std_ulogic;                                -- synchronous reset, active high
    tick      : in    std_ulogic;                                -- this cycle of io_clk ends with a rising edge of clk
    digest    : in    std_ulogic_vector(W * WORDS - 1 downto 0); -- digest, valid in the cycle of copy
    copy      : in    std_ulogic;                                -- copy digest (clk); with load, or in the cycle after a reset
    load      : in    std_ulogic;                                -- send the copied digest; only after done (clk)
    done      : out   std_ulogic;                                -- the last word is picked: another digest can be copied (clk)
    out_data  : out   std_ulogic_vector(W - 1 downto 0);         -- output stream: words of the digest (io_clk)
    out_valid : out   std_ulogic;                                -- out_data holds a word
    out_ready : in    std_ulogic                                 -- the receiver takes the word in this cycle
  );
end entity keccak_ring_unloader;

architecture rtl of keccak_ring_unloader is

  constant PLACES : positive := WORDS - PAIRS; -- registers of picked, each of W bits

  type words_t is array (natural range <>) of std_ulogic_vector(W - 1 downto 0);

  signal held       : words_t(0 to WORDS - 1);                -- words of the copied digest, the first one first
  signal picked     : words_t(0 to PLACES - 1);               -- registers of which at most one holds a word, the others zero
  signal token      : std_ulogic_vector(0 to WORDS - 1);      -- one-hot: index of the word that is picked next
  signal next_token : std_ulogic_vector(0 to WORDS - 1);      -- token of the next cycle
  signal clears     : std_ulogic_vector(PAIRS to PLACES - 1); -- moves, and this word is not picked
  signal busy       : std_ulogic;                             -- held has words that have not been picked
  signal next_moves : std_ulogic;                             -- moves of the next cycle
  signal full       : std_ulogic;                             -- picked holds a word
  signal moves      : std_ulogic;                             -- the words move on in this cycle
  signal word       : std_ulogic_vector(W - 1 downto 0);      -- the picked word
  signal queue      : words_t(0 to 1);                        -- words that wait for the receiver
  signal empty      : std_ulogic_vector(0 to 1);              -- for each place of the queue: it holds no word
  signal head       : std_ulogic;                             -- index of the place whose word is sent first

begin

  out_data <= queue(1) when head = '1' else
              queue(0);

  join_places : process (all) is
    variable data : std_ulogic_vector(W - 1 downto 0);
  begin
    data := (others => '0');
    for i in picked'range loop
      data := data or picked(i);
    end loop;
    word <= data;
  end process join_places;

  held_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if copy = '1' then
        for i in held'range loop
          held(i) <= digest(W * (WORDS - i) - 1 downto W * (WORDS - i - 1));
        end loop;
      end if;
    end if;
  end process held_reg;

  picked_reg : process (io_clk) is
  begin
    if rising_edge(io_clk) then
      for i in 0 to PAIRS - 1 loop
        if moves = '1' then
          picked(i) <= (held(2 * i) and (W - 1 downto 0        => token(2 * i)))
                       or (held(2 * i + 1) and (W - 1 downto 0 => token(2 * i + 1)));
        end if;
      end loop;
      for i in PAIRS to PLACES - 1 loop
        if clears(i) = '1' then
          picked(i) <= (others => '0');
        elsif moves = '1' then
          picked(i) <= held(PAIRS + i);
        end if;
      end loop;
    end if;
  end process picked_reg;

  next_token(0)              <= (load and tick) or (token(0) and not moves);
  next_token(1 to WORDS - 1) <= token(0 to WORDS - 2) when moves = '1' else
                                token(1 to WORDS - 1);
  -- room in the queue after this cycle; one LUT4, because out_ready counts only if a place is not empty
  next_moves <= out_ready or (empty(0) and empty(1)) or not (full or not (empty(0) or empty(1)));

  control_reg : process (io_clk) is
  begin
    if rising_edge(io_clk) then
      if rst = '1' then
        busy   <= '0';
        full   <= '0';
        token  <= (others => '0');
        moves  <= '1';
        clears <= (others => '1');
      else
        if moves = '1' then
          busy <= busy and not token(WORDS - 1);
          full <= busy;
        end if;
        if load = '1' and tick = '1' then
          busy <= '1';
        end if;
        token <= next_token;
        moves <= next_moves;
        for i in PAIRS to PLACES - 1 loop
          clears(i) <= next_moves and not next_token(PAIRS + i);
        end loop;
      end if;
    end if;
  end process control_reg;

  -- A word enters the place that is empty; if both are, the one that is sent first.
  queue_reg : process (io_clk) is
  begin
    if rising_edge(io_clk) then
      if rst = '1' then
        empty     <= "11";
        head      <= '0';
        out_valid <= '0';
      else
        for i in 0 to 1 loop
          if empty(i) = '1' then
            empty(i) <= not full or (empty(1 - i) and (head xor to_bit(i = 1)));
          else
            empty(i) <= out_ready and not (head xor to_bit(i = 1));
          end if;
        end loop;
        head      <= head xor (out_valid and out_ready);
        out_valid <= full or not (empty(0) or empty(1)) or not (out_ready or (empty(0) and empty(1)));
      end if;
    end if;
  end process queue_reg;

  word_reg : process (io_clk) is
  begin
    if rising_edge(io_clk) then
      for i in 0 to 1 loop
        if empty(i) = '1' then
          queue(i) <= word;
        end if;
      end loop;
    end if;
  end process word_reg;

  one_domain : if not CROSSING generate
    done <= moves and token(WORDS - 1);
  end generate one_domain;

  two_domains : if CROSSING generate
    signal seen : std_ulogic; -- busy, sampled on clk
  begin

    done <= seen and not busy;

    seen_reg : process (clk) is
    begin
      if rising_edge(clk) then
        seen <= (load or busy) and not rst;
      end if;
    end process seen_reg;

  end generate two_domains;

end architecture rtl;
