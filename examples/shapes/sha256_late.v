// SPDX-License-Identifier: Apache-2.0
// SHA-256 whose `ready` and `digest_valid` stay high in the cycle after a command, because the command is registered first.

module sha256_late (
  input              clk,
  input              reset_n,
  input              init,
  input              next,
  input      [511:0] block,
  output             ready,
  output     [255:0] digest,
  output             digest_valid
);

  reg first, further;
  reg [511:0] given;

  sha256_block core (clk, reset_n, first, further, given, ready, digest, digest_valid);

  always @(posedge clk)
    if (!reset_n) {first, further} <= 0;
    else begin
      first <= init;
      further <= next;
      if (init || next) given <= block;
    end

endmodule
