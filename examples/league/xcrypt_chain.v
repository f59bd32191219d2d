// SPDX-License-Identifier: Apache-2.0
// The chaining value around a compression function of XCryptCore: i_vin must keep its value until o_done.
//
// A block is taken in a cycle in which ready is 1 and first or next is. Latency: that of the compression function.

module xcrypt_chain #(
  parameter STATE_BITS = 256,                 // bits of the chaining value
  parameter [511:0] INITIAL = 512'd0          // its initial value
) (
  input                    clk,               // clock
  input                    rst,               // synchronous, active high
  input                    first,             // begin a message with this block
  input                    next,              // a further block
  output                   ready,             // the next block can be taken, and the digest is there
  output                   start,             // to the compression function
  output [STATE_BITS-1:0]  chain_in,          // its chaining value
  input  [STATE_BITS-1:0]  chain_out,         // its result
  input                    done,              // the result is there, for one cycle
  output [STATE_BITS-1:0]  digest             // of the blocks so far
);

  reg                  busy;
  reg [STATE_BITS-1:0] chain;

  assign ready    = !busy;
  assign start    = ready && (first || next);
  assign chain_in = start && first ? INITIAL[STATE_BITS-1:0] : chain;
  assign digest   = chain;

  always @(posedge clk) begin : control_reg
    if (rst) busy <= 1'b0;
    else busy <= start || (busy && !done);
  end

  always @(posedge clk) begin : data_reg
    if (start) chain <= chain_in;
    else if (done) chain <= chain_out;
  end

endmodule
