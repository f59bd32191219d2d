// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/sha2/sha2_highspeed.vhd, which takes a block word by word. Its reader is proven separately.
module proof #(parameter LIMIT = 100) (input clk, input rst, input in_valid, input [31:0] in_data, input out_ready);
  wire in_ready, out_valid, word_valid, loading, ends_block, block_last;

  sha2_highspeed dut (.clk(clk), .io_clk(clk), .rst(rst), .in_data(in_data), .in_valid(in_valid), .in_ready(in_ready),
    .out_valid(out_valid), .out_ready(out_ready), .word_valid(word_valid), .loading(loading), .ends_block(ends_block),
    .block_last(block_last));

  reset_rule rule (.clk(clk), .rst(rst));
  core_rules #(8, LIMIT) rules (.clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready),
    .ends_message(word_valid && loading && ends_block && block_last), .waits_for_block(1'b0),
    .out_valid(out_valid), .out_ready(out_ready));
endmodule
