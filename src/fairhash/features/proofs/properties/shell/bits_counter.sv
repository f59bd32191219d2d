// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/bits_counter.vhd. The reference counts message bits one block after the other, from the definition
// of the counter t of HAIFA functions: the message bits in all blocks so far, and 0 for a block that has none.
module proof #(parameter BLOCK_BITS = 512, parameter PAD_BITS = 65) (
  input clk, input restart, input count, input enters_last, input [31:0] length
);
  localparam PART_BITS = $clog2(BLOCK_BITS);

  reg        begun = 0;
  reg        in_last;   // the last segment has begun
  reg        done;      // the last block was counted
  reg [63:0] total;     // message bits in the blocks so far
  reg [31:0] rest;      // message bits of the last segment that are not in these blocks
  reg [63:0] expected;
  reg [31:0] last_bits; // message bits of the last segment

  // the next block: whether it is in the last segment, and the message bits that are in it
  wire        last_now = in_last || enters_last;
  wire [31:0] due      = in_last ? rest : length;
  wire [31:0] part     = !last_now || due > BLOCK_BITS ? BLOCK_BITS : due;
  // 34 bits, so that the sums do not overflow
  wire        block_last  = last_now && {2'b00, due} + PAD_BITS <= BLOCK_BITS;
  wire        before_last = last_now && !block_last && {2'b00, due} + PAD_BITS <= 2 * BLOCK_BITS;

  wire [63:0]           t;
  wire [63-PART_BITS:0] blocks;
  wire [PART_BITS-1:0]  low;

  bits_counter dut (.clk(clk), .restart(restart), .count(count), .block_last(block_last), .before_last(before_last),
    .message_bits(in_last ? last_bits : length), .t(t), .blocks(blocks), .low(low));

  always @(posedge clk) begin
    begun <= 1;
    if (restart) begin
      in_last  <= 0;
      done     <= 0;
      total    <= 0;
      expected <= 0;
    end else if (count) begin
      in_last  <= last_now;
      done     <= block_last;
      rest     <= due - part;
      total    <= total + part;
      expected <= part == 0 ? 0 : total + part;
      if (!in_last) last_bits <= length;
    end
  end

  always @* begin
    if (!begun) assume (restart);
    if (done) assume (restart || !count);
    if (begun) begin
      assert (t == expected);
      // invariants
      if (in_last) assert (rest <= last_bits);
      if (in_last && rest != 0) assert (rest[PART_BITS-1:0] == last_bits[PART_BITS-1:0]);
      if (!in_last) assert (!done && expected == total && low == 0 && total[PART_BITS-1:0] == 0);
      if (in_last && !done && rest != 0) assert (expected == total && total[PART_BITS-1:0] == 0);
      if (in_last && !done && rest == 0) begin
        assert (expected == total && total[PART_BITS-1:0] == last_bits[PART_BITS-1:0]);
        if (last_bits[PART_BITS-1:0] != 0) assert (last_bits[PART_BITS-1:0] > BLOCK_BITS - PAD_BITS);
      end
      if (in_last && done) assert (rest == 0);
    end
  end
endmodule
