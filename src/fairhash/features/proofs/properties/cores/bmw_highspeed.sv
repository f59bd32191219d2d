// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/bmw/bmw_highspeed.vhd for WORD_BITS = 32, whose I/O clock has eight times the rate. Cycles are those of io_clk.
// The reader is proven separately.
module proof #(parameter LIMIT = 64) (
  input io_clk, input rst, input in_valid, input [63:0] in_data, input out_ready
);
  localparam RATIO = 8;

  wire in_ready, out_valid, word_valid, word_ready, ends_block, block_last;

  reg [2:0] cycle = 0; // of io_clk in the period of clk
  reg       old_rst = 1;
  wire      rises = cycle == RATIO - 1; // this cycle ends with a rising edge of clk

  bmw_highspeed dut (.clk(rises), .io_clk(io_clk), .rst(rst), .in_data(in_data), .in_valid(in_valid), .in_ready(in_ready),
    .out_valid(out_valid), .out_ready(out_ready), .word_valid(word_valid), .word_ready(word_ready), .ends_block(ends_block),
    .block_last(block_last));

  always @(posedge io_clk) begin
    cycle   <= rises ? 0 : cycle + 1;
    old_rst <= rst;
  end

  // rst changes only with clk
  always @* if (cycle != 0) assume (rst == old_rst);

  reset_rule #(3 * RATIO) rule (.clk(io_clk), .rst(rst));
  core_rules #(4, LIMIT) rules (.clk(io_clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready),
    .ends_message(word_valid && word_ready && ends_block && block_last), .waits_for_block(1'b0),
    .out_valid(out_valid), .out_ready(out_ready));
endmodule
