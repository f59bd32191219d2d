// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/state_unloader.vhd.
module proof #(parameter W = 64, parameter WORDS = 8, parameter CHAINED = 8) (
  input clk, input rst, input [W*WORDS-1:0] digest, input load, input out_ready
);
  localparam LAST_PAIR = CHAINED / 2 - 1;

  wire done, out_valid, dut_busy, dut_first, odd, late;
  wire [W-1:0] out_data;
  wire [W*(WORDS-1)-1:0] held_words; // words 1 .. WORDS-1, the first one in the most significant bits
  wire [W*(WORDS-1)-1:0] offered;
  wire [WORDS-1:0] position;         // the leftmost bit belongs to word 0
  wire [LAST_PAIR:0] pair;           // the leftmost bit belongs to pair 0

  // an internal signal without use does not exist
  generate
    if (CHAINED == WORDS) begin : chain
      state_unloader dut (.clk(clk), .rst(rst), .digest(digest), .load(load), .done(done), .out_data(out_data),
        .out_valid(out_valid), .out_ready(out_ready), .held(held_words), .position(position), .busy(dut_busy),
        .first(dut_first), .odd(odd), .late(late), .pair(pair));
      assign offered = 0;
    end else if (CHAINED == 2) begin : one_pair
      state_unloader dut (.clk(clk), .rst(rst), .digest(digest), .load(load), .done(done), .out_data(out_data),
        .out_valid(out_valid), .out_ready(out_ready), .held(held_words), .offered(offered), .position(position),
        .busy(dut_busy), .first(dut_first), .odd(odd), .late(late));
      assign pair = 0;
    end else begin : both
      state_unloader dut (.clk(clk), .rst(rst), .digest(digest), .load(load), .done(done), .out_data(out_data),
        .out_valid(out_valid), .out_ready(out_ready), .held(held_words), .offered(offered), .position(position),
        .busy(dut_busy), .first(dut_first), .odd(odd), .late(late), .pair(pair));
    end
  endgenerate

  reset_rule #(1) rule (.clk(clk), .rst(rst));
  offer_is_stable #(W) words (.clk(clk), .rst(rst), .valid(out_valid), .ready(out_ready), .data(out_data));

  (* anyconst *) reg [6:0] tracked; // any word of the digest
  reg         busy;                 // words of a digest are leaving
  reg [6:0]   index;                // the one that is offered
  reg [W-1:0] copied;
  reg         waits = 0;            // load has been high and the digest has not been copied
  reg         settled = 0;          // the same in the cycle before
  reg [W*WORDS-1:0] before;

  wire [W-1:0] value = digest[(WORDS-1-tracked)*W +: W];
  wire         first = busy && index == 0;
  wire [6:0]   place = index == 0 ? CHAINED : index; // in the chain word 0 is the last one

  always @(posedge clk) begin
    waits   <= load && !done && !rst;
    settled <= waits && !rst;
    before  <= digest;
    if (first) copied <= value;
    if (rst) busy <= 0;
    else if (!busy) begin
      busy  <= load;
      index <= 0;
    end else if (out_ready) begin
      busy  <= index != WORDS - 1;
      index <= index + 1;
    end
  end

  integer i;
  always @* begin
    assume (tracked < WORDS);
    // load stays until done, and the digest from the cycle after load until done
    if (waits && !rst) assume (load);
    if (waits && settled && !rst) assume (digest == before);
    if (!rst) begin
      assert (out_valid == busy);
      assert (done == (first && out_ready));
      if (first && tracked == 0) assert (out_data == value);
      if (busy && index == tracked && tracked != 0) assert (out_data == copied);
      // invariants
      assert (dut_busy == busy);
      assert (dut_first == first);
      if (first) assert (waits);
      if (busy) assert (index < WORDS);
      if (busy) assert (position == {1'b1, {WORDS-1{1'b0}}} >> index);
      else assert (position[WORDS-2:0] == 0);
      if (busy && index < CHAINED) begin
        assert (odd == (place % 2 == 0));
        assert (late == (place > 2));
        for (i = 1; i <= LAST_PAIR; i = i + 1) assert (pair[LAST_PAIR-i] == (place == 2 * i + 1 || place == 2 * i + 2));
      end
      if (busy && index >= CHAINED) begin
        assert (!odd && late);
        for (i = 1; i <= LAST_PAIR; i = i + 1) assert (!pair[LAST_PAIR-i]);
      end
      for (i = CHAINED; i < WORDS; i = i + 1)
        if (!busy || index != i) assert (offered[(WORDS-1-i)*W +: W] == 0);
      if (busy && index == tracked && tracked >= CHAINED) assert (offered[(WORDS-1-tracked)*W +: W] == copied);
      if (busy && !first && index <= tracked) assert (held_words[(WORDS-1-tracked)*W +: W] == copied);
    end
  end
endmodule
