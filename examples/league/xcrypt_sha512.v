// SPDX-License-Identifier: Apache-2.0
// sha512_core of XCryptCore with its chaining value. Initial value: FIPS 180-4, section 5.3.5.

module xcrypt_sha512 (
  input          clk,           // clock
  input          rst,           // synchronous, active high
  input          init,          // begin a message with this block
  input          next,          // a further block
  input  [1023:0] block,         // block
  output         ready,         // the next block can be taken, and the digest is there
  output [511:0] digest         // of the blocks so far
);

  wire start, done;
  wire [511:0] chain_in, chain_out;

  xcrypt_chain #(
    .STATE_BITS(512),
    .INITIAL(512'h6a09e667f3bcc908bb67ae8584caa73b3c6ef372fe94f82ba54ff53a5f1d36f1510e527fade682d19b05688c2b3e6c1f1f83d9abfb41bd6b5be0cd19137e2179)
  ) chain (
    .clk(clk), .rst(rst), .first(init), .next(next), .ready(ready), .start(start),
    .chain_in(chain_in), .chain_out(chain_out), .done(done), .digest(digest)
  );

  sha512_core core (
    .i_clk(clk), .i_rst(rst), .i_start(start), .i_data(block), .i_vin(chain_in), .o_vout(chain_out), .o_done(done)
  );

endmodule
