// SPDX-License-Identifier: Apache-2.0
// A toy of somebody's: AXI4-Stream under other names, asynchronous reset, an input that has to be tied, a parameter, an include.
`include "fold.vh"

module fold #(parameter TURN = 1) (
  input             clock,
  input             clear_n,
  input      [1:0]  mode,
  input      [31:0] d,
  input             d_valid,
  output            d_ready,
  input             d_last,
  output     [31:0] q,
  output            q_valid,
  input             q_ready,
  output            q_last,
  output     [3:0]  spare
);

  reg [63:0] state;
  reg [1:0]  left;  // words of digest

  wire [63:0] turned = {state[63-TURN:0], state[63:64-TURN]};

  assign spare = state[3:0];
  assign d_ready = d_valid && left == 0;  // follows d_valid, as AXI allows
  assign q = state[63:32];
  assign q_valid = left != 0;
  assign q_last = left == 1;

  always @(posedge clock or negedge clear_n)
    if (!clear_n) begin
      state <= `START;
      left <= 0;
    end else if (d_ready) begin
      state <= turned + {d, d ^ state[31:0]};
      left <= d_last ? 2 : 0;
    end else if (q_valid && q_ready) begin
      state <= q_last ? `START : {state[31:0], 32'd0};
      left <= left - 1 + mode;
    end

endmodule
