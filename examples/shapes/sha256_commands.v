// SPDX-License-Identifier: Apache-2.0
// SHA-256 with the habits of small cores, around sha256_block: `start` and `done` but no `ready`; or one cycle of delay before a
// command is taken; the digest is on its port only while `done` is high; the block is read one cycle after the command.

module sha256_commands (
  input              clk,
  input              reset_n,
  input              start,     // begin a message with this block
  input              resume,    // a further block
  input      [511:0] block,     // must stay until `done`
  output reg         done,      // high for one cycle
  output     [255:0] digest
);

  reg first, further, works;
  wire ready, valid;
  wire [255:0] hash;

  sha256_block core (clk, reset_n, first, further, block, ready, hash, valid);

  assign digest = hash & {256{done}};

  always @(posedge clk)
    if (!reset_n) {first, further, works, done} <= 0;
    else begin
      first <= start;
      further <= resume;
      works <= first || further || (works && !ready);
      done <= works && ready;
    end

endmodule
