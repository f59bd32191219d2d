-- SPDX-License-Identifier: Apache-2.0
-- Controls the BLAKE2b core that processes words in halves: fills one of two banks with a block while the block in the other one is in
-- process.
--
--   slots 0 .. 11    half a round. Half a G starts in each of slots 0 to 7; slots 8 to 11 wait for results
--   slots 12 .. 14   only after the last half of a block, whose results the first columns of the next block need earlier
--   round 0 .. 11    each has two half rounds, columns and diagonals. The first columns of a block also compute the chaining value
--   last_pass        12 more slots after the last block of a message: the chaining value, and zeros for the next message. After reset
--                    they do the latter only (purging)
--
-- The columns have the order 0, 1, 3, 2, the diagonals 0, 3, 1, 2. With this order every half is stored before it is read.
-- A message that follows starts when the digest has been sent, because the chaining value sends it.
--
-- Source: RFC 7693, sections 3.2 and 3.3. Widths: a message has at most 2**29 bytes. Latency: one cycle a slot.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity blake2_halves_control is
  port (
    clk         : in    std_ulogic;            -- clock
    rst         : in    std_ulogic;            -- synchronous reset, active high
    block_taken : in    std_ulogic;            -- the last word of a block is stored
    block_last  : in    std_ulogic;            -- the block is the last one of its message
    block_full  : in    std_ulogic;            -- the whole block is message
    block_part  : in    unsigned(6 downto 0);  -- bytes of the message in a block that is not full
    word_ready  : out   std_ulogic;            -- a word can be stored
    write_bank  : out   std_ulogic;            -- bank in which words are stored
    read_bank   : out   std_ulogic;            -- bank of the block in process
    valid       : out   std_ulogic;            -- half a G starts
    phase       : out   std_ulogic;            -- '0': the lower half, '1': the upper half
    x           : out   unsigned(1 downto 0);  -- number of the G
    half        : out   std_ulogic;            -- '0': columns, '1': diagonals
    round_index : out   unsigned(3 downto 0);  -- number of the round
    first       : out   std_ulogic;            -- the first columns of a block, or last_pass
    last_pass   : out   std_ulogic;            -- see above
    fresh       : out   std_ulogic;            -- the block is the first one of its message
    t           : out   unsigned(29 downto 0); -- bytes of the message up to this block
    last        : out   std_ulogic;            -- the block is the last one of its message
    sending     : in    std_ulogic;            -- a digest is being sent
    finished    : out   std_ulogic             -- the chaining value is a digest from the next cycle on
  );
end entity blake2_halves_control;

architecture rtl of blake2_halves_control is

  constant PART_BITS      : positive := 7;
  constant LAST_ROUND     : natural  := 11;
  constant LAST_SLOT      : natural  := 11;
  constant LAST_SLOT_WAIT : natural  := 14;

  type parts_t is array (0 to 1) of unsigned(PART_BITS - 1 downto 0);

  signal slot      : unsigned(3 downto 0);
  signal in_round  : unsigned(3 downto 0);              -- value of round_index
  signal in_half   : std_ulogic;                        -- value of half
  signal running   : std_ulogic;                        -- a block is in process
  signal passing   : std_ulogic;                        -- value of last_pass
  signal purging   : std_ulogic;                        -- passing after a reset
  signal in_first  : std_ulogic;                        -- value of fresh
  signal ends_half : std_ulogic;                        -- last slot
  signal at_end    : std_ulogic;                        -- last half of the last round
  signal ends      : std_ulogic;                        -- last slot of a block
  signal start     : std_ulogic;                        -- a block starts in the next cycle
  signal filling   : std_ulogic;                        -- value of write_bank
  signal reading   : std_ulogic;                        -- value of read_bank
  signal other     : std_ulogic;                        -- bank of the next block
  signal full      : std_ulogic_vector(0 to 1);         -- the bank holds a block that is not finished
  signal last_of   : std_ulogic_vector(0 to 1);         -- block_last of the block in each bank
  signal full_of   : std_ulogic_vector(0 to 1);         -- block_full
  signal part_of   : parts_t;                           -- block_part
  signal ready     : std_ulogic;                        -- the bank of the next block is full
  signal is_last   : std_ulogic;                        -- value of last
  signal blocks    : unsigned(29 - PART_BITS downto 0); -- full blocks up to this block
  signal part      : unsigned(PART_BITS - 1 downto 0);  -- bytes in a block that is not full
  signal next_full : std_ulogic_vector(0 to 0);         -- block_full of the next block

