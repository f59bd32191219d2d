-- SPDX-License-Identifier: Apache-2.0
-- Reads segments of 64-bit words on an io_clk of twice the rate of clk, removes their headers, and loads blocks of an odd number of
-- words, all of which are XORed into a state in one cycle.
--
--                         io_clk | clk
--   in_data --+--> [first] --+---|--> [length]                               header
--             |              +---|--> [pair] --+--> [waiting] --arm--> [inject_pairs] --> inject
--             +--------------|---|--> [pair]   +--------- and absorb -------------------> inject
--                            +---|--> [single] ---------- and absorb -------------------> inject
--
-- Four states on clk say what the next word is:
--   at_header   a header: taken alone
--   filling     a word of a pair: two words are taken together, until the last pair of the block is in `pair`
--   at_last     the last word of the block: taken alone
--   full        none: the block waits for `want`, and is then armed
-- Words that arrive early wait in `first` or outside.
--
-- `inject` holds a block only in the cycle of `absorb`, and is zero in all other cycles. The last three words have no register of their
-- own for that: `pair` and `single` keep them until the end of that cycle, and an AND takes a LUT4 in place of a register. The only logic
-- on io_clk is the handshake and `first`; the enables of the wide registers are registers, or functions of two registers.
--
-- Widths: W = 64 bits a word, WORDS words a block, an odd number; the first word is in the most significant bits of inject.
-- Latency: a block takes (WORDS + 3) / 2 cycles of clk at most, and is absorbed in the cycle after them.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity keccak_whole_pairs is
  generic (
    WORDS : positive range 5 to 31 -- words of a block: odd
  );
  port (
    clk      : in    std_ulogic;                                 -- clock of the datapath
    io_clk   : in    std_ulogic;                                 -- clock of the stream: twice as fast
    rst      : in    std_ulogic;                                 -- synchronous reset, active high
    tick     : in    std_ulogic;                                 -- this cycle of io_clk ends with an edge of clk
    in_data  : in    std_ulogic_vector(63 downto 0);             -- input stream (io_clk)
    in_valid : in    std_ulogic;                                 -- in_data holds a word
    in_ready : out   std_ulogic;                                 -- in_data is taken in this cycle if in_valid is '1'
    want     : in    std_ulogic;                                 -- the datapath can absorb a block in the next cycle
    absorb   : out   std_ulogic;                                 -- the datapath absorbs inject in this cycle
    inject   : out   std_ulogic_vector(64 * WORDS - 1 downto 0); -- the block in the cycle of absorb, else zero
    last     : out   std_ulogic                                  -- the block that is or was absorbed last ends its message
  );
end entity keccak_whole_pairs;

architecture rtl of keccak_whole_pairs is

  constant PAIRS : positive := (WORDS - 1) / 2;

  -- A length is given in 32-bit words, of which a block has twice WORDS.
  constant COUNT_BITS : positive := 30;

  signal first        : std_ulogic_vector(63 downto 0);                -- the word that was taken first (io_clk)
  signal no_first     : std_ulogic;                                    -- it holds no word (io_clk)
  signal pair         : std_ulogic_vector(127 downto 0);               -- the latest pair
  signal waiting      : std_ulogic_vector(128 * PAIRS - 129 downto 0); -- the pairs before it
  signal inject_pairs : std_ulogic_vector(128 * PAIRS - 129 downto 0); -- they, in the cycle of absorb
  signal single       : std_ulogic_vector(63 downto 0);                -- the last word of the block
  signal starting     : std_ulogic;                                    -- first cycle after a reset, in which tick is '0'
  signal at_header    : std_ulogic;
  signal after_header : std_ulogic;                                    -- the cycle after at_header
  signal filling      : std_ulogic;
  signal at_last      : std_ulogic;
  signal full         : std_ulogic;
  signal pair_taken   : std_ulogic;                                    -- at the end of this cycle
  signal shift        : std_ulogic;                                    -- pair holds a pair that is not the last one
  signal index        : std_ulogic_vector(0 to PAIRS - 1);             -- one-hot: the pair that comes next
  signal arm          : std_ulogic;                                    -- the block moves to inject_pairs at the end of this cycle
  signal armed        : std_ulogic;
  signal spent        : std_ulogic;                                    -- same as armed; a register of its own for a wide net
  signal length       : unsigned(COUNT_BITS - 1 downto 0);             -- of the segment after this block, in units of 64 bits
  signal next_length  : unsigned(COUNT_BITS downto 0);                 -- its upper bit is the borrow
  signal one_left     : std_ulogic;                                    -- no block of the segment follows this one
  signal last_segment : std_ulogic;

begin

  in_ready    <= no_first or (tick and filling);
  pair_taken  <= filling and not no_first and in_valid;
  arm         <= full and want;
  absorb      <= armed;
  next_length <= ('0' & length) - WORDS;
  inject      <= inject_pairs & ((pair & single) and (191 downto 0 => armed));

  first_reg : process (io_clk) is
  begin
    if rising_edge(io_clk) then
      if rst = '1' then
        no_first <= '1';
      elsif no_first = '1' then
        no_first <= not in_valid;
      elsif tick = '1' then
        no_first <= at_header or at_last or (filling and in_valid);
      end if;
      if no_first = '1' then
        first <= in_data;
      end if;
    end if;
  end process first_reg;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        starting  <= '1';
        at_header <= '0';
        filling   <= '0';
        at_last   <= '0';
        full      <= '0';
        shift     <= '0';
        armed     <= '0';
        spent     <= '1';
        index     <= (others => '0');
        index(0)  <= '1';
      else
        starting <= '0';
        if starting = '1' then
          at_header <= '1';
        elsif at_header = '1' and no_first = '0' then
          at_header <= '0';
        elsif arm = '1' then
          at_header <= one_left;
        end if;
        if at_header = '1' and no_first = '0' then
          filling <= '1';
        elsif arm = '1' then
          filling <= not one_left;
        elsif pair_taken = '1' then
          filling <= not index(PAIRS - 1);
        end if;
        at_last <= (pair_taken and index(PAIRS - 1)) or (at_last and no_first);
        full    <= (at_last and not no_first) or (full and not want);
        shift   <= pair_taken and not index(PAIRS - 1);
        armed   <= arm;
        spent   <= arm;
        if pair_taken = '1' then
          index <= index(PAIRS - 1) & index(0 to PAIRS - 2);
        end if;
      end if;
    end if;
  end process state_reg;

  length_reg : process (clk) is
  begin
    if rising_edge(clk) then
      after_header <= at_header;
      if at_header = '1' then
        length       <= unsigned(first(63 downto 34));
        last_segment <= first(32);
      elsif after_header = '1' or armed = '1' then
        length <= next_length(COUNT_BITS - 1 downto 0);
      end if;
      one_left <= next_length(COUNT_BITS);
      if arm = '1' then
        last <= one_left and last_segment;
      end if;
    end if;
  end process length_reg;

  pair_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if filling = '1' then
        pair <= first & in_data;
      end if;
      if at_last = '1' then
        single <= first;
      end if;
      if shift = '1' then
        waiting <= waiting(waiting'high - 128 downto 0) & pair;
      end if;
    end if;
  end process pair_reg;

  inject_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if spent = '1' then
        inject_pairs <= (others => '0');
      elsif arm = '1' then
        inject_pairs <= waiting;
      end if;
    end if;
  end process inject_reg;

end architecture rtl;
