// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/segment_reader.vhd.
module proof #(parameter W = 32) (
  input clk, input rst, input [W-1:0] in_data, input in_valid, input word_ready
);
  localparam HEADER_WORDS = W == 16 ? 2 : 1;
  localparam COUNT_BITS = 32 - W / 32;

  wire in_ready, word_valid, word_last;
  wire [W-1:0] word;
  wire in_payload, last_segment, one_left, upper_half;
  wire [COUNT_BITS-1:0] more;

  generate
    if (W == 16) begin : narrow
      segment_reader dut (.clk(clk), .rst(rst), .in_data(in_data), .in_valid(in_valid), .in_ready(in_ready), .word(word),
        .word_valid(word_valid), .word_last(word_last), .word_ready(word_ready),
        .in_payload(in_payload), .last_segment(last_segment), .one_left(one_left), .more(more), .upper_half(upper_half));
    end else begin : wide
      segment_reader dut (.clk(clk), .rst(rst), .in_data(in_data), .in_valid(in_valid), .in_ready(in_ready), .word(word),
        .word_valid(word_valid), .word_last(word_last), .word_ready(word_ready),
        .in_payload(in_payload), .last_segment(last_segment), .one_left(one_left), .more(more));
    end
  endgenerate

  reset_rule rule (.clk(clk), .rst(rst));
  sender_is_stable #(W) sender (.clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready), .data(in_data));
  offer_is_stable #(W + 1) words (.clk(clk), .rst(rst), .valid(word_valid), .ready(word_ready), .data({word_last, word}));

  // The stream as docs/architecture.md describes it: words of the segment that have not been taken, the next one included.
  reg        payload;
  reg        second; // the next word is the second one of a header of two words
  reg [15:0] upper;
  reg [31:0] left;
  reg        last;

  wire        taken  = in_valid && in_ready;
  wire [31:0] length = W == 16 ? {upper, in_data} : in_data >> (W - 32); // the length and the flag, when they are complete
  wire        starts = taken && !payload && (second || HEADER_WORDS == 1);

  always @(posedge clk) begin
    if (taken && !payload) upper <= in_data;
    if (starts) begin
      left <= W == 64 ? length[31:2] : W == 32 ? length[31:1] : {length[31:1], 1'b0};
      last <= length[0];
    end else if (taken) left <= left - 1;
    if (rst) begin
      payload <= 0;
      second  <= 0;
    end else if (starts) begin
      payload <= 1;
      second  <= 0;
    end else if (taken && !payload) second <= 1;
    else if (taken && left == 1) payload <= 0;
  end

  always @* begin
    // a segment has at least one block; a block of a core with W = 64 is a whole number of 64-bit words
    if (starts) assume (length[31:1] != 0);
    if (starts && W == 64) assume (!length[1]);
    if (!rst) begin
      assert (in_ready == (!payload || word_ready));
      assert (word_valid == (in_valid && payload));
      assert (word == in_data);
      if (payload) assert (word_last == (last && left == 1));
      // invariants
      assert (in_payload == payload);
      if (payload) assert (left != 0 && left >> COUNT_BITS == 0 && more == left[COUNT_BITS-1:0] - 2'd2);
      if (payload) assert (one_left == (left == 1) && last_segment == last);
      assert (!(second && (payload || HEADER_WORDS == 1)));
      if (W == 16) begin
        assert (upper_half == (!payload && !second));
        if (second) assert (more[COUNT_BITS-1-:16] == upper);
      end
    end
  end
endmodule
