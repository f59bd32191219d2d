// SPDX-License-Identifier: Apache-2.0
// The function of ../fold/fold.v, written with a package, a packed structure and an interface, which only a complete
// SystemVerilog frontend reads.

package fold_pkg;
  typedef struct packed {
    logic [31:0] high;
    logic [31:0] low;
  } state_t;

  localparam state_t START = '{high: 32'h01234567, low: 32'h89abcdef};

  function automatic state_t absorb(state_t state, logic [31:0] word, int turn);
    automatic logic [63:0] turned = (state << turn) | (state >> (64 - turn));
    return state_t'(turned + {word, word ^ state.low});
  endfunction
endpackage

interface fold_stream;
  logic [31:0] data;
  logic        valid;
  logic        ready;
  logic        last;

  modport source(output data, valid, last, input ready);
  modport sink(input data, valid, last, output ready);
endinterface

module fold_core
  import fold_pkg::*;
#(
  parameter int TURN = 1
) (
  input logic clk,
  input logic rst_n,
  fold_stream.sink d,
  fold_stream.source q
);

  state_t     state;
  logic [1:0] left;  // words of the digest

  assign d.ready = left == 0;
  assign q.data  = state.high;
  assign q.valid = left != 0;
  assign q.last  = left == 1;

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      state <= START;
      left  <= '0;
    end else if (d.valid && d.ready) begin
      state <= absorb(state, d.data, TURN);
      left  <= d.last ? 2'd2 : 2'd0;
    end else if (q.valid && q.ready) begin
      state <= q.last ? START : '{high: state.low, low: '0};
      left  <= left - 2'd1;
    end
  end

endmodule

module fold_top #(
  parameter int TURN = 1
) (
  input  logic        aclk,
  input  logic        aresetn,
  input  logic [31:0] s_axis_tdata,
  input  logic        s_axis_tvalid,
  output logic        s_axis_tready,
  input  logic        s_axis_tlast,
  output logic [31:0] m_axis_tdata,
  output logic        m_axis_tvalid,
  input  logic        m_axis_tready,
  output logic        m_axis_tlast
);

  fold_stream d ();
  fold_stream q ();

  assign d.data        = s_axis_tdata;
  assign d.valid       = s_axis_tvalid;
  assign d.last        = s_axis_tlast;
  assign s_axis_tready = d.ready;
  assign m_axis_tdata  = q.data;
  assign m_axis_tvalid = q.valid;
  assign m_axis_tlast  = q.last;
  assign q.ready       = m_axis_tready;

  fold_core #(.TURN(TURN)) core (.clk(aclk), .rst_n(aresetn), .d(d.sink), .q(q.source));

endmodule
