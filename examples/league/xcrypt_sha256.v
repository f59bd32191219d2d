// SPDX-License-Identifier: Apache-2.0
// sha256_core of XCryptCore with its chaining value. Initial value: FIPS 180-4, section 5.3.3.

module xcrypt_sha256 (
  input          clk,           // clock
  input          rst,           // synchronous, active high
  input          init,          // begin a message with this block
  input          next,          // a further block
  input  [511:0] block,         // block
  output         ready,         // the next block can be taken, and the digest is there
  output [255:0] digest         // of the blocks so far
);

  wire start, done;
  wire [255:0] chain_in, chain_out;

  xcrypt_chain #(
    .STATE_BITS(256),
    .INITIAL(256'h6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19)
  ) chain (
    .clk(clk), .rst(rst), .first(init), .next(next), .ready(ready), .start(start),
    .chain_in(chain_in), .chain_out(chain_out), .done(done), .digest(digest)
  );

  sha256_core core (
    .i_clk(clk), .i_rst(rst), .i_start(start), .i_data(block), .i_vin(chain_in), .o_vout(chain_out), .o_done(done)
  );

endmodule
