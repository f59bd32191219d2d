// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/accelerator/accelerator_distributor.vhd. The queue at its input is removed: its outputs are free, and a row
// stays until it leaves. Of the buffers only the number of rows is modelled.
module proof #(parameter W = 64, parameter BUS_BITS = 64, parameter BLOCK_BITS = 128, parameter CORES = 1, parameter LANES = 2,
              parameter LIMIT_BITS = 64, parameter PADDING = 1) (
  input clk, input rst, input [BUS_BITS-1:0] s_axis_tdata, input s_axis_tlast, input s_axis_tvalid, input [CORES-1:0] starved,
  input result_taken
);
  localparam ROWS = 8, RESERVE = 4;
  localparam LIMIT = 7;
  // states in the order of the VHDL's enumeration
  localparam CHECKING = 0, DESCRIPTOR = 1, STORING = 2, ENDING = 3, REFUSING = 4, DROPPING = 5;
  wire s_axis_tready, result_valid, head_valid, pop, check_waits;
  wire [BUS_BITS:0] head;
  wire [LANES-1:0] write, lane, stuck, open_lanes;
  wire [BUS_BITS+1:0] write_row;
  wire [15:0] result_id;
  wire [2:0] result_status, state;
  wire [LANES-1:0] full, half, empty;
  wire [1:0] recent;
  wire received, first;
  wire [15:0] id;
  wire [16*LANES-1:0] ids; // that of lane 0 in the top bits
  localparam BLOCK_WORDS = BLOCK_BITS / W, ROW_WORDS = BUS_BITS / W, ROWS_BITS = 14 + $clog2(BLOCK_WORDS + 1);
  wire [ROWS_BITS-1:0] words, rows_left;
  localparam LONGEST = LIMIT_BITS - $clog2(BLOCK_BITS) + 2, COUNT_BITS = (LONGEST > 14 ? LONGEST : 14) + 1;
  wire [COUNT_BITS*LANES-1:0] counts; // that of lane 0 in the top bits
  wire [COUNT_BITS-1:0] total_reg;

  // without a limit nothing is counted
  generate if (LIMIT_BITS < 64) begin : limited
    accelerator_distributor dut (.clk(clk), .rst(rst), .s_axis_tdata(s_axis_tdata), .s_axis_tlast(s_axis_tlast),
      .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready), .write(write), .write_row(write_row), .full(full), .half(half),
      .empty(empty), .starved(starved), .result_valid(result_valid), .result_id(result_id), .result_status(result_status),
      .result_taken(result_taken), .head_valid(head_valid), .head(head), .pop(pop), .lane(lane), .stuck(stuck), .open_lanes(open_lanes),
      .check_waits(check_waits), .recent(recent), .received(received), .first(first), .id(id), .ids(ids), .state(state), .words(words),
      .rows_left(rows_left), .counts(counts), .total_reg(total_reg));
  end else begin : unlimited
    accelerator_distributor dut (.clk(clk), .rst(rst), .s_axis_tdata(s_axis_tdata), .s_axis_tlast(s_axis_tlast),
      .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready), .write(write), .write_row(write_row), .full(full), .half(half),
      .empty(empty), .starved(starved), .result_valid(result_valid), .result_id(result_id), .result_status(result_status),
      .result_taken(result_taken), .head_valid(head_valid), .head(head), .pop(pop), .lane(lane), .stuck(stuck), .open_lanes(open_lanes),
      .check_waits(check_waits), .recent(recent), .received(received), .first(first), .id(id), .ids(ids), .state(state), .words(words),
      .rows_left(rows_left));
  end endgenerate

  reset_rule rule (.clk(clk), .rst(rst));

  // Buffers: rows leave in any cycle. full, half and empty are those of accelerator_buffer.
  (* anyseq *) reg [LANES-1:0] leaves;
  genvar g;
  generate for (g = 0; g < LANES; g = g + 1) begin : buffers
    reg [3:0] rows;
    always @(posedge clk) rows <= rst ? 0 : rows + write[g] - (leaves[g] && rows != 0);
    assign full[g]  = rows >= ROWS - RESERVE;
    assign half[g]  = rows >= ROWS / 2;
    assign empty[g] = rows == 0;
    // no row is written into a buffer without room
    wire [3:0] all = rows + write[g]; // with the row that is on its way
    wire serves = open_lanes[g] || (lane[g] && (state == DESCRIPTOR || state == STORING || state == ENDING));
    always @* if (!rst) begin
      assert (!(write[g] && rows == ROWS));
      // invariants
      assert (all <= ROWS - 1);
      if (serves) assert (all <= (state == ENDING && lane[g] ? ROWS - 2 : ROWS - 3));
      if (write[g]) assert (recent[0]);
    end
    // the core waits for a row of an empty lane that is not this one; it takes no row of this one
    always @* if (!rst && stuck[g]) assume (!leaves[g]);
  end endgenerate

  sender_is_stable #(BUS_BITS + 1) rows_in (.clk(clk), .rst(rst), .valid(head_valid), .ready(pop), .data(head));
  always @* if (!rst && result_taken) assume (result_valid);

  // The rows that the reader of a lane needs: a descriptor, then all rows of its blocks or fewer, of which the last one says so. A
  // made-up packet is its descriptor only.
  wire [13:0] blocks = write_row[31:18];
  reg  [ROWS_BITS-1:0] owed;       // rows of the packet that have not been written
  reg  [LANES-1:0]     packet_lane;
  wire [ROWS_BITS-1:0] owed_after = write == 0 ? owed
                                  : owed == 0 ? (write_row[16] ? 0 : (blocks * BLOCK_WORDS + ROW_WORDS - 1) / ROW_WORDS)
                                  : write_row[BUS_BITS+1] ? 0 : owed - 1;
  always @(posedge clk) begin
    owed <= rst ? 0 : owed_after;
    if (|write && owed == 0) packet_lane <= write;
  end
  always @* if (!rst) begin
    if (|write && owed == 0) assert (blocks != 0 && write_row[BUS_BITS+1:BUS_BITS] == 0);
    if (|write && owed != 0) assert (write == packet_lane);
    if (state != STORING) assert (owed_after == 0);
    // invariants
    if (state == STORING) assert (owed_after == rows_left && rows_left != 0 && lane == (|write && owed == 0 ? write : packet_lane));
    if (state == DESCRIPTOR) assert (head_valid && words == head[31:18] * BLOCK_WORDS && words != 0);
  end

  // No message longer than a core may receive reaches a lane: the blocks that the packets of each message announce are added up.
  localparam [COUNT_BITS-1:0] MOST = LIMIT_BITS < 64 ? ((65'd1 << LIMIT_BITS) + BLOCK_BITS - 1) / BLOCK_BITS + PADDING : 0;
  wire [13:0] head_blocks = head[31:18];
  generate if (LIMIT_BITS < 64) for (g = 0; g < LANES; g = g + 1) begin : limits
    reg  [COUNT_BITS-1:0] sum;   // of the lane's latest message
    reg  was_open;               // in the cycle before; the first packet of a message is written when the message opens
    wire [COUNT_BITS-1:0] count = counts[COUNT_BITS*(LANES-1-g) +: COUNT_BITS];
    wire begins    = write[g] && owed == 0 && !write_row[16];
    wire [COUNT_BITS-1:0] sum_after = (was_open ? sum : 0) + (begins ? blocks : 0);
    always @(posedge clk) begin
      sum      <= rst ? 0 : sum_after;
      was_open <= open_lanes[g] && !rst;
    end
    always @* if (!rst) begin
      assert (sum_after <= MOST);
      // invariants
      if (open_lanes[g] && !(lane[g] && (state == DESCRIPTOR || state == ENDING))) assert (count == sum_after);
      if (state == DESCRIPTOR && lane[g]) assert (total_reg == (first ? 0 : sum_after) + head_blocks && total_reg <= MOST);
    end
  end endgenerate

  // Reasons for which the bus may wait: the buffer of the packet's lane is full and its core works; no buffer is less than half full
  // and some core works; the result of a refused packet has not been taken.
  wire lane_full   = |(full & lane) && !(|(stuck & lane));
  wire no_room     = check_waits && |(~open_lanes & ~stuck);
  wire result_late = result_valid && !result_taken;

  reg [3:0] late; // cycles in which a row waits for none of these reasons
  always @(posedge clk) begin
    if (rst || !head_valid || pop) late <= 0;
    else if (!lane_full && !no_room && !result_late) late <= late + 1;
  end

  wire [1:0] settles = recent[0] ? 2 : recent[1]; // cycles until the buffers' signals include all rows
  always @* if (!rst) begin
    // invariants
    assert (state <= DROPPING);
    if (state == CHECKING) assert (late + settles <= 3);
    if (state == DESCRIPTOR) assert (late + settles <= 4 && !received);
    if (state == STORING) assert (late + settles <= 2);
    if (state == ENDING) assert (late <= (received ? 0 : 5));
    if (state == REFUSING) assert (late <= (result_valid ? 4 : 5));
    if (state == STORING || state == DESCRIPTOR || state == ENDING) assert (lane != 0);
    if (state == STORING) assert ((open_lanes & lane) != 0);
    if (state == DESCRIPTOR) assert (first == ((open_lanes & lane) == 0));
    // open messages have different ids
    if (&open_lanes) assert (ids[15:0] != ids[31:16]);
    if (state == DESCRIPTOR && first && |open_lanes) assert (id != (lane[0] ? ids[15:0] : ids[31:16]));
    assert ((lane & (lane - 1)) == 0);
    assert (late < LIMIT);
    assert ((write & (write - 1)) == 0);
  end
endmodule
