// SPDX-License-Identifier: Apache-2.0
// SHA-256 with a stream of whole blocks and without a reset: configuration gives its registers their initial values. A block of
// 512 bits moves in a cycle in which block_valid and block_ready are high, the digest in a cycle in which digest_valid and
// digest_ready are high.

module sha256_initial (
  input          clk,
  input  [511:0] block,
  input          block_last,
  input          block_valid,
  output         block_ready,
  output [255:0] digest,
  output         digest_valid,
  input          digest_ready
);

  reg  started = 0; // resets the inner core in the first cycle
  reg  is_first = 1;
  reg  is_last = 0;
  wire ready, valid;
  wire moves = block_valid && block_ready;

  assign block_ready  = started && ready && !is_last;
  assign digest_valid = started && ready && is_last;

  sha256_block core (clk, started, moves && is_first, moves && !is_first, block, ready, digest, valid);

  always @(posedge clk) begin
    started <= 1;
    if (moves) begin
      is_first <= block_last;
      is_last <= block_last;
    end else if (digest_valid && digest_ready) is_last <= 0;
  end

endmodule
