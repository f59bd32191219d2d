// SPDX-License-Identifier: Apache-2.0
// sm3_core of XCryptCore with its chaining value. Initial value: GB/T 32905, section 4.1.

module xcrypt_sm3 (
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
    .INITIAL(256'h7380166f4914b2b9172442d7da8a0600a96f30bc163138aae38dee4db0fb0e4e)
  ) chain (
    .clk(clk), .rst(rst), .first(init), .next(next), .ready(ready), .start(start),
    .chain_in(chain_in), .chain_out(chain_out), .done(done), .digest(digest)
  );

  sm3_core core (
    .i_clk(clk), .i_rst(rst), .i_start(start), .i_data(block), .i_vin(chain_in), .o_vout(chain_out), .o_done(done)
  );

endmodule
