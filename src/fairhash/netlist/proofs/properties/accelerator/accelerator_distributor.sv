// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/accelerator/accelerator_distributor.vhd. The queue at its input is removed: its outputs are free, and a row
// stays until it leaves. Of the buffers only the number of rows is modelled.
module proof #(parameter W = 64, parameter BUS_BITS = 64, parameter BLOCK_BITS = 128, parameter CORES = 1, parameter LANES = 2) (
  input clk, input rst, input [BUS_BITS-1:0] s_axis_tdata, input s_axis_tlast, input s_axis_tvalid, input [CORES-1:0] starved,
  input result_taken
);
  localparam ROWS = 8, RESERVE = 4;
  localparam LIMIT = 9;
  wire s_axis_tready, result_valid, head_valid, pop, check_waits;
  wire [BUS_BITS:0] head;
  wire [LANES-1:0] write, lane, stuck, open_lanes;
  wire [BUS_BITS+1:0] write_row;
  wire [15:0] result_id;
  wire [2:0] result_status, state;
  wire [LANES-1:0] full, half, empty;
  wire [1:0] recent;

  accelerator_distributor dut (.clk(clk), .rst(rst), .s_axis_tdata(s_axis_tdata), .s_axis_tlast(s_axis_tlast),
    .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready), .write(write), .write_row(write_row), .full(full), .half(half),
    .empty(empty), .starved(starved), .result_valid(result_valid), .result_id(result_id), .result_status(result_status),
    .result_taken(result_taken), .head_valid(head_valid), .head(head), .pop(pop), .lane(lane), .stuck(stuck), .open_lanes(open_lanes),
    .check_waits(check_waits), .recent(recent), .state(state));

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
    always @* if (!rst) assert (rows <= ROWS && !(write[g] && rows == ROWS));
    // the core waits for a row of an empty lane that is not this one; it takes no row of this one
    always @* if (!rst && stuck[g]) assume (!leaves[g]);
  end endgenerate

  sender_is_stable #(BUS_BITS + 1) rows_in (.clk(clk), .rst(rst), .valid(head_valid), .ready(pop), .data(head));
  always @* if (!rst && result_taken) assume (result_valid);

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

  always @* if (!rst) begin
    assert (late < LIMIT);
    assert ((write & (write - 1)) == 0);
  end
endmodule
