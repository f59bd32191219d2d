// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/block_reader.vhd.
module proof #(parameter W = 64, parameter BLOCK_BITS = 1024) (
  input clk, input rst, input [W-1:0] in_data, input in_valid, input word_ready
);
  localparam WORDS       = BLOCK_BITS / W;
  localparam HALF_WORDS  = $clog2(BLOCK_BITS / 32); // bits of a length in 32-bit words that are 0
  localparam COUNT_BITS  = 31 - HALF_WORDS;

  wire in_ready, word_valid, block_last, in_payload, last_segment, more;
  wire [W-1:0] word;
  wire [1:0] settling; // bit 1: the first cycle after a header
  wire [COUNT_BITS-1:0] step, left;

  // The stream as docs/architecture.md describes it.
  reg                  payload, last;
  reg [6:0]            index;  // of the next word in its block
  reg [COUNT_BITS-1:0] blocks; // that are not complete, the current one included
  reg [2:0]            age;    // cycles since the header, at most 4
  wire ends_block = index == WORDS - 1;

  block_reader dut (.clk(clk), .rst(rst), .in_data(in_data), .in_valid(in_valid), .in_ready(in_ready), .word(word),
    .word_valid(word_valid), .word_ready(word_ready), .ends_block(ends_block), .block_last(block_last),
    .in_payload(in_payload), .last_segment(last_segment), .more(more), .settling(settling), .step(step), .left(left));

  reset_rule rule (.clk(clk), .rst(rst));
  sender_is_stable #(W) sender (.clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready), .data(in_data));
  offer_is_stable #(W) words (.clk(clk), .rst(rst), .valid(word_valid), .ready(word_ready), .data(word));

  wire taken  = in_valid && in_ready;
  wire header = taken && !payload;

  always @(posedge clk) begin
    age <= header ? 1 : age == 4 ? 4 : age + 1;
    if (header) begin
      blocks <= in_data[W-1:W-COUNT_BITS];
      last   <= in_data[W-32];
    end else if (taken && ends_block) blocks <= blocks - 1;
    if (rst) begin
      payload <= 0;
      index   <= 0;
      age     <= 4;
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
    if (header) assume (in_data[W-1:W-COUNT_BITS] != 0 && in_data[W-COUNT_BITS-1:W-31] == 0);
    if (!rst) begin
      assert (in_ready == (!payload || word_ready));
      assert (word_valid == (in_valid && payload));
      assert (word == in_data);
      if (word_valid && ends_block) assert (block_last == (last && blocks == 1));
      if (payload && age == 4) assert (block_last || !(last && blocks == 1) || index == 0);
      // invariants
      assert (in_payload == payload);
      assert (age != 0 && age <= 4 && index < WORDS);
      if (payload) begin
        assert (blocks != 0 && last_segment == last);
        assert (index < age || age == 4);
        case (age)
          1: assert (settling[1] && left == 0 && step == blocks);
          2: assert (settling == 1 && left == blocks && &step);
          3: assert (settling == 0 && left == blocks - 1 && &step && more);
          default: begin
            assert (settling == 0 && left == blocks - 1 && &step);
            if (index != 0) assert (more == (blocks != 1));
          end
        endcase
      end
    end
  end
endmodule
