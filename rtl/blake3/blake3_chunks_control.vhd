-- SPDX-License-Identifier: Apache-2.0
-- Controls the BLAKE3 core with two chunks in process: which G starts in each cycle, and which block or parent follows.
--
--   running    a step of 14 half rounds of eight slots. Slots 0 to 3 start the G of the even chunk or of a parent, slots 4 to 7 those
--              of the odd chunk
--   emitting   after the last block of both chunks, and after a parent: 16 slots read the chaining values
--
--   slot       0 to 3          4 to 7         8 to 11              12 to 15
--   reads      even, low half  odd, low half  even, upper half     odd, upper half
--
-- At the end of a step each chunk goes on if its next block has arrived. If one of them has not, the step of the other one is its alone.
-- If none of them has, the core is idle. When both chunks have ended, they are emitted together, and then joined by parents.
-- The order of G is the same in all half rounds: every word is stored before it is read, because half a round has eight slots.
--
-- x, half, round_index and odd are for the message. The datapath gets the same bits one cycle later, because the message reads an
-- address from a register. After reset, emitting stores zeros and gives no output (purging).
--
-- Source: BLAKE3 paper, sections 2.1, 2.2 and 2.4. Latency: one cycle a slot.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.blake3_pkg.all;
use work.shell_pkg.all;

entity blake3_chunks_control is
  port (
    clk         : in    std_ulogic;                -- clock
    rst         : in    std_ulogic;                -- synchronous reset, active high
    ready       : in    std_ulogic_vector(0 to 1); -- a block of the even, odd chunk can start
    next_last   : in    std_ulogic_vector(0 to 1); -- it is the last one of its message
    joins       : in    std_ulogic;                -- a parent follows the chaining value that is read
    is_root     : in    std_ulogic;                -- the compression is the root
    sending     : in    std_ulogic;                -- words of a digest have not been taken yet
    start       : out   std_ulogic_vector(0 to 1); -- a block of the even, odd chunk starts in the next cycle
    start_join  : out   std_ulogic;                -- a parent starts in the next cycle
    busy        : out   std_ulogic_vector(0 to 1); -- a block of the even, odd chunk is in process
    is_parent   : out   std_ulogic;                -- a parent is in process
    purging     : out   std_ulogic;                -- the first emitting after reset
    paired      : out   std_ulogic;                -- there is an odd chunk
    ends_pair   : out   std_ulogic;                -- last slot of the last step of both chunks
    ends_parent : out   std_ulogic;                -- last slot of a parent
    ends_emit   : out   std_ulogic;                -- last slot of emitting
    opens       : out   std_ulogic_vector(0 to 1); -- the block in process is the first one of its chunk
    closes      : out   std_ulogic_vector(0 to 1); -- it is the last one of its chunk
    is_last     : out   std_ulogic_vector(0 to 1); -- it is the last one of its message
    odd         : out   std_ulogic;                -- the slot belongs to the odd chunk
    x           : out   unsigned(1 downto 0);      -- number of the G, or of the word that is read
    half        : out   std_ulogic;                -- '0': columns, '1': diagonals
    round_index : out   unsigned(2 downto 0);      -- number of the round
    late_odd    : out   std_ulogic;                -- odd one cycle later
    late_x      : out   unsigned(1 downto 0);      -- x one cycle later
    late_half   : out   std_ulogic;                -- half one cycle later
    store       : out   std_ulogic;                -- the slot of one cycle ago: its result is stored
    first       : out   std_ulogic;                -- the first columns of a block, or the chaining value is read
    fresh       : out   std_ulogic;                -- first, and the chaining value is IV
    emit_low    : out   std_ulogic;                -- a word of the lower half of the chaining value is read
    emit_high   : out   std_ulogic;                -- a word of the upper half is read
    clear       : out   std_ulogic                 -- store zeros
  );
end entity blake3_chunks_control;

architecture rtl of blake3_chunks_control is

  type positions_t is array (0 to 1) of unsigned(3 downto 0);

  signal slot      : unsigned(3 downto 0);
  signal in_round  : unsigned(2 downto 0);      -- value of round_index
  signal in_half   : std_ulogic;                -- value of half
  signal at_end    : std_ulogic;                -- last half of the last round
  signal running   : std_ulogic;                -- a step is in process
  signal emitting  : std_ulogic;                -- chaining values are read
  signal purges    : std_ulogic;                -- value of purging
  signal of_parent : std_ulogic;                -- value of is_parent
  signal has_odd   : std_ulogic;                -- value of paired
  signal active    : std_ulogic_vector(0 to 1); -- the even chunk or parent, the odd chunk takes part in the step
  signal more      : std_ulogic_vector(0 to 1); -- further blocks of the even, odd chunk are to start
  signal position  : positions_t;               -- number of the next block in its chunk
  signal first_of  : std_ulogic_vector(0 to 1); -- value of opens
  signal ends_half : std_ulogic;                -- last slot of half a round
  signal ends      : std_ulogic;                -- last slot of a step
  signal to_emit   : std_ulogic;                -- the step is the last one of both chunks, or of a parent
  signal emitted   : std_ulogic;                -- value of ends_emit
  signal may_start : std_ulogic;                -- blocks may start in the next cycle
  signal starting  : std_ulogic_vector(0 to 1); -- value of start
  signal joining   : std_ulogic;                -- value of start_join
  signal waits     : std_ulogic;                -- the root waits until the digest before it has been sent

