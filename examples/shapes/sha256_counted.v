// SPDX-License-Identifier: Apache-2.0
// SHA-256 that is told how many blocks a message has, and says only when the last one is hashed. It hashes one message per reset.
// It sees `data_ready` from the second cycle after a reset on. A block is taken 1 cycle after `data_ready`, and the next `data_ready` is seen 68 cycles after the one before.

module sha256_counted (
  input              clk,
  input              rst,
  input              data_ready,  // a block is on its port
  input      [15:0]  n_blocks,    // blocks of the message
  input      [511:0] block,       // must stay for a cycle after `data_ready`
  output reg         finished,    // the last block is hashed
  output     [255:0] digest
);

  reg awake, takes, works;
  reg [15:0] hashed;              // blocks of this message
  wire ready, valid;

  sha256_block core (clk, !rst, takes && hashed == 0, takes && hashed != 0, block, ready, digest, valid);

  always @(posedge clk)
    if (rst) {awake, takes, works, finished, hashed} <= 0;
    else begin
      awake <= 1;
      takes <= awake && data_ready && !takes && !works && !finished;
      works <= takes || (works && !ready);
      if (works && ready) begin
        hashed <= hashed + 1;
        finished <= hashed + 16'd1 == n_blocks;
      end
    end

endmodule
