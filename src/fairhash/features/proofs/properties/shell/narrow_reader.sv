// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/narrow_reader.vhd.
module proof #(parameter BLOCK_BITS = 512, parameter NEEDS_BITS = 0, parameter LENGTH_BITS = 32) (
  input clk, input rst, input [15:0] in_data, input in_valid, input word_ready, input [31:0] segment_blocks
);
  localparam BLOCK_WORDS = BLOCK_BITS / 32;
  localparam UNIT        = BLOCK_WORDS & -BLOCK_WORDS; // the largest power of two that divides BLOCK_WORDS
  localparam UNIT_BITS   = $clog2(UNIT);
  localparam BLOCK_UNITS = BLOCK_WORDS / UNIT;
  localparam MOST_WORDS  = 1 << (LENGTH_BITS - 5);     // 32-bit words of the longest message
  localparam COUNT_BITS  = LENGTH_BITS - 4 - UNIT_BITS;

  wire in_ready, word_valid, block_last, before_last, in_payload, second, taking_bits, last_segment;
  wire [15:0] word;
  wire [31:0] message_bits;
  wire [1:0] settling; // bit 1: the first cycle after a length
  wire [COUNT_BITS-1:0] step, left;

  // The stream as docs/architecture.md describes it.
  reg        payload, last;
  reg [1:0]  position; // of the next word in the header
  reg [15:0] half;     // previous word of the header
  reg [31:0] bits;
  reg [31:0] blocks;   // that are not complete, the current one included
  reg [7:0]  index;    // of the next word in its block
  reg [1:0]  age;      // cycles since the length, at most 3

  wire ends_block = index == 2 * BLOCK_WORDS - 1;

  narrow_reader dut (.clk(clk), .rst(rst), .in_data(in_data), .in_valid(in_valid), .in_ready(in_ready), .word(word),
    .word_valid(word_valid), .word_ready(word_ready), .ends_block(ends_block), .block_last(block_last),
    .before_last(before_last), .message_bits(message_bits), .in_payload(in_payload), .second(second), .taking_bits(taking_bits),
    .last_segment(last_segment), .settling(settling), .step(step), .left(left));

  reset_rule #(1) rule (.clk(clk), .rst(rst));
  sender_is_stable #(16) sender (.clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready), .data(in_data));
  offer_is_stable #(16) words (.clk(clk), .rst(rst), .valid(word_valid), .ready(word_ready), .data(word));

  wire        taken   = in_valid && in_ready;
  wire        header  = taken && !payload;
  wire        measure = header && position == 1; // the length is complete
  wire [31:0] first   = {half, in_data};
  wire        starts  = measure && !(NEEDS_BITS && in_data[0]) || header && position == 3;

  always @(posedge clk) begin
    age <= measure ? 1 : age == 3 ? 3 : age + 1;
    if (header) half <= in_data;
    if (measure) begin
      blocks <= segment_blocks;
      last   <= in_data[0];
    end else if (taken && payload && ends_block) blocks <= blocks - 1;
    if (header && position == 3) bits <= {half, in_data};
    if (rst) begin
      payload  <= 0;
      position <= 0;
      index    <= 0;
      age      <= 3;
    end else if (starts) begin
      payload  <= 1;
      position <= 0;
    end else if (header) position <= position + 1;
    else if (taken) begin
      index   <= ends_block ? 0 : index + 1;
      payload <= !(ends_block && blocks == 1);
    end
  end

  always @* begin
    // a segment is a whole number of blocks, at least one, and no longer than the longest message
    if (measure) assume (segment_blocks != 0 && segment_blocks <= MOST_WORDS / BLOCK_WORDS &&
                         first[31:1] == segment_blocks * BLOCK_WORDS);
    if (!rst) begin
      assert (in_ready == (!payload || word_ready));
      assert (word_valid == (in_valid && payload));
      assert (word == in_data);
      if (payload) begin
        if (NEEDS_BITS && last) assert (message_bits == bits);
        // from the third cycle after the length on, and with the last word of a block in any case
        if (age == 3 || ends_block) assert (block_last == (last && blocks == 1) && before_last == (last && blocks == 2));
      end
      // invariants
      assert (in_payload == payload && second == position[0] && taking_bits == position[1]);
      assert (age != 0 && index < 2 * BLOCK_WORDS);
      if (!NEEDS_BITS) assert (!position[1]);
      if (payload) assert (position == 0);
      else assert (index == 0);
      if (position == 1) assert (step[COUNT_BITS-1:15-UNIT_BITS] == half[COUNT_BITS+UNIT_BITS-16:0]);
      if (position == 3) assert (message_bits[15:0] == half);
      if (position[1]) assert (last);
      if (payload || position[1]) begin
        assert (blocks != 0 && blocks <= MOST_WORDS / BLOCK_WORDS && last_segment == last);
        assert (index < age || age == 3);
        case (age)
          1: assert (settling[1] && left == 0 && step == blocks * BLOCK_UNITS);
          2: assert (settling == 1 && left == blocks * BLOCK_UNITS && step + BLOCK_UNITS == 1 << COUNT_BITS);
          default: assert (settling == 0 && left == (blocks - 1) * BLOCK_UNITS && step + BLOCK_UNITS == 1 << COUNT_BITS);
        endcase
      end else assert (settling == 0);
    end
  end
endmodule
