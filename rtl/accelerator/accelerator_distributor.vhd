-- SPDX-License-Identifier: Apache-2.0
-- Receives packets from the bus and stores each one in the buffer of a lane; refuses packets with errors.
--
--   s_axis_* --> queue --> check of the descriptor --> write_row, to the buffer of the chosen lane
--                                     \--------------> result_*, of a refused packet
--
-- A packet that begins a message goes to a lane without an open message: to one with an empty buffer, otherwise to one whose
-- buffer is less than half full, otherwise it waits. Further packets of the message go to the same lane, found by the id.
-- While the lane's buffer is full, the packet waits, and all later packets with it.
--
-- A packet with an error is received to its end. If its message is open, it ends with a made-up packet (accelerator_pkg), so that
-- the core can finish; otherwise the result of the message is sent from here.
-- A core with several messages in flight may wait for one of them (starved) while the packet here belongs to another one whose
-- buffer is full. No row would ever move again, so the message of the packet then ends with STATUS_OVERFLOW.
-- A message ends with STATUS_TOO_LONG at the first packet whose blocks would exceed the longest message of a core (LIMIT_BITS). For
-- LIMIT_BITS = 64 nothing is counted: a bus of 512 bits at 200 MHz needs 5.7 years for such a message.
--
-- Lane l belongs to core l mod CORES. A buffer must have room for four rows while its room is '0'.
-- Widths: BUS_BITS a row. Throughput: one row a cycle, and one cycle more for the check of each descriptor.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;
use work.accelerator_pkg.all;

entity accelerator_distributor is
  generic (
    W          : positive := 64;   -- bits of a word of the cores
    BUS_BITS   : positive := 256;  -- bits of a row, at least 64, a multiple of W
    BLOCK_BITS : positive := 1088; -- bits of a block, a multiple of W
    CORES      : positive := 2;    -- number of cores
    LANES      : positive := 2;    -- CORES multiplied by the messages in flight of a core
    LIMIT_BITS : positive := 64;   -- a message of a core has at most 2 ** LIMIT_BITS bits, 16 to 64
    PADDING    : natural  := 1     -- blocks of the longest message that padding adds
  );
  port (
    clk           : in    std_ulogic;                               -- clock of all ports
    rst           : in    std_ulogic;                               -- synchronous reset, active high
    s_axis_tdata  : in    std_ulogic_vector(BUS_BITS - 1 downto 0); -- AXI4-Stream input: packets, first byte in the lowest bits
    s_axis_tlast  : in    std_ulogic;                               -- last row of a packet
    s_axis_tvalid : in    std_ulogic;                               -- s_axis_tdata holds a row
    s_axis_tready : out   std_ulogic;                               -- the row is taken in this cycle
    write         : out   std_ulogic_vector(LANES - 1 downto 0);    -- write_row is stored by this lane, one-hot or zero
    write_row     : out   std_ulogic_vector(BUS_BITS + 1 downto 0); -- a row, flags in the top bits
    full          : in    std_ulogic_vector(LANES - 1 downto 0);    -- the buffer of the lane is full
    half          : in    std_ulogic_vector(LANES - 1 downto 0);    -- it is at least half full
    empty         : in    std_ulogic_vector(LANES - 1 downto 0);    -- it is empty
    starved       : in    std_ulogic_vector(CORES - 1 downto 0);    -- the core waits for a row of one lane
    result_valid  : out   std_ulogic;                               -- the other result_* hold the result of a refused packet
    result_id     : out   std_ulogic_vector(ID_BITS - 1 downto 0);  -- its id
    result_status : out   status_t;                                 -- why it was refused
    result_taken  : in    std_ulogic                                -- the result is taken in this cycle
  );
end entity accelerator_distributor;

