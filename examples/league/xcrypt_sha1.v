// SPDX-License-Identifier: Apache-2.0
// sha1_core of XCryptCore with its chaining value. Initial value: FIPS 180-4, section 5.3.1.

module xcrypt_sha1 (
  input          clk,           // clock
  input          rst,           // synchronous, active high
  input          init,          // begin a message with this block
  input          next,          // a further block
  input  [511:0] block,         // block
  output         ready,         // the next block can be taken, and the digest is there
  output [159:0] digest         // of the blocks so far
);

  wire start, done;
  wire [159:0] chain_in, chain_out;

  xcrypt_chain #(
    .STATE_BITS(160),
    .INITIAL(160'h67452301efcdab8998badcfe10325476c3d2e1f0)
  ) chain (
    .clk(clk), .rst(rst), .first(init), .next(next), .ready(ready), .start(start),
    .chain_in(chain_in), .chain_out(chain_out), .done(done), .digest(digest)
  );

  sha1_core core (
    .i_clk(clk), .i_rst(rst), .i_start(start), .i_data(block), .i_vin(chain_in), .o_vout(chain_out), .o_done(done)
  );

endmodule
