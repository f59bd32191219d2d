// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/memory_loader.vhd.
module proof #(parameter BLOCK_WORDS = 8, parameter INDEX_BITS = 3, parameter FIRST = 0) (
  input clk, input rst, input [15:0] word, input word_valid, input block_last, input port_free, input free_block
);
  wire word_ready, ends_block, write, full, last, half;
  wire [INDEX_BITS-1:0] write_index;
  wire [31:0] write_data;
  wire [15:0] upper;

  memory_loader dut (.clk(clk), .rst(rst), .word(word), .word_valid(word_valid), .word_ready(word_ready), .ends_block(ends_block),
    .block_last(block_last), .port_free(port_free), .write(write), .write_index(write_index), .write_data(write_data), .full(full),
    .last(last), .free_block(free_block), .half(half), .upper(upper));

  reset_rule #(1) rule (.clk(clk), .rst(rst));

  (* anyconst *) reg [6:0] tracked;    // any 32-bit word of the block
  reg [7:0]  count;                    // 16-bit words of the block that have been taken
  reg        complete;                 // a block is in the memory
  reg [31:0] expected;                 // the tracked word, as it was taken
  reg [31:0] stored;                   // the tracked word, as it is in the memory
  reg        expected_last;

  wire taken = word_valid && word_ready;
  wire ends  = count == 2 * BLOCK_WORDS - 1;
  wire [INDEX_BITS-1:0] place = FIRST + tracked;

  always @(posedge clk) begin
    if (taken && count == 2 * tracked) expected[31:16] <= word;
    if (taken && count == 2 * tracked + 1) expected[15:0] <= word;
    if (write && write_index == place) stored <= write_data;
    if (taken && ends) expected_last <= block_last;
    if (rst) begin
      count    <= 0;
      complete <= 0;
    end else begin
      if (taken) count <= ends ? 0 : count + 1;
      complete <= (complete && !free_block) || (taken && ends);
    end
  end

  always @* begin
    assume (tracked < BLOCK_WORDS);
    if (!rst) begin
      assert (full == complete);
      if (full) assert (!word_ready && !write);
      if (!full) assert (word_ready == (port_free || !count[0]));
      if (!full) assert (ends_block == ends);
      if (write) assert (port_free);
      assert (write == (taken && count[0]));
      if (full) assert (stored == expected && last == expected_last);
      // invariants
      assert (count < 2 * BLOCK_WORDS);
      if (complete) assert (count == 0);
      assert (half == count[0]);
      assert (write_index == ((FIRST + count[7:1]) & ((1 << INDEX_BITS) - 1)));
      if (count == 2 * tracked + 1) assert (upper == expected[31:16]);
      if (count > 2 * tracked + 1) assert (stored == expected);
    end
  end
endmodule
