// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/unloader.vhd.
module proof #(parameter W = 64, parameter WORDS = 4, parameter KEEPS = 0, parameter FIRST_LATE = 0,
               parameter SINGLE = 0) (
  input clk, input rst, input tick, input [W*WORDS-1:0] digest, input [W*WORDS-1:0] kept, input load, input out_ready
);
  wire free, out_valid;
  wire [W-1:0] out_data;
  wire [W*WORDS-1:0] held_words, offered; // word 0 is in the most significant bits
  wire [WORDS-1:0] token;                 // the leftmost bit belongs to word 0

  unloader dut (.clk(clk), .rst(rst), .tick(tick), .digest(digest), .kept(kept), .load(load), .free(free),
    .out_data(out_data), .out_valid(out_valid), .out_ready(out_ready), .held(held_words), .offered(offered), .token(token));

  reset_rule rule (.clk(clk), .rst(rst));
  offer_is_stable #(W) words (.clk(clk), .rst(rst), .valid(out_valid), .ready(out_ready), .data(out_data));

  (* anyconst *) reg [6:0] tracked; // any word of the digest
  reg         busy;
  reg [6:0]   index;  // of the next word that leaves
  reg         late;   // the cycle after a load
  reg [W-1:0] copied; // the tracked word, as far as it is copied in the cycle of load

  wire         start = load && tick && free;
  wire         taken = out_valid && out_ready;
  wire [W-1:0] from_digest = digest[(WORDS-1-tracked)*W +: W];
  wire         copied_late = (KEEPS && tracked > 1) || (FIRST_LATE && tracked == 0);
  wire [W-1:0] late_value  = tracked == 0 ? from_digest : kept[(WORDS-1-tracked)*W +: W];
  wire [W-1:0] value       = late && copied_late ? late_value : copied;

  always @(posedge clk) begin
    late <= start && !rst;
    if (start) copied <= from_digest;
    else copied <= value;
    if (rst) busy <= 0;
    else if (start) begin
      busy  <= 1;
      index <= 0;
    end else if (taken) begin
      busy  <= index != WORDS - 1;
      index <= index + 1;
    end
  end

  integer i;
  always @* begin
    assume (tracked < WORDS);
    if (!rst) begin
      assert (free == !busy);
      assert (out_valid == busy);
      if (busy && index == tracked) assert (out_data == value);
      // invariants
      if (late) assert (busy && index == 0);
      if (busy) assert (index < WORDS);
      assert (token == (busy ? {1'b1, {WORDS-1{1'b0}}} >> index : 0));
      if (busy && index == tracked && tracked < WORDS - SINGLE && !(late && copied_late))
        assert (offered[(WORDS-1-tracked)*W +: W] == copied);
      // all other words are zero, so that an OR selects; reset does not clear word 0, which the next load replaces
      for (i = 0; i < WORDS - SINGLE; i = i + 1)
        if (busy ? index != i || (FIRST_LATE && late) : i != 0) assert (offered[(WORDS-1-i)*W +: W] == 0);
      if (busy && (index < tracked || (index == tracked && tracked >= WORDS - SINGLE)) && !(late && copied_late))
        assert (held_words[(WORDS-1-tracked)*W +: W] == copied);
    end
  end
endmodule
