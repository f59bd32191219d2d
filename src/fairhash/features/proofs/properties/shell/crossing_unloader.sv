// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/crossing_unloader.vhd. `tick` is '1' in the cycles of io_clk that end with a rising edge of clk; the
// number of cycles of io_clk in a period of clk is arbitrary. The core changes word 0 by inverting it, and rotates the other
// words by one bit, which maps zero to zero: a word that takes the wrong path is noticed.
module proof #(parameter W = 64, parameter WORDS = 4) (
  input io_clk, input rst, input tick, input [W*WORDS-1:0] digest, input load, input out_ready
);
  wire free, out_valid;
  wire [W-1:0] first, following, out_data, behind, current;
  wire [W*WORDS-1:0] bank;        // word 0 is in the most significant bits
  wire [W*(WORDS-3)-1:0] offered; // words 3 .. WORDS-1
  wire [WORDS-1:0] token;         // the leftmost bit belongs to word 0

  crossing_unloader dut (.clk(tick), .io_clk(io_clk), .rst(rst), .tick(tick), .digest(digest), .load(load), .free(free),
    .first(first), .first_changed(~first), .following(following), .following_changed({following[W-2:0], following[W-1]}),
    .out_data(out_data), .out_valid(out_valid), .out_ready(out_ready), .bank(bank), .offered(offered), .token(token),
    .behind(behind), .current(current));

  (* anyconst *) reg [6:0] tracked; // any word of the digest
  reg         busy;
  reg [6:0]   index;                // of the next word that leaves
  reg [W-1:0] copied;
  reg         old_tick = 1, old_rst = 1, old_load;
  reg [1:0]   resets = 0;           // edges of clk in this reset, at most 3
  reg         occupied;             // the digest had not left at the last edge of clk

  offer_is_stable #(W) words (.clk(io_clk), .rst(rst), .valid(out_valid), .ready(out_ready), .data(out_data));

  wire         start = load && tick && !occupied;
  wire         taken = out_valid && out_ready;
  wire         ends  = taken && index == WORDS - 1;
  wire [W-1:0] value = digest[(WORDS-1-tracked)*W +: W];

  always @(posedge io_clk) begin
    old_tick <= tick;
    old_rst  <= rst;
    old_load <= load;
    resets   <= !rst ? 0 : tick && resets != 3 ? resets + 1 : resets;
    if (tick) occupied <= !rst && (start || (busy && !ends));
    if (start) copied <= value;
    if (rst) busy <= 0;
    else if (start) begin
      busy  <= 1;
      index <= 0;
    end else if (taken) begin
      busy  <= !ends;
      index <= index + 1;
    end
  end

  wire [W-1:0] changed = tracked == 0 ? ~copied : {copied[W-2:0], copied[W-1]};

  integer i;
  always @* begin
    assume (tracked < WORDS);
    // rst and load come from registers on clk; a reset is three periods of clk or longer
    if (!old_tick) assume (rst == old_rst && load == old_load);
    if (old_rst && !rst) assume (resets == 3);
    if (!rst) begin
      assert (free == !occupied);
      assert (out_valid == busy);
      if (busy && index == tracked) assert (out_data == changed);
      // invariants
      if (busy) assert (index < WORDS && occupied);
      assert (token == (busy ? {1'b1, {WORDS-1{1'b0}}} >> index : 0));
      if (busy) assert (bank[(WORDS-1-tracked)*W +: W] == copied);
      // word n is in `current`, word n+1 in `behind`, word n+2 in `offered`; they skip words 0, 1 and 2
      if (busy && index == 0) assert (current == 0 && behind == 0);
      if (busy && index != 0 && index == tracked) assert (current == changed);
      if (busy && index != 0 && index + 1 == tracked) assert (behind == copied);
      if (busy && index == WORDS - 1 || !busy) assert (behind == 0);
      if (!busy) assert (current == 0);
      for (i = 3; i < WORDS; i = i + 1) begin
        if (!busy || index == 0 || index + 2 != i) assert (offered[(WORDS-1-i)*W +: W] == 0);
        else if (tracked == i) assert (offered[(WORDS-1-i)*W +: W] == copied);
      end
    end
  end
endmodule
