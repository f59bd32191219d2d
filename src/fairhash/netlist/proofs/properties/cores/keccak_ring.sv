// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/keccak/keccak_ring.vhd with two messages in flight and one clock. A digest may wait for turns of other
// messages (docs/architecture.md, "Turns"). The core counts as idle only if the sender offers a word, or if
// no message in flight has more blocks.
module proof #(parameter LIMIT = 64, parameter RATE = 576, parameter DIGEST_BITS = 512) (
  input clk, input rst, input in_valid, input [63:0] in_data, input out_ready
);
  wire in_ready, out_valid;

  keccak_ring dut (.clk(clk), .io_clk(clk), .rst(rst), .in_data(in_data), .in_valid(in_valid), .in_ready(in_ready),
    .out_valid(out_valid), .out_ready(out_ready));

  reg       payload = 0; // words of a block are next
  reg       flag;        // the block ends its message
  reg [4:0] index = 0;
  reg       this_goes, other_goes; // the message of the next turn, and of the one after it, has more blocks

  wire taken  = in_valid && in_ready;
  wire header = taken && !payload;
  wire block  = in_data[63:33] != 0;
  wire ends   = taken && payload && index == RATE / 64 - 1;

  always @(posedge clk) begin
    if (header) flag <= in_data[32];
    if (rst) begin
      payload    <= 0;
      index      <= 0;
      this_goes  <= 0;
      other_goes <= 0;
    end else begin
      if (header) begin
        payload    <= block;
        this_goes  <= other_goes;
        other_goes <= block && !in_data[32];
      end else if (ends) payload <= 0;
      if (taken && payload) index <= ends ? 0 : index + 1;
    end
  end

  // a turn is a block or empty; an empty turn ends no message and belongs to none
  always @* if (header) assume (block ? in_data[63:33] == RATE / 32 : !in_data[32] && !this_goes);

  wire open = this_goes || other_goes || payload;

  reset_rule rule (.clk(clk), .rst(rst));
  core_rules #(DIGEST_BITS / 64, LIMIT) rules (.clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready),
    .ends_message(ends && flag), .out_valid(out_valid), .out_ready(out_ready && (in_valid || !open)));
endmodule