architecture rtl of accelerator_distributor is

  constant BLOCK_WORDS : positive := BLOCK_BITS / W;
  constant ROW_WORDS   : positive := BUS_BITS / W;
  constant ROWS_BITS   : positive := BLOCKS_BITS + counter_bits(BLOCK_WORDS + 1);

  -- Longest message in blocks. A packet has fewer than 2 ** BLOCKS_BITS, so a sum needs one bit more than the longer of both.
  constant COUNT_BITS  : positive                          := maximum(LIMIT_BITS - counter_bits(BLOCK_BITS) + 2, BLOCKS_BITS) + 1;
  constant MOST_BLOCKS : unsigned(COUNT_BITS - 1 downto 0) := message_blocks(COUNT_BITS, LIMIT_BITS, BLOCK_BITS, PADDING);
  constant IS_LIMITED  : boolean                           := LIMIT_BITS < 64;

  type state_t is (checking, storing_descriptor, storing_rows, ending_message, refusing, dropping);

  type ids_t is array (0 to LANES - 1) of std_ulogic_vector(ID_BITS - 1 downto 0);

  type counts_t is array (0 to LANES - 1) of unsigned(COUNT_BITS - 1 downto 0);

  signal state        : state_t;
  signal head         : std_ulogic_vector(BUS_BITS downto 0);            -- oldest row of the queue, s_axis_tlast in the top bit
  signal head_valid   : std_ulogic;
  signal head_last    : std_ulogic;
  signal pop          : std_ulogic;                                      -- the oldest row leaves the queue
  signal ids          : ids_t;                                           -- id of the lane's latest message
  signal counts       : counts_t;                                        -- blocks of the lane's latest message
  signal total        : unsigned(COUNT_BITS - 1 downto 0);               -- these of the message with those of its new packet
  signal total_reg    : unsigned(COUNT_BITS - 1 downto 0);               -- total of the packet that is stored
  signal open_lanes   : std_ulogic_vector(LANES - 1 downto 0);           -- the message has further packets
  signal same         : std_ulogic_vector(LANES - 1 downto 0);           -- it is open and has the id of the descriptor
  signal closed       : std_ulogic_vector(LANES - 1 downto 0);
  signal stuck        : std_ulogic_vector(LANES - 1 downto 0);           -- the lane's core waits for another lane
  signal candidates   : std_ulogic_vector(LANES - 1 downto 0);           -- lanes that are best for a new message
  signal lane         : std_ulogic_vector(LANES - 1 downto 0);           -- lane of the packet, one-hot
  signal latest       : std_ulogic_vector(LANES - 1 downto 0);           -- lane that received the latest new message, one-hot
  signal first        : std_ulogic;                                      -- the packet begins a message
  signal last         : std_ulogic;                                      -- the packet ends its message
  signal id           : std_ulogic_vector(ID_BITS - 1 downto 0);
  signal status       : status_t;                                        -- why the message ends early
  signal received     : std_ulogic;                                      -- the last row of the packet has left the queue
  signal words        : unsigned(ROWS_BITS - 1 downto 0);                -- words of the packet's blocks
  signal rows_left    : unsigned(ROWS_BITS - 1 downto 0);
  signal is_final     : std_ulogic;                                      -- the next row should be the last one of the packet
  signal is_full      : std_ulogic;
  signal is_stuck     : std_ulogic;
  signal recent       : std_ulogic_vector(1 downto 0);                   -- rows that may not yet be seen in full, empty and starved
  signal writes       : std_ulogic;                                      -- a row is sent to the lane in this cycle
  signal row_flags    : row_flags_t;
  signal made_up      : std_ulogic_vector(DESCRIPTOR_BITS - 1 downto 0); -- of a result without digest: holds a status
  signal check_status : status_t;
  signal check_waits  : std_ulogic;
  signal pending      : std_ulogic;                                      -- result_valid

