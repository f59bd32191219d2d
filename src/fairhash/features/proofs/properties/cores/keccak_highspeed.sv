// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/keccak/keccak_highspeed.vhd, which absorbs a whole block at once. Its reader is proven separately.
module proof #(parameter LIMIT = 64, parameter RATE = 576, parameter DIGEST_BITS = 512) (
  input clk, input rst, input in_valid, input [63:0] in_data, input out_ready
);
  wire in_ready, out_valid, word_valid, word_ready, word_last;

  keccak_highspeed dut (.clk(clk), .io_clk(clk), .rst(rst), .in_data(in_data), .in_valid(in_valid), .in_ready(in_ready),
    .out_valid(out_valid), .out_ready(out_ready), .word_valid(word_valid), .word_ready(word_ready), .word_last(word_last));

  // the loader reads word_last with the last word of each block
  reg [6:0] index = 0;
  wire taken = word_valid && word_ready;
  wire ends  = taken && index == RATE / 64 - 1;

  always @(posedge clk)
    if (rst) index <= 0;
    else if (taken) index <= ends ? 0 : index + 1;

  reset_rule rule (.clk(clk), .rst(rst));
  core_rules #(DIGEST_BITS / 64, LIMIT) rules (.clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready),
    .ends_message(ends && word_last), .waits_for_block(1'b0), .out_valid(out_valid), .out_ready(out_ready));
endmodule
