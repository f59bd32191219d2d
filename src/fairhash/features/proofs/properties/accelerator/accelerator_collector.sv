// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/accelerator/accelerator_collector.vhd: one result of an arbitrary source is followed to the output stream.
module proof #(parameter BUS_BITS = 64, parameter DIGEST_BITS = 64, parameter CORES = 2) (
  input clk, input rst, input [CORES:0] result_valid, input [16*(CORES+1)-1:0] result_ids,
  input [3*(CORES+1)-1:0] result_status, input [CORES*DIGEST_BITS-1:0] result_digests, input m_axis_tready
);
  localparam ROWS  = (64 + DIGEST_BITS + BUS_BITS - 1) / BUS_BITS;
  localparam LIMIT = (CORES + 2) * (ROWS + 1) + 2; // cycles in which the receiver is ready
  wire [CORES:0] result_taken, granted, latest;
  wire [BUS_BITS-1:0] m_axis_tdata;
  wire [BUS_BITS/8-1:0] m_axis_tkeep;
  wire m_axis_tlast, m_axis_tvalid, busy;

  accelerator_collector dut (.clk(clk), .rst(rst), .result_valid(result_valid), .result_ids(result_ids),
    .result_status(result_status), .result_digests(result_digests), .result_taken(result_taken), .m_axis_tdata(m_axis_tdata),
    .m_axis_tkeep(m_axis_tkeep), .m_axis_tlast(m_axis_tlast), .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready),
    .granted(granted), .latest(latest), .busy(busy));

  reset_rule rule (.clk(clk), .rst(rst));
  offer_is_stable #(BUS_BITS + 1) rows (.clk(clk), .rst(rst), .valid(m_axis_tvalid), .ready(m_axis_tready),
    .data({m_axis_tlast, m_axis_tdata}));

  (* anyconst *) reg [3:0] any;
  wire [3:0] source = any;
  wire offered = result_valid[source];
  wire taken   = result_taken[source];
  wire [15:0] id     = result_ids[16*source +: 16];
  wire [2:0]  status = result_status[3*source +: 3];
  wire [DIGEST_BITS-1:0] digest = source < CORES ? result_digests[DIGEST_BITS*source +: DIGEST_BITS] : 0;

  // sources keep a result until it is taken
  reg waited = 0;
  reg [15:0] old_id;
  reg [2:0] old_status;
  reg [DIGEST_BITS-1:0] old_digest;
  always @(posedge clk) begin
    waited <= offered && !taken && !rst;
    {old_id, old_status, old_digest} <= {id, status, digest};
  end
  genvar g;
  generate for (g = 0; g <= CORES; g = g + 1) begin : sources
    reg waits = 0;
    always @(posedge clk) waits <= result_valid[g] && !result_taken[g] && !rst;
    always @* if (waits && !rst) assume (result_valid[g]);
    // a source needs a cycle to offer another result
    reg gone = 0;
    always @(posedge clk) gone <= result_taken[g] && !rst;
    always @* if (gone && !rst) assume (!result_valid[g]);
    always @* if (!rst && granted[g]) assert (result_valid[g]);
  end endgenerate

  // the result on the stream
  reg mine;               // the rows on the stream are those of the followed source
  reg [7:0] row;          // index of the next one
  reg [63+DIGEST_BITS:0] result;
  reg [7:0] late;         // cycles that the result has waited while the receiver was ready
  integer i;
  reg [DIGEST_BITS-1:0] swapped;
  always @* for (i = 0; i < DIGEST_BITS / 8; i = i + 1) swapped[8*i +: 8] = status == 0 ? digest[DIGEST_BITS-8-8*i +: 8] : 0;
  wire moves = m_axis_tvalid && m_axis_tready;
  always @(posedge clk) begin
    if (rst) begin
      mine <= 0;
      late <= 0;
    end else begin
      late <= !offered || taken ? 0 : late + m_axis_tready;
      if (|result_taken) begin
        mine   <= taken;
        row    <= 0;
        result <= {swapped, 45'd0, status, id};
      end else if (moves) begin
        row <= row + 1;
        if (m_axis_tlast) mine <= 0;
      end
    end
  end
  wire [ROWS*BUS_BITS-1:0] padded = result;

  always @* begin
    assume (any <= CORES);
    if (waited && !rst) assume (id == old_id && status == old_status && digest == old_digest);
    if (!rst) begin
      assert (late < LIMIT);
      if (mine) begin
        assert (m_axis_tvalid);
        assert (m_axis_tdata == padded[BUS_BITS*row +: BUS_BITS]);
        assert (m_axis_tlast == (row == ROWS - 1));
      end
      assert ((granted & (granted - 1)) == 0);
    end
  end
endmodule
