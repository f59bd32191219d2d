// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/segment_reader.vhd.
module proof #(parameter W = 32, parameter NEEDS_BITS = 0) (
  input clk, input rst, input [W-1:0] in_data, input in_valid, input word_ready
);
  localparam LENGTH_WORDS = W == 64 ? 1 : 32 / W; // words until the length is complete

  localparam COUNT_BITS = 32 - W / 32;

  wire in_ready, word_valid, word_last;
  wire [W-1:0] word;
  wire [31:0] message_bits;
  wire in_payload, last_segment;
  wire [COUNT_BITS-1:0] words_left;
  wire [1:0] narrow_position;
  wire [W-1:0] narrow_previous;

  generate
    if (W == 64) begin : wide
      segment_reader dut (.clk(clk), .rst(rst), .in_data(in_data), .in_valid(in_valid), .in_ready(in_ready), .word(word),
        .word_valid(word_valid), .word_last(word_last), .word_ready(word_ready), .message_bits(message_bits),
        .in_payload(in_payload), .last_segment(last_segment), .words_left(words_left));
    end else begin : narrow
      segment_reader dut (.clk(clk), .rst(rst), .in_data(in_data), .in_valid(in_valid), .in_ready(in_ready), .word(word),
        .word_valid(word_valid), .word_last(word_last), .word_ready(word_ready), .message_bits(message_bits),
        .in_payload(in_payload), .last_segment(last_segment), .words_left(words_left),
        .narrow_header_position(narrow_position), .narrow_header_previous(narrow_previous));
    end
  endgenerate

  reset_rule rule (.clk(clk), .rst(rst));
  sender_is_stable #(W) sender (.clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready), .data(in_data));
  offer_is_stable #(W + 1) words (.clk(clk), .rst(rst), .valid(word_valid), .ready(word_ready), .data({word_last, word}));

  // The stream as docs/architecture.md describes it. The position of the next word in its segment, and what is known of it.
  reg        payload;
  reg [2:0]  position;
  reg [63:0] header;
  reg [31:0] left, bits;
  reg        last;

  wire        taken  = in_valid && in_ready;
  wire [63:0] so_far = W == 64 ? in_data : {header, in_data};
  wire [31:0] first  = W == 64 ? so_far[63:32] : so_far[31:0]; // the length and the flag, when they are complete
  wire        counts = taken && !payload && position == LENGTH_WORDS - 1;
  wire        flag   = counts ? first[0] : last;
  wire        two    = W != 64 && NEEDS_BITS && flag;
  wire        starts = taken && !payload && position == (two ? 2 * LENGTH_WORDS : LENGTH_WORDS) - 1;

  always @(posedge clk) begin
    if (taken) header <= so_far;
    if (counts) begin
      left <= W == 64 ? first[31:2] : W == 32 ? first[31:1] : {first[31:1], 1'b0};
      last <= first[0];
    end else if (taken && payload) left <= left - 1;
    if (starts) bits <= so_far[31:0];
    if (rst) begin
      payload  <= 0;
      position <= 0;
    end else if (starts) begin
      payload  <= 1;
      position <= 0;
    end else if (taken && !payload) position <= position + 1;
    else if (taken && left == 1) payload <= 0;
  end

  always @* begin
    // a segment has at least one block; a block of a core with W = 64 is a whole number of 64-bit words
    if (counts) assume (first[31:1] != 0);
    if (counts && W == 64) assume (!first[1]);
    if (!rst) begin
      assert (in_ready == (!payload || word_ready));
      assert (word_valid == (in_valid && payload));
      assert (word == in_data);
      if (payload) assert (word_last == (last && left == 1));
      if (payload && NEEDS_BITS && last) assert (message_bits == bits);
      // invariants
      assert (in_payload == payload);
      assert (position < (W != 64 && NEEDS_BITS ? 2 : 1) * LENGTH_WORDS);
      if (payload || position >= LENGTH_WORDS) assert (words_left == left && last_segment == last && left != 0);
      if (payload) assert (position == 0);
      if (position >= LENGTH_WORDS) assert (NEEDS_BITS && last);
      if (W != 64) begin
        assert (narrow_position == position);
        if (position != 0) assert (narrow_previous == header[W-1:0]);
      end
    end
  end
endmodule
