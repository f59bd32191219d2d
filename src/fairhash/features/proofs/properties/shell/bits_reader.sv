// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/bits_reader.vhd.
module proof #(parameter BLOCK_BITS = 512) (
  input clk, input rst, input [63:0] in_data, input in_valid, input word_ready
);
  localparam WORDS      = BLOCK_BITS / 64;
  localparam COUNT_BITS = 31 - $clog2(BLOCK_BITS / 32);

  wire in_ready, word_valid, word_last, block_last, before_last, in_payload, last_segment;
  wire [63:0] word;
  wire [31:0] message_bits;
  wire [1:0] settling; // bit 1: the first cycle after a header
  wire [$clog2(WORDS)-1:0] dut_index;
  wire [COUNT_BITS-1:0] step, left;

  bits_reader dut (.clk(clk), .rst(rst), .in_data(in_data), .in_valid(in_valid), .in_ready(in_ready), .word(word),
    .word_valid(word_valid), .word_last(word_last), .word_ready(word_ready), .block_last(block_last),
    .before_last(before_last), .message_bits(message_bits), .in_payload(in_payload), .last_segment(last_segment),
    .settling(settling), .index(dut_index), .step(step), .left(left));

  // The stream as docs/architecture.md describes it.
  reg                  payload, last;
  reg [6:0]            index;  // of the next word in its block
  reg [COUNT_BITS-1:0] blocks; // that are not complete, the current one included
  reg [31:0]           bits;
  reg [1:0]            age;    // cycles since the header, at most 3
  wire ends_block = index == WORDS - 1;

  reset_rule rule (.clk(clk), .rst(rst));
  sender_is_stable #(64) sender (.clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready), .data(in_data));
  offer_is_stable #(65) words (.clk(clk), .rst(rst), .valid(word_valid), .ready(word_ready),
    .data({word_last && ends_block, word}));

  wire taken  = in_valid && in_ready;
  wire header = taken && !payload;

  always @(posedge clk) begin
    age <= header ? 1 : age == 3 ? 3 : age + 1;
    if (header) begin
      blocks <= in_data[63:64-COUNT_BITS];
      last   <= in_data[32];
      bits   <= in_data[31:0];
    end else if (taken && ends_block) blocks <= blocks - 1;
    if (rst) begin
      payload <= 0;
      index   <= 0;
      age     <= 3;
    end else if (header) begin
      payload <= 1;
      index   <= 0;
    end else if (taken) begin
      index   <= ends_block ? 0 : index + 1;
      payload <= !(ends_block && blocks == 1);
    end
  end

  always @* begin
    // a segment is a whole number of blocks, at least one
    if (header) assume (in_data[63:64-COUNT_BITS] != 0 && in_data[63-COUNT_BITS:33] == 0);
    if (!rst) begin
      assert (in_ready == (!payload || word_ready));
      assert (word_valid == (in_valid && payload));
      assert (word == in_data);
      if (payload) begin
        assert (message_bits == bits);
        // from the third cycle after the header on, and with the last word of a block in any case
        if (age == 3 || ends_block) assert (block_last == (last && blocks == 1) && before_last == (last && blocks == 2));
        if (age == 3 || ends_block) assert (word_last == (last && blocks == 1 && ends_block));
        else assert (!word_last);
      end
      // invariants
      assert (in_payload == payload);
      assert (age != 0 && index < WORDS && dut_index == index);
      if (!payload) assert (index == 0);
      if (payload) begin
        assert (blocks != 0 && last_segment == last);
        assert (index < age || age == 3);
        case (age)
          1: assert (settling[1] && left == 0 && step == blocks);
          2: assert (settling == 1 && left == blocks && &step);
          default: assert (settling == 0 && left == blocks - 1 && &step);
        endcase
      end
    end
  end
endmodule
