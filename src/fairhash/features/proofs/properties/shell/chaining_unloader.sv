// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/chaining_unloader.vhd.
module proof #(parameter W = 8, parameter WORDS = 4, parameter DIGEST_WORDS = 4, parameter [W*WORDS-1:0] INITIAL = 0) (
  input clk, input rst, input load, input [W*WORDS-1:0] next_value, input finished, input out_ready
);
  wire [W*WORDS-1:0] value;
  wire sending, out_valid;
  wire [W-1:0] out_data;
  wire [DIGEST_WORDS-1:0] position; // the leftmost bit belongs to word 0

  chaining_unloader dut (.clk(clk), .rst(rst), .load(load), .next_value(next_value), .value(value), .finished(finished),
    .sending(sending), .out_data(out_data), .out_valid(out_valid), .out_ready(out_ready), .position(position));

  reset_rule #(1) rule (.clk(clk), .rst(rst));
  offer_is_stable #(W) words (.clk(clk), .rst(rst), .valid(out_valid), .ready(out_ready), .data(out_data));

  (* anyconst *) reg [6:0] tracked;   // any word of the digest
  reg                      busy;
  reg [6:0]                index;     // of the next word that leaves
  reg [W-1:0]              copied;    // the tracked word
  reg [W*WORDS-1:0]        expected;  // chaining value

  wire taken = out_valid && out_ready;

  always @(posedge clk) begin
    if (finished) copied <= next_value[(WORDS-1-tracked)*W +: W];
    if (rst || (taken && index == DIGEST_WORDS - 1)) expected <= INITIAL;
    else if (load) expected <= next_value;
    if (rst) busy <= 0;
    else if (finished) begin
      busy  <= 1;
      index <= 0;
    end else if (taken) begin
      busy  <= index != DIGEST_WORDS - 1;
      index <= index + 1;
    end
  end

  always @* begin
    assume (tracked < DIGEST_WORDS);
    // the datapath waits while a digest is sent, and a digest is a value that is loaded
    if (sending) assume (!load);
    if (finished) assume (load);
    if (!rst) begin
      assert (sending == busy);
      assert (out_valid == busy);
      assert (value == expected);
      if (busy && index == tracked) assert (out_data == copied);
      // invariants
      if (busy) assert (index < DIGEST_WORDS);
      assert (position == (busy ? {1'b1, {DIGEST_WORDS-1{1'b0}}} >> index : 0));
      if (busy) assert (expected[(WORDS-1-tracked)*W +: W] == copied);
    end
  end
endmodule