begin

  write_bank  <= filling;
  read_bank   <= reading;
  other       <= not reading;
  word_ready  <= not full(1) when filling = '1' else not full(0);
  ready       <= full(1) when other = '1' else full(0);
  ends_half   <= to_bit(slot = LAST_SLOT_WAIT) when at_end = '1' else
                 to_bit(slot = LAST_SLOT);
  ends        <= running and ends_half and at_end;
  start       <= ready and not sending and not passing and ((ends and not is_last) or not running);
  finished    <= passing and ends_half and not purging;
  valid       <= (running or passing) and not slot(3);
  phase       <= slot(0);
  x           <= slot(1) & (slot(2) xor slot(1)) when in_half = '1' else
                 slot(2) & (slot(2) xor slot(1));
  half        <= in_half;
  round_index <= in_round;
  first       <= passing or (running and to_bit(in_round = 0) and not in_half);
  last_pass   <= passing;
  fresh       <= in_first;
  last        <= is_last;
  t           <= blocks & part;
  next_full   <= full_of(1 to 1) when other = '1' else full_of(0 to 0);

  slot_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        slot     <= (others => '0');
        in_half  <= '0';
        in_round <= (others => '0');
        at_end   <= '0';
        running  <= '0';
        passing  <= '1';
        purging  <= '1';
        in_first <= '1';
      else
        if start = '1' or ends_half = '1' then
          slot <= (others => '0');
        elsif running = '1' or passing = '1' then
          slot <= slot + 1;
        end if;
        if start = '1' or ends = '1' then
          in_half  <= '0';
          in_round <= (others => '0');
          at_end   <= '0';
          running  <= start;
        elsif running = '1' and ends_half = '1' then
          in_half  <= not in_half;
          if in_half = '1' then
            in_round <= in_round + 1;
          end if;
          at_end   <= not in_half and to_bit(in_round = LAST_ROUND);
        end if;
        if ends_half = '1' then
          passing  <= ends and is_last;
          purging  <= '0';
          in_first <= passing or (in_first and not ends);
        end if;
      end if;
    end if;
  end process slot_reg;

  bank_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        filling <= '0';
        reading <= '1';
        full    <= "00";
      else
        if block_taken = '1' then
          filling <= not filling;
        end if;
        if start = '1' then
          reading <= other;
        end if;
        for bank in 0 to 1 loop
          if block_taken = '1' and filling = to_bit(bank = 1) then
            full(bank) <= '1';
          elsif ends = '1' and reading = to_bit(bank = 1) then
            full(bank) <= '0';
          end if;
        end loop;
      end if;
    end if;
  end process bank_reg;

  describe_reg : process (clk) is
  begin
    if rising_edge(clk) then
      for bank in 0 to 1 loop
        if block_taken = '1' and filling = to_bit(bank = 1) then
          last_of(bank) <= block_last;
          full_of(bank) <= block_full;
          part_of(bank) <= block_part;
        end if;
      end loop;
    end if;
  end process describe_reg;

  -- The number of full blocks grows at the start of a block.
  counter_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if passing = '1' then
        blocks <= (others => '0');
      elsif start = '1' then
        blocks <= blocks + unsigned(next_full);
      end if;
      if start = '1' then
        is_last <= last_of(1) when other = '1' else last_of(0);
        part    <= part_of(1) when other = '1' else part_of(0);
        if next_full = "1" then
          part <= (others => '0');
        end if;
      end if;
    end if;
  end process counter_reg;

end architecture rtl;
