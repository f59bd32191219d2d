// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/lean_reader.vhd.
module proof (
  input clk, input rst, input [31:0] in_data, input in_valid, input word_ready
);
  wire in_ready, word_valid, word_last;
  wire [31:0] word;
  wire in_payload, last_segment;
  wire [30:0] counter;

  lean_reader dut (.clk(clk), .rst(rst), .in_data(in_data), .in_valid(in_valid), .in_ready(in_ready), .word(word),
    .word_valid(word_valid), .word_last(word_last), .word_ready(word_ready),
    .in_payload(in_payload), .last_segment(last_segment), .left(counter));

  reset_rule rule (.clk(clk), .rst(rst));
  sender_is_stable #(32) sender (.clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready), .data(in_data));
  offer_is_stable #(33) words (.clk(clk), .rst(rst), .valid(word_valid), .ready(word_ready), .data({word_last, word}));

  // The stream as docs/architecture.md describes it: words of the segment that have not been taken, the next one included.
  reg        payload;
  reg [31:0] left;
  reg        last;

  wire taken  = in_valid && in_ready;
  wire starts = taken && !payload;

  always @(posedge clk) begin
    if (starts) begin
      left <= in_data[31:1];
      last <= in_data[0];
    end else if (taken) left <= left - 1;
    if (rst) payload <= 0;
    else if (starts) payload <= 1;
    else if (taken && left == 1) payload <= 0;
  end

  always @* begin
    if (starts) assume (in_data[31:1] != 0); // a segment has at least one word
    if (!rst) begin
      assert (in_ready == (!payload || word_ready));
      assert (word_valid == (in_valid && payload));
      assert (word == in_data);
      if (payload) assert (word_last == (last && left == 1));
      // invariants
      assert (in_payload == payload);
      if (payload) assert (left != 0 && counter == left - 1 && last_segment == last);
    end
  end
endmodule
