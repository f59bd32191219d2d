// SPDX-License-Identifier: Apache-2.0
// SHA-256 with a stream of whole blocks: a block of 512 bits moves in a cycle in which block_valid and block_ready are high, the
// digest in a cycle in which digest_valid and digest_ready are high.

module sha256_wide (
  input          clk,
  input          rst,
  input  [511:0] block,
  input          block_last,
  input          block_valid,
  output         block_ready,
  output [255:0] digest,
  output         digest_valid,
  input          digest_ready
);

  reg  is_first, is_last;
  wire ready, valid;
  wire moves = block_valid && block_ready;

  assign block_ready  = ready && !is_last;
  assign digest_valid = ready && is_last;

  sha256_block core (clk, !rst, moves && is_first, moves && !is_first, block, ready, digest, valid);

  always @(posedge clk)
    if (rst) begin
      is_first <= 1;
      is_last <= 0;
    end else if (moves) begin
      is_first <= block_last;
      is_last <= block_last;
    end else if (digest_valid && digest_ready) is_last <= 0;

endmodule
