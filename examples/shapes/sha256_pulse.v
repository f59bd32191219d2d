// SPDX-License-Identifier: Apache-2.0
// SHA-256 with a stream of words of 32 bits whose receiver cannot wait: the digest is on its port for one cycle.

module sha256_pulse (
  input              clk,
  input              rst,
  input      [31:0]  word,
  input              word_last,
  input              word_valid,
  output             word_ready,
  output     [255:0] digest,
  output             digest_valid
);

  reg [511:0] block;
  reg [4:0]   count;      // words of the block
  reg         first, last, works;
  wire        ready, valid;
  wire [255:0] hash;
  wire        starts = count[4] && !works;

  assign word_ready   = !count[4];
  assign digest_valid = works && ready && last;
  assign digest       = hash & {256{digest_valid}};

  sha256_block core (clk, !rst, starts && first, starts && !first, block, ready, hash, valid);

  always @(posedge clk)
    if (rst) {count, first, last, works} <= {5'd0, 1'b1, 1'b0, 1'b0};
    else begin
      if (word_valid && word_ready) begin
        block <= {block[479:0], word};
        count <= count + 1;
        last <= word_last;
      end
      if (starts) {works, first} <= {1'b1, 1'b0};
      if (works && ready) begin
        {works, count} <= 0;
        if (last) first <= 1;
      end
    end

endmodule