begin

  queue : entity work.word_queue
    generic map (
      W => BUS_BITS + 1
    )
    port map (
      clk       => clk,
      rst       => rst,
      in_data   => s_axis_tlast & s_axis_tdata,
      in_valid  => s_axis_tvalid,
      in_ready  => s_axis_tready,
      out_data  => head,
      out_valid => head_valid,
      out_ready => pop
    );

  head_last    <= head(BUS_BITS);
  closed       <= not open_lanes;
  is_final     <= to_bit(rows_left = 1);
  is_full      <= or (full and lane);
  is_stuck     <= (or (stuck and lane)) and not (or recent);
  result_valid <= pending;

  find_lanes : process (all) is
  begin
    for i in 0 to LANES - 1 loop
      stuck(i) <= starved(i mod CORES);
      same(i)  <= open_lanes(i) and to_bit(ids(i) = head(ID_BITS - 1 downto 0));
    end loop;
    candidates <= closed and not half;
    if (closed and empty) /= (LANES - 1 downto 0 => '0') then
      candidates <= closed and empty;
    end if;
  end process find_lanes;

  count_blocks : process (all) is
    variable before : unsigned(COUNT_BITS - 1 downto 0);
  begin
    before := (others => '0');
    for i in 0 to LANES - 1 loop
      if same(i) = '1' and IS_LIMITED then
        before := before or counts(i);
      end if;
    end loop;
    total <= before + unsigned(head(BLOCKS_LOW + BLOCKS_BITS - 1 downto BLOCKS_LOW));
  end process count_blocks;

  -- The status of the descriptor at the head of the queue.
  check : process (all) is
  begin
    check_waits  <= '0';
    check_status <= STATUS_OK;
    if head_last = '1' then
      check_status <= STATUS_TRUNCATED;
    end if;
    if IS_LIMITED and total > MOST_BLOCKS then
      check_status <= STATUS_TOO_LONG;
    end if;
    if unsigned(head(BLOCKS_LOW + BLOCKS_BITS - 1 downto BLOCKS_LOW)) = 0 then
      check_status <= STATUS_NO_BLOCKS;
    end if;
    if head(FIRST_BIT) = '0' then
      if (or same) = '0' then
        check_status <= STATUS_UNKNOWN_ID;
      end if;
    elsif (or same) = '1' then
      check_status <= STATUS_ID_IN_USE;
    elsif (or closed) = '0' or ((or (closed and not stuck)) = '0' and (or candidates) = '0' and (or recent) = '0') then
      check_status <= STATUS_NO_LANE;
    else
      check_waits <= not (or candidates);
    end if;
  end process check;

  -- What becomes of the row at the head of the queue.
  move : process (all) is
  begin
    pop       <= '0';
    writes    <= '0';
    row_flags <= ROW_GOOD;
    case state is
      when checking =>
        null;
      when storing_descriptor =>
        pop    <= not is_full;
        writes <= not is_full;
      when storing_rows =>
        pop    <= head_valid and (is_stuck or not is_full);
        writes <= head_valid and (is_stuck or not is_full);
        if is_full = '1' then
          row_flags <= ROW_OVERFLOW;
        elsif is_final = '0' and head_last = '1' then
          row_flags <= ROW_TRUNCATED;
        elsif is_final = '1' and head_last = '0' then
          row_flags <= ROW_TOO_LONG;
        end if;
      when ending_message =>
        writes <= '1';
      when refusing =>
        null;
      when dropping =>
        pop <= '1';
    end case;
  end process move;

  made_up_descriptor : process (all) is
  begin
    made_up                                                         <= (others => '0');
    made_up(ID_BITS - 1 downto 0)                                   <= id;
    made_up(MADE_UP_BIT)                                            <= '1';
    made_up(LAST_BIT)                                               <= '1';
    made_up(BLOCKS_LOW)                                             <= '1';
    made_up(LENGTH_LOW + status_t'length - 1 downto LENGTH_LOW)     <= status;
  end process made_up_descriptor;

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        state      <= checking;
        open_lanes <= (others => '0');
        latest     <= (others => '0');
        latest(LANES - 1) <= '1';
        pending    <= '0';
      else
        if result_taken = '1' then
          pending <= '0';
        end if;
        case state is
          when checking =>
            if head_valid = '1' and check_waits = '0' then
              if check_status = STATUS_OK then
                state <= storing_descriptor;
              elsif (or same) = '1' and head(FIRST_BIT) = '0' then
                state <= ending_message;
              else
                state <= refusing;
              end if;
            end if;
          when storing_descriptor =>
            if is_full = '0' then
              state <= storing_rows;
              if first = '1' then
                latest     <= lane;
                open_lanes <= open_lanes or lane;
              end if;
            elsif is_stuck = '1' then
              state <= ending_message;
            end if;
          when storing_rows =>
            if writes = '1' then
              if row_flags = ROW_GOOD then
                if is_final = '1' then
                  state <= checking;
                end if;
              elsif last = '0' then
                state <= ending_message;
              elsif head_last = '1' then
                state <= checking;
              else
                state <= dropping;
              end if;
              if last = '1' and (is_final = '1' or row_flags /= ROW_GOOD) then
                open_lanes <= open_lanes and not lane;
              end if;
            end if;
          when ending_message =>
            open_lanes <= open_lanes and not lane;
            state      <= dropping;
            if received = '1' then
              state <= checking;
            end if;
          when refusing =>
            if pending = '0' then
              pending <= '1';
              state   <= dropping;
            end if;
          when dropping =>
            if head_valid = '1' and head_last = '1' then
              state <= checking;
            end if;
        end case;
      end if;
    end if;
  end process state_reg;

  packet_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if state = checking then
        id       <= head(ID_BITS - 1 downto 0);
        first    <= head(FIRST_BIT);
        last     <= head(LAST_BIT);
        status   <= check_status;
        received <= '0';
        total_reg <= total;
        lane     <= next_one(candidates, latest);
        if head(FIRST_BIT) = '0' then
          lane <= same;
        end if;
        words <= resize(unsigned(head(BLOCKS_LOW + BLOCKS_BITS - 1 downto BLOCKS_LOW)) * BLOCK_WORDS, ROWS_BITS);
      elsif state = storing_descriptor then
        rows_left <= (words + (ROW_WORDS - 1)) / ROW_WORDS;
        if is_full = '1' then
          status <= STATUS_OVERFLOW;
        end if;
      elsif state = storing_rows and writes = '1' then
        rows_left <= rows_left - 1;
        received  <= head_last;
        status    <= row_status(row_flags);
      end if;
      if state = storing_descriptor and first = '1' then
        for i in 0 to LANES - 1 loop
          if lane(i) = '1' then
            ids(i) <= id;
          end if;
        end loop;
      end if;
      if state = storing_descriptor then
        for i in 0 to LANES - 1 loop
          if lane(i) = '1' then
            counts(i) <= total_reg;
          end if;
        end loop;
      end if;
      if state = refusing and pending = '0' then
        result_id     <= id;
        result_status <= status;
      end if;
    end if;
  end process packet_reg;

  write_reg : process (clk) is
  begin
    if rising_edge(clk) then
      write_row <= row_flags & head(BUS_BITS - 1 downto 0);
      if state = storing_descriptor then
        write_row(MADE_UP_BIT) <= '0';
      elsif state = ending_message then
        write_row(BUS_BITS + 1 downto BUS_BITS)  <= ROW_GOOD;
        write_row(DESCRIPTOR_BITS - 1 downto 0) <= made_up;
      end if;
      if rst = '1' then
        write  <= (others => '0');
        recent <= (others => '0');
      else
        write  <= lane and (LANES - 1 downto 0 => writes);
        recent <= recent(0) & writes;
      end if;
    end if;
  end process write_reg;

end architecture rtl;
