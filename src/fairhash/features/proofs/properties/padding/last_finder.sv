// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/padding/last_finder.vhd: a reference that holds one word.
module proof #(parameter W = 16) (
  input clk, input rst, input [W-1:0] in_data, input [$clog2(W/8):0] in_bytes, input in_last, input in_valid, input out_ready
);
  localparam B = $clog2(W / 8);
  wire in_ready, out_last, out_valid, held, ends;
  wire [W-1:0] out_data;
  wire [B:0] out_bytes;

  last_finder dut (.clk(clk), .rst(rst), .in_data(in_data), .in_bytes(in_bytes), .in_last(in_last), .in_valid(in_valid),
    .in_ready(in_ready), .out_data(out_data), .out_bytes(out_bytes), .out_last(out_last), .out_valid(out_valid),
    .out_ready(out_ready), .held(held), .ends(ends));

  reset_rule rule (.clk(clk), .rst(rst));
  sender_is_stable #(W + B + 2) sender (.clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready),
    .data({in_last, in_bytes, in_data}));
  offer_is_stable #(W + B + 2) words (.clk(clk), .rst(rst), .valid(out_valid), .ready(out_ready),
    .data({out_last, out_bytes, out_data}));

  reg         have;  // a word waits
  reg         known; // and is the last one of its message
  reg [W-1:0] value;
  reg [B:0]   bytes;

  wire taken = in_valid && in_ready;
  wire given = out_valid && out_ready;
  wire marks = have && !known && in_last && in_bytes == 0; // what arrives only says that the message has ended

  always @(posedge clk) begin
    if (rst) have <= 0;
    else have <= taken || (have && !given);
    if (taken) known <= in_last;
    if (taken && !marks) begin
      value <= in_data;
      bytes <= in_bytes;
    end
  end

  always @* begin
    if (in_valid) assume (in_bytes <= W / 8 && (in_bytes != 0 || in_last));
    if (!rst) begin
      assert (out_valid == (have && (known || (in_valid && !marks))));
      assert (in_ready == (!have || out_ready || marks));
      if (have) assert (out_data == value && out_bytes == bytes && out_last == known);
      // invariants
      assert (held == have);
      if (have) assert (ends == known);
      // no word that a message can do without: an end without bytes is that of an empty message
      if (taken && given) assert (!marks);
    end
  end
endmodule
