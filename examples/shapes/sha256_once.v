// SPDX-License-Identifier: Apache-2.0
// SHA-256 that hashes one message per reset: every block has the same command.

module sha256_once (
  input              clk,
  input              rst,
  input              start,
  input      [511:0] block,
  output             ready,
  output     [255:0] digest
);

  reg  fresh;  // no block was given since the reset
  wire valid;

  sha256_block core (clk, !rst, start && fresh, start && !fresh, block, ready, digest, valid);

  always @(posedge clk)
    if (rst) fresh <= 1;
    else if (start && ready) fresh <= 0;

endmodule