begin

  ends_half  <= running and to_bit(slot(2 downto 0) = 7);
  ends       <= ends_half and at_end;
  to_emit    <= of_parent or (not more(0) and not more(1));
  emitted    <= emitting and to_bit(slot = 15);
  joining    <= emitted and joins;
  may_start  <= (ends and not to_emit) or (emitted and not joins) or (not running and not emitting);
  starting   <= ready and more and (0 to 1 => may_start);
  waits      <= emitting and is_root and sending and to_bit(slot = 0);

  start       <= starting;
  start_join  <= joining;
  busy        <= (active(0) and not of_parent) & active(1);
  is_parent   <= of_parent;
  purging     <= purges;
  paired      <= has_odd;
  ends_pair   <= ends and to_emit and not of_parent;
  ends_parent <= ends and of_parent;
  ends_emit   <= emitted;
  opens       <= first_of;
  closes      <= not more;
  odd         <= slot(2);
  x           <= slot(1 downto 0);
  half        <= in_half;
  round_index <= in_round;

  slot_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        slot     <= (others => '0');
        in_half  <= '0';
        in_round <= (others => '0');
        at_end   <= '0';
        running  <= '0';
        emitting <= '1';
        purges   <= '1';
        active   <= "00";
      else
        if (running = '1' or emitting = '1') and waits = '0' then
          slot <= slot + 1;
        end if;
        if ends_half = '1' then
          slot     <= (others => '0');
          in_half  <= not in_half;
          in_round <= in_round + ("00" & in_half);
          at_end   <= not in_half and to_bit(in_round = ROUNDS - 1);
        end if;
        if ends = '1' then
          in_round <= (others => '0');
          running  <= '0';
          active   <= "00";
          emitting <= to_emit;
        end if;
        if emitted = '1' then
          emitting <= '0';
          purges   <= '0';
        end if;
        if joining = '1' then
          running <= '1';
          active  <= "10";
        elsif starting /= "00" then
          running <= '1';
          active  <= starting;
        end if;
      end if;
    end if;
  end process slot_reg;

  chunk_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if emitted = '1' then
        has_odd <= '0';
      end if;
      if joining = '1' then
        of_parent <= '1';
      elsif starting /= "00" then
        of_parent <= '0';
      end if;
      if purges = '1' then
        of_parent <= '0';
        position  <= (others => (others => '0'));
        more      <= "11";
      elsif ends = '1' and to_emit = '1' then
        more <= "11";
      end if;
      for chunk in 0 to 1 loop
        if starting(chunk) = '1' then
          first_of(chunk) <= to_bit(position(chunk) = 0);
          is_last(chunk)  <= next_last(chunk);
          position(chunk) <= position(chunk) + 1;
          more(chunk)     <= not to_bit(position(chunk) = 15);
          if next_last(chunk) = '1' then
            position(chunk) <= (others => '0');
            more(chunk)     <= '0';
          end if;
        end if;
      end loop;
      if starting(0) = '1' and next_last(0) = '1' then
        more(1) <= '0';
      end if;
      if starting(1) = '1' then
        has_odd <= '1';
      end if;
    end if;
  end process chunk_reg;

  -- What the datapath does with the G or word of this slot, one cycle later.
  late_reg : process (clk) is
    variable takes_part : std_ulogic; -- a G starts
    variable columns    : std_ulogic; -- the first columns of a block
    variable opens_now  : std_ulogic; -- of a chunk or a parent
    variable valid      : std_ulogic; -- there is a chaining value
  begin
    if rising_edge(clk) then
      takes_part := active(0);
      opens_now  := first_of(0) or of_parent;
      valid      := emitting and not purges and not waits;
      if slot(2) = '1' then
        takes_part := active(1);
        opens_now  := first_of(1);
        valid      := emitting and not purges and has_odd;
      end if;
      columns   := running and to_bit(in_round = 0) and not in_half;
      late_odd  <= slot(2);
      late_x    <= slot(1 downto 0);
      late_half <= in_half;
      store     <= (running and takes_part) or (emitting and slot(3));
      first     <= columns or emitting;
      fresh     <= columns and opens_now;
      emit_low  <= valid and not slot(3);
      emit_high <= valid and slot(3);
      clear     <= emitting and slot(3);
    end if;
  end process late_reg;

end architecture rtl;
