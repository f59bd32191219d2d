// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/straight_unloader.vhd.
module proof #(parameter W = 32, parameter WORDS = 8, parameter SINGLE = 0) (
  input clk, input rst, input [W*WORDS-1:0] digest, input load, input out_ready
);
  wire done, out_valid, dut_busy;
  wire [W-1:0] out_data;
  wire [W*(WORDS-2)-1:0] held_words; // words 2 .. WORDS-1, the first one in the most significant bits
  wire [W*(WORDS-1)-1:0] offered;    // words 1 .. WORDS-1
  wire [WORDS-2:0] token;            // the leftmost bit belongs to word 1

  straight_unloader dut (.clk(clk), .rst(rst), .digest(digest), .load(load), .done(done), .out_data(out_data),
    .out_valid(out_valid), .out_ready(out_ready), .held(held_words), .offered(offered), .token(token), .busy(dut_busy));

  reset_rule rule (.clk(clk), .rst(rst));
  offer_is_stable #(W) words (.clk(clk), .rst(rst), .valid(out_valid), .ready(out_ready), .data(out_data));

  (* anyconst *) reg [6:0] tracked; // any word of the digest
  reg         busy;                 // words 1 .. WORDS-1 of a digest are leaving
  reg [6:0]   index;
  reg [W-1:0] copied;
  reg         waits = 0;
  reg [1:0]   reset_length = 0;
  reg [W*WORDS-1:0] waiting;

  wire         first = load && !busy;
  wire [W-1:0] value = digest[(WORDS-1-tracked)*W +: W];
  wire         taken = out_valid && out_ready;

  always @(posedge clk) begin
    reset_length <= !rst ? 0 : reset_length == 2 ? 2 : reset_length + 1;
    waits   <= load && !done && !rst;
    waiting <= digest;
    if (first) copied <= value;
    if (rst) busy <= 0;
    else if (first && taken) begin
      busy  <= 1;
      index <= 1;
    end else if (busy && taken) begin
      busy  <= index != WORDS - 1;
      index <= index + 1;
    end
  end

  integer i;
  always @* begin
    assume (tracked < WORDS);
    // the datapath holds load and the digest until done
    if (waits && !rst) assume (load && digest == waiting);
    // load comes from control registers, which two cycles of reset have cleared
    if (rst && reset_length == 2) assume (!load);
    assert (reset_length <= 2);
    if (!rst) begin
      assert (done == (first && out_ready));
      assert (out_valid == (load || busy));
      if (first && tracked == 0) assert (out_data == value);
      if (busy && index == tracked) assert (out_data == copied);
      // invariants
      assert (dut_busy == busy);
      if (busy) assert (index != 0 && index < WORDS);
      assert (token == (busy ? {1'b1, {WORDS-2{1'b0}}} >> (index - 1) : 0));
      if (busy && index == tracked && tracked < WORDS - SINGLE) assert (offered[(WORDS-1-tracked)*W +: W] == copied);
      // all other words are zero, so that an OR selects
      for (i = 1; i < WORDS - SINGLE; i = i + 1)
        if (!busy || index != i) assert (offered[(WORDS-1-i)*W +: W] == 0);
      if (busy && (index < tracked || (index == tracked && tracked >= WORDS - SINGLE)) && tracked > 1)
        assert (held_words[(WORDS-1-tracked)*W +: W] == copied);
    end
  end
endmodule
