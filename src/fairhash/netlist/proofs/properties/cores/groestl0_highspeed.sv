// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/groestl/groestl0_highspeed.vhd with an I/O clock of twice the rate. Cycles are those of io_clk. The reader is
// proven separately.
module proof #(parameter LIMIT = 64, parameter EVENTS = 8, parameter DIGEST_BITS = 512) (
  input io_clk, input rst, input in_valid, input [63:0] in_data, input out_ready
);
  wire in_ready, out_valid, word_valid, word_ready, word_last, advance, add_port, out_load, out_free;

  reg  rises = 0;   // this cycle ends with a rising edge of clk
  reg  old_rst = 1;

  groestl0_highspeed dut (.clk(rises), .io_clk(io_clk), .rst(rst), .in_data(in_data), .in_valid(in_valid),
    .in_ready(in_ready), .out_valid(out_valid), .out_ready(out_ready), .word_valid(word_valid), .word_ready(word_ready),
    .word_last(word_last), .advance(advance), .add_port(add_port), .out_load(out_load), .out_free(out_free));

  // the loader reads word_last with the last word of each block
  reg [4:0] index = 0;
  wire taken = word_valid && word_ready;
  wire ends  = taken && index == DIGEST_BITS / 32 - 1;

  always @(posedge io_clk) begin
    rises   <= !rises;
    old_rst <= rst;
    if (rst) index <= 0;
    else if (taken) index <= ends ? 0 : index + 1;
  end

  // rst changes only with clk
  always @* if (rises) assume (rst == old_rst);

  reset_rule #(6) rule (.clk(io_clk), .rst(rst));
  core_rules #(DIGEST_BITS / 64, LIMIT, EVENTS) rules (.happens(rises && (advance && add_port || out_load && out_free)), .clk(io_clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready),
    .ends_message(ends && word_last), .out_valid(out_valid), .out_ready(out_ready));
endmodule
